//! A generator of random numbers that is the same everywhere.

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one function: neighbours have nothing in common.
    pub(crate) fn new(seed: u64, function: u64) -> Self {
        let mut random = Self(seed);
        Self(random.next() ^ function.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

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
