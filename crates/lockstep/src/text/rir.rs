//! A lock-step program in the notation of figures 5 and 7.
//!
//! `⟨v⟩` is the vector of all threads' v; inside `⟨…⟩`, after ⋀ and after ⋁, names are those of one thread. Blocks come in
//! sort order. Operations have the names of the IR. Figure 5's notation, of one thread, is the same without vectors.

use super::expr::{Expr, Exprs};
use super::names::Names;
use crate::lockstep::{LockStep, Stmt};
use crate::predicate::Predicated;
use raddle_ir::text::{op_name, print_inst, special_name};
use raddle_ir::{Address, Base, Block, Function, Inst, InstKind, Module, PureOp, Type};
use std::fmt::Write;

/// The program as text; `module` is the one that the kernel belongs to.
#[must_use]
pub fn rir(module: &Module, program: &LockStep) -> String {
    Printer::new(module, program, true).program("lockstep")
}

/// A predicated program, of one thread, as text.
#[must_use]
pub fn predicated(module: &Module, program: &Predicated) -> String {
    // Table 3 changes how a statement is executed, not what it is about.
    Printer::new(module, &LockStep::of(program.clone()), false).program("predicated")
}

struct Printer<'a> {
    module: &'a Module,
    program: &'a LockStep,
    names: Names,
    exprs: Exprs<'a>,
    /// All threads, or one?
    all: bool,
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module, program: &'a LockStep, all: bool) -> Self {
        let kernel = &program.kernel;
        Self { module, program, names: Names::new(kernel), exprs: Exprs::new(kernel), all }
    }

    /// A vector.
    fn vec(&self, of: &str) -> String {
        if self.all { format!("⟨{of}⟩") } else { of.to_owned() }
    }

    /// Of all threads.
    fn and(&self, of: &str) -> String {
        if self.all { format!("⋀ ({of})") } else { of.to_owned() }
    }

    fn function(&self) -> &Function {
        self.program.kernel.function()
    }

    fn program(&self, word: &str) -> String {
        let mut text = format!("{word} {:?} {{\n", self.function().name);
        for node in &self.program.nodes {
            let _ = writeln!(text, "{}:", self.names.label(node.label));
            for stmt in &node.stmts {
                for line in self.stmt(stmt) {
                    let _ = writeln!(text, "  {line}");
                }
            }
            let goto: Vec<&str> = node.goto.iter().map(|&l| self.names.label(l)).collect();
            let goto = if goto.is_empty() { "End".to_owned() } else { goto.join(", ") };
            let _ = writeln!(text, "  goto {goto}");
        }
        text.push_str("}\n");
        text
    }

    /// `active = B`, and the instruction's guard.
    fn enabled(&self, block: Block, inst: Inst) -> String {
        let active = format!("active = {}", self.names.block(block));
        match self.function().insts[inst].guard {
            None => active,
            Some(guard) => {
                let not = if guard.negated { "¬" } else { "" };
                format!("{active} ∧ {not}{}", self.expr(&self.exprs.value(guard.value)))
            }
        }
    }

    fn assign(&self, name: &str, value: &str, hold: bool, block: Block, inst: Inst) -> String {
        let value =
            if hold { format!("{} ? {value} : {name}", self.enabled(block, inst)) } else { value.to_owned() };
        format!("{} := {}", self.vec(name), self.vec(&value))
    }

    fn stmt(&self, stmt: &Stmt) -> Vec<String> {
        match *stmt {
            Stmt::Start(block) => {
                vec![format!("{} := {}", self.vec("active"), self.vec(self.names.block(block)))]
            }
            Stmt::Vector { block, inst, hold } => self.vector(block, inst, hold),
            Stmt::Read { block, inst, .. } => self.read(block, inst),
            Stmt::Psi { block, inst } => self.psi(block, inst),
            Stmt::Update { block, inst, .. } => {
                let enabled = self.vec(&self.enabled(block, inst));
                vec![format!("update {enabled}: {}", print_inst(self.function(), inst))]
            }
            // It is assumed that no call leads to no function.
            Stmt::Other { block, inst, .. } if self.function().insts[inst].kind.stray_target().is_some() => {
                let inst_text = print_inst(self.function(), inst);
                vec![format!("assume ⋀ ¬({}) ; {inst_text}", self.enabled(block, inst))]
            }
            Stmt::Other { block, inst, .. } => {
                vec![format!(
                    "unmodelled ⟨{}⟩: {}",
                    self.enabled(block, inst),
                    print_inst(self.function(), inst)
                )]
            }
            Stmt::Assert { block, inst } => {
                let InstKind::Assert(value) = self.function().insts[inst].kind else { return Vec::new() };
                let cond = self.expr(&self.exprs.value(value));
                vec![format!("assert {}", self.and(&format!("{} ⇒ {cond}", self.enabled(block, inst))))]
            }
            Stmt::Barrier { block, inst } => {
                let enabled = self.enabled(block, inst);
                let last = inst == self.program.kernel.final_barrier();
                let which = if last { "final barrier" } else { "barrier" };
                match self.all {
                    true => vec![format!("assert ⋁ ({enabled}) ⇒ ⋀ ({enabled}) ; {which}")],
                    false => {
                        vec![format!("barrier ({enabled}){}", if last { " ; final barrier" } else { "" })]
                    }
                }
            }
            Stmt::Choose(block) => {
                let edges = format!("{{{}}}", self.edges(block).join(", "));
                vec![format!("{} :∈ {}", self.vec("next"), self.vec(&edges))]
            }
            Stmt::Guards(block) => vec![self.guards(block)],
            Stmt::Pass(block) => self.pass(block),
            Stmt::Move(block) => {
                let moved = format!("active = {} ? next : active", self.names.block(block));
                vec![format!("{} := {}", self.vec("active"), self.vec(&moved))]
            }
            Stmt::Some(head) => {
                let here = format!("active = {}", self.names.block(head));
                vec![if self.all { format!("assume ⋁ ({here})") } else { format!("assume {here}") }]
            }
            Stmt::None(head) => {
                vec![format!("assume {}", self.and(&format!("active ≠ {}", self.names.block(head))))]
            }
        }
    }

    fn edges(&self, block: Block) -> Vec<String> {
        let to: Vec<Option<Block>> = self.program.kernel.edges(block).iter().map(|e| e.to).collect();
        self.names.edges(&to)
    }

    fn guards(&self, block: Block) -> String {
        let edges = self.program.kernel.edges(block);
        let mut conditions = Vec::new();
        for (edge, name) in edges.iter().zip(self.edges(block)) {
            let all: Vec<String> = self.exprs.condition(edge).iter().map(|e| self.expr(e)).collect();
            if !all.is_empty() {
                conditions.push(format!("(next = {name} ⇒ {})", all.join(" ∧ ")));
            }
        }
        let all = format!("active = {} ⇒ {}", self.names.block(block), conditions.join(" ∧ "));
        format!("assume {}", self.and(&all))
    }

    fn pass(&self, block: Block) -> Vec<String> {
        let mut lines = Vec::new();
        for (edge, name) in self.program.kernel.edges(block).iter().zip(self.edges(block)) {
            let Some(to) = edge.to else { continue };
            let params: Vec<&str> =
                self.function().blocks[to].params.iter().map(|&p| self.names.value(p)).collect();
            if params.is_empty() {
                continue;
            }
            let args: Vec<String> = edge.args.iter().map(|&a| self.expr(&self.exprs.value(a))).collect();
            let (params, args) = (params.join(", "), args.join(", "));
            let when = format!("active = {} ∧ next = {name}", self.names.block(block));
            let value = format!("{when} ? {args} : {params}");
            lines.push(format!("{} := {}", self.vec(&params), self.vec(&value)));
        }
        lines
    }

    fn vector(&self, block: Block, inst: Inst, hold: bool) -> Vec<String> {
        if self.exprs.is_folded(inst) {
            return Vec::new();
        }
        let data = &self.function().insts[inst];
        if let InstKind::VarSet(var, value) = data.kind {
            let value = self.expr(&self.exprs.value(value));
            return vec![self.assign(self.names.var(var), &value, hold, block, inst)];
        }
        let name = |&v: &raddle_ir::Value| self.names.value(v);
        match &data.kind {
            InstKind::Load { addr, .. } => {
                let names: Vec<&str> = data.results.iter().map(name).collect();
                vec![self.assign(&names.join(", "), &self.place(addr), hold, block, inst)]
            }
            InstKind::Store { addr, values, .. } => {
                let values: Vec<String> = values.iter().map(|&v| self.expr(&self.exprs.value(v))).collect();
                vec![self.assign(&self.place(addr), &values.join(", "), true, block, inst)]
            }
            InstKind::Havoc | InstKind::Uninitialised => data
                .results
                .iter()
                .flat_map(|v| {
                    let name = name(v);
                    match hold {
                        false => vec![format!("havoc {}", self.vec(name))],
                        true => vec![
                            format!("havoc {}", self.vec(&format!("{name}.havoc"))),
                            self.assign(name, &format!("{name}.havoc"), true, block, inst),
                        ],
                    }
                })
                .collect(),
            _ => {
                let value = self.expr(&self.exprs.inst(inst, None));
                data.results.iter().map(|v| self.assign(name(v), &value, hold, block, inst)).collect()
            }
        }
    }

    fn read(&self, block: Block, inst: Inst) -> Vec<String> {
        let data = &self.function().insts[inst];
        let names: Vec<&str> = data.results.iter().map(|&v| self.names.value(v)).collect();
        let from = match &data.kind {
            InstKind::VarGet(var) => self.names.var(*var).to_owned(),
            InstKind::Load { addr, .. } => self.place(addr),
            _ => print_inst(self.function(), inst),
        };
        vec![self.assign(&names.join(", "), &from, true, block, inst)]
    }

    fn psi(&self, block: Block, inst: Inst) -> Vec<String> {
        let enabled = self.enabled(block, inst);
        match &self.function().insts[inst].kind {
            InstKind::VarSet(var, value) => {
                let value = self.expr(&self.exprs.value(*value));
                let name = self.names.var(*var);
                match self.all {
                    true => vec![format!("{name} := ψ⟨{enabled}, {value}⟩")],
                    false => vec![format!("{name} := {enabled} ? {value} : {name}")],
                }
            }
            InstKind::Store { addr, values, .. } => {
                let values: Vec<String> = values.iter().map(|&v| self.expr(&self.exprs.value(v))).collect();
                let (place, values) = (self.place(addr), values.join(", "));
                match self.all {
                    true => vec![format!("⟨{place}⟩ := ψ⟨{enabled}, {values}⟩")],
                    false => vec![format!("{place} := {enabled} ? {values} : {place}")],
                }
            }
            _ => Vec::new(),
        }
    }

    /// `sum[index]`, in bytes.
    fn place(&self, addr: &Address) -> String {
        let offset = match self.exprs.offset(addr) {
            Some(offset) => self.expr(&offset),
            None => addr.offset.to_string(),
        };
        format!("{}[{offset}]", self.base(addr.base, addr.space.name()))
    }

    fn base(&self, base: Base, space: &str) -> String {
        match base {
            Base::Absolute => space.to_owned(),
            Base::Object(object) => self.module.objects[object].name.clone(),
            Base::Slot(slot) => self.function().slots[slot].name.clone(),
            Base::Params => "params".to_owned(),
            Base::Buffer(n) => self.function().params[n as usize].name.clone(),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(Type::I1, bits) => if *bits == 0 { "false" } else { "true" }.to_owned(),
            Expr::Const(_, bits) => bits.to_string(),
            Expr::Value(value) => self.names.value(*value).to_owned(),
            Expr::Var(var) => self.names.var(*var).to_owned(),
            Expr::Special(special, _) => special_name(*special),
            Expr::AddrOf(base, offset, _) => format!("&{}[{offset}]", self.base(*base, "function")),
            Expr::Named(name, _) => name.clone(),
            Expr::Op { op: PureOp::Not, ty: Type::I1, args, .. } => format!("¬{}", self.expr(&args[0])),
            Expr::Op { op, args, .. } => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                format!("{}({})", op_name(*op), args.join(", "))
            }
        }
    }
}
