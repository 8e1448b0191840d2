//! The printer: a module in the text form that [`parse`](super::parse) reads back.

use super::names::{
    ATOMICS, BARRIERS, COLLECTIVES, LANGUAGES, MARKERS, SPECS, op_name, special_name, spelling,
};
use crate::entity::{Block, Inst, Slot, Value};
use crate::inst::{
    Access, Address, Barrier, Base, Callee, Collective, Guard, InstKind, SpecKind, Target, Terminator,
};
use crate::module::{Field, Function, FunctionKind, Init, MemoryObject, Module, RelocationTarget, Structure};
use crate::types::{Order, Scope};
use std::fmt::{self, Display, Write};

/// Displays a module with all its functions.
impl Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        header(f, self)?;
        for function in self.functions.values() {
            writeln!(f)?;
            write_function(f, self, function)?;
        }
        Ok(())
    }
}

/// One function as text; `module` is the one it belongs to.
#[must_use]
pub fn print_function(module: &Module, function: &Function) -> String {
    let mut text = String::new();
    write_function(&mut text, module, function).expect("writing to a string does not fail");
    text
}

/// One instruction as text, without its source names and location.
#[must_use]
pub fn print_inst(function: &Function, inst: Inst) -> String {
    let mut text = String::new();
    write_bare_inst(&mut text, function, inst).expect("writing to a string does not fail");
    text
}

/// The end of a block as text, without its location.
pub(crate) fn print_terminator(function: &Function, block: Block) -> String {
    let mut text = String::new();
    write_terminator(&mut text, &function.blocks[block].term).expect("writing to a string does not fail");
    text
}

/// How the text form spells a kind of specification.
pub(crate) fn spec_name(kind: SpecKind) -> &'static str {
    spelling(SPECS, &kind)
}

fn header(f: &mut impl Write, module: &Module) -> fmt::Result {
    writeln!(f, "module {} address {}", spelling(LANGUAGES, &module.language), module.address_bits)?;
    for (file, path) in module.sources.files.iter() {
        writeln!(f, "{file} = {path:?}")?;
    }
    for (id, loc) in module.sources.locs() {
        write!(f, "{id} = ptx {}", loc.ptx_line)?;
        if let Some(pos) = loc.source {
            write!(f, " at {}:{}:{}", pos.file, pos.line, pos.column)?;
        }
        if let Some(function) = &loc.function {
            write!(f, " in {function:?}")?;
        }
        if let Some(site) = loc.inlined_at {
            write!(f, " inlined {site}")?;
        }
        writeln!(f)?;
    }
    for (id, object) in module.objects.iter() {
        write!(f, "{id} = ")?;
        write_object(f, object)?;
        writeln!(f)?;
    }
    for var in &module.shared_vars {
        writeln!(f, "shared var {:?}: {}", var.name, var.ty)?;
    }
    Ok(())
}

fn write_object(f: &mut impl Write, object: &MemoryObject) -> fmt::Result {
    write!(f, "{} {:?}", object.space, object.name)?;
    if let Some(name) = &object.source_name {
        write!(f, " source {name:?}")?;
    }
    if let Some(ty) = &object.source_type {
        write!(f, " of {ty:?}")?;
    }
    if let Some(size) = object.size {
        write!(f, " size {size}")?;
    }
    write!(f, " align {} element {}", object.align, object.element)?;
    write_members(f, &object.members)?;
    if object.external {
        f.write_str(" external")?;
    }
    if object.internal {
        f.write_str(" internal")?;
    }
    if let Some(init) = &object.init {
        write_init(f, init)?;
    }
    Ok(())
}

fn write_members(f: &mut impl Write, members: &[Field]) -> fmt::Result {
    for Field { name, offset, size } in members {
        write!(f, " member {name:?} offset {offset} size {size}")?;
    }
    Ok(())
}

fn write_init(f: &mut impl Write, init: &Init) -> fmt::Result {
    f.write_str(" init \"")?;
    for byte in &init.bytes {
        write!(f, "{byte:02x}")?;
    }
    f.write_str("\"")?;
    for reloc in &init.relocations {
        write!(f, " reloc {} bytes {} ", reloc.at, reloc.bytes)?;
        match reloc.target {
            RelocationTarget::Object(object) => write!(f, "{object}")?,
            RelocationTarget::Func(func) => write!(f, "{func}")?,
        }
        write!(f, " + {}{}", reloc.addend, if reloc.generic { " generic" } else { "" })?;
    }
    Ok(())
}

fn write_function(f: &mut impl Write, module: &Module, function: &Function) -> fmt::Result {
    let kind = match function.kind {
        FunctionKind::Kernel => "kernel",
        FunctionKind::Device => "device",
    };
    write!(f, "{kind} {:?}", function.name)?;
    let dims = |[x, y, z]: [u32; 3]| format!("{x},{y},{z}");
    if let Some(required) = function.bounds.required {
        write!(f, " required {}", dims(required))?;
    }
    if let Some(max) = function.bounds.max_threads {
        write!(f, " max_threads {max}")?;
    }
    if let Some(cluster) = function.bounds.cluster {
        write!(f, " cluster {}", dims(cluster))?;
    }
    writeln!(f, " {{ !{}", function.loc)?;
    for param in &function.params {
        write!(f, "  param {:?}", param.name)?;
        if let Some(name) = &param.source_name {
            write!(f, " source {name:?}")?;
        }
        if let Some(ty) = &param.source_type {
            write!(f, " of {ty:?}")?;
        }
        if let Some(size) = param.pointee {
            write!(f, " to {size}")?;
        }
        write_members(f, &param.members)?;
        if let Some(Structure { name, ty, offset, size }) = &param.of {
            write!(f, " in {name:?} {ty:?} offset {offset} size {size}")?;
        }
        write!(f, " offset {} size {} align {}", param.offset, param.size, param.align)?;
        if let Some(ty) = param.ty {
            write!(f, " type {ty}")?;
        }
        if param.signed {
            write!(f, " signed")?;
        }
        if let Some(pointer) = param.pointer {
            write!(f, " pointer {} align {}", pointer.space, pointer.align)?;
        }
        writeln!(f)?;
    }
    for (slot, object) in function.slots.iter() {
        write!(f, "  {slot} = ")?;
        write_object(f, object)?;
        writeln!(f)?;
        for field in &function.slot_fields[slot] {
            writeln!(f, "  field {slot} {:?} offset {} size {}", field.name, field.offset, field.size)?;
        }
        for range in &function.promoted[slot] {
            writeln!(f, "  promoted {slot} {} to {}", range.start, range.end)?;
        }
    }
    for (var, data) in function.vars.iter() {
        match data.shared {
            Some(number) => {
                let name = module.shared_vars.get(number as usize).map_or(&data.name, |v| &v.name);
                writeln!(f, "  {var} = shared {name:?}")?;
            }
            None => writeln!(f, "  {var} = {:?}: {}", data.name, data.ty)?,
        }
    }
    if !function.arg_slots.is_empty() {
        writeln!(f, "  arguments {}", list(&function.arg_slots))?;
    }
    if !function.ret_slots.is_empty() {
        writeln!(f, "  results {}", list(&function.ret_slots))?;
    }
    for &block in &function.order {
        write_block(f, function, block)?;
    }
    writeln!(f, "}}")
}

fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn write_block(f: &mut impl Write, function: &Function, block: Block) -> fmt::Result {
    let data = &function.blocks[block];
    write!(f, "{block}(")?;
    for (n, &param) in data.params.iter().enumerate() {
        let comma = if n == 0 { "" } else { ", " };
        write!(f, "{comma}{param}: {}", function.ty(param))?;
        if let Some(name) = &function.values[param].name {
            write!(f, " {name:?}")?;
        }
    }
    f.write_str(")")?;
    if let Some(name) = &data.name {
        write!(f, " {name:?}")?;
    }
    f.write_str(":\n")?;
    for &inst in &data.insts {
        write_inst(f, function, inst)?;
    }
    f.write_str("  ")?;
    write_terminator(f, &data.term)?;
    writeln!(f, " !{}", data.term_loc)
}

fn write_bare_inst(f: &mut impl Write, function: &Function, inst: Inst) -> fmt::Result {
    let data = &function.insts[inst];
    if let Some(Guard { value, negated }) = data.guard {
        write!(f, "@{}{value} ", if negated { "!" } else { "" })?;
    }
    if !data.results.is_empty() {
        write!(f, "{} = ", list(&data.results))?;
    }
    let types: Vec<&str> =
        data.results.iter().map(|&v| function.values.get(v).map_or("?", |v| v.ty.name())).collect();
    write_kind(f, &data.kind, &list(&types))
}

fn write_inst(f: &mut impl Write, function: &Function, inst: Inst) -> fmt::Result {
    let data = &function.insts[inst];
    f.write_str("  ")?;
    write_bare_inst(f, function, inst)?;
    let names: Vec<Option<&String>> =
        data.results.iter().map(|&v| function.values[v].name.as_ref()).collect();
    if names.iter().any(Option::is_some) {
        let texts: Vec<String> =
            names.iter().map(|name| name.map_or("_".to_owned(), |name| format!("{name:?}"))).collect();
        write!(f, " as {}", texts.join(", "))?;
    }
    writeln!(f, " !{}", data.loc)
}

fn write_kind(f: &mut impl Write, kind: &InstKind, types: &str) -> fmt::Result {
    match kind {
        InstKind::Const(bits) => write!(f, "const {types} {bits:#x}"),
        InstKind::Pure { op, args } => write!(f, "{} {types} {}", op_name(*op), list(args)),
        InstKind::Havoc => write!(f, "havoc {types}"),
        InstKind::Uninitialised => write!(f, "uninitialised {types}"),
        InstKind::Special(special) => write!(f, "special {types} {}", special_name(*special)),
        InstKind::AddrOf { base, offset } => write!(f, "addr_of {types} {} + {offset}", base_text(*base)),
        InstKind::FuncAddr(func) => write!(f, "func_addr {types} {func}"),
        InstKind::VarGet(var) => write!(f, "get {types} {var}"),
        InstKind::VarSet(var, value) => write!(f, "set {var}, {value}"),
        InstKind::Load { addr, access } => {
            write!(f, "load{} {types} {}", access_text(*access), address_text(addr))
        }
        InstKind::Store { addr, access, values } => {
            write!(f, "store{} {}, {}", access_text(*access), address_text(addr), list(values))
        }
        InstKind::Atomic { op, addr, access, args } => {
            let op = spelling(ATOMICS, op);
            let types = if types.is_empty() { String::new() } else { format!(" {types}") };
            let (access, addr) = (access_text(*access), address_text(addr));
            write!(f, "atomic_{op}{access}{types} {addr}, {}", list(args))
        }
        InstKind::Fence { order, scope } => write!(f, "fence.{order}.{scope}"),
        InstKind::Barrier(barrier) => write_barrier(f, barrier, types),
        InstKind::WarpSync(mask) => write!(f, "warp_sync {mask}"),
        InstKind::Collective { op, args, sync } => {
            match op {
                Collective::Redux(op) => write!(f, "redux_{}", spelling(ATOMICS, op))?,
                op => f.write_str(spelling(COLLECTIVES, op))?,
            }
            write!(f, "{} {types}", if *sync { ".sync" } else { "" })?;
            if args.is_empty() { Ok(()) } else { write!(f, " {}", list(args)) }
        }
        InstKind::Assume(value) => write!(f, "assume {value}"),
        InstKind::Assert(value) => write!(f, "assert {value}"),
        InstKind::SpecBegin(kind) => write!(f, "spec_begin {}", spelling(SPECS, kind)),
        InstKind::SpecEnd(kind, value) => write!(f, "spec_end {}, {value}", spelling(SPECS, kind)),
        InstKind::Call { callee, args, rets } => write_call(f, callee, args, rets),
        InstKind::Marker { marker, args } => {
            write!(f, "marker {}", spelling(MARKERS, marker))?;
            if !types.is_empty() {
                write!(f, " {types}")?;
            }
            write!(f, " ({})", list(args))
        }
        InstKind::Opaque { name, args, effects } => {
            write!(f, "opaque {name:?}")?;
            for (set, word) in
                [(effects.reads, "reads"), (effects.writes, "writes"), (effects.synchronises, "synchronises")]
            {
                if set {
                    write!(f, " {word}")?;
                }
            }
            if !types.is_empty() {
                write!(f, " {types}")?;
            }
            write!(f, " ({})", list(args))
        }
    }
}

fn write_barrier(f: &mut impl Write, barrier: &Barrier, types: &str) -> fmt::Result {
    write!(f, "barrier_{}", spelling(BARRIERS, &barrier.op))?;
    for (set, word) in [
        (barrier.aligned, "aligned"),
        (barrier.fence.shared, "shared"),
        (barrier.fence.global, "global"),
        (barrier.fence.varies, "varies"),
    ] {
        if set {
            write!(f, ".{word}")?;
        }
    }
    if !types.is_empty() {
        write!(f, " {types}")?;
    }
    write!(f, " {}", barrier.id)?;
    let optional = |word: &str, value: Option<Value>| value.map_or(String::new(), |v| format!(" {word} {v}"));
    write!(f, "{}{}", optional("count", barrier.count), optional("predicate", barrier.predicate))
}

fn write_call(f: &mut impl Write, callee: &Callee, args: &[Slot], rets: &[Slot]) -> fmt::Result {
    match callee {
        Callee::Func(func) => write!(f, "call {func}")?,
        Callee::External(name) => write!(f, "call {name:?}")?,
        Callee::Indirect { target, candidates } => {
            write!(f, "call {target}")?;
            if !candidates.is_empty() {
                write!(f, " among {}", list(candidates))?;
            }
        }
    }
    write!(f, " ({}) -> ({})", list(args), list(rets))
}

fn base_text(base: Base) -> String {
    match base {
        Base::Absolute => "absolute".to_owned(),
        Base::Object(object) => object.to_string(),
        Base::Slot(slot) => slot.to_string(),
        Base::Params => "params".to_owned(),
        Base::Buffer(number) => format!("buffer{number}"),
    }
}

fn address_text(address: &Address) -> String {
    let index = address.index.map_or(String::new(), |v| format!(" + {v}"));
    format!("{}[{}{index} + {}]", address.space, base_text(address.base), address.offset)
}

fn access_text(access: Access) -> String {
    let mut text = String::new();
    if access.volatile {
        text.push_str(".volatile");
    }
    if access.order != Order::Weak {
        text.push_str(&format!(".{}", access.order));
    }
    if access.scope != Scope::default() {
        text.push_str(&format!(".{}", access.scope));
    }
    if access.non_coherent {
        text.push_str(".nc");
    }
    text
}

fn target_text(target: &Target) -> String {
    format!("{}({})", target.block, list(&target.args))
}

fn write_terminator(f: &mut impl Write, term: &Terminator) -> fmt::Result {
    let all = |targets: &[Target]| targets.iter().map(target_text).collect::<Vec<_>>().join(", ");
    match term {
        Terminator::Jump(target) => write!(f, "jump {}", target_text(target)),
        Terminator::Branch { cond, then, other } => {
            write!(f, "branch {cond}, {}, {}", target_text(then), target_text(other))
        }
        Terminator::Switch { value, targets, default } => {
            write!(f, "switch {value}, [{}], {}", all(targets), target_text(default))
        }
        Terminator::Goto(targets) => write!(f, "goto {}", all(targets)),
        Terminator::Return => f.write_str("return"),
        Terminator::Exit => f.write_str("exit"),
        Terminator::Trap => f.write_str("trap"),
        Terminator::Unreachable => f.write_str("unreachable"),
    }
}
