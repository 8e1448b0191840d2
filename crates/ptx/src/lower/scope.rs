//! Names: what a register, variable or label of a function body stands for.
//!
//! A body is a tree of scopes `{ … }`. A name means what the innermost scope says that declares
//! it. Labels may be used before they are written, so a scope's labels are collected when it opens.
//! `%r<1000>` declares a thousand registers, most of which are never read: they are made when named.

use raddle_ir::{Block, Object, Slot, Space, Type, Var};
use rustc_hash::FxHashMap;

use super::global::Shape;
use crate::ast;

/// What a name of a register or variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// A register.
    Register(Var),
    /// A vector register: consecutive scalars.
    Vector {
        /// Its first component.
        first: Var,
        /// How many it has.
        lanes: u32,
    },
    /// A variable of the module.
    Object(Object),
    /// A variable of the thread.
    Slot(Slot),
    /// A kernel parameter.
    Param {
        /// Where it begins in the parameter bank, in bytes.
        offset: u64,
        /// The size of an element, in bytes.
        element: u32,
    },
}

/// A name that a jump can go to.
#[derive(Clone, Copy)]
pub(super) enum Label<'a, 'src> {
    /// A place in the code.
    Block(Block),
    /// `.branchtargets`
    Targets(&'a ast::TargetList<'src>),
    /// `.calltargets`
    Callees(&'a ast::TargetList<'src>),
    /// `.callprototype`
    Prototype(&'a ast::CallPrototype<'src>),
}

/// Variables declared as `%r<count>`.
#[derive(Clone, Debug)]
pub(super) struct Family {
    /// How many.
    pub count: u32,
    /// What each is.
    pub kind: FamilyKind,
}

/// What each variable of a [`Family`] is.
#[derive(Clone, Debug)]
pub(super) enum FamilyKind {
    /// A register of this type with this number of components.
    Register { ty: Type, lanes: u32 },
    /// A variable of the thread.
    Slot { space: Space, shape: Shape },
}

/// One `{ … }`.
#[derive(Default)]
pub(super) struct Scope<'a, 'src> {
    /// Registers and variables.
    pub symbols: FxHashMap<&'src str, Symbol>,
    /// Parameterised registers, by prefix.
    pub families: FxHashMap<&'src str, Family>,
    /// Labels.
    pub labels: FxHashMap<&'src str, Label<'a, 'src>>,
}

/// The ways to split `%r12` into a prefix and a number: (`%r`, 12) and (`%r1`, 2).
pub(super) fn numbered(name: &str) -> impl Iterator<Item = (&str, u32)> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    (name.len() - digits..name.len()).filter_map(move |at| {
        let (prefix, number) = name.split_at(at);
        let canonical = number.len() == 1 || !number.starts_with('0');
        canonical.then(|| number.parse().ok()).flatten().map(|n| (prefix, n))
    })
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn a_numbered_name_has_a_prefix_and_a_number() {
        let splits = |name: &'static str| numbered(name).collect::<Vec<_>>();
        assert_eq!(splits("%r12"), [("%r", 12), ("%r1", 2)]);
        assert_eq!(splits("%rd0"), [("%rd", 0)]);
        assert_eq!(splits("%r"), []);
        assert_eq!(splits("%r01"), [("%r0", 1)]);
        assert_eq!(splits("%é9"), [("%é", 9)]);
    }
}
