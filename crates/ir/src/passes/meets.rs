//! Pointers that meet: which objects a block parameter points into, whichever way a thread came.
//!
//! A pointer that a loop advances is a parameter of the loop's head; one that is chosen by a branch is one where its ways meet. A parameter
//! derives from what all that is passed to it derives from, as far as it does, by induction over the steps of a run: from one object, or from one of a few.
//! It begins with nothing, and takes in what arrives, until nothing changes.

use super::address::{Derived, derived};
use super::strangers::Strangers;
use crate::cfg::Cfg;
use crate::entity::{Inst, SecondaryMap, Value};
use crate::inst::Base;
use crate::module::{Function, Module};
use smallvec::SmallVec;

/// Of more objects no pointer is followed.
const MOST: usize = 4;

/// The objects that a value derives from one of.
pub(super) type Among = SmallVec<[Derived; 2]>;

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Known {
    /// Nothing has arrived yet.
    #[default]
    Open,
    /// It derives from one of these.
    From(Among),
    /// Of what it is, or whether it is an address, nothing is known.
    Lost,
}

/// Of pointers: what they derive from.
#[derive(Default)]
pub(super) struct Meeting {
    known: SecondaryMap<Value, Known>,
}

impl Meeting {
    /// The object that a value derives from, if it is one.
    pub(super) fn one(&self, value: Value) -> Option<Derived> {
        match self.among(value)? {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The objects that a value derives from one of.
    pub(super) fn among(&self, value: Value) -> Option<&[Derived]> {
        match &self.known[value] {
            Known::From(among) => Some(among),
            _ => None,
        }
    }
}

/// Is it certainly an address outside slots? A slot holds several variables, and which one it points into would be unknown.
fn is_followed(derived: &Derived) -> bool {
    derived.sure && !matches!(derived.base, Base::Slot(_))
}

/// What the values of a function derive from.
pub(super) fn meeting(function: &Function, module: &Module, strangers: &Strangers) -> Meeting {
    let order = Cfg::new(function).rpo().to_vec();
    let is_pointer = |&param: &Value| function.ty(param).bits() == module.address_bits;
    let mut meeting = Meeting::default();
    if !order.iter().flat_map(|&block| &function.blocks[block].params).any(is_pointer) {
        return meeting;
    }
    let known = &mut meeting.known;
    let mut last = false;
    loop {
        let mut changed = false;
        for &block in &order {
            for &inst in &function.blocks[block].insts {
                if let [result] = function.insts[inst].results.as_slice() {
                    known[*result] = computed(function, module, strangers, inst, known);
                }
            }
            for target in function.blocks[block].term.targets() {
                for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    let new = joined(&known[param], &known[arg], last);
                    changed |= new != known[param];
                    known[param] = new;
                }
            }
        }
        if !changed && last {
            return meeting;
        }
        // What is still open comes from nowhere.
        last |= !changed;
    }
}

/// What a parameter derives from to which one more value is passed.
fn joined(known: &Known, arg: &Known, last: bool) -> Known {
    match (known, arg) {
        (_, Known::Open) if last => Known::Lost,
        (known, Known::Open) => known.clone(),
        (Known::Open, Known::From(among)) if among.iter().all(is_followed) => Known::From(among.clone()),
        (Known::From(some), Known::From(others)) if others.iter().all(is_followed) => {
            let mut all = some.clone();
            all.extend(others.iter().filter(|other| !some.contains(other)).copied());
            // One object in two spaces is not two objects.
            let twice =
                all.iter().enumerate().any(|(n, one)| all[..n].iter().any(|other| other.base == one.base));
            if all.len() > MOST || twice { Known::Lost } else { Known::From(all) }
        }
        _ => Known::Lost,
    }
}

/// What the result of an instruction derives from.
fn computed(
    function: &Function,
    module: &Module,
    strangers: &Strangers,
    inst: Inst,
    known: &SecondaryMap<Value, Known>,
) -> Known {
    let uses = function.insts[inst].uses();
    if uses.iter().any(|&value| known[value] == Known::Open) {
        return Known::Open;
    }
    let from = |value: Value, number: usize| match &known[value] {
        Known::From(among) => Some(among[number.min(among.len() - 1)]),
        _ => None,
    };
    // One operand at most is an address.
    let counts =
        uses.iter().map(|&value| if let Known::From(among) = &known[value] { among.len() } else { 1 });
    let count = counts.max().unwrap_or(1);
    let each =
        (0..count).map(|number| derived(function, module, strangers, inst, &|value| from(value, number)));
    each.collect::<Option<Among>>().map_or(Known::Lost, Known::From)
}
