//! Where a proof assumes that the kernel terminates, and that is proved too: the chain is closed.
//!
//! Paper 000's theorem 5.2 speaks of kernels that terminate, and so do proofs by two threads. What they need is that each thread takes finitely
//! many steps, whatever it reads, which is what [termination](crate::termination) proves of one thread. It uses nothing that the others prove (that no thread waits for ever at
//! a barrier is an assumption of its reading "the thread comes to its end", not of "its steps are finitely many"), so no circle arises.

use raddle_report::{Assumption, Property, PropertyResult, Verdict};

/// Lets proofs that assume that the kernel terminates stand on the proof that it does; under its conditions, if it has any.
pub(crate) fn close(ended: &PropertyResult, others: &mut [PropertyResult]) {
    let Verdict::Proved { scope: proof } = &ended.verdict else { return };
    for result in others {
        let Verdict::Proved { scope } = &mut result.verdict else { continue };
        let before = scope.assumptions.len();
        let terminates = [Assumption::terminates(), Assumption::terminates_though_waiting()];
        scope.assumptions.retain(|assumption| !terminates.contains(assumption));
        if scope.assumptions.len() == before {
            continue;
        }
        scope.stands_on.push(Property::Termination);
        for condition in &proof.conditions {
            if !scope.conditions.contains(condition) {
                scope.conditions.push(condition.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_report::{Launch, Rule, Scope, Unknown};

    fn proved(property: Property, change: impl FnOnce(Scope) -> Scope) -> PropertyResult {
        PropertyResult::proved(property, change(Scope::every_input(&Launch::not_given())))
    }

    fn scope(result: &PropertyResult) -> &Scope {
        match &result.verdict {
            Verdict::Proved { scope } => scope,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_proof_of_termination_takes_the_place_of_the_assumption() {
        let race = || {
            proved(Property::Race, |s| s.assuming(Assumption::terminates()).assuming(Assumption::in_bounds()))
        };
        let free = proved(Property::Deadlock, |s| s);
        let mut others = [race(), free.clone()];
        close(&proved(Property::Termination, |s| s.provided("n <= 4")), &mut others);
        assert_eq!(scope(&others[0]).assumptions, [Assumption::in_bounds()]);
        assert_eq!(scope(&others[0]).stands_on, [Property::Termination]);
        assert_eq!(scope(&others[0]).conditions, ["n <= 4"]);
        // What does not assume it is as it was.
        assert_eq!(others[1], free);

        let unknown = PropertyResult::unknown(Property::Termination, Unknown::new(Rule::UnknownData, "?"));
        let mut others = [race()];
        close(&unknown, &mut others);
        assert_eq!(others[0], race());
    }
}
