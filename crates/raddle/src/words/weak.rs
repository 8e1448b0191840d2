//! Waits that do not order some memory, in words.

use crate::running::programs::Weak;
use raddle_report::{Language, Terms};
use raddle_sync::program::Space;

/// Why a race is hidden by such waits only.
pub(crate) fn why(weak: Weak, terms: &Terms) -> String {
    let Some((flag, space)) = weak.flag() else {
        let add = if terms.language == Language::Ptx { "bar.warp.sync" } else { "__syncwarp()" };
        return format!(
            "two accesses are kept apart only by a shuffle or a vote, which makes the {} wait but does not order their memory accesses; \
             add `{add}`",
            terms.lanes
        );
    };
    let memory = if space == Space::Shared { terms.shared } else { "global memory" };
    format!(
        "two accesses to {memory} are kept apart only by a barrier without {flag}, which does not order them"
    )
}

/// What such a wait lacks.
pub(crate) fn lacks(weak: Weak, terms: &Terms) -> String {
    match weak.flag() {
        None => format!("the {} wait here, but this orders no memory accesses", terms.lanes),
        Some((flag, _)) => format!("this barrier lacks {flag}"),
    }
}
