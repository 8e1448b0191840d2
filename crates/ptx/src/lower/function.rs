//! A function's body: parameters, scopes, declarations, and statements in order.

use raddle_ir::{
    Block, BlockData, Entity, Function, FunctionKind, Inst, LocId, MemoryObject, Object, SecondaryMap, Slot,
    Space, Target, Terminator, Type, Value, Var, VarData,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::error::{Problem, Stop};
use super::global::{self, Shape};
use super::locate::Located;
use super::scope::{Family, FamilyKind, Label, Scope, Symbol, numbered};
use super::types::Ty;
use super::{Context, MAX_ERRORS, builtin, numbered_name};
use crate::ast;

/// A register that a parameter list of old PTX declares: it lives in a register inside the
/// function and in a slot where it is passed.
#[derive(Clone, Copy)]
pub(super) struct PassedRegister {
    pub var: Var,
    pub slot: Slot,
}

/// A function while it is lowered.
pub(super) struct Body<'c, 'a, 'src> {
    pub cx: &'c mut Context<'a, 'src>,
    pub func: Function,
    /// Open scopes, innermost last.
    pub scopes: Vec<Scope<'a, 'src>>,
    /// The block that instructions go to; none after a jump.
    pub block: Option<Block>,
    /// The location of the instruction at hand.
    pub loc: LocId,
    /// The guard of the instruction at hand.
    pub guard: Option<raddle_ir::Guard>,
    /// Registers and slots that hold a constant, known within the block: what the kind of a
    /// specification region and the flags of an OpenCL barrier are read from.
    pub constants: FxHashMap<Place, u128>,
    /// The value that each register has where lowering of the block stands, if it was read or written there:
    /// most reads need no instruction of their own.
    pub current: Current,
    /// The carry flag of extended-precision arithmetic, made at its first use.
    pub carry: Option<Var>,
    /// Results that old PTX returns in registers.
    pub returned: Vec<PassedRegister>,
    /// The markers that open invariants of all loops of the function.
    pub function_wide: Vec<Inst>,
    /// Is the contract at hand about threads that are elsewhere too?
    pub everywhere: bool,
    /// The markers that open postconditions of a device function.
    pub ensures: Vec<Inst>,
    located: Located,
}

/// Values of registers, valid since the last time that all were forgotten.
#[derive(Default)]
pub(super) struct Current {
    values: SecondaryMap<Var, Option<(u32, Value)>>,
    since: u32,
}

impl Current {
    pub(super) fn get(&self, var: Var) -> Option<Value> {
        self.values[var].filter(|&(since, _)| since == self.since).map(|(_, value)| value)
    }

    pub(super) fn set(&mut self, var: Var, value: Value) {
        self.values[var] = Some((self.since, value));
    }

    pub(super) fn forget(&mut self) {
        self.since += 1;
    }
}

/// A place whose constant content is followed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// A register.
    Var(Var),
    /// The first element of a slot.
    Slot(Slot),
}

/// Lowers a function that has a body into the place its declaration made.
pub(super) fn lower<'a, 'src>(
    cx: &mut Context<'a, 'src>,
    function: &'a ast::Function<'src>,
    block: &'a ast::Block<'src>,
) {
    // A second definition of the name is an error already recorded: its text is not the one that
    // the name stands for.
    let Some(callable) = cx.functions.get(function.name.text) else { return };
    let Some(id) = callable.func.filter(|_| std::ptr::eq(callable.ast, function)) else { return };
    let errors = cx.errors.len();
    let loc = cx.line_loc(function.span);
    let kind = cx.module.functions[id].kind;
    let mut body = Body {
        cx,
        func: Function::new(function.name.text, kind, loc),
        scopes: vec![Scope::default()],
        block: None,
        loc,
        guard: None,
        constants: FxHashMap::default(),
        current: Current::default(),
        carry: None,
        returned: Vec::new(),
        function_wide: Vec::new(),
        everywhere: false,
        ensures: Vec::new(),
        located: Located::default(),
    };
    body.func.loc = body.beginning(function, block);
    body.loc = body.func.loc;
    body.parameters(function);
    body.bounds(function);
    if kind == FunctionKind::Kernel {
        builtin::axioms(&mut body);
    }
    body.scope(block);
    if body.block.is_some() || body.func.order.is_empty() {
        body.loc = body.loc_of(ast::Span::new(block.span.end.saturating_sub(1), block.span.end));
        body.leave(Terminator::Return);
    }
    let address = body.address_type();
    let mut func = body.func;
    raddle_ir::contracts::merge_nested(&mut func);
    raddle_ir::contracts::votes(&mut func);
    raddle_ir::contracts::leave(&mut func, &body.ensures, id.index(), address);
    if !body.function_wide.is_empty() {
        raddle_ir::contracts::spread(&mut func, &body.function_wide);
    }
    for error in &mut cx.errors[errors..] {
        error.function = Some(function.name.text.to_owned());
    }
    if cx.errors.len() == errors {
        cx.module.functions[id] = func;
    }
}

impl<'a, 'src> Body<'_, 'a, 'src> {
    /// The location of the PTX line at a span, with what `.loc` said last.
    pub(super) fn loc_of(&mut self, span: ast::Span) -> LocId {
        let line = self.cx.lines.line(span.start);
        self.located.at(line, &mut self.cx.module.sources)
    }

    /// Where a function begins: its PTX line, and the source position that the first `.loc` of its
    /// body gives.
    fn beginning(&mut self, function: &ast::Function<'src>, block: &ast::Block<'src>) -> LocId {
        let first = block.statements.iter().find_map(|statement| match statement {
            ast::Statement::Loc(loc) => Some(loc),
            _ => None,
        });
        if let Some(first) = first.filter(|loc| loc.inlined.is_none()) {
            self.located.set(first, &self.cx.files, &mut self.cx.module.sources);
        }
        let loc = self.loc_of(function.name.span);
        self.located = Located::default();
        loc
    }

    fn parameters(&mut self, function: &'a ast::Function<'src>) {
        if self.func.kind == FunctionKind::Kernel {
            match global::kernel_params(&function.params) {
                Ok(params) => {
                    for (name, mut param, element) in params {
                        // A parameter that is not as wide as an address is no pointer, whatever `.ptr` says.
                        let width = u64::from(self.cx.module.address_bits) / 8;
                        param.pointer = param.pointer.filter(|_| param.size == width);
                        if let Some(name) = name {
                            self.define(name, Symbol::Param { offset: param.offset, element });
                        }
                        self.func.params.push(param);
                    }
                }
                Err((span, problem)) => self.cx.error(span, problem),
            }
            return;
        }
        for param in &function.returns {
            let Some((slot, var)) = self.parameter(param) else { continue };
            self.func.ret_slots.push(slot);
            if let Some(var) = var {
                self.returned.push(PassedRegister { var, slot });
            }
        }
        let mut passed = Vec::new();
        for param in &function.params {
            let Some((slot, var)) = self.parameter(param) else { continue };
            self.func.arg_slots.push(slot);
            passed.extend(var.map(|var| PassedRegister { var, slot }));
        }
        for PassedRegister { var, slot } in passed {
            let ty = self.func.vars[var].ty;
            let value = self.load_slot(slot, 0, ty);
            self.set(var, value);
        }
    }

    /// The slot of a device function's parameter, and its register where it is passed in one.
    fn parameter(&mut self, param: &ast::Parameter<'src>) -> Option<(Slot, Option<Var>)> {
        let name = param.name.map_or("_", |name| name.text);
        if param.space == ast::Space::Reg && param.ty.text == "pred" {
            let var = self.register(name, Type::I1);
            let slot = self.temporary(name, 1);
            self.define(param.name?, Symbol::Register(var));
            return Some((slot, Some(var)));
        }
        let shape = match global::shape(&param.ty, param.vector, param.align, &param.dims) {
            Ok(shape) => shape,
            Err((span, problem)) => {
                self.cx.error(span, problem);
                return None;
            }
        };
        let slot = self.slot(name, Space::Param, &shape, param.span)?;
        let var = match (param.space, shape.ty) {
            (ast::Space::Reg, Some(ty)) => Some(self.register(name, ty.ir())),
            _ => None,
        };
        if let Some(name) = param.name {
            self.define(name, var.map_or(Symbol::Slot(slot), Symbol::Register));
        }
        Some((slot, var))
    }

    /// Launch bounds.
    fn bounds(&mut self, function: &ast::Function<'src>) {
        for directive in &function.directives {
            let sizes: Vec<u64> = directive
                .args
                .iter()
                .filter_map(|arg| match arg {
                    ast::DirectiveArg::Int(int) => Some(int.value),
                    _ => None,
                })
                .collect();
            let size = |n: usize| sizes.get(n).map_or(1, |&size| u32::try_from(size).unwrap_or(u32::MAX));
            let three = [size(0), size(1), size(2)];
            let bounds = &mut self.func.bounds;
            match directive.name.text {
                "reqntid" if !sizes.is_empty() => bounds.required = Some(three),
                "maxntid" if !sizes.is_empty() => {
                    bounds.max_threads = Some(sizes.iter().fold(1, |n: u64, &size| n.saturating_mul(size)));
                }
                "reqnctapercluster" if !sizes.is_empty() => bounds.cluster = Some(three),
                _ => {}
            }
        }
    }

    // --- scopes and declarations ---------------------------------------------------------------

    /// A block `{ … }`: its labels first, then its statements.
    fn scope(&mut self, block: &'a ast::Block<'src>) {
        let mut scope = Scope::default();
        // Labels of one place stand for one block.
        let mut place: Option<Block> = None;
        for statement in &block.statements {
            let before = place.take();
            let (name, label) = match statement {
                ast::Statement::Label(name) => {
                    let block = before.unwrap_or_else(|| self.new_block(Some(name.text)));
                    place = Some(block);
                    (*name, Label::Block(block))
                }
                ast::Statement::BranchTargets(list) => (list.name, Label::Targets(list)),
                ast::Statement::CallTargets(list) => (list.name, Label::Callees(list)),
                ast::Statement::CallPrototype(prototype) => (prototype.name, Label::Prototype(prototype)),
                _ => continue,
            };
            if scope.labels.insert(name.text, label).is_some() {
                self.cx.error(name.span, Problem::Duplicate(name.text.to_owned()));
            }
        }
        self.scopes.push(scope);
        for statement in &block.statements {
            if self.cx.errors.len() >= MAX_ERRORS || self.cx.late(block.span) {
                break;
            }
            self.statement(statement);
        }
        self.scopes.pop();
    }

    fn statement(&mut self, statement: &'a ast::Statement<'src>) {
        match statement {
            ast::Statement::Instruction(inst) => {
                self.loc = self.loc_of(inst.opcode.span);
                if let Err(Stop::Error(span, problem)) = self.instruction(inst) {
                    self.cx.error(span, problem);
                    self.cx.name_source(self.loc);
                }
                self.guard = None;
            }
            ast::Statement::Label(name) => {
                let here = self.scopes.last().and_then(|scope| scope.labels.get(name.text));
                if let Some(&Label::Block(block)) = here
                    && self.block != Some(block)
                {
                    self.loc = self.loc_of(name.span);
                    self.enter(block);
                }
            }
            ast::Statement::Loc(loc) => {
                self.located.set(loc, &self.cx.files, &mut self.cx.module.sources);
            }
            ast::Statement::Declaration(declaration) => self.declaration(declaration),
            ast::Statement::Block(block) => self.scope(block),
            ast::Statement::Pragma(_)
            | ast::Statement::BranchTargets(_)
            | ast::Statement::CallTargets(_)
            | ast::Statement::CallPrototype(_) => {}
        }
    }

    /// Gives a name a meaning in the innermost scope.
    fn define(&mut self, name: ast::Name<'src>, symbol: Symbol) {
        let Some(scope) = self.scopes.last_mut() else { return };
        if scope.families.contains_key(name.text) || scope.symbols.insert(name.text, symbol).is_some() {
            self.cx.error(name.span, Problem::Duplicate(name.text.to_owned()));
        }
    }

    fn declaration(&mut self, declaration: &'a ast::Declaration<'src>) {
        for declarator in &declaration.declarators {
            match declaration.space {
                ast::Space::Reg | ast::Space::Sreg => self.declare_register(declaration, declarator),
                ast::Space::Local | ast::Space::Param => self.declare_slots(declaration, declarator),
                _ => self.declare_object(declaration, declarator),
            }
        }
    }

    fn declare_register(&mut self, declaration: &ast::Declaration<'src>, declarator: &ast::Declarator<'src>) {
        let name = declarator.name;
        let Some(ty) = Ty::parse(declaration.ty.text) else {
            let problem = Problem::UnknownType(declaration.ty.text.to_owned());
            return self.cx.error(declaration.ty.span, problem);
        };
        if !declarator.dims.is_empty() {
            return self.cx.error(name.span, Problem::Misplaced(name.text.to_owned()));
        }
        let (ty, lanes) = (ty.ir(), declaration.vector.unwrap_or(1));
        if let Some(count) = declarator.count {
            self.define_family(declarator, Family { count, kind: FamilyKind::Register { ty, lanes } });
        } else {
            let symbol = self.make_register(name.text, ty, lanes);
            self.define(name, symbol);
        }
    }

    /// Gives `%r0` … a meaning in the innermost scope.
    fn define_family(&mut self, declarator: &ast::Declarator<'src>, family: Family) {
        let Some(scope) = self.scopes.last_mut() else { return };
        if scope.families.insert(declarator.name.text, family).is_some() {
            self.cx.error(declarator.name.span, Problem::Duplicate(numbered_name(declarator)));
        }
    }

    fn declare_slots(&mut self, declaration: &ast::Declaration<'src>, declarator: &ast::Declarator<'src>) {
        let name = declarator.name;
        let shape = global::shape(&declaration.ty, declaration.vector, declaration.align, &declarator.dims);
        let shape = match shape {
            Ok(shape) => shape,
            Err((span, problem)) => return self.cx.error(span, problem),
        };
        let space = global::ir_space(declaration.space).unwrap_or(Space::Local);
        if let Some(count) = declarator.count {
            let family = Family { count, kind: FamilyKind::Slot { space, shape } };
            return self.define_family(declarator, family);
        }
        if let Some(slot) = self.slot(name.text, space, &shape, name.span) {
            self.define(name, Symbol::Slot(slot));
        }
    }

    fn declare_object(
        &mut self,
        declaration: &'a ast::Declaration<'src>,
        declarator: &ast::Declarator<'src>,
    ) {
        let name = declarator.name;
        if declarator.count.is_some() {
            // So rare that only the module has a place for it.
            return self.cx.error(name.span, Problem::Misplaced(numbered_name(declarator)));
        }
        let object = match self.cx.inner.get(&name.span.start) {
            Some(&object) => Some(object),
            None => {
                let unique = self.unique_object_name(name.text);
                self.cx.add_object(declaration, declarator, &unique)
            }
        };
        if let Some(object) = object {
            self.define(name, Symbol::Object(object));
            if let Some(init) = &declarator.init {
                self.cx.initialise(object, declaration, declarator, init);
            }
        }
    }

    /// A name that no object of the module has yet: functions may repeat each other's.
    fn unique_object_name(&self, name: &str) -> String {
        let taken = |name: &str| self.cx.module.objects.values().any(|object| object.name == name);
        if !taken(name) {
            return name.to_owned();
        }
        let local = format!("{}.{name}", self.func.name);
        if !taken(&local) {
            return local;
        }
        let mut n = 2_usize;
        while taken(&format!("{local}.{n}")) {
            n += 1;
        }
        format!("{local}.{n}")
    }

    /// A variable of the thread.
    pub(super) fn slot(&mut self, name: &str, space: Space, shape: &Shape, span: ast::Span) -> Option<Slot> {
        let Ok(size) = shape.size() else {
            self.cx.error(span, Problem::TooLarge(name.to_owned()));
            return None;
        };
        Some(self.func.slots.push(MemoryObject {
            name: name.to_owned(),
            source_name: None,
            source_type: None,
            space,
            size: Some(size.unwrap_or(0)),
            align: shape.align,
            element: shape.element,
            members: Vec::new(),
            init: None,
            external: false,
            internal: false,
        }))
    }

    /// A slot of `bytes` bytes that passes one scalar.
    pub(super) fn temporary(&mut self, name: &str, bytes: u32) -> Slot {
        self.func.slots.push(MemoryObject {
            name: name.to_owned(),
            source_name: None,
            source_type: None,
            space: Space::Param,
            size: Some(u64::from(bytes)),
            align: bytes.max(1),
            element: bytes.max(1),
            members: Vec::new(),
            init: None,
            external: false,
            internal: false,
        })
    }

    /// A mutable scalar.
    pub(super) fn register(&mut self, name: &str, ty: Type) -> Var {
        self.func.vars.push(VarData { name: name.to_owned(), ty, shared: None })
    }

    /// A register, or the consecutive scalars of a vector register.
    fn make_register(&mut self, name: &str, ty: Type, lanes: u32) -> Symbol {
        if lanes == 1 {
            return Symbol::Register(self.register(name, ty));
        }
        let lanes = lanes.min(8);
        let first = self.func.vars.next_key();
        for component in ["x", "y", "z", "w", "4", "5", "6", "7"].iter().take(lanes as usize) {
            self.register(&format!("{name}.{component}"), ty);
        }
        Symbol::Vector { first, lanes }
    }

    /// What a name means here.
    pub(super) fn lookup(&mut self, name: ast::Name<'src>) -> Option<Symbol> {
        for level in (0..self.scopes.len()).rev() {
            let scope = &self.scopes[level];
            if let Some(&symbol) = scope.symbols.get(name.text) {
                return Some(symbol);
            }
            if scope.families.is_empty() {
                continue;
            }
            let family = numbered(name.text).find_map(|(prefix, number)| {
                scope.families.get(prefix).filter(|family| number < family.count)
            });
            let Some(family) = family.cloned() else { continue };
            let symbol = match &family.kind {
                FamilyKind::Register { ty, lanes } => self.make_register(name.text, *ty, *lanes),
                FamilyKind::Slot { space, shape } => {
                    Symbol::Slot(self.slot(name.text, *space, shape, name.span)?)
                }
            };
            self.scopes[level].symbols.insert(name.text, symbol);
            return Some(symbol);
        }
        if let Some(&symbol) = self.cx.symbols.get(name.text) {
            return Some(symbol);
        }
        numbered(name.text).find_map(|(prefix, number)| {
            let &(count, first) = self.cx.families.get(prefix)?;
            (number < count).then(|| Symbol::Object(Object::new(first.index() + number as usize)))
        })
    }

    /// What a label means here.
    pub(super) fn label(&self, name: &str) -> Option<Label<'a, 'src>> {
        self.scopes.iter().rev().find_map(|scope| scope.labels.get(name)).copied()
    }

    // --- blocks --------------------------------------------------------------------------------

    /// A block that has no place in the program order yet.
    pub(super) fn new_block(&mut self, name: Option<&str>) -> Block {
        self.func.blocks.push(BlockData {
            name: name.map(str::to_owned),
            params: SmallVec::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_loc: self.loc,
        })
    }

    /// The block that instructions go to; a new one after a jump.
    pub(super) fn here(&mut self) -> Block {
        match self.block {
            Some(block) => block,
            None => {
                let block = self.new_block(None);
                self.place(block);
                block
            }
        }
    }

    /// Puts a block at the end of the program order and continues in it.
    pub(super) fn place(&mut self, block: Block) {
        self.func.order.push(block);
        self.block = Some(block);
        self.constants.clear();
        self.current.forget();
    }

    /// Control continues in `block`, from here too.
    pub(super) fn enter(&mut self, block: Block) {
        // The entry takes no jumps, so a label at the start is a block of its own.
        if self.block.is_some() || self.func.order.is_empty() {
            self.end(Terminator::Jump(Target::new(block)));
        }
        self.place(block);
    }

    /// Ends the block.
    pub(super) fn end(&mut self, term: Terminator) {
        let block = self.here();
        self.func.blocks[block].term = term;
        self.func.blocks[block].term_loc = self.loc;
        self.block = None;
    }

    /// Leaves the function, with what old PTX returns in registers put where callers find it.
    pub(super) fn leave(&mut self, term: Terminator) {
        for PassedRegister { var, slot } in self.returned.clone() {
            let value = self.get(var);
            self.store_slot(slot, 0, value);
        }
        self.end(term);
    }

    /// Runs `inner` only where the guard holds, by a branch; inside there is no guard.
    pub(super) fn branched(
        &mut self,
        inner: impl FnOnce(&mut Self) -> super::error::Res<()>,
    ) -> super::error::Res<()> {
        let Some(guard) = self.guard.take() else { return inner(self) };
        let (taken, after) = (self.new_block(None), self.new_block(None));
        let (then, other) = if guard.negated { (after, taken) } else { (taken, after) };
        self.end(Terminator::Branch {
            cond: guard.value,
            then: Target::new(then),
            other: Target::new(other),
        });
        // Control reaches this block from here only.
        let constants = std::mem::take(&mut self.constants);
        self.place(taken);
        self.constants = constants;
        let result = inner(self);
        if self.block.is_some() {
            self.end(Terminator::Jump(Target::new(after)));
        }
        self.place(after);
        result
    }

    /// Notes, or forgets, that a place holds a constant.
    pub(super) fn note(&mut self, place: Place, value: Value) {
        let known = self.func.def_inst(value).and_then(|data| match data.kind {
            raddle_ir::InstKind::Const(bits) => Some(bits),
            raddle_ir::InstKind::VarGet(var) => self.constants.get(&Place::Var(var)).copied(),
            _ => None,
        });
        match known {
            Some(bits) if self.guard.is_none() => {
                self.constants.insert(place, bits);
            }
            _ => {
                self.constants.remove(&place);
            }
        }
    }

    /// A component of a vector register.
    pub(super) fn component(first: Var, lane: u32) -> Var {
        Var::new(first.index() + lane as usize)
    }
}
