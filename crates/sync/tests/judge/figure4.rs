//! Figure 4 of paper 001, line by line, cubic closure and all; as printed, and with its line 18 corrected.

use crate::judge::explorer::commands;
use crate::judge::plain::trace::Trace;
use crate::judge::point;
use raddle_sync::program::{BarrierId, Command, Cta, How};

#[derive(Clone, Copy)]
pub(crate) struct Figure4 {
    /// Line 18 ranges over `arrive`s of generation k too.
    pub(crate) any_registration: bool,
    /// A `c2` without a `c3` is a violation.
    pub(crate) first_commands: bool,
}

impl Figure4 {
    pub(crate) const PRINTED: Self = Self { any_registration: false, first_commands: false };
    pub(crate) const CORRECTED: Self = Self { any_registration: true, first_commands: true };

    /// `WELLSYNC(T, τ)` for a τ that reaches `done`.
    pub(crate) fn well_sync(self, cta: &Cta, trace: &Trace) -> bool {
        let all: Vec<(usize, usize)> = commands(cta).collect();
        // Barrier, generation, whether it is a sync; `None` for accesses. Line 2.
        let registration = |c: (usize, usize)| -> Option<(BarrierId, u32, bool)> {
            let Some(Command::Register(r)) = cta.command(point(c)) else { return None };
            let node = trace.node(trace.node_of(point(c)).expect("every registration is executed"));
            Some((r.barrier, node.generation, r.how == How::Sync))
        };
        // Lines 3 to 16.
        let mut r = vec![vec![false; all.len()]; all.len()];
        for (i, &c1) in all.iter().enumerate() {
            for (j, &c2) in all.iter().enumerate() {
                let successive = c1.0 == c2.0 && c1.1 + 1 == c2.1;
                let meet = match (registration(c1), registration(c2)) {
                    (Some((b1, g1, _)), Some((b2, g2, sync))) => sync && (b1, g1) == (b2, g2),
                    _ => false,
                };
                r[i][j] = successive || meet;
            }
        }
        // Line 17.
        for k in 0..all.len() {
            for i in 0..all.len() {
                for j in 0..all.len() {
                    r[i][j] |= r[i][k] && r[k][j];
                }
            }
        }
        // Lines 18 to 23.
        for (i, &c1) in all.iter().enumerate() {
            let Some((b1, k, sync)) = registration(c1) else { continue };
            if !sync && !self.any_registration {
                continue;
            }
            for (j, &c2) in all.iter().enumerate() {
                if registration(c2).is_none_or(|(b2, generation, _)| (b2, generation) != (b1, k + 1)) {
                    continue;
                }
                let ordered = if c2.1 == 0 { !self.first_commands } else { r[i][j - 1] };
                if !ordered {
                    return false;
                }
            }
        }
        true
    }
}
