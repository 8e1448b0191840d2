//! Random words for arguments: small ones, edges of types, floats of all kinds.

use crate::common::Random;

impl Random {
    /// A word that an argument may be: anything, something small, or something at an edge of a type.
    pub(crate) fn word(&mut self) -> u64 {
        match self.below(8) {
            0 => self.next() % 16,
            1 => (self.next() % 16).wrapping_neg(),
            2 => 1u64 << self.below(64),
            3 => (1u64 << self.below(64)).wrapping_sub(1 + self.next() % 2),
            4 => self.float32(),
            5 => self.float64(),
            _ => self.next(),
        }
    }

    /// The bits of a `float` of any kind: zeros, subnormal and ordinary numbers, infinities, NaN.
    fn float32(&mut self) -> u64 {
        let exponent = self.pick(&[0, 0, 1, 100, 118, 126, 127, 127, 128, 134, 150, 158, 159, 190, 254, 255]);
        let mantissa = if self.chance(40) { 0 } else { self.next() % (1 << 23) };
        (self.next() % 2) << 31 | exponent << 23 | mantissa
    }

    /// The bits of a `double` of any kind.
    fn float64(&mut self) -> u64 {
        let exponent =
            self.pick(&[0, 0, 1, 874, 896, 1009, 1022, 1023, 1023, 1054, 1055, 1086, 1151, 2046, 2047]);
        let mantissa = if self.chance(40) { 0 } else { self.next() % (1 << 52) };
        (self.next() % 2) << 63 | exponent << 52 | mantissa
    }
}
