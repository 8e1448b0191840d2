//! Endless loops that lie after other loops, or after data: a run shows that a thread gets there.
//!
//! Does a thread certainly reach a loop? Hardly ever, if another loop lies before it, or a condition on what is read. So a launch is chosen
//! as if a thread did (a [candidate](Candidate)), with what buffers hold, and run on the reference machine. Whenever it reaches the loop's
//! head, the variables are what the machine says; and from this state it is [asked](super::endless) whether the loop ever ends.

use super::endless::{self, Endless, Why, fixed, products};
use super::holds::Asker;
use super::invariants::Invariants;
use super::model::{Input, Model, Origin};
use crate::limits::kernels;
use raddle_ir::{Base, InstKind, Type, Value};
use raddle_smt::{Model as Values, Symbol, Term, Value as Number};
use std::collections::BTreeMap;

/// This many bytes of a buffer hold what is stated for all of it.
pub const FILLED: u64 = 4096;

/// What a buffer holds, by choice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Content {
    /// The width of its elements, in bits: whole bytes.
    pub bits: u32,
    /// What each of the first elements holds where nothing else is given.
    pub default: u128,
    /// Bytes, by their offset.
    pub bytes: BTreeMap<u64, u8>,
}

impl Content {
    fn of(ty: Type) -> Self {
        Self { bits: 8 * ty.bytes(), ..Self::default() }
    }

    /// The size of its elements, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        u64::from(self.bits / 8).max(1)
    }

    /// A byte.
    #[must_use]
    pub fn byte(&self, at: u64) -> u8 {
        let usual = (self.default >> (8 * (at % self.size()))) as u8;
        self.bytes.get(&at).copied().unwrap_or(usual)
    }

    /// This many bytes as a number.
    #[must_use]
    pub fn number(&self, at: u64, bytes: u64) -> u128 {
        (0..bytes.min(16)).fold(0, |all, n| all | u128::from(self.byte(at.wrapping_add(n))) << (8 * n))
    }

    fn put(&mut self, at: u64, bytes: u32, value: u128) {
        for n in 0..u64::from(bytes.min(16)) {
            self.bytes.entry(at.wrapping_add(n)).or_insert((value >> (8 * n)) as u8);
        }
    }
}

/// A launch with which a loop may not terminate, if a thread reaches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The loop.
    pub number: usize,
    /// What the launch fixes.
    pub inputs: BTreeMap<Input, u128>,
    /// What buffers hold.
    pub contents: BTreeMap<u32, Content>,
    /// The condition that it violates, by its place, if it is for one.
    pub violates: Option<usize>,
}

/// What a run saw when a thread reached a loop's head: the [variables that are watched](watched).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// What they are; nothing where that is not known.
    pub values: Vec<Option<u128>>,
    /// The number that all other memory is filled with, if it is.
    pub elsewhere: Option<u32>,
}

impl Candidate {
    /// What a solver says of the inputs and of what is read.
    pub(super) fn of(
        model: &Model<'_>,
        number: usize,
        inputs: BTreeMap<Input, u128>,
        values: &Values,
    ) -> Self {
        let mut contents: BTreeMap<u32, Content> = BTreeMap::new();
        for (symbol, read) in &model.contents {
            let Some(buffer) = read.buffer else { continue };
            let content = contents.entry(buffer).or_insert_with(|| Content::of(read.ty));
            for (at, &value) in values.functions.get(symbol).into_iter().flatten() {
                if let [at] = at.as_slice()
                    && let Some(at) = u64::try_from(*at).ok().filter(|at| *at < 1 << 40)
                {
                    content.put(at, read.ty.bytes(), value);
                }
            }
        }
        // Memory that the kernel writes holds everywhere what is read from somewhere in it.
        for (symbol, origin) in &model.origins {
            if let Origin::Any(_, inst) = origin
                && let InstKind::Load { addr, .. } = &model.function.insts[*inst].kind
                && let Base::Buffer(buffer) = addr.base
                && let (Some(value), Some(&result)) = (
                    values.variables.get(symbol).and_then(Number::scalar),
                    model.function.insts[*inst].results.first(),
                )
                && !contents.contains_key(&buffer)
            {
                let content = Content { default: value, ..Content::of(model.function.ty(result)) };
                contents.insert(buffer, content);
            }
        }
        Self { number, inputs, contents, violates: None }
    }

    /// Keeps it among others, if it is new and they are not too many.
    pub(super) fn keep(self, all: &mut Vec<Self>) {
        if !all.contains(&self)
            && all.iter().filter(|one| one.number == self.number).count() < kernels::CANDIDATES
        {
            all.push(self);
        }
    }
}

/// The variables that say in which state a loop's head is reached: its own, and those of the loops that it lies in or after. Each with its loop and its place.
#[must_use]
pub fn watched(model: &Model<'_>, number: usize) -> Vec<(usize, usize, Value)> {
    let others = (0..model.heads.len())
        .filter(|&n| n != number && !model.loops.contains(number, model.heads[n].block));
    let mut all = Vec::new();
    for head in std::iter::once(number).chain(others) {
        let of_block = &model.function.blocks[model.heads[head].block].params;
        let params = model.heads[head].params.iter().enumerate();
        let own = params.filter(|(_, (value, _))| of_block.contains(value));
        all.extend(own.map(|(place, (value, _))| (head, place, *value)));
    }
    all
}

/// The loop's endless run from a state that a run saw it in, if it does not terminate from there. The thread's place is among the candidate's inputs.
pub fn endless(
    model: &mut Model<'_>,
    candidate: &Candidate,
    seen: &Seen,
    invariants: &Invariants,
    ask: &mut Asker<'_>,
) -> Option<Endless> {
    let mut endless = Endless {
        number: candidate.number,
        inputs: candidate.inputs.clone(),
        contents: candidate.contents.clone(),
        seen: Some(seen.clone()),
        why: Why::Closed,
    };
    endless.why = why(model, &endless, invariants, ask)?;
    Some(endless)
}

/// Why it does not terminate.
pub(super) fn why(
    model: &mut Model<'_>,
    endless: &Endless,
    invariants: &Invariants,
    ask: &mut Asker<'_>,
) -> Option<Why> {
    let (number, seen) = (endless.number, endless.seen.as_ref()?);
    let mut values = endless::values(model, &endless.inputs);
    let (_, mut fixed) = fixed(model, &values);
    // The launch must be lawful, and the source's assumptions hold.
    let mut lawful = products(model);
    lawful.extend(model.facts.iter().copied().filter(|&fact| model.of_launch(fact)));
    lawful.extend_from_slice(&model.trusted);
    let holds = |&fact: &Term| model.of_launch(fact) && values.holds(&model.terms, fact) == Some(true);
    if !lawful.iter().all(holds) {
        return None;
    }
    // As control is at the head, it has got there.
    fixed.push(model.reached(number));
    let mut state = vec![None; model.heads[number].params.len()];
    for ((head, place, _), value) in watched(model, number).into_iter().zip(&seen.values) {
        let Some(value) = *value else { continue };
        let (_, var) = model.heads[head].params[place];
        // A variable that no round changes keeps its value.
        let stays = head == number && model.heads[number].backs.iter().all(|edge| edge.args[place] == var);
        if head == number {
            state[place] = Some(value);
        }
        if (head != number || stays)
            && let Some(is) = model.number_like(var, value)
        {
            fixed.push(model.terms.eq(var, is));
            for symbol in model.terms.variables(&[var]) {
                values.variables.insert(symbol, Number::Scalar(value));
            }
        }
    }
    tables(model, endless, &mut values);
    endless::why(model, number, invariants, (&fixed, &values, Some(&state)), ask)
}

/// What the functions that stand for buffers are, at the places that hold something.
fn tables(model: &mut Model<'_>, endless: &Endless, values: &mut Values) {
    let reads: Vec<(Symbol, u32, Type)> =
        model.contents.iter().filter_map(|(&symbol, read)| Some((symbol, read.buffer?, read.ty))).collect();
    for (symbol, buffer, ty) in reads {
        let Some(content) = endless.contents.get(&buffer) else { continue };
        let bytes = u64::from(ty.bytes()).max(1);
        let filled = (0..FILLED).step_by(bytes as usize);
        let places = filled.chain(content.bytes.keys().copied().filter(|at| at % bytes == 0));
        let table = places.map(|at| (vec![u128::from(at)], content.number(at, bytes)));
        values.functions.insert(symbol, table.collect());
    }
}
