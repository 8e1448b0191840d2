//! Slicing: a program without what nothing can see.
//!
//! The methods that watch a run ask where threads go, where they meet, and which bytes they touch. Most of what a kernel
//! computes reaches none of that: the floating-point arithmetic of a stencil ends in a store whose *address* is
//! asked for, never its value. Paper 001 (§5.1) therefore emulates only what barriers, branches and shared addresses depend
//! on. Here that is a transformation of a decoded [`Program`]: a backward dependence analysis to a fixpoint, then
//! the steps that are left, over registers numbered anew, which values take in turns (`registers`).
//!
//! # What is needed
//!
//! Roots: the conditions of branches and switches; the guard and the address of every access that makes an event
//! or may leave its object; the operands of barriers, of waits and of statements; the member masks and the guards of collectives that have a mask;
//! guards of instructions that are not modelled. From a register that is needed, all that
//! its step reads is needed: for a pure step its arguments, for a block parameter the arguments of all edges. A load whose
//! result is needed needs the *content* of the memory that it may read; then all that may write there is
//! carried out with its value. Memory is distinguished by object and by array of shared memory (`memory`), and an access that may go to several of
//! them (a generic one, or one in global memory where the kernel makes generic addresses of shared memory) means all of these.
//!
//! What is not needed is dropped, or keeps only what others see of it: a load goes where it goes and loads nothing; a store or an atomic
//! reports its event and leaves memory alone; a collective makes the lanes of its mask wait.
//!
//! # Why the run is the same
//!
//! Call registers and memory that are needed *high*. Each step's visible effects (events, issues, jumps, who
//! waits) and each high place that it writes are functions of high places only: that is what the list in `Slicer::roots`,
//! `Slicer::results` and `Slicer::content` says, step by step. So by induction over the run, both runs are at the same step with equal
//! high places. A register that is not computed is read by no step that is left, and has no place in the register file
//! at all. Stepping over a branch (`over`) repeats a region until nothing changes; where the full program repeats it more
//! often, the high places had settled before.
//!
//! Not the same are: *names* of unknown values (their numbers, not which are equal); the site of a cause, where the first
//! instruction that read an unknown place has been dropped; and what limits do, of which a sliced run meets fewer: steps
//! are counted as they are taken, so turns of a scheduler are longer, and there are fewer terms.

mod branches;
mod memory;
mod provenance;
mod registers;
mod steps;

use crate::programs::program::{AddressRef, BaseRef, DecodeError, Edge, GuardRef, Program, Reg, Step};
use branches::{Detour, detour};
use memory::{Memory, Reach, is_unseen};
use raddle_ir::{Access, Effects, Function, Inst, Module, Order, Type};
use std::collections::BTreeSet;
use steps::{keeps, rebuild, written};

/// What is wanted of a sliced run besides its events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The stores whose values are.
    pub values: Stores,
    /// What is known of the addresses of buffers.
    pub buffers: Buffers,
    /// The loads whose events are.
    pub loads: Loads,
    /// Are the results of atomics known, in the order of the run?
    pub atomics: bool,
}

/// Loads whose events are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loads {
    /// All.
    #[default]
    All,
    /// Those that a write may meet: not the plain ones from a buffer that the kernel does not write, where buffers are distinguished.
    OfWritten,
}

/// What is known of the addresses of buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Buffers {
    /// The pointers of different parameters point to different buffers, and none of them is a given number.
    Apart,
    /// Two of them may point to one.
    #[default]
    Together,
    /// It is to run on plain numbers ([`Concrete`](crate::Concrete)), where any number may be the address of anything.
    Numbers,
}

/// Stores whose values are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Stores {
    /// None of them.
    #[default]
    None,
    /// Those of these instructions.
    At(BTreeSet<Inst>),
    /// All.
    All,
}

impl<'m> Program<'m> {
    /// The loads that make no event, as nothing writes to where they read: see [`Loads::OfWritten`].
    #[must_use]
    pub fn untold(&self) -> &BTreeSet<Inst> {
        &self.untold
    }

    /// As [`Program::decode`], without steps that affect nothing that a monitor observes: see [`mod@crate::slice`].
    ///
    /// # Errors
    /// When the function has no body.
    pub fn decode_sliced(
        module: &'m Module,
        function: &'m Function,
        wanted: &Wanted,
    ) -> Result<Self, DecodeError> {
        Ok(Self::decode(module, function)?.sliced(wanted))
    }

    /// The program without steps that affect nothing that a monitor observes.
    #[must_use]
    pub fn sliced(self, wanted: &Wanted) -> Self {
        let all = Wanted { loads: Loads::All, ..wanted.clone() };
        let mut slicer = Slicer::of(&self, &all);
        if slicer.memory.tells_buffers_apart() {
            if slicer.mixes() {
                slicer = Slicer::of(&self, &Wanted { buffers: Buffers::Together, ..all });
            } else if wanted.loads == Loads::OfWritten {
                slicer = Slicer::of(&self, wanted);
            }
        }
        let Slicer { needed, results, content, seen, untold, detours, .. } = slicer;
        let ways: Vec<Option<Edge>> = detours.into_iter().map(|d| d.and_then(|d| d.through)).collect();
        rebuild(self, &Kept { needed, results, content, seen, untold }, &ways)
    }
}

struct Slicer<'p, 'm> {
    program: &'p Program<'m>,
    /// By register: is it needed?
    needed: Vec<bool>,
    /// By step: are its results needed?
    results: Vec<bool>,
    /// By step that writes memory: is that to be carried out?
    content: Vec<bool>,
    /// The memory whose content is needed.
    memory: Memory,
    /// By register: the steps that define it, and the registers that edges move to it.
    defs: Lists,
    moves: Lists,
    /// Registers that have become needed.
    work: Vec<Reg>,
    /// The steps that write memory, and which.
    writers: Vec<(usize, Reach)>,
    /// By step: does it make an event, or may something be wrong with it, whatever becomes of its results?
    seen: Vec<bool>,
    /// By step: is it a load that makes no event, as nothing writes there?
    untold: Vec<bool>,
    /// By block: the branch at its end, where it may turn out to make no difference.
    detours: Vec<Option<Detour>>,
}

/// What is left.
struct Kept {
    needed: Vec<bool>,
    results: Vec<bool>,
    content: Vec<bool>,
    seen: Vec<bool>,
    untold: Vec<bool>,
}

/// Numbers by register.
struct Lists {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    fn new(registers: usize, pairs: &[(Reg, u32)]) -> Self {
        let mut starts = vec![0; registers + 1];
        for &(reg, _) in pairs {
            starts[reg as usize + 1] += 1;
        }
        for n in 0..registers {
            starts[n + 1] += starts[n];
        }
        let mut next = starts.clone();
        let mut all = vec![0; pairs.len()];
        for &(reg, n) in pairs {
            all[next[reg as usize] as usize] = n;
            next[reg as usize] += 1;
        }
        Self { starts, all }
    }

    fn of(&self, reg: Reg) -> std::ops::Range<usize> {
        self.starts[reg as usize] as usize..self.starts[reg as usize + 1] as usize
    }
}

impl<'p, 'm> Slicer<'p, 'm> {
    /// What is needed, under what is taken to be known of buffers.
    fn of(program: &'p Program<'m>, wanted: &Wanted) -> Self {
        let mut slicer = Self::new(program, wanted);
        slicer.roots(wanted);
        slicer.settle();
        slicer.settle_branches();
        slicer
    }

    /// May an address be part of an index?
    fn mixes(&self) -> bool {
        let mut needed = self.needed.iter().zip(0..).filter(|(needed, _)| **needed);
        let mut steps = self.program.steps.iter().enumerate().filter(|(n, _)| self.keeps(*n));
        needed.any(|(_, reg)| self.memory.is_any_address(reg))
            || steps.any(|(n, step)| self.memory.mixes(step, self.content[n]))
    }

    fn new(program: &'p Program<'m>, wanted: &Wanted) -> Self {
        let (steps, registers) = (program.steps.len(), program.registers as usize);
        let memory = Memory::new(program, wanted.buffers, wanted.atomics);
        let writes = if wanted.loads == Loads::OfWritten { memory.written_buffers(program) } else { None };
        let is_constant = |addr: &AddressRef, access: &Access| {
            let buffer = memory.reach(program, addr, false).buffer;
            let unwritten = |buffer| writes.as_ref().is_some_and(|written| !written.contains(&buffer));
            !access.volatile && access.order == Order::Weak && buffer.is_some_and(unwritten)
        };
        let untold = program
            .steps
            .iter()
            .map(|step| matches!(step, Step::Load { addr, access, .. } if is_constant(addr, access)));
        let untold: Vec<bool> = untold.collect();
        let seen = program.steps.iter().zip(&untold).map(|(step, untold)| match step {
            Step::Load { addr, size, .. } | Step::Store { addr, size, .. } => {
                !untold && !is_unseen(program, addr, *size)
            }
            _ => true,
        });
        let seen = seen.collect();
        let (mut defs, mut moves) = (Vec::new(), Vec::new());
        for (step, n) in program.steps.iter().zip(0..) {
            written(step, |reg| defs.push((reg, n)));
            for edge in step.edges() {
                moves.extend(edge.moves.iter().copied());
            }
        }
        Self {
            program,
            needed: vec![false; registers],
            results: vec![false; steps],
            content: vec![false; steps],
            memory,
            defs: Lists::new(registers, &defs),
            moves: Lists::new(registers, &moves),
            work: Vec::new(),
            writers: Vec::new(),
            seen,
            untold,
            detours: (0..program.starts.len()).map(|block| detour(program, block)).collect(),
        }
    }

    fn need(&mut self, reg: Reg) {
        if !std::mem::replace(&mut self.needed[reg as usize], true) {
            self.work.push(reg);
        }
    }

    fn need_guard(&mut self, guard: Option<GuardRef>) {
        if let Some(guard) = guard {
            self.need(guard.reg);
        }
    }

    /// What resolving an address reads.
    fn need_address(&mut self, addr: &AddressRef) {
        if let Some(index) = addr.index {
            self.need(index);
        }
        if matches!(addr.base, BaseRef::Buffer(_)) {
            self.need_memory(Reach::PARAMS);
        }
    }

    fn need_memory(&mut self, what: Reach) {
        if !self.memory.need(what) {
            return;
        }
        for n in 0..self.writers.len() {
            let (step, where_to) = self.writers[n];
            if self.memory.meets(where_to) {
                self.content(step);
            }
        }
    }

    /// The step writes memory: it is to be carried out when that is needed.
    fn writes(&mut self, step: usize, where_to: Reach) {
        self.writers.push((step, where_to));
        if self.memory.meets(where_to) {
            self.content(step);
        }
    }

    /// What each step reads whatever becomes of its results.
    fn roots(&mut self, wanted: &Wanted) {
        let program = self.program;
        for (n, step) in program.steps.iter().enumerate() {
            match step {
                Step::Pure { .. }
                | Step::Wide { .. }
                | Step::Convert { .. }
                | Step::Special { .. }
                | Step::AddressOf { .. }
                | Step::Unknown { .. }
                | Step::Copy { .. }
                | Step::Fence
                | Step::Jump(_)
                | Step::Choice { .. }
                | Step::Exit
                | Step::Trap => {}
                Step::Load { guard, addr, .. } => {
                    if self.seen[n] {
                        self.need_guard(*guard);
                        self.need_address(addr);
                    }
                }
                Step::Store { guard, addr, silent, .. } => {
                    if self.seen[n] {
                        self.need_guard(*guard);
                        self.need_address(addr);
                    }
                    self.writes(n, self.memory.reach(program, addr, *silent));
                    let is_wanted = match (&wanted.values, program.sites[n].inst) {
                        (Stores::All, _) => true,
                        (Stores::At(insts), Some(inst)) => insts.contains(&inst),
                        _ => false,
                    };
                    if is_wanted {
                        self.content(n);
                    }
                }
                Step::Atomic { guard, addr, .. } => {
                    self.need_guard(*guard);
                    self.need_address(addr);
                    self.writes(n, self.memory.reach(program, addr, false));
                }
                Step::Barrier { guard, id, count, .. } => {
                    self.need_guard(*guard);
                    self.need(*id);
                    count.iter().for_each(|&reg| self.need(reg));
                }
                Step::WarpSync { guard, mask } => {
                    self.need_guard(*guard);
                    self.need(*mask);
                }
                // Without a mask it makes no thread wait.
                Step::Collective { mask: None, .. } => {}
                Step::Collective { guard, mask: Some(mask), .. } => {
                    self.need_guard(*guard);
                    self.need(*mask);
                }
                Step::Assume { value, .. } | Step::Assert { value, .. } => self.need(*value),
                Step::Stray { guard, target } => {
                    self.need_guard(*guard);
                    self.need(*target);
                }
                Step::Opaque { guard, effects, rets, .. } => {
                    if *effects != Effects::NONE {
                        self.need_guard(*guard);
                    }
                    if !rets.is_empty() {
                        self.writes(n, Reach::LOCAL);
                    }
                }
                Step::Branch { cond: value, block, .. } | Step::Switch { value, block, .. } => {
                    if self.detours[*block as usize].is_none() {
                        self.need(*value);
                    }
                }
            }
        }
    }

    /// Is something left of a step?
    fn keeps(&self, n: usize) -> bool {
        keeps(&self.program.steps[n], self.results[n], self.content[n], self.seen[n])
    }

    /// Until nothing new is needed.
    fn settle(&mut self) {
        while let Some(reg) = self.work.pop() {
            for at in self.defs.of(reg) {
                self.results(self.defs.all[at] as usize);
            }
            for at in self.moves.of(reg) {
                self.need(self.moves.all[at]);
            }
        }
    }

    /// The results of a step are needed: so is what they are made of.
    fn results(&mut self, n: usize) {
        if std::mem::replace(&mut self.results[n], true) {
            return;
        }
        let program = self.program;
        match &program.steps[n] {
            Step::Pure { args, n, .. } => args[..usize::from(*n)].iter().for_each(|&reg| self.need(reg)),
            Step::Wide { args, .. } => {
                for &(reg, ty) in args {
                    self.need(reg);
                    if ty == Type::I128 {
                        self.need(reg + 1);
                    }
                }
            }
            Step::Convert { src, .. } => self.need(*src),
            Step::AddressOf { base: BaseRef::Buffer(_), .. } => self.need_memory(Reach::PARAMS),
            Step::Copy { guard, src, .. } => {
                self.need_guard(*guard);
                src.iter().for_each(|&reg| self.need(reg));
            }
            Step::Load { guard, addr, access, elements, silent, .. } => {
                self.need_guard(*guard);
                self.need_address(addr);
                let reach = self.memory.reach(program, addr, *silent);
                if !self.memory.is_by_schedule(access, elements, *silent, reach) {
                    self.need_memory(reach);
                }
            }
            Step::Atomic { addr, .. } if !self.memory.hides_atomics() => {
                // It is carried out as a whole, and reads what it writes.
                self.need_memory(self.memory.reach(program, addr, false));
                self.content(n);
            }
            Step::Barrier { predicate, .. } => predicate.iter().for_each(|&reg| self.need(reg)),
            Step::Collective { guard, args, .. } => {
                self.need_guard(*guard);
                args.iter().for_each(|&reg| self.need(reg));
            }
            Step::Opaque { guard, args, .. } => {
                self.need_guard(*guard);
                args.iter().for_each(|&reg| self.need(reg));
            }
            _ => {}
        }
    }

    /// A step's effect on memory is to be carried out.
    fn content(&mut self, n: usize) {
        if std::mem::replace(&mut self.content[n], true) {
            return;
        }
        let program = self.program;
        match &program.steps[n] {
            Step::Store { guard, addr, elements, .. } => {
                self.need_guard(*guard);
                self.need_address(addr);
                elements.iter().for_each(|e| self.need(e.reg));
            }
            Step::Atomic { args, .. } => args.iter().for_each(|&reg| self.need(reg)),
            Step::Opaque { guard, .. } => self.need_guard(*guard),
            _ => {}
        }
    }
}
