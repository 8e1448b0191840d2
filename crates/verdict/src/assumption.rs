//! What proofs assume, each worded once, with CUDA's words for threads and blocks; `raddle-report` has those of other languages.

use crate::property::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An assumption of a proof. Reports show its text, to be read after "assuming that", and its stable name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "name", rename_all = "kebab-case", into = "Written")]
#[schemars(with = "Written")]
pub enum Assumption {
    /// Distinct pointer parameters are disjoint. `--may-alias` drops it.
    DisjointPointers,
    /// Every access is within its buffer or array. `bounds` checks it where the size is known.
    InBounds,
    /// The same where the size is unknown to raddle; only the caller of the kernel knows it.
    BufferSizes,
    /// Every call through a pointer leads to a function that is there.
    FunctionPointers,
    /// No pointer is rebuilt from branches on addresses.
    PointersNotRebuilt,
    /// A pointer parameter whose space is asked for points to global memory.
    GlobalPointers,
    /// The kernel terminates: each thread takes finitely many steps. `termination` checks it.
    Terminates {
        /// Does a loop perhaps wait for what another thread writes? `termination` does not follow that.
        #[serde(default)]
        though_waiting: bool,
    },
    /// No thread waits forever at a barrier, or for lanes of its warp. `deadlock` checks it.
    BarriersRelease,
    /// The lanes of a warp run in lock-step.
    WarpSynchronous,
    /// Initialised constants are not overwritten by the host.
    ConstantsAsInitialised,
    /// Buffers begin where `cudaMalloc` lets them begin.
    AlignedBuffers,
    /// Every access is at a multiple of its size, where neither the kernel nor the type of a pointer says so.
    AlignedAccesses,
    /// An integer that is divided by 0, or overflows, gives one result for the same operands.
    EqualQuotients,
    /// Shared and local memory is written before it is read.
    InitialisedMemory,
    /// What is added to a counter in memory, all together, is less than 2^32, or what its width holds.
    Counters,
    /// Every counter in memory stays below 2^24, as an unsigned number: then it does not wrap around either, nor do small multiples of it.
    SmallCounters,
    /// The launch has fewer than 2^31 threads in each dimension.
    LaunchSize {
        /// And a grid of one block in the dimensions that the kernel never reads?
        #[serde(default)]
        unread_are_one: bool,
    },
    /// Functions without a body return.
    CallsReturn,
    /// A function without a body computes a value and does nothing else (`--pure-calls`).
    PureCalls {
        /// Which function.
        text: String,
    },
    /// A block that no GPU takes is launched.
    BlockSize {
        /// Its size, and the limit.
        text: String,
    },
    /// A grid that the language or its GPUs do not take is launched.
    GridSize {
        /// Its size, and the limit.
        text: String,
    },
    /// A block whose size is left free is within the limits of the language.
    BlockLimit {
        /// The limits.
        text: String,
    },
    /// A grid whose size is left free is within the limits of the language.
    GridLimit {
        /// The limits.
        text: String,
    },
    /// A block is launched whose size the kernel itself rules out.
    DemandedSize {
        /// Its size, and what the kernel demands.
        text: String,
    },
    /// More shared memory is used than a GPU has.
    SharedSize {
        /// How much, and the limit.
        text: String,
    },
    /// A precondition of the source.
    Required {
        /// Which one.
        text: String,
    },
    /// What a function that is known by its contract promises.
    Ensured {
        /// Which promise.
        text: String,
    },
    /// An assumption of the source.
    Assumed {
        /// Which one.
        text: String,
    },
    /// OpenCL's `mul24` and `mad24` are given what they are defined for.
    #[serde(rename = "24-bit-operands")]
    Operands {
        /// Where they are called.
        text: String,
    },
}

impl Assumption {
    /// The kernel terminates.
    pub const TERMINATES: Self = Self::Terminates { though_waiting: false };
    /// The kernel terminates although its loops may wait for other threads.
    pub const TERMINATES_THOUGH_WAITING: Self = Self::Terminates { though_waiting: true };

    /// The stable name, in kebab case.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::DisjointPointers => "disjoint-pointers",
            Self::InBounds => "in-bounds",
            Self::BufferSizes => "buffer-sizes",
            Self::FunctionPointers => "function-pointers",
            Self::PointersNotRebuilt => "pointers-not-rebuilt",
            Self::GlobalPointers => "global-pointers",
            Self::Terminates { .. } => "terminates",
            Self::BarriersRelease => "barriers-release",
            Self::WarpSynchronous => "warp-synchronous",
            Self::ConstantsAsInitialised => "constants-as-initialised",
            Self::AlignedBuffers => "aligned-buffers",
            Self::AlignedAccesses => "aligned-accesses",
            Self::EqualQuotients => "equal-quotients",
            Self::InitialisedMemory => "initialised-memory",
            Self::Counters => "counters",
            Self::SmallCounters => "small-counters",
            Self::LaunchSize { .. } => "launch-size",
            Self::CallsReturn => "calls-return",
            Self::PureCalls { .. } => "pure-calls",
            Self::BlockSize { .. } => "block-size",
            Self::GridSize { .. } => "grid-size",
            Self::BlockLimit { .. } => "block-limit",
            Self::GridLimit { .. } => "grid-limit",
            Self::DemandedSize { .. } => "demanded-size",
            Self::SharedSize { .. } => "shared-size",
            Self::Required { .. } => "required",
            Self::Ensured { .. } => "ensured",
            Self::Assumed { .. } => "assumed",
            Self::Operands { .. } => "24-bit-operands",
        }
    }

    /// What it says, to be read after "assuming that", in CUDA's words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::DisjointPointers => "distinct pointer parameters point to disjoint buffers",
            Self::InBounds => "no access is out of bounds",
            Self::BufferSizes => "buffers and arrays whose size is not given are large enough",
            Self::FunctionPointers => {
                "calls through pointers lead to functions of this file with these parameters"
            }
            Self::PointersNotRebuilt => {
                "no branch on addresses decides numbers from which an address is computed"
            }
            Self::GlobalPointers => {
                "pointer parameters whose address space the kernel queries point to global memory"
            }
            Self::Terminates { though_waiting: false } => "the kernel terminates",
            Self::Terminates { though_waiting: true } => {
                "the kernel terminates, even where a loop waits for another thread's write"
            }
            Self::BarriersRelease => "no thread waits forever at a barrier or for other lanes of its warp",
            Self::WarpSynchronous => "each warp runs in lock-step",
            Self::ConstantsAsInitialised => "initialised constants keep their values",
            Self::AlignedBuffers => "every buffer begins at a multiple of 256 bytes",
            Self::AlignedAccesses => "every access is at a multiple of its size",
            Self::EqualQuotients => {
                "a division without a specified result, as by 0, gives one result for the same operands"
            }
            Self::InitialisedMemory => {
                "no thread reads shared memory, or a variable, that nothing has written"
            }
            Self::Counters => {
                "no counter in memory wraps around: each addition gives it a value that it has not had"
            }
            Self::SmallCounters => "every counter in memory stays between 0 and 2^24 - 1",
            Self::LaunchSize { unread_are_one: false } => {
                "there are fewer than 2^31 threads in each dimension"
            }
            Self::LaunchSize { unread_are_one: true } => {
                "there are fewer than 2^31 threads in each dimension, and one block in each dimension of the grid that the kernel does not read"
            }
            Self::CallsReturn => "called functions without a body return",
            Self::PureCalls { text }
            | Self::BlockSize { text }
            | Self::GridSize { text }
            | Self::BlockLimit { text }
            | Self::GridLimit { text }
            | Self::DemandedSize { text }
            | Self::SharedSize { text }
            | Self::Required { text }
            | Self::Ensured { text }
            | Self::Assumed { text }
            | Self::Operands { text } => text,
        }
    }

    /// The property whose refutation shows the assumption to be false: then no proof that makes it holds.
    #[must_use]
    pub const fn property(&self) -> Option<Property> {
        match self {
            Self::InBounds | Self::FunctionPointers => Some(Property::Bounds),
            Self::Terminates { .. } => Some(Property::Termination),
            Self::BarriersRelease => Some(Property::Deadlock),
            _ => None,
        }
    }
}

/// An assumption as JSON has it: the name, the text, and what distinguishes two of one name.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Assumption")]
struct Written {
    /// Its stable name.
    name: &'static str,
    /// To be read after: assuming that.
    text: String,
    /// Of `terminates`: also where a loop waits for what another thread writes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    though_waiting: bool,
    /// Of `launch-size`: the grid has one block in every further dimension that the kernel never reads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unread_are_one: bool,
}

impl From<Assumption> for Written {
    fn from(assumption: Assumption) -> Self {
        Self {
            name: assumption.name(),
            text: assumption.text().to_owned(),
            though_waiting: assumption == Assumption::TERMINATES_THOUGH_WAITING,
            unread_are_one: assumption == Assumption::LaunchSize { unread_are_one: true },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_in_json() {
        let text = || "`__requires` at k.cu:3 holds".to_owned();
        let all = [
            Assumption::DisjointPointers,
            Assumption::InBounds,
            Assumption::TERMINATES,
            Assumption::TERMINATES_THOUGH_WAITING,
            Assumption::LaunchSize { unread_are_one: true },
            Assumption::LaunchSize { unread_are_one: false },
            Assumption::Required { text: text() },
            Assumption::Operands { text: text() },
        ];
        for one in all {
            let json = serde_json::to_string(&one).unwrap();
            assert!(json.starts_with(&format!(r#"{{"name":"{}","text":"#, one.name())), "{json}");
            assert_eq!(serde_json::from_str::<Assumption>(&json).unwrap(), one);
        }
    }
}
