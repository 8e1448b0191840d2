//! From an expression to the instructions that evaluate it.

use super::operand::{Cast, Operand, Size};
use super::parse::{Binary, Expr, Node, Unary};
use super::range::Range;
use super::{Misfit, Remark};
use crate::inst::{Access, Address, Base, InstKind, Special, Values};
use crate::module::Function;
use crate::op::{IntCond, PureOp};
use crate::types::{Space, Type};
use crate::{Inst, LocId, Value};
use std::collections::BTreeSet;

/// The widths in which numbers are computed.
const WIDTHS: [u32; 3] = [32, 64, 128];

/// A part that is evaluated: a number, of which its bits are known to hold all values, with a sign if some are negative.
#[derive(Clone, Copy)]
struct Term {
    value: Value,
    bits: u32,
    range: Range,
    /// Has it a value? Always where none is here.
    defined: Option<Value>,
}

/// Makes instructions, in order.
pub(super) struct Builder<'f> {
    function: &'f mut Function,
    loc: LocId,
    text: &'f str,
    pub(super) insts: Vec<Inst>,
    pub(super) remarks: BTreeSet<Remark>,
    /// Is the whole true by the types of its operands?
    pub(super) always: bool,
}

impl<'f> Builder<'f> {
    pub(super) fn new(function: &'f mut Function, loc: LocId, text: &'f str) -> Self {
        Self { function, loc, text, insts: Vec::new(), remarks: BTreeSet::new(), always: false }
    }

    /// Does it hold: has it a value, and one other than 0?
    pub(super) fn truth(&mut self, expr: &Expr) -> Result<Value, Misfit> {
        let term = self.term(expr)?;
        let holds = self.nonzero(term);
        self.always = holds.range.only() == Some(1) && holds.defined.is_none();
        Ok(match holds.defined {
            None => holds.value,
            Some(defined) => self.op(PureOp::And, &[defined, holds.value], Type::I1),
        })
    }

    fn one(&mut self, kind: InstKind, ty: Type) -> Value {
        let inst = self.function.make_inst(kind, &[ty], self.loc);
        self.insts.push(inst);
        self.function.insts[inst].results[0]
    }

    fn op(&mut self, op: PureOp, args: &[Value], ty: Type) -> Value {
        self.one(InstKind::Pure { op, args: Values::from_slice(args) }, ty)
    }

    fn constant(&mut self, number: i128, bits: u32) -> Value {
        let ty = int(bits);
        self.one(InstKind::Const(number as u128 & ty.mask()), ty)
    }

    /// A part that has this number.
    fn number(&mut self, number: i128) -> Term {
        let range = Range::new(number, number);
        let bits = WIDTHS.into_iter().find(|&bits| range.fits(bits)).unwrap_or(128);
        Term { value: self.constant(number, bits), bits, range, defined: None }
    }

    /// A part that is true or false.
    fn condition(value: Value, defined: Option<Value>) -> Term {
        Term { value, bits: 1, range: Range::TRUTH, defined }
    }

    /// The number in this many bits: more keep it, of less the lowest remain.
    fn resized(&mut self, term: Term, bits: u32) -> Value {
        if let Some(number) = term.range.only() {
            return self.constant(number, bits);
        }
        let op = match term.bits.cmp(&bits) {
            std::cmp::Ordering::Equal => return term.value,
            std::cmp::Ordering::Greater => PureOp::Trunc,
            std::cmp::Ordering::Less if term.range.is_negative() => PureOp::Sext,
            std::cmp::Ordering::Less => PureOp::Zext,
        };
        self.op(op, &[term.value], int(bits))
    }

    /// Is it other than 0?
    fn nonzero(&mut self, term: Term) -> Term {
        if let Some(number) = term.range.only() {
            let range = Range::new((number != 0).into(), (number != 0).into());
            return Term { value: self.constant(range.least, 1), bits: 1, range, defined: term.defined };
        }
        if term.bits == 1 {
            return term;
        }
        let zero = self.constant(0, term.bits);
        let value = self.op(PureOp::Icmp(IntCond::Ne), &[term.value, zero], Type::I1);
        Self::condition(value, term.defined)
    }

    fn both(&mut self, one: Option<Value>, other: Option<Value>) -> Option<Value> {
        match (one, other) {
            (Some(one), Some(other)) => Some(self.op(PureOp::And, &[one, other], Type::I1)),
            (one, other) => one.or(other),
        }
    }

    fn term(&mut self, expr: &Expr) -> Result<Term, Misfit> {
        match &expr.node {
            Node::Number(number) => Ok(self.number((*number).into())),
            Node::Operand(operand) => self.operand(operand),
            Node::Size(size) => Ok(self.size(*size)),
            Node::Unary(op, inner) => {
                let inner = self.term(inner)?;
                self.unary(*op, inner).ok_or_else(|| self.too_large(expr))
            }
            Node::Cast(cast, inner) => {
                let before = matches!(inner.node, Node::Operand(_)).then(|| self.remarks.clone());
                let inner = self.term(inner)?;
                // A cast says which sign is meant.
                self.remarks = before.unwrap_or_else(|| std::mem::take(&mut self.remarks));
                Ok(self.cast(*cast, inner))
            }
            Node::Binary(op @ (Binary::And | Binary::Or), left, right) => {
                let left = self.term(left)?;
                let left = self.nonzero(left);
                let right = self.term(right)?;
                let right = self.nonzero(right);
                Ok(self.logical(*op, left, right))
            }
            Node::Binary(op, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.binary(*op, left, right).ok_or_else(|| self.too_large(expr))
            }
        }
    }

    fn too_large(&self, expr: &Expr) -> Misfit {
        Misfit::TooLarge(self.text[expr.span.clone()].to_owned())
    }

    fn operand(&mut self, operand: &Operand) -> Result<Term, Misfit> {
        let place = operand.place(self.function)?;
        let bits = place.ty.bits();
        if place.signed.is_none() {
            self.remarks.insert(Remark::Unsigned { name: operand.text(), bits });
        }
        let addr =
            Address { space: Space::Param, base: Base::Params, index: None, offset: place.offset as i64 };
        let value = self.one(InstKind::Load { addr, access: Access::default() }, place.ty);
        if place.truth {
            let value = self.op(PureOp::Trunc, &[value], Type::I1);
            return Ok(Self::condition(value, None));
        }
        let range = Range::of_type(bits, place.signed == Some(true));
        Ok(Term { value, bits, range, defined: None })
    }

    fn size(&mut self, size: Size) -> Term {
        let mut of = |special: Special| {
            let value = self.one(InstKind::Special(special), Type::I32);
            Term { value, bits: 32, range: Range::of_type(32, false), defined: None }
        };
        match size {
            Size::Of(special) => of(special),
            Size::Global(dimension) => {
                let (groups, size) = (of(Special::Nctaid(dimension)), of(Special::Ntid(dimension)));
                let (groups, size) = (self.resized(groups, 64), self.resized(size, 64));
                let value = self.op(PureOp::Mul, &[groups, size], Type::I64);
                Term { value, bits: 64, range: Range::of_type(64, false), defined: None }
            }
        }
    }

    fn unary(&mut self, op: Unary, inner: Term) -> Option<Term> {
        match op {
            Unary::Plus => Some(inner),
            Unary::Not => {
                let inner = self.nonzero(inner);
                if let Some(number) = inner.range.only() {
                    return Some(Term { defined: inner.defined, ..self.number(1 - number) });
                }
                let truth = self.constant(1, 1);
                let value = self.op(PureOp::Xor, &[inner.value, truth], Type::I1);
                Some(Self::condition(value, inner.defined))
            }
            Unary::Minus => {
                let zero = self.number(0);
                self.binary(Binary::Minus, zero, inner)
            }
            // In two's complement, however many bits there are.
            Unary::Complement => {
                let minus_one = self.number(-1);
                self.binary(Binary::Minus, minus_one, inner)
            }
        }
    }

    fn cast(&mut self, cast: Cast, inner: Term) -> Term {
        let range = Range::of_type(cast.ty.bits(), cast.signed);
        if !inner.range.beyond && range.contains(inner.range.least) && range.contains(inner.range.most) {
            return inner;
        }
        let bits = cast.ty.bits();
        let value = self.resized(inner, bits);
        Term { value, bits, range, defined: inner.defined }
    }

    /// `&&` and `||` evaluate their right side only where the left one does not decide.
    fn logical(&mut self, op: Binary, left: Term, right: Term) -> Term {
        let (of_op, decides) = if op == Binary::And { (PureOp::And, 0) } else { (PureOp::Or, 1) };
        if left.range.only() == Some(decides) {
            return left;
        }
        if left.range.only().is_some() {
            return Term { defined: self.both(left.defined, right.defined), ..right };
        }
        let needed = right.defined.map(|defined| {
            let decided = match op {
                Binary::And => {
                    let truth = self.constant(1, 1);
                    self.op(PureOp::Xor, &[left.value, truth], Type::I1)
                }
                _ => left.value,
            };
            self.op(PureOp::Or, &[decided, defined], Type::I1)
        });
        let defined = self.both(left.defined, needed);
        if right.range.only() == Some(1 - decides) {
            return Term { defined, ..left };
        }
        if right.range.only() == Some(decides) && right.defined.is_none() {
            return Term { defined, ..right };
        }
        let value = self.op(of_op, &[left.value, right.value], Type::I1);
        Self::condition(value, defined)
    }

    fn binary(&mut self, op: Binary, left: Term, right: Term) -> Option<Term> {
        let (a, b) = (left.range, right.range);
        let defined = self.both(left.defined, right.defined);
        let mut term = match op {
            Binary::Plus => self.modulo(PureOp::Add, a.plus(b)?, left, right),
            Binary::Minus => self.modulo(PureOp::Sub, a.minus(b)?, left, right),
            Binary::Times => self.modulo(PureOp::Mul, a.times(b)?, left, right),
            Binary::BitAnd => self.exact([PureOp::And; 2], a.common(b)?, left, right),
            Binary::BitOr => self.exact([PureOp::Or; 2], a.bits(b)?, left, right),
            Binary::BitXor => self.exact([PureOp::Xor; 2], a.bits(b)?, left, right),
            Binary::Divide | Binary::Remainder => return self.quotient(op, left, right, defined),
            Binary::ShiftLeft | Binary::ShiftRight => return self.shift(op, left, right, defined),
            _ => self.compare(op, left, right),
        };
        term.defined = defined;
        Some(term)
    }

    /// An operation whose lowest bits depend on nothing but the lowest bits of its operands.
    fn modulo(&mut self, op: PureOp, range: Range, left: Term, right: Term) -> Term {
        if let Some(number) = range.only() {
            return self.number(number);
        }
        let bits = WIDTHS.into_iter().find(|&bits| range.fits(bits)).unwrap_or(128);
        let args = [self.resized(left, bits), self.resized(right, bits)];
        Term { value: self.op(op, &args, int(bits)), bits, range, defined: None }
    }

    /// An operation on numbers with a sign, or else without one, in a width that holds all of `range` too.
    fn exact(&mut self, [signed, unsigned]: [PureOp; 2], range: Range, left: Term, right: Term) -> Term {
        let (op, bits) = match width(&[left.range, right.range, range]) {
            Some((bits, true)) => (signed, bits),
            Some((bits, false)) => (unsigned, bits),
            None => (signed, 128),
        };
        let args = [self.resized(left, bits), self.resized(right, bits)];
        Term { value: self.op(op, &args, int(bits)), bits, range, defined: None }
    }

    fn quotient(&mut self, op: Binary, left: Term, right: Term, defined: Option<Value>) -> Option<Term> {
        // The smallest number has no remainder by -1 in a width that does not hold the quotient.
        let quotient = left.range.divided(right.range)?;
        let (range, ops) = match op {
            Binary::Divide => (quotient, [PureOp::DivS, PureOp::DivU]),
            _ => (left.range.remainder(right.range)?, [PureOp::RemS, PureOp::RemU]),
        };
        if !right.range.contains(0) {
            let term = self.exact(ops, quotient, left, right);
            return Some(Term { range, defined, ..term });
        }
        // By 1 where it is not defined.
        let divides = self.nonzero(right);
        let one = self.constant(1, right.bits);
        let by = self.op(PureOp::Select, &[divides.value, right.value, one], int(right.bits));
        let range_of_by = if right.range.only().is_some() { Range::TRUTH } else { right.range };
        let term = self.exact(ops, quotient, left, Term { value: by, range: range_of_by, ..right });
        Some(Term { range, defined: self.both(defined, Some(divides.value)), ..term })
    }

    fn shift(&mut self, op: Binary, left: Term, by: Term, defined: Option<Value>) -> Option<Term> {
        let range = match op {
            Binary::ShiftLeft => left.range.shifted_left(by.range)?,
            _ => left.range.shifted_right()?,
        };
        // More bits than a shift may have.
        let known = by.range.only().filter(|number| (0..64).contains(number));
        let least = known.map_or(64, |number| 32.max(number as u32 + 1));
        let ranges = [left.range, range];
        let (bits, signed) = WIDTHS
            .into_iter()
            .filter(|&bits| bits >= least)
            .find_map(|bits| width_of(bits, &ranges).map(|signed| (bits, signed)))?;
        let of = match (op, signed) {
            (Binary::ShiftLeft, _) => PureOp::Shl,
            (_, true) => PureOp::ShrS,
            (_, false) => PureOp::ShrU,
        };
        let mut amount = self.resized(by, bits);
        let mut defined = defined;
        if known.is_none() {
            let (zero, most) = (self.number(0), self.number(63));
            let bounds = [self.compare(Binary::AtLeast, by, zero), self.compare(Binary::AtMost, by, most)];
            let fits = self.op(PureOp::And, &bounds.map(|bound| bound.value), Type::I1);
            // By 0 where it is not defined, so that the result is one of the range.
            let none = self.constant(0, bits);
            amount = self.op(PureOp::Select, &[fits, amount, none], int(bits));
            defined = self.both(defined, Some(fits));
        }
        let args = [self.resized(left, bits), amount];
        Some(Term { value: self.op(of, &args, int(bits)), bits, range, defined })
    }

    fn compare(&mut self, op: Binary, left: Term, right: Term) -> Term {
        if let Some(truth) = decided(op, left.range, right.range) {
            return Term {
                value: self.constant(truth.into(), 1),
                bits: 1,
                range: Range::new(truth.into(), truth.into()),
                defined: None,
            };
        }
        if let Some((bits, signed)) = width(&[left.range, right.range]) {
            let args = [self.resized(left, bits), self.resized(right, bits)];
            return Self::condition(self.op(PureOp::Icmp(cond(op, signed)), &args, Type::I1), None);
        }
        // A number without a sign that needs all bits, and one that may be negative, and is less then.
        let args = [self.resized(left, 128), self.resized(right, 128)];
        let value = self.op(PureOp::Icmp(cond(op, false)), &args, Type::I1);
        let negative = args[usize::from(right.range.is_negative())];
        let zero = self.constant(0, 128);
        let is_negative = self.op(PureOp::Icmp(IntCond::LtS), &[negative, zero], Type::I1);
        let is_left = left.range.is_negative();
        let then = match op {
            Binary::Equal => false,
            Binary::Unequal => true,
            Binary::Less | Binary::AtMost => is_left,
            _ => !is_left,
        };
        let then = self.constant(then.into(), 1);
        Self::condition(self.op(PureOp::Select, &[is_negative, then, value], Type::I1), None)
    }
}

fn int(bits: u32) -> Type {
    Type::int(bits).unwrap_or(Type::I128)
}

/// The smallest width that holds all of these, and whether with a sign.
fn width(ranges: &[Range]) -> Option<(u32, bool)> {
    WIDTHS.into_iter().find_map(|bits| width_of(bits, ranges).map(|signed| (bits, signed)))
}

/// Whether this many bits hold all of these with a sign, or else without.
fn width_of(bits: u32, ranges: &[Range]) -> Option<bool> {
    let signed = ranges.iter().all(|range| range.fits_signed(bits));
    (signed || ranges.iter().all(|range| range.fits_unsigned(bits))).then_some(signed)
}

/// The truth of a comparison, if it is the same for all numbers of two ranges.
fn decided(op: Binary, left: Range, right: Range) -> Option<bool> {
    let below = |a: Range, b: Range| !a.beyond && a.most < b.least;
    let up_to = |a: Range, b: Range| !a.beyond && a.most <= b.least;
    let (less, more) = (below(left, right), below(right, left));
    let (at_most, at_least) = (up_to(left, right), up_to(right, left));
    let same = left.only().is_some() && left.only() == right.only();
    let (yes, no) = match op {
        Binary::Equal => (same, less || more),
        Binary::Unequal => (less || more, same),
        Binary::Less => (less, at_least),
        Binary::AtMost => (at_most, more),
        Binary::Greater => (more, at_most),
        _ => (at_least, less),
    };
    if yes { Some(true) } else { no.then_some(false) }
}

fn cond(op: Binary, signed: bool) -> IntCond {
    match (op, signed) {
        (Binary::Equal, _) => IntCond::Eq,
        (Binary::Unequal, _) => IntCond::Ne,
        (Binary::Less, true) => IntCond::LtS,
        (Binary::Less, false) => IntCond::LtU,
        (Binary::AtMost, true) => IntCond::LeS,
        (Binary::AtMost, false) => IntCond::LeU,
        (Binary::Greater, true) => IntCond::GtS,
        (Binary::Greater, false) => IntCond::GtU,
        (_, true) => IntCond::GeS,
        (_, false) => IntCond::GeU,
    }
}
