//! Which buffer a register points into.
//!
//! A pointer that a loop carries along lies in no address as a base: what is left of it is that it was made of a parameter, by
//! arithmetic. Registers are followed from the parameters on, through everything but memory, until nothing changes. Where two
//! parameters, or a parameter and an address of another kind, may have gone into a register, it may point anywhere. What is read from
//! memory may be an address that was not seen being put there: added to a parameter that is known to be a pointer it is an index, but added to
//! one that may be a number, the sum may point anywhere, too.

use super::steps::written;
use crate::launches::objects::SCALARS;
use crate::programs::program::{AddressRef, BaseRef, Program, Reg, Step};
use raddle_ir::{KernelParam, PureOp, Space};

/// What addresses have gone into a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// None.
    Number,
    /// None, or one that lay in memory.
    Loaded,
    /// That of the parameter at this byte of the parameter bank, and no other.
    Buffer {
        /// The byte.
        param: u64,
        /// Is the parameter known to be a pointer? Otherwise it may be a number.
        is_pointer: bool,
    },
    /// Some.
    Any,
}

impl Origin {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Number, one) | (one, Self::Number) => one,
            (one, same) if one == same => one,
            (Self::Loaded, one @ Self::Buffer { is_pointer: true, .. })
            | (one @ Self::Buffer { is_pointer: true, .. }, Self::Loaded) => one,
            _ => Self::Any,
        }
    }
}

/// The origin of each register. `generic_parameters`: may a generic address lead to the parameters?
pub(super) fn origins(program: &Program<'_>, generic_parameters: bool) -> Vec<Origin> {
    let mut origins = vec![Origin::Number; program.registers as usize];
    loop {
        let mut changed = false;
        let mut raise = |origins: &mut Vec<Origin>, reg: Reg, by: Origin| {
            let joined = origins[reg as usize].join(by);
            changed |= joined != origins[reg as usize];
            origins[reg as usize] = joined;
        };
        for step in &program.steps {
            let origin = made(program, step, &origins, generic_parameters);
            if origin != Origin::Number {
                written(step, |reg| raise(&mut origins, reg, origin));
            }
            for edge in step.edges() {
                for &(to, from) in &edge.moves {
                    let origin = origins[from as usize];
                    raise(&mut origins, to, origin);
                }
            }
        }
        if !changed {
            return origins;
        }
    }
}

/// What goes into the results of a step.
fn made(program: &Program<'_>, step: &Step, origins: &[Origin], generic_parameters: bool) -> Origin {
    let of = |regs: &mut dyn Iterator<Item = Reg>| {
        regs.fold(Origin::Number, |all, reg| all.join(origins[reg as usize]))
    };
    match step {
        Step::Pure { args, n, .. } => of(&mut args[..usize::from(*n)].iter().copied()),
        Step::Wide { args, .. } => {
            let wide = |&(reg, ty): &(Reg, raddle_ir::Type)| {
                std::iter::once(reg).chain((ty == raddle_ir::Type::I128).then_some(reg + 1))
            };
            of(&mut args.iter().flat_map(wide))
        }
        Step::Convert { op: PureOp::ToGeneric(_), .. } => Origin::Any,
        Step::Convert { src, .. } => of(&mut std::iter::once(*src)),
        Step::Copy { src, .. } => of(&mut src.iter().copied()),
        Step::Collective { args, .. } => of(&mut args.iter().copied()),
        Step::Barrier { predicate, .. } => of(&mut predicate.iter().copied()),
        Step::Opaque { args, .. } => match of(&mut args.iter().copied()) {
            Origin::Number | Origin::Loaded => Origin::Loaded,
            _ => Origin::Any,
        },
        Step::Atomic { .. } | Step::Unknown { .. } => Origin::Loaded,
        // Where something lies in a window is a number.
        Step::AddressOf { base: BaseRef::Slot(_) | BaseRef::Function(_), .. } => Origin::Number,
        Step::AddressOf { base: BaseRef::Object(object), .. }
            if program.module.objects[*object].space == Space::Shared =>
        {
            Origin::Number
        }
        Step::AddressOf { base: BaseRef::Buffer(at), .. } => {
            let param = program.function.params.iter().find(|param| param.offset == *at);
            param.map_or(Origin::Any, of_param)
        }
        Step::AddressOf { .. } => Origin::Any,
        Step::Load { addr, size, .. } => loaded(program, addr, *size, generic_parameters),
        // A place in the launch, or no results at all.
        Step::Special { .. }
        | Step::Store { .. }
        | Step::WarpSync { .. }
        | Step::Fence
        | Step::Assume { .. }
        | Step::Assert { .. }
        | Step::Stray { .. }
        | Step::Jump(_)
        | Step::Branch { .. }
        | Step::Switch { .. }
        | Step::Choice { .. }
        | Step::Exit
        | Step::Trap => Origin::Number,
    }
}

fn of_param(param: &KernelParam) -> Origin {
    Origin::Buffer { param: param.offset, is_pointer: param.pointer.is_some() }
}

/// What a load may give, if the kernel has put no address into memory.
fn loaded(program: &Program<'_>, addr: &AddressRef, size: u32, generic_parameters: bool) -> Origin {
    let any_if = |may: bool| if may { Origin::Any } else { Origin::Loaded };
    match addr.base {
        BaseRef::Function(_) => Origin::Any,
        BaseRef::Params => {
            let (start, end) = (addr.offset, addr.offset.saturating_add(i64::from(size)));
            let is_wide = |param: &&KernelParam| param.size * 8 >= u64::from(program.module.address_bits);
            let is_touched = |param: &&KernelParam| {
                start < (param.offset + param.size) as i64 && (param.offset as i64) < end
            };
            let mut touched = program.function.params.iter().filter(is_wide).filter(is_touched);
            match (touched.next(), touched.next()) {
                _ if addr.index.is_some() => Origin::Any,
                (None, _) => Origin::Number,
                (Some(param), None)
                    if param.offset as i64 == start
                        && (param.offset + param.size) as i64 == end
                        && param.size * 8 == u64::from(program.module.address_bits) =>
                {
                    of_param(param)
                }
                _ => Origin::Any,
            }
        }
        // An initialiser may have put an address there.
        BaseRef::Object(object) => {
            let init = &program.module.objects[object].init;
            any_if(init.as_ref().is_some_and(|init| !init.relocations.is_empty()))
        }
        BaseRef::Slot(_) | BaseRef::Buffer(_) | BaseRef::Fixed(SCALARS, _) => Origin::Loaded,
        BaseRef::Fixed(..) => Origin::Any,
        BaseRef::Absolute => any_if(addr.space == Space::Param || generic_parameters),
    }
}
