//! A race between two CTAs: its finding, and its replay.

use crate::confirm::replay::inputs::Inputs;
use crate::confirm::replay::schedule::{Schedule, Show, StopIn};
use crate::confirm::replay::stage::Stage;
use crate::confirm::replay::witness;
use crate::methods::one_run::grid_run::GridRun;
use crate::options::Options;
use crate::running::programs::Sites;
use crate::running::{exec, programs};
use crate::subject::input::{Input, place};
use crate::words::elements::{Elements, element};
use crate::words::findings::access_kind;
use crate::words::launch::reported;
use raddle_ir::Function;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::slice::Stores;
use raddle_machine::{ObjectId, Partial};
use raddle_report::{Access, Count, Ctas, Diagnostic, Explanation, Race, Severity, Thread, Unordered};
use raddle_sync::cross_cta::GridAccess;
use raddle_sync::explain::update::is_half_of_update;
use raddle_sync::program;

/// Races between CTAs, in the report's words.
pub(crate) struct CrossRace<'a> {
    pub(crate) input: &'a Input,
    pub(crate) function: &'a Function,
    pub(crate) launch: &'a Launch,
    pub(crate) grid: &'a GridRun,
    pub(crate) sites: &'a Sites,
    pub(crate) options: &'a Options,
}

impl CrossRace<'_> {
    /// A race.
    pub(crate) fn race(&self, sides: [&GridAccess; 2], benign: bool) -> Race {
        let [first, second] = sides.map(|side| self.access(side));
        Race {
            first,
            second,
            unordered: Unordered::DifferentCtas,
            pairs: Count::at_least(1),
            benign,
            explanation: self.explanation(sides).map(Box::new),
            same_cause: Vec::new(),
        }
    }

    /// The diagnostic of a race. Nothing orders CTAs, so either one may come first: each is run alone up to its access.
    pub(crate) fn diagnostic(&self, race: Race, sides: [&GridAccess; 2]) -> Diagnostic {
        let threads = vec![race.first.thread, race.second.thread];
        let benign = race.benign;
        let mut diagnostic = Diagnostic::race(race, self.input.terms());
        diagnostic.severity = if benign { Severity::Warning } else { Severity::Error };
        let Self { input, function, launch, options, .. } = *self;
        let stage = Stage { input, function, launch, options };
        let event = |n: usize| {
            let (cta, thread) = (threads[n].cta, threads[n].linear as u32);
            let event = self.event(stage, cta, thread, &sides[n].access);
            (StopIn { cta, thread, event: event.unwrap_or(0) }, event.is_some())
        };
        let [(a, a_found), (b, b_found)] = [0, 1].map(event);
        let scheduler = exec::first_scheduler(&options.launch).into();
        let schedule =
            Schedule { cta: None, scheduler, show: Show::CrossRace([a, b]), inputs: Inputs::of(launch) };
        let replayed = a_found && b_found && schedule.play(stage).shows;
        let reported = reported(function, launch, Ctas::All, options);
        diagnostic.witness(witness::make(input, function, &reported, threads, &schedule, replayed))
    }

    /// Is it an update that may be lost?
    fn explanation(&self, sides: [&GridAccess; 2]) -> Option<Explanation> {
        let in_one = |a, b| {
            let [a, b] = [a, b].map(|site| place(self.input, self.sites.loc(site)));
            a.same_line(&b)
        };
        let updates = sides.iter().all(|side| {
            let (warps, at) = (&self.grid.programs[side.cta as usize], (side.warp as usize, side.lane));
            is_half_of_update(warps, at, &side.access, in_one)
        });
        updates.then(|| Explanation { updates, ..Explanation::default() })
    }

    /// The number of the thread's event that is this access, from a run of its CTA alone.
    fn event(&self, stage: Stage<'_>, cta: [u32; 3], thread: u32, wanted: &program::Access) -> Option<u32> {
        let mut launch = stage.launch.clone();
        launch.cta = WhichCta::At(cta);
        let module = &stage.input.module;
        let (run, _) =
            exec::run(module, stage.function, &launch, stage.options, &Stores::None, Partial::default());
        let (kind, ..) = self.grid.objects.get(wanted.object as usize)?;
        let mut sites = Sites::default();
        let event = run.recording.thread_events(thread).position(|event| {
            let Some(access) = programs::access(&event, &module.sources, &mut sites) else { return false };
            let of = |a: &program::Access| (a.kind, a.scope, a.offset, a.size);
            of(&access) == of(wanted)
                && access.size > 0
                && programs::from_near(access.object, access.offset).is_none()
                && run.objects.info(ObjectId(access.object)).kind == *kind
        });
        event.map(|event| event as u32)
    }

    fn access(&self, side: &GridAccess) -> Access {
        let a = &side.access;
        let (kind, name, declared) = &self.grid.objects[a.object as usize];
        let elements = Elements::of(self.input, self.function, *kind, *declared);
        let cta = self.grid.places[side.cta as usize];
        Access {
            thread: Thread::new(
                u64::from(side.thread(&self.grid.programs).0),
                cta,
                self.launch.block,
                self.launch.warp_size,
            ),
            kind: access_kind(a),
            bytes: u64::from(a.size),
            address: element(raddle_report::Space::Global, name, &elements, a.offset, a.size),
            location: place(self.input, self.sites.loc(a.site)),
            value: None,
            uncertain: a.uncertain,
            last_barrier: None,
        }
    }
}
