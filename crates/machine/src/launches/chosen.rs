//! Inputs that are not given, chosen.
//!
//! What a parameter is and what a buffer holds at the start may stay open, and a run then holds for all of it. Some questions
//! are about one choice only: do two writes leave different values for *some* input ([`crate::differ`])? A number answers for
//! that one pair of values; whether the kernel reaches the two writes with such an input, and does not trap, wait forever
//! or leave a buffer before, only a run with that very input tells. So an input is an [`Attempt`], a fixed function from
//! places to bytes, and a launch may [take it](Chosen) for what it leaves open.

use crate::launches::logs;
use crate::launches::objects::PARAMS;
use crate::launches::variables::Variables;
use crate::values::domain::ObjectId;
use raddle_ir::{KernelParam, Rounding, Type, eval};
use std::collections::BTreeMap;

/// One choice of all inputs, by number: the same number, the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Attempt(pub u32);

impl Attempt {
    /// Numbers of four bytes from 0 to 3, in no order.
    pub const SMALL: Self = Self(0);
    /// Zeros.
    pub const ZEROS: Self = Self(1000);
    /// Each number of four bytes is the number of its element: 0, 1, 2 and so on.
    pub const INCREASING: Self = Self(1001);
    /// Floats of four bytes: 0.25, 0.5 and so on up to 4, and again from the first.
    pub const FLOATS: Self = Self(1002);

    /// A byte that an object holds when the kernel starts: small numbers, any bits, and floats that are not far from 1 take
    /// turns, in elements of four bytes and of eight. Those with a name have a pattern instead.
    #[must_use]
    pub fn byte(self, object: ObjectId, offset: u64) -> u8 {
        let of_element = |bytes: [u8; 4]| bytes[(offset % 4) as usize];
        match self {
            Self::ZEROS => return 0,
            Self::INCREASING => return of_element(((offset / 4) as u32).to_le_bytes()),
            Self::FLOATS => return of_element(((1 + offset / 4 % 16) as f32 / 4.0).to_le_bytes()),
            _ => {}
        }
        let random = self.random(u64::from(object.0) << 40 ^ offset);
        let element = if self.0 & 4 == 0 { 4 } else { 8 };
        let within = offset % element;
        match (self.0 % 4, within) {
            (0, 0) => (random % 4) as u8,
            (1, 0) | (2, _) => random as u8,
            (3, _) if within == element - 1 => [0x3f, 0x40, 0xbf][(random % 3) as usize],
            (3, _) => random as u8,
            _ => 0,
        }
    }

    /// A byte of what a thread has for itself, and has not written.
    #[must_use]
    pub fn of_thread(self, thread: u32, at: u64) -> u8 {
        self.random(u64::from(thread) << 32 ^ at ^ 1 << 63) as u8
    }

    /// The bytes of a parameter.
    #[must_use]
    pub fn argument(self, param: &KernelParam) -> Vec<u8> {
        (param.offset..param.offset + param.size).map(|at| self.byte(PARAMS, at)).collect()
    }

    /// The size of the grid.
    #[must_use]
    pub fn grid(self) -> [u32; 3] {
        [0, 1, 2].map(|d| 60_000 + (self.random(d) % 5000) as u32)
    }

    /// A number that looks random and is the same for the same input of the same attempt (the finaliser of SplitMix64).
    fn random(self, input: u64) -> u64 {
        let mut x = input.wrapping_add((u64::from(self.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

/// Results of functions that are known up to an error, such as `expf`: what the host computes (0), or, for other numbers, that increased or decreased by a
/// thousandth, for each function and arguments in another way. A device may give another number nearby, so what such a run shows should not
/// depend on which of these it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nearly(pub u8);

impl Nearly {
    /// The results of the host, and three others.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// A number nearby, by the bits of it and of the result; `of` is the function, by its name, and its arguments.
    pub(crate) fn of(self, ty: Type, bits: u64, of: (&str, &[u64])) -> u64 {
        if self.0 == 0 {
            return bits;
        }
        let words = of.0.bytes().map(u64::from).chain(of.1.iter().copied());
        let seed = words.fold(0, |seed, word| Attempt(u32::from(self.0)).random(seed ^ word));
        let value = eval::to_f64(ty, u128::from(bits));
        let error = (value.abs() + f64::from(f32::EPSILON)) / 1000.0;
        let near = if seed % 2 == 0 { value + error } else { value - error };
        eval::from_f64(ty, near, Rounding::Nearest) as u64
    }
}

/// What of a launch was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// The numbers of the parameters among [`args`](crate::launch::Launch::args) that are.
    pub args: Vec<usize>,
    /// Is the size of the grid?
    pub grid: bool,
    /// Bytes that buffers hold at the start, by the byte of the parameter bank that holds the buffer's pointer, and the offset.
    pub contents: BTreeMap<(u64, u64), u8>,
    /// What they hold elsewhere; unknown if absent.
    pub attempt: Option<Attempt>,
    /// Is the schedule chosen, too: are the results of atomics, volatile and strong loads those of the run's own order? Then it shows what may happen, and proves
    /// nothing.
    pub atomics: bool,
    /// Do the CTAs of the grid run one after the other, in the order of their numbers, each with the global memory that those before it leave?
    /// Otherwise each finds what the launch begins with.
    pub in_turn: bool,
    /// What variables of the module hold, and constants; unknown if absent, but for constants that the module initialises.
    pub variables: Option<Variables>,
    /// Which accesses the logs of threads hold.
    pub logs: Option<logs::Choice>,
    /// Are images [what OpenCL allows](crate::images), as to their formats and sizes? Otherwise they are unknown functions.
    pub images: bool,
    /// What is read where nothing was written, in registers, the thread's own memory and shared memory.
    pub uninitialised: Option<Attempt>,
    /// What functions give that are known up to an error; unknown if absent.
    pub functions: Option<Nearly>,
}

impl Chosen {
    /// Is nothing chosen, but perhaps the size of the grid? What else a run depends on is as open then as in any other.
    #[must_use]
    pub fn is_of_grid_only(&self) -> bool {
        *self == Self { grid: self.grid, ..Self::default() }
    }

    /// What the buffer whose pointer lies at this byte of the parameter bank holds at an offset.
    #[must_use]
    pub fn byte(&self, pointer: u64, object: ObjectId, offset: u64) -> Option<u8> {
        let listed = self.contents.get(&(pointer, offset)).copied();
        listed.or_else(|| Some(self.attempt?.byte(object, offset)))
    }
}
