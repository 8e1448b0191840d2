//! The numbers that a part of a requirement may have, and how many bits they need.

/// All integers from `least` to `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) least: i128,
    pub(super) most: i128,
    /// Does it continue from `most`, which is 2^127 - 1 then, to 2^128 - 1? Only where `least` is not negative.
    pub(super) beyond: bool,
}

impl Range {
    pub(super) const TRUTH: Self = Self { least: 0, most: 1, beyond: false };

    pub(super) const fn new(least: i128, most: i128) -> Self {
        Self { least, most, beyond: false }
    }

    /// The numbers of a type.
    pub(super) const fn of_type(bits: u32, signed: bool) -> Self {
        match signed {
            true => Self::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => Self::new(0, (1 << bits) - 1),
        }
    }

    /// Its one number.
    pub(super) fn only(self) -> Option<i128> {
        (self.least == self.most && !self.beyond).then_some(self.least)
    }

    /// Do this many bits hold its numbers, in two's complement?
    pub(super) fn fits_signed(self, bits: u32) -> bool {
        let most = i128::MAX >> (128 - bits);
        !self.beyond && self.most <= most && self.least >= -most - 1
    }

    /// Do this many bits hold its numbers, without a sign?
    pub(super) fn fits_unsigned(self, bits: u32) -> bool {
        self.least >= 0 && (bits == 128 || !self.beyond && self.most >> bits == 0)
    }

    pub(super) fn fits(self, bits: u32) -> bool {
        self.fits_signed(bits) || self.fits_unsigned(bits)
    }

    pub(super) fn contains(self, number: i128) -> bool {
        self.least <= number && number <= self.most
    }

    /// Has it a negative number?
    pub(super) fn is_negative(self) -> bool {
        self.least < 0
    }

    /// The largest distance of its numbers from 0.
    fn magnitude(self) -> Option<i128> {
        Some(self.least.checked_abs()?.max(self.most.checked_abs()?)).filter(|_| !self.beyond)
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let known = !self.beyond && !other.beyond;
        let sum = Self::new(self.least.checked_add(other.least)?, self.most.checked_add(other.most)?);
        known.then_some(sum)
    }

    pub(super) fn minus(self, other: Self) -> Option<Self> {
        self.plus(other.negated()?)
    }

    pub(super) fn negated(self) -> Option<Self> {
        Some(Self::new(self.most.checked_neg()?, self.least.checked_neg()?)).filter(|_| !self.beyond)
    }

    pub(super) fn times(self, other: Self) -> Option<Self> {
        if self.beyond || other.beyond {
            return None;
        }
        let corners = [
            self.least.checked_mul(other.least),
            self.least.checked_mul(other.most),
            self.most.checked_mul(other.least),
            self.most.checked_mul(other.most),
        ];
        if let [Some(a), Some(b), Some(c), Some(d)] = corners {
            return Some(Self::new(a.min(b).min(c).min(d), a.max(b).max(c).max(d)));
        }
        // Products of numbers without a sign may use all bits.
        let unsigned = self.least >= 0 && other.least >= 0;
        let fits = unsigned && self.most.unsigned_abs().checked_mul(other.most.unsigned_abs()).is_some();
        fits.then_some(Self { least: 0, most: i128::MAX, beyond: true })
    }

    pub(super) fn divided(self, other: Self) -> Option<Self> {
        let most = self.magnitude().filter(|_| !other.beyond)?;
        Some(match self.is_negative() || other.is_negative() {
            true => Self::new(-most, most),
            false => Self::new(0, self.most),
        })
    }

    pub(super) fn remainder(self, other: Self) -> Option<Self> {
        let (most, by) = (self.magnitude()?, other.magnitude()?);
        let most = most.min((by - 1).max(0));
        Some(Self::new(if self.is_negative() { -most } else { 0 }, if self.most > 0 { most } else { 0 }))
    }

    /// All numbers with the bits that those of both need.
    pub(super) fn bits(self, other: Self) -> Option<Self> {
        if self.beyond || other.beyond {
            return None;
        }
        let all = [self.least, self.most, other.least, other.most];
        // The bits that are not copies of the sign.
        let bits = all.iter().map(|&n| 128 - (if n < 0 { !n } else { n }).leading_zeros()).max().unwrap_or(0);
        let most = if bits >= 127 { i128::MAX } else { (1 << bits) - 1 };
        let negative = self.is_negative() || other.is_negative();
        Some(Self::new(if negative { -most - 1 } else { 0 }, most))
    }

    /// What `&` leaves of both.
    pub(super) fn common(self, other: Self) -> Option<Self> {
        let all = self.bits(other)?;
        let bounds = [self, other].into_iter().filter(|range| !range.is_negative()).map(|range| range.most);
        Some(bounds.min().map_or(all, |most| Self::new(0, most)))
    }

    /// Shifted to the left by one of these numbers, of which only 0 to 63 count.
    pub(super) fn shifted_left(self, by: Self) -> Option<Self> {
        let most = 1_i128 << by.most.clamp(0, 63);
        self.times(Self::new(1, most)).filter(|range| !range.beyond)
    }

    /// Shifted to the right by a number that is not negative.
    pub(super) fn shifted_right(self) -> Option<Self> {
        (!self.beyond)
            .then(|| Self::new(self.least.min(0), self.most.max(if self.least < 0 { -1 } else { 0 })))
    }
}
