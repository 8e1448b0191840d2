//! Words: what the transfer functions of [`crate::facts`] compute with.
//!
//! A transfer function is written once, over any [`Word`]. With [`Bits`], numbers, it runs whenever a term is built. With
//! [`Formula`], terms of a plain arena, the same code yields the formula that says that it is right, for Z3 to prove.

use crate::op::Op;
use crate::sort::{Sort, mask};
use crate::terms::{Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;

/// A bit-vector of some kind. Arguments of one operation have one width.
pub trait Word: Clone {
    /// A truth value of the same kind.
    type Truth: Clone;
    /// The number of bits.
    fn width(&self) -> u32;
    /// A number, at the width of this word.
    fn constant(&self, value: u128) -> Self;
    /// A number, at any width.
    fn constant_of(&self, width: u32, value: u128) -> Self;
    /// Bit by bit.
    fn and(&self, other: &Self) -> Self;
    /// Bit by bit.
    fn or(&self, other: &Self) -> Self;
    /// Bit by bit.
    fn xor(&self, other: &Self) -> Self;
    /// Sum.
    fn add(&self, other: &Self) -> Self;
    /// Difference.
    fn sub(&self, other: &Self) -> Self;
    /// To the left, by a number below the width.
    fn shl(&self, by: u32) -> Self;
    /// To the right, by a number below the width.
    fn lshr(&self, by: u32) -> Self;
    /// This number of bits from a bit on.
    fn extract(&self, low: u32, width: u32) -> Self;
    /// Zero extension.
    fn zext(&self, width: u32) -> Self;
    /// Sign extension.
    fn sext(&self, width: u32) -> Self;
    /// Unsigned less or equal.
    fn le(&self, other: &Self) -> Self::Truth;
    /// Both.
    fn both(&self, a: &Self::Truth, b: &Self::Truth) -> Self::Truth;
    /// One of two words.
    fn choose(condition: &Self::Truth, a: &Self, b: &Self) -> Self;

    /// Every bit inverted.
    fn not(&self) -> Self {
        self.xor(&self.constant(u128::MAX))
    }
    /// The smaller one.
    fn min(&self, other: &Self) -> Self {
        Self::choose(&self.le(other), self, other)
    }
    /// The greater one.
    fn max(&self, other: &Self) -> Self {
        Self::choose(&self.le(other), other, self)
    }
}

/// A number of some width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    value: u128,
    width: u32,
}

impl Bits {
    /// The lowest bits of a number.
    #[must_use]
    #[inline]
    pub const fn new(width: u32, value: u128) -> Self {
        Self { value: value & mask(width), width }
    }

    /// The unsigned number.
    #[must_use]
    #[inline]
    pub const fn value(self) -> u128 {
        self.value
    }
}

impl Word for Bits {
    type Truth = bool;
    #[inline]
    fn width(&self) -> u32 {
        self.width
    }
    #[inline]
    fn constant(&self, value: u128) -> Self {
        Self::new(self.width, value)
    }
    #[inline]
    fn constant_of(&self, width: u32, value: u128) -> Self {
        Self::new(width, value)
    }
    #[inline]
    fn and(&self, other: &Self) -> Self {
        Self { value: self.value & other.value, ..*self }
    }
    #[inline]
    fn or(&self, other: &Self) -> Self {
        Self { value: self.value | other.value, ..*self }
    }
    #[inline]
    fn xor(&self, other: &Self) -> Self {
        Self { value: self.value ^ other.value, ..*self }
    }
    #[inline]
    fn add(&self, other: &Self) -> Self {
        Self::new(self.width, self.value.wrapping_add(other.value))
    }
    #[inline]
    fn sub(&self, other: &Self) -> Self {
        Self::new(self.width, self.value.wrapping_sub(other.value))
    }
    #[inline]
    fn shl(&self, by: u32) -> Self {
        Self::new(self.width, self.value << by)
    }
    #[inline]
    fn lshr(&self, by: u32) -> Self {
        Self { value: self.value >> by, ..*self }
    }
    #[inline]
    fn extract(&self, low: u32, width: u32) -> Self {
        Self::new(width, self.value >> low)
    }
    #[inline]
    fn zext(&self, width: u32) -> Self {
        Self { value: self.value, width }
    }
    #[inline]
    fn sext(&self, width: u32) -> Self {
        Self::new(width, crate::sort::signed(self.value, self.width) as u128)
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.value <= other.value
    }
    #[inline]
    fn both(&self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
    #[inline]
    fn choose(condition: &bool, a: &Self, b: &Self) -> Self {
        if *condition { *a } else { *b }
    }
}

/// A term of a plain arena.
#[derive(Clone)]
pub struct Formula {
    /// The arena.
    pub terms: Rc<RefCell<Terms>>,
    /// The term.
    pub term: Term,
}

impl Formula {
    fn make(&self, op: Op, sort: Sort, args: &[Term]) -> Self {
        let term = self.terms.borrow_mut().make(op, sort, args);
        Self { terms: Rc::clone(&self.terms), term }
    }

    fn binary(&self, op: Op, other: &Self) -> Self {
        self.make(op, Sort::Bits(self.width()), &[self.term, other.term])
    }
}

impl Word for Formula {
    type Truth = Self;
    fn width(&self) -> u32 {
        self.terms.borrow().width(self.term)
    }
    fn constant(&self, value: u128) -> Self {
        self.constant_of(self.width(), value)
    }
    fn constant_of(&self, width: u32, value: u128) -> Self {
        self.make(Op::Const(value & mask(width)), Sort::Bits(width), &[])
    }
    fn and(&self, other: &Self) -> Self {
        self.binary(Op::BvAnd, other)
    }
    fn or(&self, other: &Self) -> Self {
        self.binary(Op::BvOr, other)
    }
    fn xor(&self, other: &Self) -> Self {
        self.binary(Op::BvXor, other)
    }
    fn add(&self, other: &Self) -> Self {
        self.binary(Op::BvAdd, other)
    }
    fn sub(&self, other: &Self) -> Self {
        self.binary(Op::BvSub, other)
    }
    fn shl(&self, by: u32) -> Self {
        self.binary(Op::BvShl, &self.constant(u128::from(by)))
    }
    fn lshr(&self, by: u32) -> Self {
        self.binary(Op::BvLshr, &self.constant(u128::from(by)))
    }
    fn extract(&self, low: u32, width: u32) -> Self {
        self.make(Op::Extract(low), Sort::Bits(width), &[self.term])
    }
    fn zext(&self, width: u32) -> Self {
        if width == self.width() {
            self.clone()
        } else {
            self.make(Op::Zext, Sort::Bits(width), &[self.term])
        }
    }
    fn sext(&self, width: u32) -> Self {
        if width == self.width() {
            self.clone()
        } else {
            self.make(Op::Sext, Sort::Bits(width), &[self.term])
        }
    }
    fn le(&self, other: &Self) -> Self {
        self.make(Op::BvUle, Sort::Bool, &[self.term, other.term])
    }
    fn both(&self, a: &Self, b: &Self) -> Self {
        self.make(Op::And, Sort::Bool, &[a.term, b.term])
    }
    fn choose(condition: &Self, a: &Self, b: &Self) -> Self {
        a.make(Op::Ite, Sort::Bits(a.width()), &[condition.term, a.term, b.term])
    }
}
