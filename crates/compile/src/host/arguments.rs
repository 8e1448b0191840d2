//! What a launch passes to a kernel, where it is a number; and where it passes two pointers into one buffer.
//!
//! The stub of a kernel stores each parameter in a variable of its own, and passes its address, its size and its place among the parameters to
//! `cudaSetupArgument`. Inlined, the variable holds what the launch passes; otherwise that is an operand of the call. No source can call
//! `cudaSetupArgument` with a variable of its own: raddle's headers take values only.

use super::passed::{Defined, items, last};
use super::values::{Values, width};
use super::{Blocks, calls};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A number that is passed to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// The place of the parameter, in bytes from the first one.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// The number, in as many bytes.
    pub value: u64,
}

/// Two parameters for which pointers into one buffer are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The places of the parameters, in bytes from the first one.
    pub places: [u64; 2],
    /// How many bytes the second pointer is after the first one, where that is known.
    pub apart: Option<i64>,
}

/// A pointer that is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer<'a> {
    /// The name of the value to which bytes are added.
    base: &'a str,
    /// The number of bytes.
    added: i64,
    /// The name of the value from which the base is computed, or its own.
    root: &'a str,
}

/// What is passed for a parameter at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Passed<'a> {
    /// A number.
    Number(Argument),
    /// A pointer, for the parameter at this place.
    Pointer(u64, Pointer<'a>),
}

impl Passed<'_> {
    /// The place of the parameter, in bytes from the first one.
    const fn place(&self) -> u64 {
        match *self {
            Self::Number(Argument { offset, .. }) | Self::Pointer(offset, ..) => offset,
        }
    }
}

/// What a launch passes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Passes {
    /// The numbers.
    pub(super) arguments: Vec<Argument>,
    /// The parameters for which it passes pointers into one buffer: the first such, and another one.
    pub(super) pairs: Vec<Pair>,
}

/// What is called to pass an argument.
const SETUP: &str = "@cudaSetupArgument(";

/// What a function stores in each variable, with the number of the block; nothing in those with several stores.
struct Stores<'a>(BTreeMap<&'a str, Option<(usize, &'a str)>>);

impl<'a> Stores<'a> {
    fn of(blocks: &Blocks<'a>) -> Self {
        let mut stores = BTreeMap::new();
        for (at, (_, lines)) in blocks.iter().enumerate() {
            for line in lines {
                let mut operands = line.strip_prefix("store ").into_iter().flat_map(|rest| rest.split(", "));
                if let (Some(value), Some(place)) = (operands.next(), operands.next()) {
                    let known = stores.entry(last(place));
                    known.and_modify(|one| *one = None).or_insert(Some((at, value)));
                }
            }
        }
        Self(stores)
    }

    /// What the only store in a variable of this size stores.
    fn in_variable(&self, variable: &str, size: u64) -> Option<(usize, &'a str)> {
        let (at, value) = (*self.0.get(variable)?)?;
        let ty = value.split(' ').next()?;
        (ty == "ptr" || width(ty).map(u64::from) == Some(8 * size)).then_some((at, value))
    }
}

/// What is passed by the launches of a function.
pub(super) struct Arguments<'a> {
    function: &'a Blocks<'a>,
    definitions: &'a BTreeMap<&'a str, &'a str>,
    defined: &'a Defined<'a>,
    stores: Stores<'a>,
    values: RefCell<BTreeMap<usize, Values<'a>>>,
}

/// The variable that a line passes, its size and the place of the parameter.
fn setup(line: &str) -> Option<(&str, u64, u64)> {
    let operands = items(line.split_once(SETUP)?.1);
    let mut operands = operands.into_iter().map(last);
    Some((operands.next()?, operands.next()?.parse().ok()?, operands.next()?.parse().ok()?))
}

impl<'a> Arguments<'a> {
    pub(super) fn of(
        function: &'a Blocks<'a>,
        definitions: &'a BTreeMap<&'a str, &'a str>,
        defined: &'a Defined<'a>,
    ) -> Self {
        Self { function, definitions, defined, stores: Stores::of(function), values: RefCell::default() }
    }

    /// What a line passes, if that is known.
    pub(super) fn set_up(&self, line: &str) -> Option<Passed<'a>> {
        let (variable, size, offset) = setup(line)?;
        self.passed(self.stores.in_variable(variable, size)?, size, offset)
    }

    /// What is known of the operands of a call of a stub in a block of this number.
    pub(super) fn to_stub(&self, (at, line): (usize, &'a str), stub: &str) -> Vec<Passed<'a>> {
        let Some((params, blocks)) = self.defined.get(stub) else { return Vec::new() };
        let Some((_, operands)) = line.split_once(&format!("{stub}(")) else { return Vec::new() };
        let (operands, stores) = (items(operands), Stores::of(blocks));
        let passed = |line: &&str| {
            let (variable, size, offset) = setup(line)?;
            let param = last(stores.in_variable(variable, size)?.1);
            let operand = operands.get(params.iter().position(|one| *one == param)?)?;
            self.passed((at, operand), size, offset)
        };
        let calls = blocks.iter().flat_map(|(_, lines)| lines).filter(|line| calls(line).is_some());
        calls.filter_map(passed).collect()
    }

    /// What an operand in a block passes to the parameter of this size at this place.
    fn passed(&self, (at, operand): (usize, &'a str), size: u64, offset: u64) -> Option<Passed<'a>> {
        if operand.starts_with("ptr ") {
            // Two values of one name are one pointer, but for what is no value, such as `null` and `undef`.
            let is_value = |name: &&str| name.starts_with(['%', '@']) && !operand.contains('(');
            let pointer = |name| Passed::Pointer(offset, self.pointer(name));
            return Some(last(operand)).filter(is_value).map(pointer);
        }
        self.number(at, operand).map(|value| Passed::Number(Argument { offset, size, value }))
    }

    /// What a pointer is computed from.
    fn pointer(&self, name: &'a str) -> Pointer<'a> {
        let mut pointer = Pointer { base: name, added: 0, root: name };
        let mut is_known = true;
        for _ in 0..MOST_STEPS {
            let Some(step) = self.definitions.get(pointer.root).and_then(|line| Step::of(line)) else {
                break;
            };
            pointer.root = step.base;
            match step.added.and_then(|added| pointer.added.checked_add(added)).filter(|_| is_known) {
                Some(added) => (pointer.base, pointer.added) = (step.base, added),
                None => is_known = false,
            }
        }
        pointer
    }

    /// The number that an operand is in a block of the function.
    fn number(&self, block: usize, operand: &'a str) -> Option<u64> {
        let mut known = self.values.borrow_mut();
        let values = known.entry(block).or_insert_with(|| Values::at(self.function, self.definitions, block));
        values.of(operand)?.in_case(None, 0)
    }
}

/// More steps from a pointer to what it is computed from are not followed.
const MOST_STEPS: usize = 16;

/// A pointer that is another one plus some bytes.
struct Step<'a> {
    base: &'a str,
    /// The number of bytes, where it is known.
    added: Option<i64>,
}

impl<'a> Step<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (what, rest) = line.split_once(' ')?;
        match what {
            "getelementptr" => Self::of_element(rest),
            // To a number, and back.
            "ptrtoint" | "inttoptr" => {
                Some(Self { base: value(rest.split_once(" to ")?.0)?, added: Some(0) })
            }
            "add" => {
                let operands = items(rest);
                let number = last(operands.get(1)?).parse().ok();
                Some(Self { base: value(operands.first()?)?, added: Some(number?) })
            }
            // One of several, of which the first will do: nothing is said of how far it is.
            "select" => Some(Self { base: value(items(rest).get(1)?)?, added: None }),
            "phi" => {
                let first = rest.split_once("[ ")?.1;
                Some(Self { base: value(first.split(',').next()?)?, added: None })
            }
            _ => None,
        }
    }

    /// `inbounds i32, ptr %base, i64 3`.
    fn of_element(operands: &'a str) -> Option<Self> {
        let operands = items(operands);
        let (ty, base) = (*operands.first()?, value(operands.get(1)?)?);
        let indices = operands.get(2..)?.iter().take_while(|operand| !operand.starts_with('!'));
        let indices: Vec<Option<i64>> = indices.map(|index| last(index).parse().ok()).collect();
        let added = match indices[..] {
            [] => None,
            _ if indices.iter().all(|index| *index == Some(0)) => Some(0),
            [Some(index)] => size(last(ty)).and_then(|size| size.checked_mul(index)),
            _ => None,
        };
        Some(Self { base, added })
    }
}

/// The name of an operand, such as `ptr %base`; none of a constant.
fn value(operand: &str) -> Option<&str> {
    Some(last(operand.trim())).filter(|name| name.starts_with(['%', '@']))
}

/// The size of a number in bytes, by its type; none for another type.
fn size(ty: &str) -> Option<i64> {
    match ty {
        "ptr" | "double" => Some(8),
        "float" => Some(4),
        "half" | "bfloat" => Some(2),
        _ => width(ty).filter(|bits| bits % 8 == 0).map(|bits| i64::from(bits / 8)),
    }
}

/// What is known of all that is passed: nothing of places that are passed two values, as control does not say which.
pub(super) fn settled(passed: &[Passed<'_>]) -> Passes {
    let is_settled =
        |one: &&Passed<'_>| passed.iter().all(|other| other.place() != one.place() || other == *one);
    let mut all = Passes::default();
    let mut pointers: Vec<(u64, Pointer<'_>)> = Vec::new();
    for one in passed.iter().filter(is_settled) {
        match *one {
            Passed::Number(one) => all.arguments.push(one),
            Passed::Pointer(place, pointer) => {
                let others = || pointers.iter().filter(|(other, _)| *other != place);
                let of_base = others().find(|(_, other)| other.base == pointer.base);
                if let Some((first, other)) =
                    of_base.or_else(|| others().find(|(_, other)| other.root == pointer.root))
                {
                    let apart = of_base.and_then(|_| pointer.added.checked_sub(other.added));
                    let pair = Pair { places: [*first, place], apart };
                    if !all.pairs.contains(&pair) {
                        all.pairs.push(pair);
                    }
                }
                pointers.push((place, pointer));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::launches;
    use super::Argument;

    /// The stub of `k(int *, short, int, float)`.
    const STUB: &str =
        "define void @_Z16__device_stub__kPisif(ptr noundef %0, i16 noundef signext %1, i32 %2, float %3) {
  %5 = alloca ptr, align 8
  store ptr %0, ptr %5, align 8
  store i16 %1, ptr %6, align 2
  store i32 %2, ptr %7, align 4
  store float %3, ptr %8, align 4
  %9 = call i32 @cudaSetupArgument(ptr nonnull %5, i64 8, i64 0), !dbg !1
  %10 = call i32 @cudaSetupArgument(ptr nonnull %6, i64 2, i64 8), !dbg !1
  %11 = call i32 @cudaSetupArgument(ptr nonnull %7, i64 4, i64 12), !dbg !1
  %12 = call i32 @cudaSetupArgument(ptr nonnull %8, i64 4, i64 16), !dbg !1
  %13 = call i32 @cudaLaunch(ptr nonnull @_Z16__device_stub__kPisif)
  ret void
}
";

    fn passed(body: &str) -> Vec<Argument> {
        let ir = format!(
            "{STUB}define void @run(i32 %n) {{
  %1 = call i32 @cudaConfigureCall(i64 4294967304, i32 1, i64 4294967360, i32 1, i64 0, ptr null)
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %3, label %4
3:
{body}
  br label %4
4:
  ret void
}}
"
        );
        launches(&ir).into_iter().find(|one| one.grid[0] == Some(8)).expect("a launch").arguments
    }

    fn short(value: u64) -> Argument {
        Argument { offset: 8, size: 2, value }
    }

    fn int(value: u64) -> Argument {
        Argument { offset: 12, size: 4, value }
    }

    #[test]
    fn numbers_are_passed_to_a_stub() {
        let call = |operands: &str| passed(&format!("  call void @_Z16__device_stub__kPisif({operands})"));
        let minus = u64::MAX - 4;
        assert_eq!(
            call("ptr null, i16 signext -5, i32 noundef 7, float 1.000000e+00"),
            [short(minus), int(7)]
        );
        assert_eq!(call("ptr null, i16 signext 3, i32 %n, float 1.000000e+00"), [short(3)]);
    }

    #[test]
    fn numbers_are_passed_by_a_stub_that_is_inlined() {
        let inlined = |stores: &str| {
            passed(&format!(
                "{stores}
  %9 = call i32 @cudaSetupArgument(ptr nonnull %6, i64 2, i64 8), !dbg !1
  %10 = call i32 @cudaSetupArgument(ptr nonnull %7, i64 4, i64 12), !dbg !1
  %13 = call i32 @cudaLaunch(ptr nonnull @_Z16__device_stub__kPisif)"
            ))
        };
        assert_eq!(
            inlined("  store i16 3, ptr %6, align 2\n  store i32 7, ptr %7, align 4"),
            [short(3), int(7)]
        );
        assert_eq!(inlined("  store i32 7, ptr %7, align 4\n  store i32 8, ptr %7, align 4"), []);
        // It is not stored as a whole.
        assert_eq!(inlined("  store i16 7, ptr %7, align 4"), []);
        assert_eq!(inlined("  store i32 %n, ptr %7, align 4"), []);
    }
}
