//! Random arguments that the assumptions of a kernel allow.
//!
//! A number is small, a power of two, one that the kernel or the launch names, next to such a one, or at the end of its range. Assumptions
//! seldom hold by chance, so arguments are changed one at a time, and a change is kept if the kernel gets at least as far before an
//! assumption is false. A number that an assumption compares a parameter with is a good guess for it. The next search begins where all of
//! them last held.

use raddle_ir::{Address, Base, Function, InstKind, KernelParam, PureOp, Type, Value, ValueDef};
use raddle_machine::launch::parse_arg;
use raddle_machine::{Arg, Launch};
use std::collections::{BTreeMap, BTreeSet};

/// At most this many changes are tried for one run.
const MOST_CHANGES: usize = 200;
/// And this many of arguments that are allowed already.
const OTHER_CHANGES: usize = 2;

/// Numbers that look random (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// The scalar arguments of a kernel.
pub(crate) struct Inputs<'a> {
    function: &'a Function,
    given: Vec<Arg>,
    /// The parameters to be chosen.
    open: Vec<usize>,
    /// What the kernel and the launch name.
    named: Vec<u64>,
    /// What assumptions compare a parameter with.
    compared: BTreeMap<usize, Vec<u64>>,
    /// Does the kernel assume anything?
    assumes: bool,
    /// Arguments that all assumptions allowed.
    allowed: Option<Vec<Arg>>,
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(
        function: &'a Function,
        block: [u32; 3],
        grid: [u32; 3],
        given: &BTreeMap<usize, String>,
    ) -> Result<Self, String> {
        let argument = |(&param, text): (&usize, &String)| {
            let data = function.params.get(param).ok_or("there is no such parameter")?;
            let bytes = parse_arg(data, text).map_err(|error| error.to_string())?;
            Ok::<_, String>(Arg { param, bytes })
        };
        let is_open = |&param: &usize| {
            !given.contains_key(&param)
                && !is_pointer(&function.params[param])
                && elements(&function.params[param]).is_some()
        };
        let sizes = [0, 1, 2].map(|d| [block[d], grid[d], block[d].saturating_mul(grid[d])].map(u64::from));
        let [x, y, z] = sizes.map(|[_, _, all]| all);
        let mut named: BTreeSet<u64> = sizes.into_iter().flatten().chain([x * y, x * y * z]).collect();
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        named.extend(insts.clone().filter_map(|&inst| match function.insts[inst].kind {
            InstKind::Const(bits) => u64::try_from(bits).ok(),
            _ => None,
        }));
        let assumes = raddle_ir::contracts::regions(function).iter().any(|region| region.kind.is_trusted());
        Ok(Self {
            function,
            given: given.iter().map(argument).collect::<Result<_, _>>()?,
            open: (0..function.params.len()).filter(is_open).collect(),
            named: named.into_iter().collect(),
            compared: compared(function),
            assumes,
            allowed: None,
        })
    }

    /// Arguments for a run; `reaches` says how far the kernel gets with them.
    pub(crate) fn draw(&mut self, random: &mut Random, reaches: &mut dyn FnMut(&[Arg]) -> usize) -> Vec<Arg> {
        let mut args = match &self.allowed {
            Some(allowed) => allowed.clone(),
            None => self
                .given
                .iter()
                .cloned()
                .chain(self.open.iter().map(|&param| self.one(param, random)))
                .collect(),
        };
        if !self.assumes || self.open.is_empty() {
            return args;
        }
        let mut far = reaches(&args);
        let mut changes = if far == usize::MAX { OTHER_CHANGES } else { MOST_CHANGES };
        while changes > 0 {
            changes -= 1;
            let mut other = args.clone();
            for _ in 0..=random.below(2) {
                let param = random.of(&self.open);
                let arg = self.one(param, random);
                other.retain(|arg| arg.param != param);
                other.push(arg);
            }
            let farther = reaches(&other);
            if farther >= far {
                args = other;
                if farther == usize::MAX && far < farther {
                    changes = OTHER_CHANGES;
                }
                far = farther;
            }
        }
        self.allowed = (far == usize::MAX).then(|| args.clone());
        args
    }

    /// The arguments of a launch as text.
    pub(crate) fn shown(&self, launch: &Launch) -> BTreeMap<String, String> {
        let name = |param: &KernelParam| param.source_name.clone().unwrap_or_else(|| param.name.clone());
        let text = |arg: &Arg| {
            let digits: String = arg.bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
            format!("0x{digits}")
        };
        launch.args.iter().map(|arg| (name(&self.function.params[arg.param]), text(arg))).collect()
    }

    fn one(&self, param: usize, random: &mut Random) -> Arg {
        let data = &self.function.params[param];
        let (ty, count) = elements(data).unwrap_or((Type::I8, data.size));
        if let Some(numbers) = self.compared.get(&param).filter(|_| random.below(2) == 0) {
            let bits = random.of(numbers).wrapping_add(random.of(&[0, 0, 0, 1, u64::MAX]));
            return Arg { param, bytes: bits.to_le_bytes()[..data.size.min(8) as usize].to_vec() };
        }
        let bytes = (0..count).flat_map(|_| {
            let bits = if ty.is_float() { self.float(ty, random) } else { self.integer(ty, random) };
            bits.to_le_bytes()[..ty.bytes() as usize].to_vec()
        });
        Arg { param, bytes: bytes.collect() }
    }

    fn integer(&self, ty: Type, random: &mut Random) -> u64 {
        let mask = ty.mask() as u64;
        let bits = match random.below(10) {
            0..=3 => random.below(18),
            4 | 5 => 1 << random.below(13),
            6 | 7 => random.of(&self.named),
            8 => random.of(&self.named).wrapping_add(random.of(&[1, u64::MAX, 2])),
            _ => random.of(&[0, u64::MAX, mask >> 1, (mask >> 1) + 1, random.0]),
        };
        bits & mask
    }

    fn float(&self, ty: Type, random: &mut Random) -> u64 {
        let number =
            random.of(&[0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 16.0, 100.0, 1e-3, 1e9, f64::INFINITY, f64::NAN]);
        raddle_ir::eval::from_f64(ty, number, raddle_ir::Rounding::Nearest) as u64
    }
}

/// The numbers with which an assumption compares a parameter, if the comparison is of what was loaded, or of that in another width.
fn compared(function: &Function) -> BTreeMap<usize, Vec<u64>> {
    let mut all: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    let regions = raddle_ir::contracts::regions(function);
    let trusted = regions.iter().filter(|region| region.kind.is_trusted());
    for &inst in trusted.flat_map(|region| &region.parts).flat_map(|(_, insts)| insts) {
        let InstKind::Pure { op: PureOp::Icmp(_), args } = &function.insts[inst].kind else { continue };
        for (&one, &other) in args.iter().zip(args.iter().rev()) {
            let number = function.as_const(other).and_then(|bits| u64::try_from(bits).ok());
            if let (Some(param), Some(number)) = (loaded(function, one), number) {
                all.entry(param).or_default().push(number);
            }
        }
    }
    all.retain(|&param, _| function.params[param].ty.is_some_and(|ty| ty.is_int() && ty.bits() <= 64));
    all
}

/// The parameter that a value is, perhaps in another width.
fn loaded(function: &Function, value: Value) -> Option<usize> {
    let ValueDef::Result(inst, _) = function.values[value].def else { return None };
    match &function.insts[inst].kind {
        InstKind::Pure { op: PureOp::Zext | PureOp::Sext | PureOp::Trunc, args } => loaded(function, args[0]),
        InstKind::Load { addr: Address { base: Base::Params, index: None, offset, .. }, .. } => {
            function.params.iter().position(|param| i64::try_from(param.offset) == Ok(*offset))
        }
        _ => None,
    }
}

fn is_pointer(param: &KernelParam) -> bool {
    param.pointer.is_some()
        || param.source_type.as_ref().is_some_and(|ty| ty.contains('*') || ty.contains('['))
}

/// The numbers that a parameter consists of, if it is a number or a vector. Other structures may hold pointers.
fn elements(param: &KernelParam) -> Option<(Type, u64)> {
    if let Some(ty) = param.ty {
        return (ty.bytes() > 0 && ty.bytes() <= 8).then_some((ty, 1));
    }
    let name = param.source_type.as_deref()?.trim_start_matches("const ").trim();
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let ty = match scalar.trim_start_matches('u') {
        _ if scalar == name => return None,
        "char" => Type::I8,
        "short" => Type::I16,
        "int" => Type::I32,
        "long" | "longlong" => Type::I64,
        "float" => Type::F32,
        "double" => Type::F64,
        _ => return None,
    };
    Some((ty, param.size / u64::from(ty.bytes())))
}
