//! A lock-step program as input of the Boogie verifier, for a fixed number of threads of one group.
//!
//! Boogie's language is the paper's (§3.1) with parallel assignment, which is the vector assignment of figure 6. A private variable
//! v becomes `v$1, …, v$n`; `active$t` is a block, `next$t` the number of an edge. `i1` is `bool`, every other type is a
//! bit-vector of its width (floats, too: their operations are uninterpreted functions). A memory object is a map from byte
//! offsets to bytes.
//!
//! * A ψ chooses a thread among the enabled ones. Stores to arrays are done in the order of the threads: other orders
//!   give other results in racy programs only.
//! * Operations whose result may be unspecified (division) or is known up to an error are uninterpreted functions.
//! * What the construction does not model is `assert false`, so nothing after it is verified; atomics give any values and leave
//!   any values in their object.
//! * Races are not checked: the program is φ(P), which says what terminates and what fails.

use super::expr::{Expr, Exprs};
use super::names::Names;
use crate::lockstep::{LockStep, Stmt};
use raddle_ir::text::{op_name, print_inst, special_name};
use raddle_ir::{
    Address, Base, Block, Func, Function, Inst, InstKind, IntCond, Module, PureOp, Space, Special, Type,
    Value,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The program for `threads` threads as Boogie text; `module` is the one that the kernel belongs to.
#[must_use]
pub fn boogie(module: &Module, program: &LockStep, threads: usize) -> String {
    let kernel = &program.kernel;
    let printer = Printer {
        module,
        program,
        threads,
        names: Names::new(kernel),
        exprs: Exprs::new(kernel),
        declared: RefCell::default(),
    };
    printer.program()
}

/// What the program turns out to need while it is printed.
#[derive(Default)]
struct Declared {
    /// Functions, by name.
    functions: BTreeMap<String, String>,
    /// Constants: special registers.
    constants: BTreeMap<String, Type>,
    /// Memory objects; the flag tells those of each thread.
    memories: BTreeMap<String, bool>,
    /// Private variables, by their name without a thread.
    locals: BTreeMap<String, Type>,
    written: BTreeSet<String>,
    thread_ids: BTreeSet<String>,
}

struct Printer<'a> {
    module: &'a Module,
    program: &'a LockStep,
    threads: usize,
    names: Names,
    exprs: Exprs<'a>,
    declared: RefCell<Declared>,
}

impl Printer<'_> {
    fn function(&self) -> &Function {
        self.program.kernel.function()
    }

    /// Something for each thread, with commas between.
    fn each(&self, of: impl Fn(usize) -> String) -> String {
        (1..=self.threads).map(of).collect::<Vec<_>>().join(", ")
    }

    fn joined(&self, with: &str, of: impl Fn(usize) -> String) -> String {
        (1..=self.threads).map(of).collect::<Vec<_>>().join(with)
    }

    fn program(&self) -> String {
        let body = self.body();
        let declared = self.declared.borrow();
        let mut text = format!(
            "// The lock-step program of {:?} for {} threads.\n\n",
            self.function().name,
            self.threads
        );
        text.push_str("type Block;\nconst unique End: Block;\n");
        for &block in self.program.kernel.order() {
            let _ = writeln!(text, "const unique {}: Block;", self.names.block(block));
        }
        for function in declared.functions.values() {
            let _ = writeln!(text, "{function}");
        }
        let functions: BTreeSet<String> = functions(self.function()).map(|func| func.to_string()).collect();
        for (name, ty) in &declared.constants {
            let unique = if functions.contains(name) { "unique " } else { "" };
            let _ = writeln!(text, "const {unique}{name}: {};", type_name(*ty));
        }
        let private =
            |name: &String| (1..=self.threads).map(|t| format!("{name}${t}")).collect::<Vec<_>>().join(", ");
        for (name, per_thread) in &declared.memories {
            let names = if *per_thread { private(name) } else { name.clone() };
            let _ = writeln!(text, "var {names}: [bv64]bv8;");
        }
        for (var, data) in self.function().vars.iter().filter(|(_, data)| data.shared.is_some()) {
            let _ = writeln!(text, "var {}: {};", self.names.var(var), type_name(data.ty));
        }
        let _ = write!(text, "\nprocedure {}()\n", clean(&self.function().name));
        if !declared.written.is_empty() {
            let written: Vec<&str> = declared.written.iter().map(String::as_str).collect();
            let _ = writeln!(text, "  modifies {};", written.join(", "));
        }
        text.push_str("{\n");
        for (name, ty) in &declared.locals {
            let _ = writeln!(text, "  var {}: {};", private(name), type_name(*ty));
        }
        let _ = writeln!(text, "  var {}: Block;", self.each(|t| format!("active${t}")));
        let _ = writeln!(text, "  var {}, psi: int;", self.each(|t| format!("next${t}")));
        for t in 1..=self.threads {
            for other in t + 1..=self.threads {
                let differ = declared.thread_ids.iter().map(|id| format!("{id}${t} != {id}${other}"));
                let differ: Vec<String> = differ.collect();
                if !differ.is_empty() {
                    let _ = writeln!(text, "  assume {};", differ.join(" || "));
                }
            }
        }
        text.push_str(&body);
        text.push_str("}\n");
        text
    }

    fn body(&self) -> String {
        let mut text = String::new();
        for (var, data) in self.function().vars.iter().filter(|(_, data)| data.shared.is_none()) {
            self.declared.borrow_mut().locals.insert(self.names.var(var).to_owned(), data.ty);
        }
        for (place, node) in self.program.nodes.iter().enumerate() {
            if place == 0 {
                let _ = writeln!(text, "  goto {};", self.names.label(node.label));
            }
            let _ = writeln!(text, "{}:", self.names.label(node.label));
            for stmt in &node.stmts {
                for line in self.stmt(stmt) {
                    let _ = writeln!(text, "  {line}");
                }
            }
            let goto: Vec<&str> = node.goto.iter().map(|&l| self.names.label(l)).collect();
            let end =
                if goto.is_empty() { "return;".to_owned() } else { format!("goto {};", goto.join(", ")) };
            let _ = writeln!(text, "  {end}");
        }
        text
    }

    fn enabled(&self, block: Block, inst: Inst, t: usize) -> String {
        let active = format!("active${t} == {}", self.names.block(block));
        match self.function().insts[inst].guard {
            None => active,
            Some(guard) => {
                let p = self.expr(&self.exprs.value(guard.value), t);
                format!("({active} && {}{p})", if guard.negated { "!" } else { "" })
            }
        }
    }

    fn local(&self, value: Value, t: usize) -> String {
        let name = self.names.value(value).to_owned();
        let text = format!("{name}${t}");
        self.declared.borrow_mut().locals.insert(name, self.function().ty(value));
        text
    }

    /// `v$1, v$2 := (if … then e else v$1), …;`
    fn assign(
        &self,
        name: impl Fn(usize) -> String,
        value: impl Fn(usize) -> String,
        when: Option<(Block, Inst)>,
    ) -> String {
        let one = |t: usize| match when {
            Some((block, inst)) => {
                format!("(if {} then {} else {})", self.enabled(block, inst, t), value(t), name(t))
            }
            None => value(t),
        };
        format!("{} := {};", self.each(&name), self.each(one))
    }

    fn stmt(&self, stmt: &Stmt) -> Vec<String> {
        match *stmt {
            Stmt::Start(block) => {
                let start = |_| self.names.block(block).to_owned();
                vec![self.assign(|t| format!("active${t}"), start, None)]
            }
            Stmt::Vector { block, inst, hold } | Stmt::Read { block, inst, hold } => {
                let read = matches!(stmt, Stmt::Read { .. });
                self.vector(block, inst, hold || read)
            }
            Stmt::Psi { block, inst } => self.psi(block, inst),
            Stmt::Update { inst, .. } => self.update(inst),
            // It is assumed that no call leads to no function.
            Stmt::Other { block, inst, .. } if self.function().insts[inst].kind.stray_target().is_some() => {
                let one = |t| format!("!({})", self.enabled(block, inst, t));
                vec![format!("assume {}; // {}", self.joined(" && ", one), print_inst(self.function(), inst))]
            }
            Stmt::Other { inst, .. } => {
                vec![format!("assert false; // unmodelled: {}", print_inst(self.function(), inst))]
            }
            Stmt::Assert { block, inst } => {
                let InstKind::Assert(value) = self.function().insts[inst].kind else { return Vec::new() };
                let one = |t| {
                    let cond = self.expr(&self.exprs.value(value), t);
                    format!("({} ==> {cond})", self.enabled(block, inst, t))
                };
                vec![format!("assert {};", self.joined(" && ", one))]
            }
            Stmt::Barrier { block, inst } => {
                let one = |t| self.enabled(block, inst, t);
                let (any, all) = (self.joined(" || ", one), self.joined(" && ", one));
                vec![format!("assert ({any}) ==> ({all});")]
            }
            Stmt::Choose(block) => {
                let n = self.program.kernel.edges(block).len();
                let one = |t| format!("0 <= next${t} && next${t} < {n}");
                let havoc = format!("havoc {};", self.each(|t| format!("next${t}")));
                vec![havoc, format!("assume {};", self.joined(" && ", one))]
            }
            Stmt::Guards(block) => vec![self.guards(block)],
            Stmt::Pass(block) => self.pass(block),
            Stmt::Move(block) => vec![self.moved(block)],
            Stmt::Some(head) => {
                let one = |t| format!("active${t} == {}", self.names.block(head));
                vec![format!("assume {};", self.joined(" || ", one))]
            }
            Stmt::None(head) => {
                let one = |t| format!("active${t} != {}", self.names.block(head));
                vec![format!("assume {};", self.joined(" && ", one))]
            }
        }
    }

    fn guards(&self, block: Block) -> String {
        let edges = self.program.kernel.edges(block);
        let one = |t| {
            let mut all = Vec::new();
            for (n, edge) in edges.iter().enumerate() {
                for cond in self.exprs.condition(edge) {
                    all.push(format!("(next${t} == {n} ==> {})", self.expr(&cond, t)));
                }
            }
            format!("(active${t} == {} ==> {})", self.names.block(block), all.join(" && "))
        };
        format!("assume {};", self.joined(" && ", one))
    }

    fn pass(&self, block: Block) -> Vec<String> {
        let mut lines = Vec::new();
        for (n, edge) in self.program.kernel.edges(block).iter().enumerate() {
            let Some(to) = edge.to else { continue };
            let params = &self.function().blocks[to].params;
            if params.is_empty() {
                continue;
            }
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for t in 1..=self.threads {
                for (&param, &arg) in params.iter().zip(&edge.args) {
                    let (name, arg) = (self.local(param, t), self.expr(&self.exprs.value(arg), t));
                    let when = format!("active${t} == {} && next${t} == {n}", self.names.block(block));
                    right.push(format!("(if {when} then {arg} else {name})"));
                    left.push(name);
                }
            }
            lines.push(format!("{} := {};", left.join(", "), right.join(", ")));
        }
        lines
    }

    fn moved(&self, block: Block) -> String {
        let targets: Vec<&str> = self
            .program
            .kernel
            .edges(block)
            .iter()
            .map(|e| e.to.map_or("End", |b| self.names.block(b)))
            .collect();
        let value = |t: usize| {
            let (&last, others) = targets.split_last().unwrap_or((&"End", &[]));
            let mut to = last.to_owned();
            for (n, other) in others.iter().enumerate().rev() {
                to = format!("(if next${t} == {n} then {other} else {to})");
            }
            format!("(if active${t} == {} then {to} else active${t})", self.names.block(block))
        };
        self.assign(|t| format!("active${t}"), value, None)
    }

    fn vector(&self, block: Block, inst: Inst, hold: bool) -> Vec<String> {
        if self.exprs.is_folded(inst) {
            return Vec::new();
        }
        let data = &self.function().insts[inst];
        let when = hold.then_some((block, inst));
        match &data.kind {
            InstKind::VarSet(var, value) => {
                let name = |t| format!("{}${t}", self.names.var(*var));
                vec![self.assign(name, |t| self.expr(&self.exprs.value(*value), t), when)]
            }
            InstKind::Load { addr, .. } => {
                let mut at = *addr;
                let mut lines = Vec::new();
                for &result in &data.results {
                    let ty = self.function().ty(result);
                    lines.push(self.assign(|t| self.local(result, t), |t| self.load(&at, ty, t), when));
                    at.offset += i64::from(ty.bytes());
                }
                lines
            }
            InstKind::Store { .. } => self.psi(block, inst),
            InstKind::VarGet(var) if self.function().vars[*var].shared.is_some() => {
                let shared = |_| self.names.var(*var).to_owned();
                data.results.iter().map(|&v| self.assign(|t| self.local(v, t), shared, when)).collect()
            }
            // Any value for enabled threads; where the others keep theirs, by way of a second variable.
            InstKind::Havoc | InstKind::Uninitialised | InstKind::Special(_) => {
                let havoc = |&v: &Value| match when {
                    None => vec![format!("havoc {};", self.each(|t| self.local(v, t)))],
                    Some(_) => {
                        let name = format!("{}.havoc", self.names.value(v));
                        self.declared.borrow_mut().locals.insert(name.clone(), self.function().ty(v));
                        let any = |t| format!("{name}${t}");
                        vec![
                            format!("havoc {};", self.each(any)),
                            self.assign(|t| self.local(v, t), any, when),
                        ]
                    }
                };
                data.results.iter().flat_map(havoc).collect()
            }
            _ => {
                let value = self.exprs.inst(inst, None);
                let one = |&v: &Value| self.assign(|t| self.local(v, t), |t| self.expr(&value, t), when);
                data.results.iter().map(one).collect()
            }
        }
    }

    fn psi(&self, block: Block, inst: Inst) -> Vec<String> {
        let written = |name: String| {
            self.declared.borrow_mut().written.insert(name);
        };
        match &self.function().insts[inst].kind {
            InstKind::VarSet(var, value) => {
                let name = self.names.var(*var);
                written(name.to_owned());
                let enabled = |t| self.enabled(block, inst, t);
                let chosen = self.joined(" || ", |t| format!("(psi == {t} && {})", enabled(t)));
                let none_is = self.joined(" && ", |t| format!("!({})", enabled(t)));
                let mut value_of = name.to_owned();
                for t in (1..=self.threads).rev() {
                    let value = self.expr(&self.exprs.value(*value), t);
                    value_of = format!("(if psi == {t} then {value} else {value_of})");
                }
                vec![
                    "havoc psi;".to_owned(),
                    format!("assume {chosen} || (psi == 0 && {none_is});"),
                    format!("{name} := {value_of};"),
                ]
            }
            InstKind::Store { addr, values, .. } => {
                let mut lines = Vec::new();
                for t in 1..=self.threads {
                    let mut at = *addr;
                    let memory = self.memory(&at, t);
                    written(memory.clone());
                    let mut after = memory.clone();
                    for &value in values {
                        let ty = self.function().ty(value);
                        let store = self.store_function(ty);
                        let (offset, value) = (self.offset(&at, t), self.expr(&self.exprs.value(value), t));
                        after = format!("{store}({after}, {offset}, {value})");
                        at.offset += i64::from(ty.bytes());
                    }
                    lines.push(format!(
                        "{memory} := (if {} then {after} else {memory});",
                        self.enabled(block, inst, t)
                    ));
                }
                lines
            }
            _ => Vec::new(),
        }
    }

    fn update(&self, inst: Inst) -> Vec<String> {
        let data = &self.function().insts[inst];
        let InstKind::Atomic { addr, .. } = &data.kind else { return Vec::new() };
        let memory = self.memory(addr, 1);
        self.declared.borrow_mut().written.insert(memory.clone());
        let mut lines = vec![format!("havoc {memory}; // {}", print_inst(self.function(), inst))];
        lines.extend(data.results.iter().map(|&v| format!("havoc {};", self.each(|t| self.local(v, t)))));
        lines
    }

    /// The map of the object that an address is relative to.
    fn memory(&self, addr: &Address, t: usize) -> String {
        let name = match addr.base {
            Base::Absolute => format!("mem.{}", addr.space),
            Base::Object(object) => format!("mem.{object}.{}", clean(&self.module.objects[object].name)),
            Base::Slot(slot) => format!("mem.{slot}"),
            Base::Params => "mem.params".to_owned(),
            Base::Buffer(n) => format!("mem.buffer{n}.{}", clean(&self.function().params[n as usize].name)),
        };
        let per_thread = addr.space == Space::Local;
        let text = if per_thread { format!("{name}${t}") } else { name.clone() };
        self.declared.borrow_mut().memories.insert(name, per_thread);
        text
    }

    /// A byte offset, as 64 bits.
    fn offset(&self, addr: &Address, t: usize) -> String {
        match (self.exprs.offset(addr), addr.index) {
            (Some(offset), Some(index)) => {
                let text = self.expr(&offset, t);
                match self.function().ty(index).bits() {
                    64 => text,
                    bits => format!("0bv{} ++ {text}", 64 - bits),
                }
            }
            _ => format!("{}bv64", addr.offset as u64),
        }
    }

    fn load(&self, addr: &Address, ty: Type, t: usize) -> String {
        let bytes = ty.bytes().max(1);
        let name = format!("load.{}", type_name(ty));
        let at = |n: u32| if n == 0 { "m[a]".to_owned() } else { format!("m[{}(a, {n}bv64)]", self.add64()) };
        let value = (0..bytes).rev().map(at).collect::<Vec<_>>().join(" ++ ");
        let value = if ty == Type::I1 { format!("{value} != 0bv8") } else { value };
        let body = format!(
            "function {{:inline}} {name}(m: [bv64]bv8, a: bv64) returns ({}) {{ {value} }}",
            type_name(ty)
        );
        self.declared.borrow_mut().functions.insert(name.clone(), body);
        format!("{name}({}, {})", self.memory(addr, t), self.offset(addr, t))
    }

    fn store_function(&self, ty: Type) -> String {
        let name = format!("store.{}", type_name(ty));
        let mut value = "m".to_owned();
        for n in 0..ty.bytes().max(1) {
            let at = if n == 0 { "a".to_owned() } else { format!("{}(a, {n}bv64)", self.add64()) };
            let byte = match ty {
                Type::I1 => "(if v then 1bv8 else 0bv8)".to_owned(),
                _ => format!("v[{}:{}]", 8 * (n + 1), 8 * n),
            };
            value = format!("{value}[{at} := {byte}]");
        }
        let body = format!(
            "function {{:inline}} {name}(m: [bv64]bv8, a: bv64, v: {}) returns ([bv64]bv8) {{ {value} }}",
            type_name(ty)
        );
        self.declared.borrow_mut().functions.insert(name.clone(), body);
        name
    }

    fn add64(&self) -> String {
        self.builtin("add", "bvadd", &[Type::I64, Type::I64], Type::I64)
    }

    /// A function that the solver knows.
    fn builtin(&self, name: &str, builtin: &str, args: &[Type], ty: Type) -> String {
        self.declare(name, &format!("{{:bvbuiltin \"{builtin}\"}} "), args, ty)
    }

    fn declare(&self, name: &str, attribute: &str, args: &[Type], ty: Type) -> String {
        let types: Vec<String> = args.iter().map(|&a| type_name(a)).collect();
        let mut suffix = types.clone();
        suffix.dedup();
        let name = format!("{name}.{}", suffix.join("."));
        let text = format!("function {attribute}{name}({}) returns ({});", types.join(", "), type_name(ty));
        self.declared.borrow_mut().functions.insert(name.clone(), text);
        name
    }

    fn special(&self, special: Special, ty: Type, t: usize) -> String {
        let name = special_name(special);
        let own = matches!(
            special,
            Special::Tid(_)
                | Special::LaneId
                | Special::WarpId
                | Special::LaneMaskEq
                | Special::LaneMaskLe
                | Special::LaneMaskLt
                | Special::LaneMaskGe
                | Special::LaneMaskGt
        );
        let mut declared = self.declared.borrow_mut();
        if !own {
            declared.constants.insert(name.clone(), ty);
            return name;
        }
        if matches!(special, Special::Tid(_)) {
            // Two threads of a group differ in some dimension, not in each.
            for dimension in (0..3).map(|d| special_name(Special::Tid(d))) {
                let names = (1..=self.threads).map(|thread| (format!("{dimension}${thread}"), Type::I32));
                declared.constants.extend(names);
                declared.thread_ids.insert(dimension);
            }
        }
        for thread in 1..=self.threads {
            declared.constants.insert(format!("{name}${thread}"), ty);
        }
        format!("{name}${t}")
    }

    fn expr(&self, expr: &Expr, t: usize) -> String {
        match expr {
            Expr::Const(ty, bits) => constant(*ty, *bits),
            Expr::Value(value) => self.local(*value, t),
            Expr::Var(var) => format!("{}${t}", self.names.var(*var)),
            Expr::Special(special, ty) => self.special(*special, *ty, t),
            Expr::AddrOf(base, offset, ty) => {
                let name = format!("address.{}", clean(&format!("{base:?}.{offset}")));
                self.declared.borrow_mut().constants.insert(name.clone(), *ty);
                name
            }
            Expr::Named(name, ty) => {
                self.declared.borrow_mut().constants.insert(name.clone(), *ty);
                name.clone()
            }
            Expr::Op { op, ty, operand, args } => self.op(*op, *ty, *operand, args, t),
        }
    }

    fn op(&self, op: PureOp, ty: Type, operand: Type, args: &[Expr], t: usize) -> String {
        let texts: Vec<String> = args.iter().map(|a| self.expr(a, t)).collect();
        let call = |name: String| format!("{name}({})", texts.join(", "));
        let infix = |with: &str| format!("({} {with} {})", texts[0], texts[1]);
        match (op, operand) {
            (PureOp::Select, _) => format!("(if {} then {} else {})", texts[0], texts[1], texts[2]),
            (PureOp::Icmp(IntCond::Eq), _) => infix("=="),
            (PureOp::Icmp(IntCond::Ne), _) => infix("!="),
            (PureOp::And, Type::I1) => infix("&&"),
            (PureOp::Or, Type::I1) => infix("||"),
            (PureOp::Xor, Type::I1) => infix("!="),
            (PureOp::Not, Type::I1) => format!("!{}", texts[0]),
            (PureOp::Zext, Type::I1) => {
                format!("(if {} then {} else {})", texts[0], constant(ty, 1), constant(ty, 0))
            }
            (PureOp::Zext, _) if ty.bits() > operand.bits() => {
                format!("(0bv{} ++ {})", ty.bits() - operand.bits(), texts[0])
            }
            (PureOp::Trunc, _) if ty == Type::I1 => format!("({}[1:0] == 1bv1)", texts[0]),
            (PureOp::Trunc, _) => format!("{}[{}:0]", texts[0], ty.bits()),
            (PureOp::Bitcast, _) if ty != Type::I1 && operand != Type::I1 => texts[0].clone(),
            (PureOp::Sext, _) if operand != Type::I1 => {
                let by = format!("sign_extend {}", ty.bits() - operand.bits());
                call(self.builtin(&format!("sext.{}", ty.bits()), &by, &[operand], ty))
            }
            _ => {
                let same = args.iter().all(|a| self.type_of(a) == operand) && operand != Type::I1;
                let types = vec![operand; args.len()];
                match builtin(op) {
                    Some(name) if same => call(self.builtin(&op_name(op), name, &types, ty)),
                    _ => {
                        let types: Vec<Type> = args.iter().map(|a| self.type_of(a)).collect();
                        call(self.declare(&format!("{}.to.{}", op_name(op), type_name(ty)), "", &types, ty))
                    }
                }
            }
        }
    }

    fn type_of(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Const(ty, _)
            | Expr::Special(_, ty)
            | Expr::AddrOf(_, _, ty)
            | Expr::Named(_, ty)
            | Expr::Op { ty, .. } => *ty,
            Expr::Value(value) => self.function().ty(*value),
            Expr::Var(var) => self.function().vars[*var].ty,
        }
    }
}

/// The function of SMT-LIB's bit-vectors that an operation is, for operands of one width.
fn builtin(op: PureOp) -> Option<&'static str> {
    Some(match op {
        PureOp::Add => "bvadd",
        PureOp::Sub => "bvsub",
        PureOp::Mul => "bvmul",
        PureOp::And => "bvand",
        PureOp::Or => "bvor",
        PureOp::Xor => "bvxor",
        PureOp::Not => "bvnot",
        PureOp::Neg => "bvneg",
        PureOp::Shl => "bvshl",
        PureOp::ShrU => "bvlshr",
        PureOp::ShrS => "bvashr",
        PureOp::Icmp(IntCond::LtU) => "bvult",
        PureOp::Icmp(IntCond::LeU) => "bvule",
        PureOp::Icmp(IntCond::GtU) => "bvugt",
        PureOp::Icmp(IntCond::GeU) => "bvuge",
        PureOp::Icmp(IntCond::LtS) => "bvslt",
        PureOp::Icmp(IntCond::LeS) => "bvsle",
        PureOp::Icmp(IntCond::GtS) => "bvsgt",
        PureOp::Icmp(IntCond::GeS) => "bvsge",
        _ => return None,
    })
}

fn type_name(ty: Type) -> String {
    match ty {
        Type::I1 => "bool".to_owned(),
        // A fragment that is not modelled: nothing is done with it but by uninterpreted functions.
        Type::Opaque => "int".to_owned(),
        _ => format!("bv{}", ty.bits()),
    }
}

fn constant(ty: Type, bits: u128) -> String {
    match ty {
        Type::I1 => (bits != 0).to_string(),
        Type::Opaque => bits.to_string(),
        _ => format!("{bits}bv{}", ty.bits()),
    }
}

fn clean(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "_.$".contains(c) { c } else { '_' }).collect()
}

/// The functions whose addresses are taken: these differ.
fn functions(function: &Function) -> impl Iterator<Item = Func> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.filter_map(|&inst| match function.insts[inst].kind {
        InstKind::FuncAddr(func) => Some(func),
        _ => None,
    })
}
