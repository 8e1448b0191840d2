//! The launch that a verdict is about: sizes, arguments, buffers and options (design §8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One extent of a launch: a number, or any number (`*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
#[schemars(with = "Written")]
pub enum Size {
    /// This extent.
    Fixed(u32),
    /// Every extent; written `*`.
    Free,
}

/// One extent of a launch; `*` stands for every one.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a size is a number or `*`")]
#[schemars(rename = "Size")]
enum Written {
    Number(u32),
    Star(Star),
}

/// The one text that a size can be.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum Star {
    #[serde(rename = "*")]
    Star,
}

impl From<Size> for Written {
    fn from(size: Size) -> Self {
        match size {
            Size::Fixed(n) => Self::Number(n),
            Size::Free => Self::Star(Star::Star),
        }
    }
}

impl From<Written> for Size {
    fn from(written: Written) -> Self {
        match written {
            Written::Number(n) => Self::Fixed(n),
            Written::Star(Star::Star) => Self::Free,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Fixed(n) => write!(f, "{n}"),
            Size::Free => f.write_str("*"),
        }
    }
}

/// Three extents, x, y, z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Dim3(
    /// x, y, z.
    pub [Size; 3],
);

impl Dim3 {
    /// Three given extents.
    #[must_use]
    pub fn fixed(extents: [u32; 3]) -> Self {
        Dim3(extents.map(Size::Fixed))
    }

    /// Is an extent left free?
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.0.contains(&Size::Free)
    }

    /// What is left free, to be read after "any block size": nothing where all of it is, or ` in x and y`; where another extent is given,
    /// ` (64,*,1)`.
    #[must_use]
    pub fn free(&self) -> String {
        let given = self.0.iter().any(|size| !matches!(size, Size::Free | Size::Fixed(1)));
        let is_free = |size: &Size| *size == Size::Free;
        let [x, y, z] = &self.0;
        match self.0.each_ref().map(is_free) {
            _ if given => format!(" ({x},{y},{z})"),
            [true, true, true] => String::new(),
            [true, false, false] => " in x".to_owned(),
            [true, true, false] => " in x and y".to_owned(),
            _ => format!(" ({x},{y},{z})"),
        }
    }
}

/// As `--block` takes it, without trailing ones: `128`, `16,16`, `*,1,4`.
impl fmt::Display for Dim3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.iter().rposition(|size| *size != Size::Fixed(1)).map_or(1, |at| at + 1);
        for (i, size) in self.0.iter().take(shown).enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{size}")?;
        }
        Ok(())
    }
}

/// Which CTAs of the grid were checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "cta", rename_all = "kebab-case")]
pub enum Ctas {
    /// Every CTA of the grid.
    All,
    /// One CTA, by `%ctaid`; its verdict says nothing about the others.
    One([u32; 3]),
    /// One CTA, by `%ctaid`, which stands for all: no branch, barrier or shared address depends on `%ctaid`.
    OneForAll([u32; 3]),
}

impl From<Option<[u32; 3]>> for Ctas {
    /// The one that is asked about, or every one.
    fn from(asked: Option<[u32; 3]>) -> Self {
        asked.map_or(Self::All, Self::One)
    }
}

/// A kernel parameter with the value that it was given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Argument {
    /// The parameter's name, or its index where it has none.
    pub name: String,
    /// The value as the user wrote it, or as raddle chose it.
    pub value: String,
}

impl Argument {
    /// The parameter `name` with `value`.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl fmt::Display) -> Self {
        Argument { name: name.into(), value: value.to_string() }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

/// Options that change what a verdict means.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// Threads per warp.
    pub warp_size: u32,
    /// `--warp-synchronous`: the lanes of a warp run instruction by instruction.
    pub warp_synchronous: bool,
    /// `--strict-benign`: races of equal values are races.
    pub strict_benign: bool,
    /// `--strict-wrap`: loops that end, and threads that do not race, for some inputs only do not count as such.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict_wrap: bool,
    /// `--exited arrive`: threads that have ended count as arrived at barriers of their whole block.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exited_arrive: bool,
    /// `--may-alias`: pointer parameters may overlap.
    pub may_alias: bool,
    /// `--pure-calls`: functions without a body return a value and do nothing else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pure_calls: bool,
    /// `-O N` for the compiler, where the user asked for other than 0 and the input is not PTX.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimisation: Option<u8>,
    /// `--within-cta`: races between CTAs are left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub within_cta: bool,
    /// `--invariants-as-candidates`: invariants of the source are candidates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub candidates: bool,
    /// `--pointer-bits N`, where sources are not compiled for pointers of 64 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer_bits: Option<u8>,
    /// `--dynamic-shared N`: bytes of dynamic shared memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dynamic_shared: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            warp_size: 32,
            warp_synchronous: false,
            strict_benign: false,
            strict_wrap: false,
            exited_arrive: false,
            may_alias: false,
            pure_calls: false,
            optimisation: None,
            within_cta: false,
            candidates: false,
            pointer_bits: None,
            dynamic_shared: None,
        }
    }
}

impl Options {
    /// The options that differ from the default, each as the user would type it.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        let mut changed = Vec::new();
        if self.warp_size != 32 {
            changed.push(format!("--warp-size {}", self.warp_size));
        }
        if self.warp_synchronous {
            changed.push("--warp-synchronous".to_owned());
        }
        if self.strict_benign {
            changed.push("--strict-benign".to_owned());
        }
        if self.strict_wrap {
            changed.push("--strict-wrap".to_owned());
        }
        if self.exited_arrive {
            changed.push("--exited arrive".to_owned());
        }
        if self.may_alias {
            changed.push("--may-alias".to_owned());
        }
        if self.pure_calls {
            changed.push("--pure-calls".to_owned());
        }
        if let Some(level) = self.optimisation {
            changed.push(format!("-O{level}"));
        }
        if self.within_cta {
            changed.push("--within-cta".to_owned());
        }
        if self.candidates {
            changed.push("--invariants-as-candidates".to_owned());
        }
        if let Some(bits) = self.pointer_bits {
            changed.push(format!("--pointer-bits {bits}"));
        }
        // None is what a launch has as a rule.
        if let Some(bytes) = self.dynamic_shared.filter(|&bytes| bytes > 0) {
            changed.push(format!("--dynamic-shared {bytes}"));
        }
        changed
    }
}

/// A launch as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Launch {
    /// The CTA's extents in threads; `None` when they are not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Dim3>,
    /// The grid's extents in CTAs; `None` when they are not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grid: Option<Dim3>,
    /// The CTAs that were checked.
    pub ctas: Ctas,
    /// Scalar parameters that were given.
    pub args: Vec<Argument>,
    /// Buffers that were given: the value is a number of elements, or a file.
    pub buffers: Vec<Argument>,
    /// `--require`: what the launch guarantees of parameters and sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// Options that change what a verdict means.
    pub options: Options,
}

impl Launch {
    /// A launch of given extents, CTA (0,0,0), no arguments, default options.
    #[must_use]
    pub fn new(block: [u32; 3], grid: [u32; 3]) -> Self {
        Launch { block: Some(Dim3::fixed(block)), grid: Some(Dim3::fixed(grid)), ..Launch::not_given() }
    }

    /// A launch whose sizes are not given.
    #[must_use]
    pub fn not_given() -> Self {
        Launch {
            block: None,
            grid: None,
            ctas: Ctas::One([0; 3]),
            args: Vec::new(),
            buffers: Vec::new(),
            requires: Vec::new(),
            options: Options::default(),
        }
    }

    /// What it guarantees, each as the user would type it.
    pub fn required(&self) -> impl Iterator<Item = String> + '_ {
        self.requires.iter().map(|text| format!("--require '{text}'"))
    }

    /// The same launch with these CTAs.
    #[must_use]
    pub fn ctas(mut self, ctas: Ctas) -> Self {
        self.ctas = ctas;
        self
    }

    /// The same launch with one more scalar parameter given.
    #[must_use]
    pub fn arg(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.args.push(Argument::new(name, value));
        self
    }

    /// The same launch with one more buffer given: a number of elements, or a file.
    #[must_use]
    pub fn buffer(mut self, name: impl Into<String>, value: impl fmt::Display) -> Self {
        self.buffers.push(Argument::new(name, value));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_they_are_typed() {
        assert_eq!(Dim3([Size::Free, Size::Fixed(1), Size::Fixed(4)]).to_string(), "*,1,4");
        assert_eq!(Dim3([Size::Fixed(64), Size::Free, Size::Fixed(1)]).free(), " (64,*,1)");
        assert_eq!(Dim3([Size::Free, Size::Fixed(1), Size::Fixed(1)]).free(), " in x");
        assert_eq!(Dim3([Size::Free; 3]).free(), "");
        assert_eq!(Dim3::fixed([1, 1, 1]).to_string(), "1");
    }

    #[test]
    fn a_size_is_a_number_or_a_star() {
        let dim = Dim3([Size::Free, Size::Fixed(2), Size::Fixed(1)]);
        assert_eq!(serde_json::to_string(&dim).unwrap(), r#"["*",2,1]"#);
        assert_eq!(serde_json::from_str::<Dim3>(r#"["*",2,1]"#).unwrap(), dim);
        let error = serde_json::from_str::<Size>(r#""many""#).unwrap_err().to_string();
        assert!(error.contains("a number or `*`"), "{error}");
    }
}
