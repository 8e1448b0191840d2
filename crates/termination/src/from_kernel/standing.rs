//! Rounds that leave a loop in its old state, as far as it decides whether to continue.

use super::model::Model;
use raddle_smt::Term;

/// That a round leads back and changes none of the variables that the ways back depend on. Others may keep counting.
pub fn undecided(model: &mut Model<'_>, number: usize) -> Term {
    let head = model.heads[number].clone();
    let conditions: Vec<Term> = head.backs.iter().map(|edge| edge.condition).collect();
    let mentioned = model.terms.variables(&conditions);
    let mut all = Vec::new();
    for edge in &head.backs {
        let mut same = vec![edge.condition];
        for ((_, var), &after) in head.params.iter().zip(&edge.args) {
            if model.terms.variables(&[*var]).iter().any(|symbol| mentioned.contains(symbol)) {
                same.push(model.terms.eq(*var, after));
            }
        }
        all.push(model.terms.all(&same));
    }
    model.terms.any(&all)
}
