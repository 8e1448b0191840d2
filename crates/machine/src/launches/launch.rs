//! What a launch gives: sizes, arguments, buffers, and which CTA.

use crate::launches::cases::Case;
use crate::launches::chosen::Chosen;
use crate::launches::objects::points_to_shared;
use raddle_ir::{Function, KernelParam, Type};
use raddle_launch::{LaunchSpace, limits};
use std::fmt;

pub use raddle_launch::{Arg, Buffer, BufferContent};

/// The most threads of a CTA that the machine runs.
pub const MOST_RUN: u32 = limits::RUN;

/// Which CTA runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WhichCta {
    /// The one at this place in the grid.
    At([u32; 3]),
    /// Any: `%ctaid` is unknown, and what is found holds for all of them.
    Any,
}

/// A launch of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The size of a CTA.
    pub block: [u32; 3],
    /// The size of the grid, when given; otherwise `%nctaid` is unknown.
    pub grid: Option<[u32; 3]>,
    /// Which CTA runs.
    pub cta: WhichCta,
    /// The parameters that are given.
    pub args: Vec<Arg>,
    /// The buffers that are described.
    pub buffers: Vec<Buffer>,
    /// How many threads a warp has: 1 to 32.
    pub warp_size: u32,
    /// Does a thread that has ended count as arrived at each barrier of the whole CTA?
    pub exited_arrive: bool,
    /// The size of dynamic shared memory in bytes, when given.
    pub dynamic_shared: Option<u64>,
    /// What unknown conditions are taken for.
    pub cases: Vec<Case>,
    /// Which of the above was chosen, and what buffers hold by choice.
    pub chosen: Option<Chosen>,
}

impl Launch {
    /// How many CTAs the grid has, if its size is given; [`u64::MAX`] stands for all numbers from there on.
    #[must_use]
    pub fn ctas(&self) -> Option<u64> {
        let count = |grid: [u32; 3]| grid.iter().fold(1_u64, |all, &n| all.saturating_mul(u64::from(n)));
        self.grid.map(count)
    }

    /// A launch of one CTA of this size, at (0, 0, 0), with nothing else given.
    #[must_use]
    pub fn new(block: [u32; 3]) -> Self {
        Self {
            block,
            grid: None,
            cta: WhichCta::At([0; 3]),
            args: Vec::new(),
            buffers: Vec::new(),
            warp_size: limits::WARP,
            exited_arrive: false,
            dynamic_shared: None,
            cases: Vec::new(),
            chosen: None,
        }
    }

    /// The launch of a space with blocks of this size, and the CTA at (0, 0, 0).
    #[must_use]
    pub fn at(space: &LaunchSpace, block: [u32; 3]) -> Self {
        Self {
            grid: space.fixed_grid(),
            args: space.args.clone(),
            buffers: space.buffers.clone(),
            warp_size: space.warp_size,
            exited_arrive: space.exited_arrive,
            dynamic_shared: space.dynamic_shared,
            ..Self::new(block)
        }
    }

    /// How many threads the CTA has.
    #[must_use]
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// How many warps the CTA has.
    #[must_use]
    pub fn warps(&self) -> u32 {
        self.threads().div_ceil(self.warp_size)
    }

    /// The largest number of threads that a barrier can wait for.
    #[must_use]
    pub fn most_registered(&self) -> u32 {
        (self.warps() * self.warp_size).max(limits::REGISTERED)
    }

    /// The position of a thread in its CTA, by its linear number.
    #[must_use]
    pub fn tid(&self, thread: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [thread % x, thread / x % y, thread / x / y]
    }

    /// Is the launch possible, and does the kernel allow it?
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn validate(&self, function: &Function) -> Result<(), LaunchError> {
        let product = |d: [u32; 3]| d.iter().fold(1u64, |p, &n| p.saturating_mul(u64::from(n)));
        if product(self.block) == 0 || product(self.block) > u64::from(limits::OF_A_BLOCK) {
            return Err(LaunchError::Block(self.block));
        }
        if !(1..=limits::WARP).contains(&self.warp_size) {
            return Err(LaunchError::WarpSize(self.warp_size));
        }
        let grid = self.grid.unwrap_or([u32::MAX; 3]);
        if grid.contains(&0) {
            return Err(LaunchError::Grid(grid));
        }
        if let WhichCta::At(cta) = self.cta
            && cta.iter().zip(grid).any(|(&c, g)| c >= g)
        {
            return Err(LaunchError::Cta { cta, grid });
        }
        let there = |param: usize| function.params.get(param).ok_or(LaunchError::NoParam(param));
        for arg in &self.args {
            let param = there(arg.param)?;
            if arg.bytes.len() as u64 != param.size {
                let (wants, given) = (param.size, arg.bytes.len() as u64);
                return Err(LaunchError::ArgSize { param: name(param), wants, given });
            }
        }
        for buffer in &self.buffers {
            let param = there(buffer.param)?;
            if self.args.iter().any(|a| a.param == buffer.param) {
                return Err(LaunchError::Twice(name(param)));
            }
            if param.size != 4 && param.size != 8 {
                return Err(LaunchError::NoPointer(name(param)));
            }
            if points_to_shared(param) && matches!(buffer.content, BufferContent::Bytes(_)) {
                return Err(LaunchError::SharedContent(name(param)));
            }
        }
        Ok(())
    }

    /// Is the launch possible, and small enough for the machine to run a CTA of it?
    ///
    /// # Errors
    /// As [`validate`](Self::validate), and where a CTA has more than [`MOST_RUN`] threads.
    pub fn can_run(&self, function: &Function) -> Result<(), LaunchError> {
        self.validate(function)?;
        if self.threads() > MOST_RUN { Err(LaunchError::TooManyToRun(self.block)) } else { Ok(()) }
    }
}

fn name(param: &KernelParam) -> String {
    param.source_name.clone().unwrap_or_else(|| param.name.clone())
}

/// The bytes of a number given as text for a parameter: decimal or `0x…`, signed or not, for integers;
/// as in Rust for floats. For a parameter that is no scalar the text is its bytes in hexadecimal, as they lie in memory; or, after
/// `0x`, one number of that many bytes, whose lowest byte lies first.
///
/// # Errors
/// When the text is no such number, or the number does not fit.
pub fn parse_arg(param: &KernelParam, text: &str) -> Result<Vec<u8>, LaunchError> {
    let bad = |why| LaunchError::Arg { param: name(param), text: text.to_owned(), why };
    let size = param.size as usize;
    let Some(ty) = param.ty else {
        let (is_number, digits) = text.strip_prefix("0x").map_or((false, text), |digits| (true, digits));
        let bytes: Option<Vec<u8>> = (0..digits.len() / 2)
            .map(|n| u8::from_str_radix(digits.get(2 * n..2 * n + 2)?, 16).ok())
            .collect();
        let mut bytes = bytes.filter(|_| digits.len() == 2 * size);
        if is_number {
            bytes.iter_mut().for_each(|bytes| bytes.reverse());
        }
        return bytes
            .ok_or_else(|| bad("give the bytes of the structure as hexadecimal digits, two for each, in the order of memory; or after 0x as one number"));
    };
    let is_truth = param.source_type.as_deref().is_some_and(|ty| ty.trim_start_matches("const ") == "bool");
    let bits = match ty {
        Type::F16 | Type::Bf16 | Type::F32 | Type::F64 => {
            let parsed: Result<f64, _> = text.parse().or_else(|_| text.trim_end_matches('f').parse());
            let x = parsed.map_err(|_| bad("it is not a floating-point number"))?;
            let bits = raddle_ir::eval::from_f64(ty, x, raddle_ir::Rounding::Nearest);
            let is_finite = text.contains(|c: char| c.is_ascii_digit());
            if is_finite && raddle_ir::eval::to_f64(ty, bits).is_infinite() {
                return Err(bad("it does not fit the parameter's type"));
            }
            bits
        }
        _ if is_truth => match text {
            "0" | "false" => 0,
            "1" | "true" => 1,
            _ => return Err(bad("it is neither 0 (false) nor 1 (true)")),
        },
        _ => {
            let (negative, digits) = match text.strip_prefix('-') {
                Some(rest) => (true, rest),
                None => (false, text),
            };
            let magnitude = match digits.strip_prefix("0x") {
                Some(hex) => u128::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            let magnitude = magnitude.map_err(|_| bad("it is not an integer"))?;
            let most = ty.mask();
            if magnitude > if negative { most / 2 + 1 } else { most } {
                return Err(bad("it does not fit the parameter's type"));
            }
            if negative { magnitude.wrapping_neg() & most } else { magnitude }
        }
    };
    Ok(bits.to_le_bytes()[..size.min(16)].to_vec())
}

/// What is wrong with a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LaunchError {
    /// The size of the CTA is 0 or too large.
    Block([u32; 3]),
    /// The machine does not run this many threads.
    TooManyToRun([u32; 3]),
    /// The grid is empty.
    Grid([u32; 3]),
    /// The warp size is not possible.
    WarpSize(u32),
    /// The CTA does not lie in the grid.
    Cta {
        /// The CTA asked for.
        cta: [u32; 3],
        /// The size of the grid.
        grid: [u32; 3],
    },
    /// The kernel has no parameter of this number.
    NoParam(usize),
    /// A value is not as long as its parameter.
    ArgSize {
        /// The parameter.
        param: String,
        /// Its size in bytes.
        wants: u64,
        /// The size of the value in bytes.
        given: u64,
    },
    /// A value cannot be read.
    Arg {
        /// The parameter.
        param: String,
        /// What was given.
        text: String,
        /// Why it is not a value of the parameter.
        why: &'static str,
    },
    /// A parameter has a value and a buffer.
    Twice(String),
    /// A parameter that cannot be a pointer has a buffer.
    NoPointer(String),
    /// A pointer to shared memory has a content, but shared memory is new in each CTA.
    SharedContent(String),
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims = |d: &[u32; 3]| format!("({}, {}, {})", d[0], d[1], d[2]);
        match self {
            Self::Block(block) => write!(
                f,
                "a block of size {} is not possible: a block has at least one thread, and fewer than 2^31",
                dims(block)
            ),
            Self::TooManyToRun(block) => {
                write!(f, "a block of size {} is not run: it has more than {MOST_RUN} threads", dims(block))
            }
            Self::Grid(grid) => {
                write!(f, "a grid of size {} has no block: each size is at least 1", dims(grid))
            }
            Self::WarpSize(n) => {
                write!(f, "a warp of {n} threads is not possible: give 1 to {}", limits::WARP)
            }
            Self::Cta { cta, grid } => {
                write!(f, "there is no block {} in a grid of size {}", dims(cta), dims(grid))
            }
            Self::NoParam(n) => write!(f, "the kernel has no parameter number {n}"),
            Self::ArgSize { param, wants, given } => {
                write!(f, "the parameter `{param}` has {wants} bytes, but its value has {given}")
            }
            Self::Arg { param, text, why } => {
                write!(f, "`{text}` is not a value for the parameter `{param}`: {why}")
            }
            Self::Twice(param) => {
                write!(f, "the parameter `{param}` has both a value and a buffer: give one")
            }
            Self::NoPointer(param) => {
                write!(f, "the parameter `{param}` cannot be a pointer, so it has no buffer")
            }
            Self::SharedContent(param) => write!(
                f,
                "the parameter `{param}` points to memory of the block, which is uninitialised at the start: give \
                 its number of elements, not its contents"
            ),
        }
    }
}

impl std::error::Error for LaunchError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(ty: Type) -> KernelParam {
        let size = u64::from(ty.bytes());
        let align = ty.bytes();
        KernelParam {
            name: "p".into(),
            source_name: None,
            source_type: None,
            pointee: None,
            members: Vec::new(),
            of: None,
            offset: 0,
            size,
            align,
            ty: Some(ty),
            signed: false,
            pointer: None,
        }
    }

    #[test]
    fn numbers_become_bytes() {
        let i32 = param(Type::I32);
        assert_eq!(parse_arg(&i32, "-2"), Ok(vec![0xfe, 0xff, 0xff, 0xff]));
        assert_eq!(parse_arg(&i32, "0x10"), Ok(vec![16, 0, 0, 0]));
        assert!(parse_arg(&i32, "4294967296").is_err());
        assert!(parse_arg(&i32, "-2147483649").is_err());
        assert!(parse_arg(&i32, "many").is_err());
        assert_eq!(parse_arg(&param(Type::F32), "1.5"), Ok(1.5f32.to_le_bytes().to_vec()));
    }

    #[test]
    fn structures_are_bytes_or_one_number() {
        let pair = KernelParam { ty: None, size: 4, ..param(Type::I32) };
        assert_eq!(parse_arg(&pair, "01020304"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(parse_arg(&pair, "0x01020304"), Ok(vec![4, 3, 2, 1]));
        assert!(parse_arg(&pair, "0x010203").is_err());
        assert!(parse_arg(&pair, "1").is_err());
    }

    #[test]
    fn sizes_of_a_cta() {
        let function =
            Function::new("k", raddle_ir::FunctionKind::Kernel, crate::launches::objects::nowhere().loc);
        let valid = |block| Launch::new(block).validate(&function);
        assert_eq!(valid([32, 32, 1]), Ok(()));
        assert_eq!(valid([0, 1, 1]), Err(LaunchError::Block([0, 1, 1])));
        assert_eq!(valid([1 << 30, 1, 1]), Ok(()));
        assert!(valid([1 << 31, 1, 1]).is_err());
        assert!(valid([1 << 31, 2, 1]).is_err());
        let mut outside = Launch::new([1, 1, 1]);
        outside.grid = Some([4, 1, 1]);
        outside.cta = WhichCta::At([4, 0, 0]);
        assert!(outside.validate(&function).is_err());
    }

    #[test]
    fn threads_are_numbered_x_first() {
        assert_eq!(Launch::new([4, 2, 2]).tid(13), [1, 1, 1]);
    }
}
