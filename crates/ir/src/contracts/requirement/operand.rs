//! What a requirement names, and what that is in a kernel.

use super::Misfit;
use crate::inst::Special;
use crate::module::{Function, KernelParam};
use crate::pointee::{is_pointer, pointee};
use crate::types::Type;

/// A parameter, or a member of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Operand {
    key: Key,
    /// The way from there, as it is written.
    path: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Key {
    Name(String),
    Index(usize),
}

/// A size of the launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// The special register that holds it.
    Of(Special),
    /// The number of threads of the grid in a dimension.
    Global(u8),
}

/// The integer type that a cast names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cast {
    pub(super) ty: Type,
    pub(super) signed: bool,
}

impl Cast {
    /// By the words of C, or of PTX without its dot.
    pub(super) fn of(words: &str) -> Option<Self> {
        let words = words.trim();
        let of_ptx = |(sign, bits): (&str, &str)| {
            let signed = match sign {
                "s" => true,
                "u" | "b" => false,
                _ => return None,
            };
            let ty = bits.parse().ok().filter(|bits| *bits >= 8).and_then(Type::int)?;
            Some(Self { ty, signed })
        };
        let words = words.strip_prefix('.').unwrap_or(words);
        if let Some(found) = words.split_at_checked(1).and_then(of_ptx).filter(|cast| cast.ty.bits() <= 64) {
            return Some(found);
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ');
        if !words.chars().all(is_word) || matches!(words, "bool" | "_Bool") {
            return None;
        }
        let of = pointee(&format!("{words} *")).filter(|of| of.lanes == 1 && of.ty.is_int())?;
        Some(Self { ty: of.ty, signed: of.signed })
    }
}

/// An operand in a kernel: an integer in the parameter bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) ty: Type,
    /// Has it a sign? Unknown where neither the source nor PTX says so.
    pub(super) signed: Option<bool>,
    /// Is it a `bool`, of which one bit counts?
    pub(super) truth: bool,
}

impl Operand {
    pub(super) fn named(name: &str, path: &str) -> Self {
        Self { key: Key::Name(name.to_owned()), path: path.to_owned() }
    }

    pub(super) fn numbered(index: usize, path: &str) -> Self {
        Self { key: Key::Index(index), path: path.to_owned() }
    }

    /// As it is written.
    pub(super) fn text(&self) -> String {
        match &self.key {
            Key::Name(name) => format!("{name}{}", self.path),
            Key::Index(index) => format!("param[{index}]{}", self.path),
        }
    }

    /// What it is in a kernel.
    pub(super) fn place(&self, function: &Function) -> Result<Place, Misfit> {
        let no_parameter = || match &self.key {
            Key::Name(name) => Misfit::NoParameter(name.clone()),
            Key::Index(index) => Misfit::NoParameter(format!("param[{index}]")),
        };
        let what = |what: String| Misfit::NotAnInteger { name: self.text(), what };
        let of_it = self.of_source(function).ok_or_else(no_parameter)?;
        let Some(of) = &of_it[0].of else {
            return match self.path.is_empty() {
                true => whole(&of_it[0]).map_err(what),
                false => Err(what("no member that debug information names".to_owned())),
            };
        };
        let way = |param: &KernelParam| {
            Some(param.source_name.as_deref()?.strip_prefix(of.name.as_str())?.to_owned())
        };
        if let Some(member) = of_it.iter().find(|param| way(param).as_ref() == Some(&self.path)) {
            return whole(member).map_err(what);
        }
        let ways: Vec<String> = of_it.iter().filter_map(way).collect();
        let members: Vec<&str> = ways.iter().filter_map(|way| way.strip_prefix('.')).collect();
        Err(what(match self.path.as_str() {
            "" => format!("a structure with the members {}", members.join(", ")),
            _ => format!("no member of it; those are {}", members.join(", ")),
        }))
    }

    /// What the source declares under this name or number: a parameter, or the members of a structure.
    fn of_source<'f>(&self, function: &'f Function) -> Option<&'f [KernelParam]> {
        let mut all = function.params_of_source();
        match &self.key {
            Key::Index(index) => all.nth(*index),
            Key::Name(name) => {
                let is_it = |params: &&[KernelParam]| match &params[0].of {
                    Some(of) => of.name == *name,
                    None => params[0].source_name.as_ref() == Some(name) || params[0].name == *name,
                };
                // Reports call `_Z1kPii_param_1` so.
                let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
                let is_short = name.strip_prefix("param_").is_some_and(is_number);
                let of_ptx = |params: &&[KernelParam]| {
                    is_short
                        && params[0].source_name.is_none()
                        && params[0].name.ends_with(&format!("_{name}"))
                };
                all.find(is_it).or_else(|| function.params_of_source().find(of_ptx))
            }
        }
    }
}

/// A parameter itself; or what it is instead.
fn whole(param: &KernelParam) -> Result<Place, String> {
    let source = param.source_type.as_deref();
    let Some(ty) = param.ty else {
        return Err(match source {
            Some(source) if param.of.is_some() => format!("a `{source}`"),
            _ => "a structure".to_owned(),
        });
    };
    if source.is_some_and(is_pointer) || param.pointer.is_some() {
        return Err("a pointer".to_owned());
    }
    if !ty.is_int() || ty.bits() > 64 {
        return Err(source.map_or_else(|| format!("of type {ty}"), |source| format!("a `{source}`")));
    }
    // An enumeration, or a type of another name.
    let unnamed = Place { offset: 0, ty, signed: param.signed.then_some(true), truth: false };
    let place = source.and_then(|source| number(source, ty.bytes().into())).unwrap_or(unnamed);
    Ok(Place { offset: param.offset, ..place })
}

/// Has a parameter that is an integer a sign, as requirements read it? `None` for what is no integer of 8 to 64 bits, `Some(None)` where neither the
/// source nor PTX says so.
#[must_use]
pub fn integer_sign(param: &KernelParam) -> Option<Option<bool>> {
    whole(param).ok().filter(|place| !place.truth).map(|place| place.signed)
}

/// A type of the source that is an integer, of this many bytes: a `long` has 4 of them where pointers have.
fn number(ty: &str, bytes: u64) -> Option<Place> {
    let of = pointee(&format!("{ty} *")).filter(|of| of.lanes == 1 && of.ty.is_int())?;
    let truth = ty.split_whitespace().any(|word| matches!(word, "bool" | "_Bool"));
    let ty = u32::try_from(8 * bytes).ok().and_then(Type::int)?;
    Some(Place { offset: 0, ty, signed: Some(of.signed), truth })
}
