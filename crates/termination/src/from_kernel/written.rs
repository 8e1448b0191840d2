//! Bounds of counters as C writes them.
//!
//! A condition is read as mathematics, and it is also put into `__requires(...)`. There `n + s <= 2147483648` would wrap around, and be true of every `n`. So the
//! bound stands alone on its side, and what it is compared with cannot wrap around where the step is positive: a number of 64 bits is what decimal literals beyond
//! `int` are, and where there is none that is wide enough, the literal is the largest number, and the step is taken away less 1.

/// The bits of the widest numbers of C.
const WIDEST: u32 = 64;

/// A number that is not negative as a literal: decimal ones are signed, and of 64 bits at most.
#[must_use]
pub fn literal(number: u128) -> String {
    if i64::try_from(number).is_ok() { number.to_string() } else { format!("{number}u") }
}

/// A number that may be negative as a literal: the least one of 64 bits has none.
pub fn negative(size: u128) -> String {
    if size > 1 << (WIDEST - 1) {
        return "…".to_owned();
    }
    if size == 1 << (WIDEST - 1) { format!("-{} - 1", size - 1) } else { format!("-{size}") }
}

/// How far a counter can go before it wraps around.
#[derive(Clone, Copy)]
pub struct Range {
    /// Its width.
    pub width: u32,
    /// The largest number that it can be.
    pub most: u128,
    /// Is it a signed number?
    pub signed: bool,
}

impl Range {
    /// `bound + step <= most`, or one more where `strict`, of a step that is positive.
    pub fn above(self, bound: &str, step: &str, strict: bool) -> String {
        if self.width < WIDEST {
            let sign = if strict { "<=" } else { "<" };
            return format!("{bound} {sign} {} - {step}", literal(self.most + 1));
        }
        let step = if strict { format!("({step} - 1)") } else { step.to_owned() };
        format!("{bound} <= {} - {step}", literal(self.most))
    }

    /// `bound - step >= least`, or one less where `strict`, of a step that is positive.
    pub fn below(self, bound: &str, step: &str, strict: bool) -> String {
        let less = u128::from(strict);
        match (self.signed, self.width) {
            (false, _) if strict => format!("{bound} >= {step} - 1"),
            (false, _) => format!("{bound} >= {step}"),
            (true, WIDEST..) => format!("{bound} >= {step} - {} - {}", 1 + less, literal(self.most)),
            (true, _) => format!("{bound} >= {step} - {}", literal(self.most + 1 + less)),
        }
    }

    /// The same as [`Self::above`] for a step that is a number.
    pub fn above_number(self, bound: &str, step: u128, strict: bool) -> String {
        format!("{bound} <= {}", literal((self.most + u128::from(strict)).saturating_sub(step)))
    }

    /// The same as [`Self::below`] for a step that is a number.
    pub fn below_number(self, bound: &str, step: u128, strict: bool) -> String {
        match self.signed {
            true => format!("{bound} >= {}", negative(self.most + 1 + u128::from(strict) - step)),
            false => format!("{bound} >= {}", step - u128::from(strict)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Range, literal, negative};

    #[test]
    fn ends_of_ranges() {
        let int = Range { width: 32, most: (1 << 31) - 1, signed: true };
        let long = Range { width: 64, most: (1 << 63) - 1, signed: true };
        let size = Range { width: 64, most: (1 << 64) - 1, signed: false };
        assert_eq!(int.above("n", "s", true), "n <= 2147483648 - s");
        assert_eq!(int.above("n", "s", false), "n < 2147483648 - s");
        assert_eq!(int.below("n", "s", true), "n >= s - 2147483649");
        assert_eq!(int.below("n", "s", false), "n >= s - 2147483648");
        assert_eq!(int.below_number("n", 1, false), "n >= -2147483647");
        assert_eq!(long.above("n", "s", true), "n <= 9223372036854775807 - (s - 1)");
        assert_eq!(long.above("n", "s", false), "n <= 9223372036854775807 - s");
        assert_eq!(long.below("n", "s", true), "n >= s - 2 - 9223372036854775807");
        assert_eq!(size.above("n", "s", true), "n <= 18446744073709551615u - (s - 1)");
        assert_eq!(size.below("n", "s", true), "n >= s - 1");
        assert_eq!(size.above_number("n", 1, true), "n <= 18446744073709551615u");
        assert_eq!(literal(1 << 63), "9223372036854775808u");
        assert_eq!(negative(1 << 63), "-9223372036854775807 - 1");
    }
}
