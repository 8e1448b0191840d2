//! Logs of accesses, for contracts.
//!
//! The log of a thread holds, for each array and each kind of access, nothing or one of the accesses that the thread has made since the
//! last barrier; which one is unknown. A run [chooses](crate::chosen::Chosen::logs) it to refute a statement: one that holds does so for
//! every choice.

use crate::launches::objects::SHARED;
use crate::programs::program::AddressRef;
use crate::running::machine::Machine;
use crate::values::domain::{Domain, ObjectId};
use crate::watching::monitor::{AccessKind, Target, lanes};
use raddle_ir::contracts::{LogPart, Logged, LoggedKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which of a thread's accesses the logs hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    /// None.
    Nothing,
    /// The first one since the barrier.
    First,
    /// The last one.
    Last,
}

impl Choice {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::First, Self::Last];
}

/// What a contract asks of a log.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    pub(crate) asked: Logged,
    /// The first byte of the array.
    pub(crate) array: AddressRef,
    /// How many bytes are read there.
    pub(crate) size: u32,
}

/// An object, or an array of shared memory by where it begins.
type Array = (ObjectId, u64);

/// The logs of the threads of a CTA.
#[derive(Clone, Debug)]
pub(crate) struct Logs {
    choice: Choice,
    /// By thread: where the access begins.
    held: FxHashMap<(u32, Array, LoggedKind), u64>,
    /// Threads that have accessed a place that is not known, or perhaps accessed one.
    unsure: FxHashSet<u32>,
}

impl Logs {
    pub(crate) fn new(choice: Choice) -> Self {
        Self { choice, held: FxHashMap::default(), unsure: FxHashSet::default() }
    }

    /// A thread reaches a barrier.
    pub(crate) fn forget(&mut self, thread: u32) {
        self.held.retain(|(of, ..), _| *of != thread);
        self.unsure.remove(&thread);
    }

    /// The first thread whose log holds something: the same for all questions of one contract.
    fn first(&self) -> Option<u32> {
        self.held.keys().map(|&(thread, ..)| thread).min()
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Lanes of a warp access these places; some of them only perhaps.
    pub(crate) fn log(&mut self, warp: usize, (mask, may): (u32, u32), kind: AccessKind, targets: &[Target]) {
        let first = self.first_thread(warp);
        let Some(mut logs) = self.state.logs.take() else { return };
        for lane in lanes(mask) {
            match targets[lane as usize] {
                Target::At(id, offset) if may >> lane & 1 == 0 => {
                    let (array, offset) = self.array(id, offset);
                    let at = (first + lane, array, logged(kind));
                    match logs.choice {
                        Choice::Nothing => {}
                        Choice::First => {
                            logs.held.entry(at).or_insert(offset);
                        }
                        Choice::Last => {
                            logs.held.insert(at, offset);
                        }
                    }
                }
                _ => {
                    logs.unsure.insert(first + lane);
                }
            }
        }
        self.state.logs = Some(logs);
    }

    /// What the log of a lane answers; nothing where that is not known.
    pub(crate) fn answer(&mut self, warp: usize, lane: u32, pc: usize) -> Option<u64> {
        let Question { asked, array, size } = self.program.questions.get(&(pc as u32))?;
        self.state.logs.as_ref()?;
        let own = self.first_thread(warp) + lane;
        let Target::At(id, offset) = self.resolve(warp, lane, array, *size, self.program.sites[pc]).target
        else {
            return None;
        };
        let (array, _) = self.array(id, offset);
        let logs = self.state.logs.as_ref()?;
        let thread = if asked.elsewhere { logs.first()? } else { own };
        if logs.unsure.contains(&thread) {
            return None;
        }
        let held = logs.held.get(&(thread, array, asked.kind)).copied();
        // Where nothing is logged, the offset may be anything.
        let nowhere = if logs.choice == Choice::First { 0 } else { u64::MAX };
        Some(match asked.part {
            LogPart::Is => u64::from(held.is_some()),
            // Its first byte is one of its bytes.
            LogPart::Start | LogPart::Byte => held.unwrap_or(nowhere),
        })
    }

    fn array(&self, id: ObjectId, offset: u64) -> (Array, u64) {
        let parts = self.objects.shared_parts().iter().filter(|part| id == SHARED && part.offset <= offset);
        let start = parts.map(|part| part.offset).max().unwrap_or(0);
        ((id, start), offset - start)
    }
}

fn logged(kind: AccessKind) -> LoggedKind {
    match kind {
        AccessKind::Read => LoggedKind::Read,
        AccessKind::Write => LoggedKind::Write,
        AccessKind::Atomic(_) => LoggedKind::Atomic,
    }
}
