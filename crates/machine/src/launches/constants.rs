//! Which variables of a module hold, when a kernel starts, what the module initialises them with.
//!
//! A constant that has an initialiser. And a variable in global memory that has one, that no other module can name, and that
//! nothing in this module writes: so compilers for CUDA pass on a `const` at namespace scope. The host could overwrite either;
//! that it does not is an assumption that a proof names (`constants-as-initialised`).
//!
//! Whether something writes is answered for the module as a whole, without an order of instructions: the address of a variable is followed through pure
//! operations, block parameters and registers. What loads from it does no harm. Whatever else is done with it (a store through it or of it, a call, a
//! shuffle) is taken for a write, and so is an address that may be one of two variables', or that an initialiser holds.

use raddle_ir::{
    Base, Function, FunctionKind, InstKind, Module, Object, RelocationTarget, SecondaryMap, Space, Value, Var,
};

/// The variables that are taken to be as the module initialises them.
#[must_use]
pub fn as_initialised(module: &Module) -> SecondaryMap<Object, bool> {
    let mut all = SecondaryMap::new();
    let mut variables = Vec::new();
    for (id, object) in module.objects.iter().filter(|(_, object)| object.init.is_some() && !object.external)
    {
        match object.space {
            Space::Const => all[id] = true,
            Space::Global if object.internal => variables.push(id),
            _ => {}
        }
    }
    // A kernel whose body is not known may write anything.
    let mut functions = module.functions.iter();
    let whole = functions.all(|(_, f)| f.kind != FunctionKind::Kernel || !f.is_declaration());
    if whole && !variables.is_empty() {
        let written = written(module);
        variables.iter().for_each(|&id| all[id] = !written[id]);
    }
    all
}

/// The variables that something in the module may write.
fn written(module: &Module) -> SecondaryMap<Object, bool> {
    let mut written = SecondaryMap::new();
    let inits = module.objects.iter().filter_map(|(_, object)| object.init.as_ref());
    for relocation in inits.flat_map(|init| &init.relocations) {
        if let RelocationTarget::Object(object) = relocation.target {
            written[object] = true;
        }
    }
    for (_, function) in module.functions.iter() {
        let mut addresses = Addresses { values: SecondaryMap::new(), vars: SecondaryMap::new(), written };
        while addresses.follow(function) {}
        written = addresses.written;
    }
    written
}

/// In which variables values may be addresses.
struct Addresses {
    values: SecondaryMap<Value, Option<Object>>,
    vars: SecondaryMap<Var, Option<Object>>,
    written: SecondaryMap<Object, bool>,
}

impl Addresses {
    /// Follows addresses once through a function. Was there something new?
    fn follow(&mut self, function: &Function) -> bool {
        let mut new = false;
        for &block in &function.order {
            let data = &function.blocks[block];
            for &inst in &data.insts {
                let inst = &function.insts[inst];
                let from = match &inst.kind {
                    InstKind::AddrOf { base: Base::Object(object), .. } => Some(*object),
                    InstKind::VarGet(var) => self.vars[*var],
                    InstKind::VarSet(var, value) => {
                        let (from, mut to) = (self.values[*value], self.vars[*var]);
                        new |= self.join(&mut to, from);
                        self.vars[*var] = to;
                        None
                    }
                    InstKind::Pure { args, .. } => {
                        let mut all = None;
                        for &arg in args {
                            let from = self.values[arg];
                            self.join(&mut all, from);
                        }
                        all
                    }
                    InstKind::Load { .. } => None,
                    other => {
                        if let Some(Base::Object(object)) = other.address().map(|address| address.base) {
                            self.written[object] = true;
                        }
                        for object in inst.uses().iter().filter_map(|&value| self.values[value]) {
                            self.written[object] = true;
                        }
                        None
                    }
                };
                for &result in &inst.results {
                    new |= self.join_value(result, from);
                }
            }
            for target in data.term.targets() {
                let params = &function.blocks[target.block].params;
                for (&param, &arg) in params.iter().zip(&target.args) {
                    let from = self.values[arg];
                    new |= self.join_value(param, from);
                }
            }
        }
        new
    }

    fn join_value(&mut self, value: Value, from: Option<Object>) -> bool {
        let mut to = self.values[value];
        let new = self.join(&mut to, from);
        self.values[value] = to;
        new
    }

    /// Adds a variable that an address may lie in. What may lie in either of two is given up. Was it new?
    fn join(&mut self, to: &mut Option<Object>, from: Option<Object>) -> bool {
        match (*to, from) {
            (None, Some(_)) => {
                *to = from;
                true
            }
            (Some(one), Some(other)) if one != other => {
                self.written[one] = true;
                self.written[other] = true;
                false
            }
            _ => false,
        }
    }
}
