//! Small kernels as data, and their PTX.
//!
//! Every register is 32 bits wide. `%t` is the thread's number in its block, `%v0` to `%v3` are the variables: at the start
//! the thread's number, the parameter `n` cut to two bits, 1, and 2. `s` and `m` (shared), `a` (written) and `c` (only read) have four words.

use std::fmt::{self, Write};

/// How many variables a kernel has.
pub(crate) const VARS: usize = 4;

/// A launch and a kernel for it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) block: [u32; 3],
    pub(crate) warp_size: u32,
    /// Do threads that have ended count as arrived at barriers of the whole block?
    pub(crate) exited_arrive: bool,
    /// Is `n` given, and what is it?
    pub(crate) n: Option<u32>,
    pub(crate) body: Vec<Stmt>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Memory {
    Shared,
    /// The other shared array.
    Mirror,
    Global,
}

/// A word of an array and a place in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) memory: Memory,
    pub(crate) index: Index,
    /// In bytes: 1, 2 or 4.
    pub(crate) width: u32,
    /// In bytes, a multiple of the width, below 4.
    pub(crate) within: u32,
}

/// Which word of four.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Index {
    Constant(u32),
    /// The thread's number plus this.
    Thread(u32),
    Var(usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Strength {
    Weak,
    Volatile,
    Relaxed,
}

/// `x op k`, where x is the thread's number (none) or the low two bits of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cond {
    pub(crate) var: Option<usize>,
    pub(crate) op: &'static str,
    pub(crate) k: u32,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Compute {
        op: &'static str,
        to: usize,
        x: usize,
        y: usize,
    },
    Set {
        to: usize,
        k: u32,
    },
    Store {
        place: Place,
        from: usize,
        strength: Strength,
        guard: Option<Cond>,
    },
    Load {
        place: Place,
        to: usize,
        strength: Strength,
        guard: Option<Cond>,
    },
    /// Volatile loads of a word of `s` until it has a value, three times at most.
    Poll {
        index: Index,
        to: usize,
        k: u32,
    },
    /// A load from the buffer that nothing writes.
    Data {
        index: Index,
        to: usize,
    },
    Atomic {
        op: &'static str,
        place: Place,
        from: usize,
        to: Option<usize>,
    },
    Barrier {
        aligned: bool,
        arrive: bool,
        id: Id,
        count: Option<u32>,
        guard: Option<Cond>,
    },
    Reduce {
        op: &'static str,
        count: Option<u32>,
        of: Cond,
        to: usize,
    },
    WarpSync {
        mask: u32,
    },
    Shuffle {
        how: &'static str,
        by: u32,
        mask: u32,
        var: usize,
    },
    Vote {
        how: &'static str,
        of: Cond,
        mask: u32,
        to: usize,
    },
    ActiveMask {
        to: usize,
    },
    Fence,
    Exit {
        guard: Cond,
    },
    If {
        cond: Cond,
        then: Vec<Stmt>,
        other: Vec<Stmt>,
    },
    /// As often as the low two bits of a variable say, or a fixed number of times.
    Loop {
        times: Result<u32, usize>,
        body: Vec<Stmt>,
    },
}

/// The number of a barrier.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Id {
    Constant(u32),
    /// The low two bits.
    Var(usize),
}

impl Case {
    /// How many statements there are.
    pub(crate) fn size(&self) -> usize {
        size(&self.body)
    }

    /// The command that checks the kernel in a file.
    pub(crate) fn command(&self, file: &str) -> String {
        let [x, y, z] = self.block;
        let given = self.n.map_or(String::new(), |n| format!(" --arg n={n}"));
        let exited = if self.exited_arrive { " --exited arrive" } else { "" };
        format!("raddle check {file} --block {x},{y},{z} --warp-size {}{given}{exited}", self.warp_size)
    }

    /// Do lanes of a warp wait for each other elsewhere than at barriers?
    pub(crate) fn waits_in_warps(&self) -> bool {
        fn any(body: &[Stmt]) -> bool {
            body.iter().any(|s| match s {
                Stmt::WarpSync { .. } | Stmt::Shuffle { .. } | Stmt::Vote { .. } => true,
                Stmt::If { then, other, .. } => any(then) || any(other),
                Stmt::Loop { body, .. } => any(body),
                _ => false,
            })
        }
        any(&self.body)
    }

    /// Do values depend on the order of atomics, although nothing races?
    pub(crate) fn has_atomics(&self) -> bool {
        fn any(body: &[Stmt]) -> bool {
            body.iter().any(|s| match s {
                Stmt::Atomic { .. } | Stmt::ActiveMask { .. } => true,
                Stmt::Store { strength, .. } | Stmt::Load { strength, .. } => {
                    matches!(strength, Strength::Relaxed)
                }
                Stmt::If { then, other, .. } => any(then) || any(other),
                Stmt::Loop { body, .. } => any(body),
                _ => false,
            })
        }
        any(&self.body)
    }
}

fn size(body: &[Stmt]) -> usize {
    let of = |stmt: &Stmt| match stmt {
        Stmt::If { then, other, .. } => 1 + size(then) + size(other),
        Stmt::Loop { body, .. } => 1 + size(body),
        _ => 1,
    };
    body.iter().map(of).sum()
}

/// What a kernel is printed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As it stands.
    Cta,
    /// A grid of CTAs with this many threads: `s` is global, `m` each CTA's; barrier 0 is one of the whole grid, barrier 1 of the CTA.
    Grid(u32),
    /// What is the same to its barriers and memory in a single CTA: each CTA of that grid has a named barrier and its own part of `m`.
    Flat(u32),
}

/// The PTX of a kernel, one instruction in a line.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Form::Cta))
    }
}

impl Case {
    /// The kernel in one of its forms.
    pub(crate) fn text(&self, form: Form) -> String {
        let mut printer = Printer { text: String::new(), labels: 0, loops: 0, form };
        printer.block(&self.body);
        let mut counters: String = (0..printer.loops).map(|n| format!(" .reg .b32 %i{n}, %j{n};")).collect();
        let mut text = String::from(".version 8.0\n.target sm_80\n.address_size 64\n");
        if let Form::Grid(_) = form {
            text.push_str(".extern .func __raddle_grid_sync ();\n.global .align 4 .b8 s[16];\n");
        } else {
            counters.insert_str(0, ".shared .align 4 .b8 s[16];");
        }
        counters.insert_str(0, ".shared .align 4 .b8 m[64];");
        text.push_str(
            "\
.visible .entry k(.param .u64 .ptr .global .align 4 a, .param .u64 .ptr .global .align 4 c, .param .u32 n) {
.reg .b32 %t, %x, %y, %v<4>; .reg .b16 %h; .reg .b64 %a, %c, %d, %e; .reg .pred %p, %q;
",
        );
        text.push_str(&counters);
        let number = if let Form::Grid(_) = form { "ctaid.x" } else { "tid.y" };
        text.push_str(&format!("\nmov.u32 %x, %tid.x;\nmov.u32 %t, %{number};\nmov.u32 %y, %ntid.x;\n"));
        text.push_str(
            "\
mad.lo.u32 %t, %t, %y, %x;
ld.param.u64 %a, [a];
ld.param.u64 %c, [c];
mov.u32 %v0, %t;
ld.param.u32 %v1, [n];
and.b32 %v1, %v1, 3;
mov.u32 %v2, 1;
mov.u32 %v3, 2;
",
        );
        text.push_str(&printer.text);
        text.push_str("ret;\n}\n");
        text
    }
}

struct Printer {
    text: String,
    labels: u32,
    loops: u32,
    form: Form,
}

impl Printer {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    /// Of atomics: all threads.
    fn scope(&self) -> &'static str {
        if let Form::Grid(_) = self.form { "gpu" } else { "cta" }
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    /// Sets a predicate.
    fn cond(&mut self, to: &str, cond: Cond) {
        let x = match cond.var {
            None => "%t",
            Some(var) => {
                self.line(&format!("and.b32 %x, %v{var}, 3;"));
                "%x"
            }
        };
        self.line(&format!("setp.{}.u32 {to}, {x}, {};", cond.op, cond.k));
    }

    fn guard(&mut self, guard: Option<Cond>) -> &'static str {
        match guard {
            None => "",
            Some(cond) => {
                self.cond("%p", cond);
                "@%p "
            }
        }
    }

    /// Sets `%x` to the byte at which a word of four begins.
    fn index(&mut self, index: Index) {
        match index {
            Index::Constant(k) => return self.line(&format!("mov.u32 %x, {};", 4 * (k & 3))),
            Index::Thread(k) => self.line(&format!("add.u32 %x, %t, {k};")),
            Index::Var(var) => self.line(&format!("mov.u32 %x, %v{var};")),
        }
        self.line("and.b32 %x, %x, 3;");
        self.line("shl.b32 %x, %x, 2;");
    }

    /// The operand of an access, and its space.
    fn place(&mut self, place: Place) -> (String, &'static str) {
        self.index(place.index);
        match place.memory {
            Memory::Shared | Memory::Mirror => {
                let array = if place.memory == Memory::Shared { "s" } else { "m" };
                if let (Form::Grid(_), Memory::Shared) = (self.form, place.memory) {
                    self.line(&format!("mov.u64 %d, {array};"));
                    self.line("cvt.u64.u32 %e, %x;");
                    self.line("add.u64 %d, %d, %e;");
                    return (format!("[%d+{}]", place.within), "global");
                }
                self.line(&format!("mov.u32 %y, {array};"));
                self.line("add.u32 %y, %y, %x;");
                if let (Form::Flat(size), Memory::Mirror) = (self.form, place.memory) {
                    self.line(&format!("div.u32 %x, %t, {size};"));
                    self.line("shl.b32 %x, %x, 4;");
                    self.line("add.u32 %y, %y, %x;");
                }
                (format!("[%y+{}]", place.within), "shared")
            }
            Memory::Global => {
                self.line("cvt.u64.u32 %d, %x;");
                self.line("add.u64 %d, %a, %d;");
                (format!("[%d+{}]", place.within), "global")
            }
        }
    }

    /// The opcode of a load or store with its guard, and its operand.
    fn access(
        &mut self,
        opcode: &str,
        place: Place,
        strength: Strength,
        guard: Option<Cond>,
    ) -> (String, String) {
        let (at, space) = self.place(place);
        let guard = self.guard(guard);
        let (word, bits) = (strength.word(self.scope()), 8 * place.width);
        (format!("{guard}{opcode}{word}.{space}.u{bits}"), at)
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Compute { op, to, x, y } => self.line(&format!("{op} %v{to}, %v{x}, %v{y};")),
            Stmt::Set { to, k } => self.line(&format!("mov.u32 %v{to}, {k};")),
            Stmt::Store { place, from, strength, guard } => {
                let (store, at) = self.access("st", *place, *strength, *guard);
                match place.width {
                    2 => {
                        self.line(&format!("cvt.u16.u32 %h, %v{from};"));
                        self.line(&format!("{store} {at}, %h;"));
                    }
                    _ => self.line(&format!("{store} {at}, %v{from};")),
                }
            }
            Stmt::Load { place, to, strength, guard } => {
                let (load, at) = self.access("ld", *place, *strength, *guard);
                match place.width {
                    2 => {
                        self.line(&format!("cvt.u16.u32 %h, %v{to};"));
                        self.line(&format!("{load} %h, {at};"));
                        self.line(&format!("cvt.u32.u16 %v{to}, %h;"));
                    }
                    _ => self.line(&format!("{load} %v{to}, {at};")),
                }
            }
            Stmt::Poll { index, to, k } => {
                let (n, i) = (self.label(), self.loops);
                self.loops += 1;
                let (at, space) =
                    self.place(Place { memory: Memory::Shared, index: *index, width: 4, within: 0 });
                self.line(&format!("mov.u32 %i{i}, 0;"));
                self.line(&format!("L{n}:"));
                self.line(&format!("ld.volatile.{space}.u32 %v{to}, {at};"));
                self.line(&format!("add.u32 %i{i}, %i{i}, 1;"));
                self.line(&format!("setp.eq.u32 %p, %v{to}, {k};"));
                self.line(&format!("@%p bra X{n};"));
                self.line(&format!("setp.lt.u32 %p, %i{i}, 3;"));
                self.line(&format!("@%p bra L{n};"));
                let _ = writeln!(self.text, "X{n}:");
            }
            Stmt::Data { index, to } => {
                self.index(*index);
                self.line("cvt.u64.u32 %d, %x;");
                self.line("add.u64 %d, %c, %d;");
                self.line(&format!("ld.global.u32 %v{to}, [%d];"));
            }
            Stmt::Atomic { op, place, from, to } => {
                let (at, space) = self.place(*place);
                let scope = self.scope();
                let ty = if matches!(*op, "exch" | "or" | "cas") { "b32" } else { "u32" };
                let second = if *op == "cas" { ", 1" } else { "" };
                match to {
                    None => self.line(&format!("red.relaxed.{scope}.{space}.{op}.{ty} {at}, %v{from};")),
                    Some(to) => {
                        self.line(&format!(
                            "atom.relaxed.{scope}.{space}.{op}.{ty} %v{to}, {at}, %v{from}{second};"
                        ));
                    }
                }
            }
            Stmt::Barrier { id: Id::Constant(id), .. } if self.form != Form::Cta => match (self.form, id) {
                (Form::Grid(_), 0) => self.line("call.uni __raddle_grid_sync, ();"),
                (Form::Flat(size), 1) => {
                    self.line(&format!("div.u32 %y, %t, {size};"));
                    self.line(&format!("add.u32 %y, %y, 1;\nbar.sync %y, {size};"));
                }
                _ => self.line("bar.sync 0;"),
            },
            Stmt::Barrier { aligned, arrive, id, count, guard } => {
                let id = match id {
                    Id::Constant(k) => k.to_string(),
                    Id::Var(var) => {
                        self.line(&format!("and.b32 %y, %v{var}, 3;"));
                        "%y".to_owned()
                    }
                };
                let guard = self.guard(*guard);
                let word = if *arrive { "arrive" } else { "sync" };
                let opcode = if *aligned { "bar" } else { "barrier.cta" };
                let count = count.map_or(String::new(), |c| format!(", {c}"));
                self.line(&format!("{guard}{opcode}.{word} {id}{count};"));
            }
            Stmt::Reduce { op, count, of, to } => {
                self.cond("%p", *of);
                let count = count.map_or(String::new(), |c| format!(", {c}"));
                if *op == "popc" {
                    self.line(&format!("bar.red.popc.u32 %v{to}, 0{count}, %p;"));
                } else {
                    self.line(&format!("bar.red.{op}.pred %q, 0{count}, %p;"));
                    self.line(&format!("selp.u32 %v{to}, 1, 0, %q;"));
                }
            }
            Stmt::WarpSync { mask } => self.line(&format!("bar.warp.sync {mask};")),
            Stmt::Shuffle { how, by, mask, var } => {
                let clamp = if *how == "up" { 0 } else { 31 };
                self.line(&format!("shfl.sync.{how}.b32 %v{var}, %v{var}, {by}, {clamp}, {mask};"));
            }
            Stmt::Vote { how, of, mask, to } => {
                self.cond("%p", *of);
                if *how == "ballot" {
                    self.line(&format!("vote.sync.ballot.b32 %v{to}, %p, {mask};"));
                } else {
                    self.line(&format!("vote.sync.{how}.pred %q, %p, {mask};"));
                    self.line(&format!("selp.u32 %v{to}, 1, 0, %q;"));
                }
            }
            Stmt::ActiveMask { to } => self.line(&format!("activemask.b32 %v{to};")),
            Stmt::Fence => self.line("membar.cta;"),
            Stmt::Exit { guard } => {
                self.cond("%p", *guard);
                self.line("@%p exit;");
            }
            Stmt::If { cond, then, other } => {
                let n = self.label();
                self.cond("%p", *cond);
                self.line(&format!("@!%p bra E{n};"));
                self.block(then);
                if !other.is_empty() {
                    self.line(&format!("bra F{n};"));
                }
                self.line(&format!("E{n}:"));
                if !other.is_empty() {
                    self.block(other);
                    self.line(&format!("F{n}:"));
                }
            }
            Stmt::Loop { times, body } => {
                let (n, i) = (self.label(), self.loops);
                self.loops += 1;
                match times {
                    Ok(times) => self.line(&format!("mov.u32 %j{i}, {times};")),
                    Err(var) => self.line(&format!("and.b32 %j{i}, %v{var}, 3;")),
                }
                self.line(&format!("mov.u32 %i{i}, 0;"));
                self.line(&format!("L{n}:"));
                self.line(&format!("setp.ge.u32 %p, %i{i}, %j{i};"));
                self.line(&format!("@%p bra X{n};"));
                self.block(body);
                self.line(&format!("add.u32 %i{i}, %i{i}, 1;"));
                self.line(&format!("bra L{n};"));
                let _ = writeln!(self.text, "X{n}:");
            }
        }
    }
}

impl Strength {
    fn word(self, scope: &str) -> String {
        match self {
            Self::Weak => String::new(),
            Self::Volatile => ".volatile".to_owned(),
            Self::Relaxed => format!(".relaxed.{scope}"),
        }
    }
}
