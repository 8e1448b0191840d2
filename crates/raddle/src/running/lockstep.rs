//! Lock-step runs: what `--warp-synchronous` makes of the accesses of a warp.
//!
//! Paper 001 (§3.1) models a warp in lock-step by "inserting a `sync` command across all threads in a warp after every
//! original command". Here each access is executed by a *group* of lanes, those that stand at one place of the program, and
//! the `sync`s are between the lanes of the group, before and after the access. So two accesses of one warp are ordered if
//! their groups have a lane in common, and by chains of such; the two sides of a branch stay unordered, as their groups are
//! disjoint and what comes between them is executed by neither.
//!
//! Lanes that are together between two accesses only, as where the sides of a branch have met, are a group too, with a `sync` and without an access
//! ([`Passed::Meeting`]).
//!
//! Two `sync`s around each access are many. Where each group has a lane in common with the next, all accesses are in one chain:
//! ordered as they come, for all lanes. Such a stretch is a [`Run`], and `sync`s are needed at its ends only, by all the lanes
//! that take part in it. So a run ends
//!
//! - before a barrier or another wait;
//! - before a group that has no lane in common with the last one: the other side of a branch;
//! - before a group with lanes that are not in the run: they come from elsewhere;
//! - after the last access of lanes that take no part in the rest, as they may continue elsewhere without waiting for it.
//!
//! `tests` compares this with `sync`s around each access on random streams.

use raddle_machine::record::Entry;

/// What a warp passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// An event.
    Event(Entry),
    /// These lanes are together.
    Meeting(u32),
}

/// The events of a warp, with the [meetings](raddle_machine::record::WarpRecorder::meetings) of its lanes before them.
pub fn passed(entries: &[Entry], meetings: &[(usize, u32)]) -> impl Iterator<Item = Passed> {
    let (mut meetings, mut n) = (meetings.iter().peekable(), 0);
    std::iter::from_fn(move || {
        if let Some((_, lanes)) = meetings.next_if(|(before, _)| *before <= n) {
            return Some(Passed::Meeting(*lanes));
        }
        n += 1;
        entries.get(n - 1).copied().map(Passed::Event)
    })
}

/// Accesses of a warp that are executed one after another, whatever the lane; and meetings among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The first event of it.
    pub start: usize,
    /// The first event after it.
    pub end: usize,
    /// The lanes that take part.
    pub lanes: u32,
}

/// The runs of what a warp passes: each item has the group that executes it, if it is an access in lock-step or a meeting.
pub fn runs(groups: impl Iterator<Item = Option<u32>>) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut end = 0;
    for group in groups {
        let goes_on = match (group, open.as_slice()) {
            (Some(group), [first, .., last]) => group & !first == 0 && group & last != 0,
            (Some(group), [only]) => group & !only == 0,
            (Some(_), []) | (None, _) => false,
        };
        if !goes_on {
            close(end - open.len(), &open, &mut runs);
            open.clear();
        }
        open.extend(group);
        end += 1;
    }
    close(end - open.len(), &open, &mut runs);
    runs
}

/// Cuts a chain of groups where lanes take part for the last time.
fn close(start: usize, groups: &[u32], runs: &mut Vec<Run>) {
    let mut lanes = 0;
    let mut cuts = Vec::new();
    for (n, group) in groups.iter().enumerate().rev() {
        if lanes | group != lanes {
            lanes |= group;
            cuts.push((n + 1, lanes));
        }
    }
    let mut from = 0;
    for (to, lanes) in cuts.into_iter().rev() {
        runs.push(Run { start: start + from, end: start + to, lanes });
        from = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(groups: &[u32]) -> Vec<(usize, usize, u32)> {
        runs(groups.iter().map(|&g| (g != 0).then_some(g)))
            .iter()
            .map(|r| (r.start, r.end, r.lanes))
            .collect()
    }

    #[test]
    fn predicated_lanes_and_one_sided_branches_cost_nothing() {
        assert_eq!(of(&[7, 1, 7, 2, 7]), [(0, 5, 7)]);
        // The others may be anywhere once one side is the last.
        assert_eq!(of(&[7, 7, 1, 1]), [(0, 2, 7), (2, 4, 1)]);
    }

    #[test]
    fn the_sides_of_a_branch_are_runs_of_their_own() {
        assert_eq!(of(&[7, 1, 6, 7]), [(0, 1, 7), (1, 2, 1), (2, 3, 6), (3, 4, 7)]);
    }

    #[test]
    fn waits_end_a_run() {
        assert_eq!(of(&[7, 0, 7, 0, 0]), [(0, 1, 7), (2, 3, 7)]);
    }

    /// For all pairs of accesses and lanes: order through shared groups, and order through the runs.
    #[test]
    fn runs_order_what_chains_of_groups_order() {
        let mut state = 9_u64;
        let mut random = |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        for _ in 0..3000 {
            let groups: Vec<u32> = (0..1 + random(9))
                .map(|_| match random(8) {
                    0 => 0,
                    1..4 => 15,
                    _ => 1 + random(15) as u32,
                })
                .collect();
            let runs = runs(groups.iter().map(|&g| (g != 0).then_some(g)));
            let run_of = |n: usize| runs.iter().position(|run| run.start <= n && n < run.end);
            // The syncs around each access, and at the ends of runs, as sets of lanes in order; then who knows of whom.
            let fine = reach(groups.iter().map(|&g| vec![g]));
            let coarse = reach(groups.iter().enumerate().map(|(n, _)| match run_of(n) {
                Some(r) => vec![runs[r].lanes],
                None => vec![],
            }));
            for x in 0..groups.len() {
                for y in x + 1..groups.len() {
                    if groups[x] == 0 || groups[y] == 0 {
                        continue;
                    }
                    let together = run_of(x) == run_of(y);
                    assert_eq!(
                        fine[y] >> x & 1 == 1,
                        together || coarse[y] >> x & 1 == 1,
                        "{groups:?} {x} {y} {runs:?}"
                    );
                }
            }
        }
    }

    /// For each access the earlier ones that happen before it for all lanes, if these lanes wait for each other around it.
    fn reach(waits: impl Iterator<Item = Vec<u32>>) -> Vec<u64> {
        let mut known = [0_u64; 32];
        waits
            .enumerate()
            .map(|(n, masks)| {
                let mut before = 0;
                for mask in masks {
                    let lanes = || (0..32).filter(move |lane| mask >> lane & 1 == 1);
                    before = lanes().fold(0, |all, lane| all | known[lane]);
                    lanes().for_each(|lane| known[lane] = before | 1 << n);
                }
                before
            })
            .collect()
    }
}
