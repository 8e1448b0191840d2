//! Pointers that meet: which block parameters point into one object, whichever way a thread came.
//!
//! A pointer that a loop advances is a parameter of the loop's head. Where all that is passed to a parameter derives from one object,
//! as far as the parameters that it derives from do, the parameter does, by induction over the steps of a run. It begins with what is
//! passed from outside, and is given up where another object arrives, until nothing changes.

use super::address::{Derived, derived};
use super::strangers::Strangers;
use crate::cfg::Cfg;
use crate::entity::{SecondaryMap, Value};
use crate::inst::Base;
use crate::module::{Function, Module};

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Known {
    /// Nothing has arrived yet.
    #[default]
    Open,
    /// It derives from this object.
    From(Derived),
    /// From no single one.
    Lost,
}

/// Is it surely an address, of anything but a slot? A slot has several variables, and it would not be known which one it points into.
fn is_followed(derived: Derived) -> bool {
    derived.sure && !matches!(derived.base, Base::Slot(_))
}

/// By block parameter: what it surely derives from.
pub(super) fn meeting(
    function: &Function,
    module: &Module,
    strangers: &Strangers,
) -> SecondaryMap<Value, Option<Derived>> {
    let order = Cfg::new(function).rpo().to_vec();
    let is_pointer = |&param: &Value| function.ty(param).bits() == module.address_bits;
    if !order.iter().flat_map(|&block| &function.blocks[block].params).any(is_pointer) {
        return SecondaryMap::new();
    }
    let mut known: SecondaryMap<Value, Known> = SecondaryMap::new();
    let mut last = false;
    loop {
        let mut changed = false;
        for &block in &order {
            for &inst in &function.blocks[block].insts {
                let [result] = function.insts[inst].results.as_slice() else { continue };
                let of = |value: Value| match known[value] {
                    Known::From(derived) => Some(derived),
                    _ => None,
                };
                let is_open =
                    function.insts[inst].uses().into_iter().any(|value| known[value] == Known::Open);
                known[*result] = match derived(function, module, strangers, inst, &of) {
                    _ if is_open => Known::Open,
                    Some(derived) => Known::From(derived),
                    None => Known::Lost,
                };
            }
            for target in function.blocks[block].term.targets() {
                for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    let new = match (known[param], known[arg]) {
                        (known, Known::Open) => {
                            if last {
                                Known::Lost
                            } else {
                                known
                            }
                        }
                        (Known::Open, Known::From(derived)) if is_followed(derived) => Known::From(derived),
                        (Known::From(one), Known::From(other)) if one == other => Known::From(one),
                        _ => Known::Lost,
                    };
                    changed |= new != known[param];
                    known[param] = new;
                }
            }
        }
        if !changed {
            if last {
                break;
            }
            // What is still open comes from nowhere.
            last = true;
        }
    }
    let mut meeting = SecondaryMap::new();
    for &param in order.iter().flat_map(|&block| &function.blocks[block].params) {
        if let Known::From(derived) = known[param] {
            meeting[param] = Some(derived);
        }
    }
    meeting
}
