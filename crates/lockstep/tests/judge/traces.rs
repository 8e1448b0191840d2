//! Theorem 5.5 and lemma 5.6: a kernel and its predicated form have the same execution traces, up to stuttering.
//!
//! Two systems are compared by walking over *sets* of states: from the set of all states that a trace may have led to, each system
//! must be able to end with the same statuses, to stay forever, and to continue to the same stores (definition 5.4). States that
//! can only become infeasible are no part of it (definition 5.3). With the stores as labels this is theorem 5.5; for one
//! thread the block that it is in is seen as well, and that is lemma 5.6: in every reduction of one there are the same blocks in
//! the same order as in one of the other. (Of several threads, one may have jumped to a block whose guard is false, and never be
//! scheduled again while another runs forever. In π(P) it does not get there: guards are evaluated before `active` changes.)

use crate::cases::cases;
use crate::judge::code::Code;
use crate::judge::explore::{Limits, Next, System, TooLarge, explore};
use crate::judge::interleave::Interleaving;
use crate::judge::predicated::Walking;
use crate::judge::theorem::{stores, wellformed_kernel};
use raddle_lockstep::Predicated;
use raddle_lockstep::predicate::Stmt;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

const MOST_STATES: usize = 15_000;

/// A system laid out: what is seen in each state, and where it goes.
struct Graph {
    labels: Vec<Vec<u8>>,
    next: Vec<Vec<usize>>,
    done: Vec<bool>,
    error: Vec<bool>,
}

impl Graph {
    fn new(system: &impl System, store: &[u8], label: impl Fn(&[u8]) -> Vec<u8>) -> Result<Self, TooLarge> {
        let mut graph = Self { labels: Vec::new(), next: Vec::new(), done: Vec::new(), error: Vec::new() };
        let mut numbers: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        let mut states = vec![system.initial(store)];
        numbers.insert(states[0].clone(), 0);
        let mut at = 0;
        while at < states.len() {
            let state = states[at].clone();
            let mut steps = Vec::new();
            system.next(&state, &mut steps);
            let (mut next, mut done, mut error) = (Vec::new(), false, false);
            for step in steps {
                match step {
                    Next::Done(_) => done = true,
                    Next::Error => error = true,
                    Next::Infeasible => {}
                    Next::State(state) => next.push(*numbers.entry(state.clone()).or_insert_with(|| {
                        states.push(state);
                        states.len() - 1
                    })),
                }
            }
            graph.labels.push(label(&state));
            graph.next.push(next);
            graph.done.push(done);
            graph.error.push(error);
            if states.len() > MOST_STATES {
                return Err(TooLarge);
            }
            at += 1;
        }
        graph.drop_infeasible();
        Ok(graph)
    }

    /// Cuts the ways to states all of whose reductions end in *infeasible*.
    fn drop_infeasible(&mut self) {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.labels.len()];
        for (n, next) in self.next.iter().enumerate() {
            next.iter().for_each(|&m| before[m].push(n));
        }
        // How many ways on are left.
        let mut left: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let ends = |n: usize| self.done[n] || self.error[n];
        let mut dead = vec![false; left.len()];
        let mut work: Vec<usize> = (0..left.len()).filter(|&n| left[n] == 0 && !ends(n)).collect();
        while let Some(m) = work.pop() {
            dead[m] = true;
            for &n in &before[m] {
                left[n] -= 1;
                if left[n] == 0 && !ends(n) {
                    work.push(n);
                }
            }
        }
        self.next.iter_mut().for_each(|next| next.retain(|&m| !dead[m]));
    }

    /// What is reached without a change that is seen.
    fn closure(&self, of: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut work: Vec<usize> = of.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(n) = work.pop() {
            if seen.insert(n) {
                work.extend(self.next[n].iter().copied().filter(|&m| self.labels[m] == self.labels[n]));
            }
        }
        seen
    }

    /// Can it continue forever inside the set? (Remove what cannot, until nothing changes.)
    fn stays(&self, set: &BTreeSet<usize>) -> bool {
        let label = |n: &usize| &self.labels[*n];
        let mut left = set.clone();
        loop {
            let before = left.len();
            let goes_on = |n: &usize| self.next[*n].iter().any(|m| left.contains(m) && label(m) == label(n));
            left = left.iter().copied().filter(goes_on).collect();
            if left.len() == before {
                return !left.is_empty();
            }
        }
    }

    fn onwards(&self, set: &BTreeSet<usize>) -> BTreeMap<&[u8], BTreeSet<usize>> {
        let mut by_label: BTreeMap<&[u8], BTreeSet<usize>> = BTreeMap::new();
        for &n in set {
            for &m in self.next[n].iter().filter(|&&m| self.labels[m] != self.labels[n]) {
                by_label.entry(&self.labels[m]).or_default().insert(m);
            }
        }
        by_label
    }

    fn statuses(&self, set: &BTreeSet<usize>) -> (bool, bool, bool) {
        (set.iter().any(|&n| self.done[n]), set.iter().any(|&n| self.error[n]), self.stays(set))
    }
}

/// Do the two have the same traces up to stuttering?
fn stutter_equivalent(a: &Graph, b: &Graph) -> bool {
    let mut work = vec![(a.closure([0]), b.closure([0]))];
    let mut seen = FxHashSet::default();
    if a.labels[0] != b.labels[0] {
        return false;
    }
    while let Some((left, right)) = work.pop() {
        if !seen.insert((left.clone(), right.clone())) {
            continue;
        }
        if a.statuses(&left) != b.statuses(&right) {
            return false;
        }
        let (left, right) = (a.onwards(&left), b.onwards(&right));
        if !left.keys().eq(right.keys()) {
            return false;
        }
        work.extend(left.into_values().zip(right.into_values()).map(|(l, r)| (a.closure(l), b.closure(r))));
    }
    true
}

#[derive(Default, Debug)]
struct Counts {
    compared: usize,
    loops: usize,
    racy: usize,
    too_large: usize,
}

/// Compares P and π(P), changed by `change`; false when they differ.
fn same_traces(seed: u64, threads: usize, change: impl Fn(&mut Predicated), counts: &mut Counts) -> bool {
    let Ok((mut kernel, normal)) = wellformed_kernel(seed) else { return true };
    kernel.threads = threads;
    let mut program = Predicated::new(&normal);
    change(&mut program);
    let code = Code::new(normal.function(), threads, kernel.domain, kernel.cells());
    let walking = Walking::new(&program, &code);
    let plain = Interleaving { code: &code, plain: true };
    for store in stores(&kernel).iter().take(2) {
        let blocks = |labels: Vec<u8>| if threads == 1 { labels } else { Vec::new() };
        let seen = |state: &[u8]| [plain.stores(state), blocks(plain.labels(state))].concat();
        let seen_walking = |state: &[u8]| [walking.stores(state), blocks(walking.labels(state))].concat();
        let (Ok(a), Ok(b)) = (Graph::new(&plain, store, seen), Graph::new(&walking, store, seen_walking))
        else {
            counts.too_large += 1;
            return true;
        };
        if !stutter_equivalent(&a, &b) {
            return false;
        }
        // The theorem's second sentence: the same races between enabled statements.
        let limits = Limits { states: MOST_STATES, stop: false };
        let (Ok(a), Ok(b)) = (explore(&plain, store, limits), explore(&walking, store, limits)) else {
            return true;
        };
        if a.race != b.race {
            return false;
        }
        counts.racy += usize::from(a.race);
    }
    counts.compared += 1;
    counts.loops += usize::from(!normal.loops().all().is_empty());
    true
}

/// How many kernels, in proportion to those of theorem 5.2.
fn kernels(of_ten_thousand: u64) -> u64 {
    cases("RADDLE_LOCKSTEP_KERNELS", 6_000, 100_000) * of_ten_thousand / 10_000
}

#[test]
fn theorem_5_5_and_lemma_5_6_hold_for_one_thread() {
    let mut counts = Counts::default();
    let wrong: Vec<u64> =
        (0..kernels(10_000)).filter(|&seed| !same_traces(seed, 1, |_| {}, &mut counts)).collect();
    println!("one thread: {counts:?}");
    assert!(wrong.is_empty(), "seeds {wrong:?}");
    assert!(counts.loops * 4 > counts.compared && counts.compared as u64 * 10 > kernels(10_000) * 8);
}

#[test]
fn theorem_5_5_holds_for_two_threads() {
    let mut counts = Counts::default();
    let wrong: Vec<u64> =
        (0..kernels(200)).filter(|&seed| !same_traces(seed, 2, |_| {}, &mut counts)).collect();
    println!("two threads: {counts:?}");
    assert!(wrong.is_empty(), "seeds {wrong:?}");
    assert!(counts.compared > 0 && counts.racy > 0, "{counts:?}");
}

/// Wrong rules of tables 1 and 2 are noticed with one thread.
fn noticed(change: impl Fn(&mut Predicated)) -> bool {
    (0..3000).any(|seed| !same_traces(seed, 1, &change, &mut Counts::default()))
}

#[test]
fn guards_behind_the_change_of_active_are_noticed() {
    assert!(noticed(|program| {
        for node in &mut program.nodes {
            if let Some(place) = node.stmts.iter().position(|s| matches!(s, Stmt::Guards(_))) {
                let guards = node.stmts.remove(place);
                node.stmts.push(guards);
            }
        }
    }));
}

#[test]
fn a_missing_exit_condition_is_noticed() {
    assert!(noticed(|program| {
        program.nodes.iter_mut().for_each(|node| node.stmts.retain(|s| !matches!(s, Stmt::NotAt(_))));
    }));
}

#[test]
fn a_missing_back_condition_is_noticed() {
    assert!(noticed(|program| {
        program.nodes.iter_mut().for_each(|node| node.stmts.retain(|s| !matches!(s, Stmt::At(_))));
    }));
}
