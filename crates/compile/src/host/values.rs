//! What a value of a function is in LLVM IR, where it is a number or one of a few.

use super::{Blocks, labels};
use std::collections::{BTreeMap, BTreeSet};

/// A limit of the values that one choice may have.
const CHOICES: usize = 8;
/// A value that is computed in more steps, one after the other, is not followed: operands are not remembered.
const STEPS: usize = 16;

/// A number, or the numbers that it is in the cases of one choice: of a `select`, or of a `phi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value<'a> {
    /// The instruction that chooses, by its result.
    pub(super) choice: Option<&'a str>,
    /// The number in each case; without a choice, one.
    pub(super) numbers: Vec<u64>,
}

impl<'a> Value<'a> {
    fn number(number: u64) -> Self {
        Self { choice: None, numbers: vec![number] }
    }

    /// The number in a case of a choice, if it is known there.
    pub(super) fn in_case(&self, choice: Option<&str>, case: usize) -> Option<u64> {
        match self.choice {
            None => self.numbers.first().copied(),
            Some(own) if Some(own) == choice => self.numbers.get(case).copied(),
            Some(_) => None,
        }
    }

    /// What an operation makes of two; none if they depend on two choices.
    fn with(&self, other: &Self, operation: impl Fn(u64, u64) -> Option<u64>) -> Option<Self> {
        let choice = self.choice.or(other.choice);
        let count = self.numbers.len().max(other.numbers.len());
        let numbers = (0..count)
            .map(|case| operation(self.in_case(choice, case)?, other.in_case(choice, case)?))
            .collect::<Option<_>>()?;
        Some(Self { choice, numbers })
    }
}

/// The values of a function where control is in one of its blocks.
pub(super) struct Values<'a> {
    /// The instruction of each result.
    definitions: &'a BTreeMap<&'a str, &'a str>,
    /// What results must be for control to be there.
    facts: BTreeMap<&'a str, u64>,
}

/// The instructions of a function, by their results.
pub(super) fn definitions<'a>(function: &Blocks<'a>) -> BTreeMap<&'a str, &'a str> {
    let lines = function.iter().flat_map(|(_, lines)| lines);
    lines.filter(|line| line.starts_with('%')).filter_map(|line| line.split_once(" = ")).collect()
}

impl<'a> Values<'a> {
    /// In the block of this index.
    pub(super) fn at(
        function: &Blocks<'a>,
        definitions: &'a BTreeMap<&'a str, &'a str>,
        block: usize,
    ) -> Self {
        let (mut facts, mut seen, mut at) = (BTreeMap::new(), BTreeSet::new(), block);
        while seen.insert(at) {
            let label = function[at].0;
            let leads_there = |lines: &[&'a str]| lines.iter().any(|line| labels(line).any(|to| to == label));
            let mut from = (0..function.len()).filter(|&from| leads_there(&function[from].1));
            let (Some(only), None) = (from.next(), from.next()) else { break };
            facts.extend(edge(&function[only].1, label, definitions));
            at = only;
        }
        Self { definitions, facts }
    }

    /// What an operand is: `i64 8`, `i32 noundef %3`.
    pub(super) fn of(&self, operand: &'a str) -> Option<Value<'a>> {
        self.value(operand.rsplit(' ').next()?, &mut BTreeSet::new())
    }

    /// The lower and the upper 32 bits of an operand of 64 bits, where they are known.
    pub(super) fn halves(&self, operand: &'a str) -> [Option<u32>; 2] {
        self.halves_of(operand.rsplit(' ').next().unwrap_or_default(), STEPS)
    }

    fn halves_of(&self, name: &'a str, steps: usize) -> [Option<u32>; 2] {
        let known = self.value(name, &mut BTreeSet::new()).and_then(|value| value.in_case(None, 0));
        if let Some(number) = known {
            return [Some(number as u32), Some((number >> 32) as u32)];
        }
        let (Some(instruction), Some(steps)) = (self.definitions.get(name), steps.checked_sub(1)) else {
            return [None; 2];
        };
        let text = instruction.split(", !").next().unwrap_or_default();
        let mut operands = text.split(", ").filter_map(|part| part.rsplit(' ').next());
        let operation = text.split(' ').next().unwrap_or_default();
        match (operation, operands.next(), operands.next()) {
            ("zext", ..) if text.ends_with(" to i64") => {
                let is_narrow = text.split(' ').find_map(width).is_some_and(|bits| bits <= 32);
                [None, is_narrow.then_some(0)]
            }
            ("shl", Some(of), Some("32")) => [Some(0), self.halves_of(of, steps)[0]],
            ("or", Some(a), Some(b)) => {
                let (a, b) = (self.halves_of(a, steps), self.halves_of(b, steps));
                std::array::from_fn(|half| Some(a[half]? | b[half]?))
            }
            _ => [None; 2],
        }
    }

    fn value(&self, name: &'a str, open: &mut BTreeSet<&'a str>) -> Option<Value<'a>> {
        if let Some(number) = number(name).or_else(|| self.facts.get(name).copied()) {
            return Some(Value::number(number));
        }
        let instruction = *self.definitions.get(name)?;
        // A value that depends on itself changes from pass to pass of a loop.
        if open.len() == STEPS || !open.insert(name) {
            return None;
        }
        let value = self.result(name, instruction, open);
        open.remove(name);
        value
    }

    fn result(&self, name: &'a str, instruction: &'a str, open: &mut BTreeSet<&'a str>) -> Option<Value<'a>> {
        let text = instruction.split(", !").next()?;
        let operation = text.split(' ').next()?;
        let mut operands = text.split(", ").filter_map(|part| part.rsplit(' ').next());
        match operation {
            "zext" | "sext" | "trunc" | "freeze" => {
                let (from, to) = text.split_once(" to ").unwrap_or((text, ""));
                let mut words = from.rsplit(' ');
                let (value, ty) = (words.next()?, words.next()?);
                let value = self.value(value, open)?;
                let (from, to) = (width(ty)?, width(to).or(width(ty))?);
                let signed = operation == "sext";
                let cast = |n: u64| mask(if signed { signed_of(n, from) } else { mask(n, from) }, to);
                Some(Value { numbers: value.numbers.into_iter().map(cast).collect(), ..value })
            }
            "select" => {
                let (_, then, other) = (operands.next()?, operands.next()?, operands.next()?);
                self.choice(name, [then, other].into_iter(), open)
            }
            "phi" => {
                let cases = text.split('[').skip(1).filter_map(|case| case.trim_start().split(',').next());
                // In a loop these are of the pass before, of which the facts say nothing.
                Self { definitions: self.definitions, facts: BTreeMap::new() }.choice(name, cases, open)
            }
            _ => {
                let bits = text.split(' ').find_map(width)?;
                let first = self.value(operands.next()?, open)?;
                let second = self.value(operands.next()?, open)?;
                first.with(&second, |a, b| {
                    Some(mask(binary(operation, mask(a, bits), mask(b, bits), bits)?, bits))
                })
            }
        }
    }

    /// The values of the cases of a choice, none of which may depend on another.
    fn choice(
        &self,
        name: &'a str,
        cases: impl Iterator<Item = &'a str>,
        open: &mut BTreeSet<&'a str>,
    ) -> Option<Value<'a>> {
        let numbers: Vec<u64> = cases
            .map(|case| self.value(case, open).filter(|value| value.choice.is_none())?.in_case(None, 0))
            .collect::<Option<_>>()?;
        let first = *numbers.first()?;
        match numbers.iter().all(|&number| number == first) {
            true => Some(Value::number(first)),
            false if numbers.len() > CHOICES => None,
            false => Some(Value { choice: Some(name), numbers }),
        }
    }
}

/// What a result is where control leaves these lines for a label.
fn edge<'a>(
    lines: &[&'a str],
    label: &str,
    definitions: &BTreeMap<&'a str, &'a str>,
) -> Option<(&'a str, u64)> {
    let at = lines.iter().position(|line| line.starts_with("switch ") || line.starts_with("br i1 "))?;
    let terminator = lines[at];
    let operand = terminator.split(',').next()?.rsplit(' ').next()?;
    let to = || lines[at..].iter().flat_map(|line| labels(line));
    if to().filter(|to| *to == label).count() != 1 {
        return None;
    }
    if terminator.starts_with("switch ") {
        // The first label is of the case that no number is.
        let case = lines[at + 1..].iter().find(|line| labels(line).any(|to| to == label))?;
        return Some((operand, number(case.split(',').next()?.rsplit(' ').next()?)?));
    }
    let comparison = definitions.get(operand)?.strip_prefix("icmp ")?.split(", !").next()?;
    let (left, right) = comparison.split_once(", ")?;
    let holds = to().next() == Some(label);
    let is_equal = left.starts_with("eq ") && holds || left.starts_with("ne ") && !holds;
    is_equal.then_some(())?;
    Some((left.rsplit(' ').next()?, number(right)?))
}

/// A number, which may be written as a negative one.
fn number(name: &str) -> Option<u64> {
    name.parse().ok().or_else(|| name.parse::<i64>().ok().map(i64::cast_unsigned))
}

/// The bits of a type of integers.
pub(super) fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix('i')?.parse().ok().filter(|bits| (1..=64).contains(bits))
}

fn mask(number: u64, bits: u32) -> u64 {
    number & (u64::MAX >> (64 - bits))
}

fn signed_of(number: u64, bits: u32) -> u64 {
    let shift = 64 - bits;
    ((number << shift).cast_signed() >> shift).cast_unsigned()
}

/// An operation on numbers of this many bits.
fn binary(operation: &str, a: u64, b: u64, bits: u32) -> Option<u64> {
    let (left, right) = (signed_of(a, bits).cast_signed(), signed_of(b, bits).cast_signed());
    let shift = u32::try_from(b).ok().filter(|&shift| shift < bits);
    Some(match operation {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        "mul" => a.wrapping_mul(b),
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "shl" => a << shift?,
        "lshr" => a >> shift?,
        "ashr" => (left >> shift?).cast_unsigned(),
        "udiv" => a.checked_div(b)?,
        "urem" => a.checked_rem(b)?,
        "sdiv" => left.checked_div(right)?.cast_unsigned(),
        "srem" => left.checked_rem(right)?.cast_unsigned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "define void @f(i32 %x, i1 %c, i64 %n) {
  %1 = zext nneg i32 %x to i64, !dbg !3
  %2 = or disjoint i64 %1, 4294967296
  %3 = select i1 %c, i32 64, i32 128
  %4 = mul nuw nsw i32 %3, 2
  %5 = select i1 %c, i32 1, i32 2
  %6 = add i32 %5, %3
  %7 = icmp eq i64 %n, 12, !dbg !3
  %15 = shl nuw i64 %1, 32
  %16 = or disjoint i64 %15, 3
  switch i32 %x, label %other [
    i32 32, label %is_32
    i32 64, label %both
    i32 96, label %both
  ], !dbg !3
is_32:
  br i1 %7, label %twelve, label %other
twelve:
  %8 = sext i8 -1 to i16
  ret void
both:
  %9 = phi i32 [ 7, %0 ], [ 7, %is_32 ], !dbg !3
  %10 = phi i32 [ 0, %0 ], [ %11, %both ]
  %11 = add i32 %10, 1
  br label %loop
loop:
  %12 = phi i32 [ 32, %both ], [ %13, %body ]
  %13 = shl i32 %12, 1
  %14 = icmp eq i32 %13, 128
  br i1 %14, label %body, label %other
body:
  br label %loop
other:
  ret void
}
";

    fn check(block: &str, operand: &str, expected: Option<(Option<&str>, &[u64])>) {
        let functions = super::super::functions(IR);
        let function = &functions[0];
        let definitions = definitions(function);
        let block = function.iter().position(|(label, _)| *label == block).expect("a block");
        let value = Values::at(function, &definitions, block).of(operand);
        let expected = expected.map(|(choice, numbers)| Value { choice, numbers: numbers.to_vec() });
        assert_eq!(value, expected, "{operand}");
    }

    #[test]
    fn values_are_known_where_control_says_what_they_are() {
        check("is_32", "i64 %2", Some((None, &[4_294_967_328])));
        check("twelve", "i64 %2", Some((None, &[4_294_967_328])));
        check("twelve", "i64 noundef %n", Some((None, &[12])));
        check("twelve", "i16 %8", Some((None, &[0xffff])));
        check("is_32", "i64 %n", None);
        check("both", "i64 %2", None);
        check("other", "i64 %2", None);
        check("", "i64 %2", None);
    }

    #[test]
    fn a_half_may_be_known() {
        let functions = super::super::functions(IR);
        let definitions = definitions(&functions[0]);
        let values = Values::at(&functions[0], &definitions, 0);
        assert_eq!(values.halves("i64 %2"), [None, Some(1)]);
        assert_eq!(values.halves("i64 4294967298"), [Some(2), Some(1)]);
        assert_eq!(values.halves("i64 %16"), [Some(3), None]);
        assert_eq!(values.halves("i64 %n"), [None, None]);
    }

    #[test]
    fn a_choice_has_a_number_for_each_case() {
        check("", "i32 %4", Some((Some("%3"), &[128, 256])));
        check("", "i32 %6", None);
        check("both", "i32 %9", Some((None, &[7])));
        check("both", "i32 %11", None);
        // That the next size is 128 says nothing of those before.
        check("body", "i32 %13", Some((None, &[128])));
        check("body", "i32 %12", None);
        check("", "i64 -1", Some((None, &[u64::MAX])));
    }
}
