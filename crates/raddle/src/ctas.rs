//! Which CTAs are run, and what their verdicts say of the launch.
//!
//! - Where `%ctaid`, run as an unknown, reaches no branch, barrier or shared address, one CTA stands for all.
//! - Otherwise CTA (0,0,0) is looked at, or the one that the user chose. The same for races alone, where only
//!   addresses in global memory depend on the CTA.
//! - With `--cta all` each CTA of the grid is run, and accesses to global memory are compared between them, but with `--within-cta`.

mod grid;
mod representative;

pub(crate) use grid::{comes as comes_to_barriers_of_grid, waits_for_ctas};

use crate::cases::{self, Checking, Open};
use crate::check::Kernel;
use crate::contracts;
use crate::exec::{self, Run};
use crate::findings::CrossRace;
use crate::input::Input;
use crate::inputs::{self, Wanted};
use crate::launch::reported;
use crate::observe::Observer;
use crate::options::{CtaChoice, Options};
use crate::places::{GlobalUse, Two};
use crate::programs::Sites;
use crate::verdict::{self, WantsValues};
use raddle_ir::{Function, LocId, Module};
use raddle_machine::domain::{Domain, Reason};
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::monitor::Issue;
use raddle_machine::objects::{ObjectInfo, ObjectKind};
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_machine::{ObjectId, Partial};
use raddle_report::{
    Ctas, Diagnostic, Part, Property, PropertyResult, Race, Rule, Scope, Severity, StageName, Unknown,
    Verdict,
};
use raddle_sync::Stop;
use raddle_sync::program::{Access, Registration, Space};
use raddle_sync::race::Class;
use raddle_sync::warps::{Values, Warps};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The results of a kernel, and the CTAs that they are about.
pub(crate) struct Checked {
    pub(crate) ctas: Ctas,
    pub(crate) results: Vec<PropertyResult>,
    /// Was an access seen that leaves its object?
    pub(crate) out_of_bounds: bool,
    /// Is something assumed of which it is not known whether it held?
    pub(crate) takes_for_granted: bool,
    /// The properties that are refuted all the same: by what comes before that.
    pub(crate) certain: Vec<Property>,
    /// Does each launch give a built-in function operands that it is not defined for?
    pub(crate) undefined: bool,
    /// The branch that the run stopped at, if [cases](crate::cases) may help.
    pub(crate) open: Option<Open>,
}

impl Checked {
    fn of_run(ctas: Ctas, results: Vec<PropertyResult>, run: &Run, look: &Look<'_>) -> Self {
        let (out_of_bounds, takes_for_granted) =
            (leaves_objects(run), contracts::relies(&run.recording.issues));
        let certain = contracts::certainly_refuted(&run.recording.issues, look.options);
        let undefined = is_undefined(look.function, run);
        let open = cases::open(&run.outcome);
        Self { ctas, results, out_of_bounds, takes_for_granted, certain, undefined, open }
    }
}

/// So many choices of inputs are run.
const MOST_ATTEMPTS: usize = 4;
/// Steps of a run with inputs that were chosen.
pub(crate) const MOST_STEPS: u64 = 500_000;
/// The most CTAs that `--cta all` runs.
const MOST_CTAS: u64 = 4096;
/// How many where values are followed that were written, if it turns on them whether two writes are equal.
const MANY_NAMES: usize = 1 << 21;
/// How many bytes the names of unknown values may take that CTAs share: a fraction of what one CTA may need.
const MOST_NAMES: u64 = 64 << 20;
/// The most accesses to global memory that are compared between CTAs.
const MOST_ACCESSES: usize = 1 << 25;

/// Checks a kernel at a launch, in cases where that helps.
///
/// # Errors
/// When the CTAs asked for do not exist.
pub(crate) fn check(
    input: &Input,
    function: &Function,
    launch: &Launch,
    options: &Options,
    properties: &[Property],
    observer: &Observer,
) -> Result<Checked, Vec<Diagnostic>> {
    let check = |launch: &Launch, options: &Options| {
        check_launch(input, function, launch, options, properties, observer)
    };
    // The graph is that of one run.
    if observer.graph_limit().is_some() {
        return check(launch, options);
    }
    let launch_of =
        |options: &Options| crate::launch::launch_of(&input.module, function, launch.block, options);
    Checking { function, options, check: &check, launch: &launch_of }.in_cases(launch)
}

/// The same for a launch as it is.
fn check_launch(
    input: &Input,
    function: &Function,
    launch: &Launch,
    options: &Options,
    properties: &[Property],
    observer: &Observer,
) -> Result<Checked, Vec<Diagnostic>> {
    let look = Look { input, function, options, properties, observer, wanted: Mutex::default() };
    let mut checked = look.launch(launch)?;
    look.withdraw(launch, &mut checked.results);
    look.with_inputs(launch, &mut checked);
    Ok(checked)
}

/// A run with its launch and the names of its unknown values.
type RunOf = (Launch, Run, Partial);

fn run(
    (module, function, options): (&Module, &Function, &Options),
    launch: &Launch,
    cta: WhichCta,
    values: &Stores,
    domain: Partial,
) -> RunOf {
    let launch = Launch { cta, ..launch.clone() };
    let (run, domain) = exec::run(module, function, &launch, options, values, domain);
    (launch, run, domain)
}

struct Look<'a> {
    input: &'a Input,
    function: &'a Function,
    options: &'a Options,
    properties: &'a [Property],
    observer: &'a Observer,
    /// Inputs with which there may be races.
    wanted: Mutex<Vec<Wanted>>,
}

impl Look<'_> {
    /// The launch, with what nobody gave left open.
    fn launch(&self, launch: &Launch) -> Result<Checked, Vec<Diagnostic>> {
        let single = launch.grid == Some([1; 3]);
        match self.options.cta {
            CtaChoice::One(cta) => Ok(self.one(launch, cta, Ctas::One(cta))),
            _ if single => Ok(self.one(launch, [0; 3], Ctas::All)),
            CtaChoice::Default => Ok(self.representative(launch)),
            CtaChoice::All => {
                let Some(grid) = launch.grid else {
                    let error = Diagnostic::new(Rule::InputLaunch, "`--cta all` needs the size of the grid")
                        .help("pass --grid X[,Y[,Z]]");
                    return Err(vec![error]);
                };
                Ok(self.all(launch, grid))
            }
        }
    }

    /// Adds the races that there are for some inputs. Whether a kernel comes to the writes with inputs that make what they write
    /// differ, and ends well, only a run with these inputs tells.
    fn with_inputs(&self, launch: &Launch, checked: &mut Checked) {
        let wanted = self.take_wanted();
        let Some(race) = checked.results.iter_mut().find(|r| r.property == Property::Race) else { return };
        // A bug is known already: one more run is enough.
        let is_refuted = matches!(race.verdict, Verdict::Refuted { .. });
        let most = if is_refuted { 1 } else { MOST_ATTEMPTS };
        let options = Options { step_limit: self.options.step_limit.min(MOST_STEPS), ..self.options.clone() };
        let observer = Observer::default();
        for attempt in inputs::attempts(&wanted).into_iter().take(most) {
            let look = Look {
                properties: &[Property::Race],
                options: &options,
                observer: &observer,
                wanted: Mutex::default(),
                ..*self
            };
            let launch = inputs::choose(&self.input.module, self.function, launch, attempt);
            // A grid that was chosen need not have the CTA that is asked for.
            if let (CtaChoice::One(cta), Some(grid)) = (options.cta, launch.grid)
                && (0..3).any(|dim| cta[dim] >= grid[dim])
            {
                continue;
            }
            let seen = match (options.cta, launch.grid) {
                (CtaChoice::All, Some(grid)) if launch.chosen.as_ref().is_some_and(|c| !c.grid) => {
                    look.all(&launch, grid)
                }
                (CtaChoice::One(cta), _) => look.one(&launch, cta, checked.ctas),
                _ => look.one(&launch, [0; 3], checked.ctas),
            };
            if seen.takes_for_granted || seen.out_of_bounds {
                continue;
            }
            let found = seen.results.iter().flat_map(|result| &result.diagnostics);
            let found: Vec<Diagnostic> = inputs::shown(&wanted, self.function, found);
            if found.is_empty() {
                continue;
            }
            let mut all = std::mem::take(&mut race.diagnostics);
            let errors = all.iter().take_while(|one| one.severity == Severity::Error).count();
            all.splice(errors..errors, found);
            *race = PropertyResult::from_findings(Property::Race, all, race.verdict.clone());
            // With these inputs everything held that is assumed.
            if !is_refuted {
                checked.certain.push(Property::Race);
            }
            return;
        }
    }

    fn want(&self, wanted: Vec<Wanted>) {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner).extend(wanted);
    }

    fn take_wanted(&self) -> Vec<Wanted> {
        std::mem::take(&mut *self.wanted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn run(&self, launch: &Launch, cta: WhichCta, values: &Stores, domain: Partial) -> RunOf {
        let what = (&self.input.module, self.function, self.options);
        self.observer.measure(StageName::Run, || run(what, launch, cta, values, domain))
    }

    /// Judges a run without values. What is written matters only where two threads write the same bytes unordered: then
    /// the CTA is run again, with the values of these stores.
    fn judge(&self, (at, run, domain): RunOf, ctas: Ctas) -> (Run, Vec<PropertyResult>) {
        match self.results(&at, &run, &domain, ctas) {
            Ok(results) => (run, results),
            Err(WantsValues(stores)) => {
                let stores = Stores::At(stores);
                let (at, run, domain) = self.run(&at, at.cta, &stores, Partial::with_names(MANY_NAMES));
                match self.results(&at, &run, &domain, ctas) {
                    Ok(results) => (run, results),
                    Err(_) => unreachable!("values are asked for once"),
                }
            }
        }
    }

    /// The issues of a run that may be in the way of what is asked: where that is refuted before anything is taken for granted, those up
    /// to there.
    fn that_count<'r>(&self, run: &'r Run) -> &'r [Issue] {
        let issues = run.recording.issues.as_slice();
        let certain = match self.properties {
            &[one] => contracts::certain(issues, one, self.options),
            _ => &[],
        };
        if certain.is_empty() { issues } else { certain }
    }

    fn results(
        &self,
        launch: &Launch,
        run: &Run,
        domain: &Partial,
        ctas: Ctas,
    ) -> Result<Vec<PropertyResult>, WantsValues> {
        let cta = match launch.cta {
            WhichCta::At(cta) => cta,
            WhichCta::Any => [0; 3],
        };
        let listed = launch.chosen.is_some().then(|| inputs::listed(launch, run));
        let issues = self.that_count(run);
        let of_inputs = launch.chosen.as_ref().is_some_and(|chosen| !chosen.is_of_grid_only());
        if of_inputs && !inputs::is_settled(run, issues, self.properties == [Property::Bounds]) {
            let unknown = crate::unknown::prerequisite("the inputs that were chosen leave something open");
            let result = |&property: &Property| PropertyResult::unknown(property, unknown.clone());
            return Ok(self.properties.iter().map(result).collect());
        }
        let launch = listed.as_ref().unwrap_or(launch);
        let kernel =
            Kernel { input: self.input, function: self.function, launch, cta, objects: &run.objects };
        let reported = reported(self.function, launch, ctas, self.options);
        let judged =
            verdict::results(&kernel, run, domain, &reported, self.options, self.properties, self.observer)?;
        self.want(judged.wanted);
        Ok(judged.results)
    }

    fn one(&self, launch: &Launch, cta: [u32; 3], ctas: Ctas) -> Checked {
        self.one_of(self.run(launch, WhichCta::At(cta), &Stores::None, Partial::default()), ctas)
    }

    fn one_of(&self, run: RunOf, ctas: Ctas) -> Checked {
        let (run, results) = self.judge(run, ctas);
        Checked::of_run(ctas, results, &run, self)
    }

    /// Each CTA of the grid, and their accesses to global memory against each other.
    fn all(&self, launch: &Launch, grid: [u32; 3]) -> Checked {
        let count = launch.ctas().unwrap_or(1);
        if count > MOST_CTAS {
            let mut checked = self.representative(launch);
            let text =
                format!("the grid has {count} CTAs, and at most {MOST_CTAS} are compared with each other");
            self.set_race(
                &mut checked.results,
                &Unknown::new(Rule::UnknownLimit, &text).help("pass a smaller --grid"),
            );
            // One CTA says nothing of the others, and where memory decides how threads synchronise, races between CTAs do.
            let depends = crate::taint::control_on_memory(self.function).is_some();
            for result in &mut checked.results {
                let Verdict::Proved { scope } = &result.verdict else { continue };
                if depends || matches!(scope.launch.ctas, Ctas::One(_)) {
                    let unknown = Unknown::new(Rule::UnknownLimit, &text).help("pass a smaller --grid");
                    *result = PropertyResult::unknown(result.property, unknown);
                }
            }
            return checked;
        }
        let mut domain = Partial::default();
        let mut results: Vec<PropertyResult> = Vec::new();
        let mut grid_run = GridRun::default();
        let (mut out_of_bounds, mut takes_for_granted, mut undefined) = (false, false, false);
        let mut chosen = None;
        for z in 0..grid[2] {
            for y in 0..grid[1] {
                for x in 0..grid[0] {
                    let at = [x, y, z];
                    let names = std::mem::take(&mut domain);
                    let (launch, run, next) = self.run(launch, WhichCta::At(at), &Stores::All, names);
                    domain = next;
                    out_of_bounds |= leaves_objects(&run);
                    takes_for_granted |= contracts::relies(&run.recording.issues);
                    undefined |= is_undefined(self.function, &run);
                    match self.results(&launch, &run, &domain, Ctas::All) {
                        Ok(mut more) => {
                            more.iter_mut().for_each(|result| seen_in(at, result));
                            merge(&mut results, more);
                        }
                        Err(_) => unreachable!("all values are there"),
                    }
                    grid_run.add(self, at, &run);
                    if launch.chosen.is_some() {
                        inputs::join(&mut chosen, inputs::listed(&launch, &run).chosen);
                    }
                    // So many names that the next CTA might run out of them: it begins with none.
                    if domain.footprint() > MOST_NAMES {
                        domain = Partial::default();
                        grid_run.nameless = true;
                    }
                }
            }
        }
        if grid_run.nameless {
            grid_run.forget_values();
        }
        let launch = Launch { chosen, ..launch.clone() };
        self.waits_across(&launch, &grid_run, &mut results);
        if !self.options.within_cta {
            self.across(&launch, &grid_run, &domain, &mut results);
        }
        // Whose finding is told of several CTAs is not known here.
        let certain = Vec::new();
        Checked { ctas: Ctas::All, results, out_of_bounds, takes_for_granted, certain, undefined, open: None }
    }

    /// Adds the races between CTAs to the race result. Where there may be one, what the threads of a CTA read may be
    /// another CTA's: what was proved of it alone holds only if synchronisation does not depend on memory.
    fn across(&self, launch: &Launch, grid: &GridRun, domain: &Partial, results: &mut [PropertyResult]) {
        self.add_races(launch, grid, domain, results);
        let race = results.iter().find(|r| r.property == Property::Race);
        // If races are not asked, nothing is known of them.
        if race.is_some_and(|r| matches!(r.verdict, Verdict::Proved { .. })) || !grid.shares() {
            return;
        }
        let Some(loc) = crate::taint::control_on_memory(self.function) else { return };
        let text = "CTAs may race, and how threads synchronise depends here on values read from memory";
        let unknown = Unknown::new(Rule::UnknownPrerequisite, text)
            .at(crate::ir_text::place(self.input, loc))
            .help("see race");
        for result in results.iter_mut().filter(|r| r.property != Property::Race) {
            if matches!(result.verdict, Verdict::Proved { .. }) {
                *result = PropertyResult::unknown(result.property, unknown.clone());
            }
        }
    }

    fn add_races(&self, launch: &Launch, grid: &GridRun, domain: &Partial, results: &mut [PropertyResult]) {
        let Some(race) = results.iter_mut().find(|r| r.property == Property::Race) else { return };
        // Only because CTAs wait for each other is it open.
        let is_open = matches!(race.verdict, Verdict::Unknown(_));
        if is_open && !grid::is_why(&race.verdict) {
            return;
        }
        if let Some(loc) = grid.may_trap {
            let place = crate::ir_text::place(self.input, loc);
            self.set_race(results, &verdict::perhaps_traps(place));
            return;
        }
        if grid.too_many {
            let text = "there are too many accesses to global memory to compare them between CTAs";
            self.set_race(results, &Unknown::new(Rule::UnknownLimit, text).help("pass a smaller --grid"));
            return;
        }
        if let Some(loc) = grid.unplaced() {
            let text = "the address of this access is not known, and another CTA's access may meet it";
            let place = crate::ir_text::place(self.input, loc);
            self.set_race(results, &Unknown::new(Rule::UnknownData, text).at(place));
            return;
        }
        if self.options.may_alias && grid.objects.len() > 1 {
            let text =
                "pointer parameters may point to the same memory, so accesses of different CTAs may meet";
            let help = "leave out --may-alias to assume that they are disjoint";
            self.set_race(results, &Unknown::new(Rule::UnknownData, text).help(help));
            return;
        }
        let stop = Stop { deadline: self.options.deadline };
        let search = || raddle_sync::cross_cta::races(&grid.programs, &stop);
        let Ok(all) = self.observer.measure(StageName::Races, search) else {
            let text = "comparing the accesses of all CTAs took longer than the time given";
            let help = "raise it with --timeout SECONDS, or pass a smaller --grid";
            self.set_race(results, &Unknown::new(Rule::UnknownLimit, text).help(help));
            return;
        };
        let mut found: Vec<Diagnostic> = std::mem::take(&mut race.diagnostics);
        // By lines and array: the finding, and how many more pairs of accesses it stands for.
        let mut between_ctas: Vec<(Race, (Diagnostic, u64))> = Vec::new();
        let mut possible = None;
        let mut perhaps_equal = None;
        for between in all {
            let sides = [&between.first, &between.second];
            if matches!(between.class, Class::Possible | Class::Unplaced) {
                possible.get_or_insert(grid.sites.loc(between.first.access.site));
                continue;
            }
            if between.class == Class::Harmful
                && !self.options.strict_benign
                && self.depends(domain, grid, sides.map(|s| &s.access))
            {
                perhaps_equal.get_or_insert(grid.sites.loc(between.first.access.site));
                continue;
            }
            let cross = CrossRace {
                input: self.input,
                function: self.function,
                launch,
                grid,
                sites: &grid.sites,
                options: self.options,
            };
            let benign = between.class == Class::Benign && !self.options.strict_benign;
            let told = cross.race(sides, benign);
            let like = between_ctas.iter_mut().find(|(known, _)| known.is_like(&told));
            match like {
                // One that is shown says more.
                Some((_, (one, alike))) if !benign => {
                    *alike += 1;
                    if one.severity != Severity::Error {
                        *one = cross.diagnostic(told, sides);
                    }
                }
                _ => between_ctas.push((told.clone(), (cross.diagnostic(told, sides), 0))),
            }
        }
        found.extend(between_ctas.into_iter().map(|(_, (one, alike))| match alike {
            0 => one,
            _ => one.note(Diagnostic::more_accesses(alike)),
        }));
        let possible =
            possible.map(|loc| (loc, "accesses of two CTAs race if both happen, which depends on data"));
        let mut otherwise = match possible.or(perhaps_equal.map(|loc| (loc, verdict::PERHAPS_EQUAL))) {
            Some((loc, text)) if !is_open => {
                let place = crate::ir_text::place(self.input, loc);
                Verdict::Unknown(Unknown::new(Rule::UnknownData, text).at(place))
            }
            _ => race.verdict.clone(),
        };
        if let Verdict::Proved { scope } = &mut otherwise {
            for location in found.iter().filter_map(Diagnostic::location) {
                let exception = format!("equal-value writes at {}", location.short());
                if !scope.up_to.contains(&exception) {
                    scope.up_to.push(exception);
                }
            }
        }
        *race = PropertyResult::from_findings(Property::Race, found, otherwise);
    }

    /// As within a CTA.
    fn depends(&self, domain: &Partial, grid: &GridRun, accesses: [&Access; 2]) -> bool {
        let place = |access: &Access| crate::ir_text::place(self.input, grid.sites.loc(access.site));
        inputs::depends(domain, accesses, place).map(|wanted| self.want(wanted)).is_some()
    }

    fn set_race(&self, results: &mut [PropertyResult], unknown: &Unknown) {
        for result in results.iter_mut().filter(|r| r.property == Property::Race) {
            if matches!(result.verdict, Verdict::Proved { .. }) {
                *result = PropertyResult::unknown(Property::Race, unknown.clone());
            }
        }
    }
}

/// The accesses to global memory of all CTAs.
#[derive(Default)]
pub(crate) struct GridRun {
    /// Where each CTA lies in the grid.
    pub(crate) places: Vec<[u32; 3]>,
    /// The programs, with accesses to global memory only. Objects have the same number in all CTAs.
    pub(crate) programs: Vec<Warps>,
    /// What the objects are.
    pub(crate) objects: Vec<(ObjectKind, String, u32)>,
    sites: Sites,
    /// How CTAs use global memory (objects by their number here): two of them, and where.
    uses: BTreeMap<GlobalUse, (Two, LocId)>,
    too_many: bool,
    /// Where a thread of some CTA may trap, if one may.
    may_trap: Option<LocId>,
    /// The barriers of the whole grid to which each CTA comes, if it ends.
    comes: Vec<Option<Vec<LocId>>>,
    accesses: usize,
    /// Were there too many names of unknown values to share them between all CTAs?
    nameless: bool,
}

impl GridRun {
    /// Does any CTA access global memory?
    fn shares(&self) -> bool {
        self.accesses > 0 || !self.uses.is_empty() || self.too_many
    }

    /// An access at an unknown place, or at a known one, that another CTA's access may meet: one of the two is at an unknown place.
    fn unplaced(&self) -> Option<LocId> {
        let unplaced = self.uses.iter().filter(|(one, _)| !one.placed);
        let mut meeting = unplaced.filter(|(one, (ctas, _))| {
            self.uses.iter().any(|(other, (others, _))| one.may_conflict(other) && ctas.differ(others))
        });
        meeting.next().map(|(_, &(_, loc))| loc)
    }

    /// The number of an object, which is the same in all CTAs.
    fn number(&mut self, info: &ObjectInfo) -> u32 {
        let known = self.objects.iter().position(|(kind, ..)| *kind == info.kind);
        known.unwrap_or_else(|| {
            self.objects.push((info.kind, info.name.clone(), info.element));
            self.objects.len() - 1
        }) as u32
    }

    /// Values of CTAs that do not share their names: whether they are the same is not known.
    fn forget_values(&mut self) {
        for footprint in self.programs.iter_mut().flat_map(|cta| &mut cta.footprints) {
            footprint.values = Values::None;
        }
    }

    fn add(&mut self, look: &Look<'_>, at: [u32; 3], run: &Run) {
        self.comes.push(grid::comes(look.function, run));
        let traps = run.recording.issues.iter().find_map(|issue| match issue {
            Issue::MayTrap { site, .. } => Some(site.loc),
            _ => None,
        });
        self.may_trap = self.may_trap.or(traps);
        if self.too_many {
            return;
        }
        for (mut one, loc) in crate::places::global_uses(&run.recording) {
            one.object = one.object.map(|object| ObjectId(self.number(run.objects.info(object))));
            let (ctas, _) = self.uses.entry(one).or_insert((Two::default(), loc));
            ctas.add(self.places.len() as u32);
        }
        let making = crate::programs::Making {
            function: look.function,
            sources: &look.input.module.sources,
            objects: &run.objects,
            warp_synchronous: false,
            unplaced: false,
        };
        let mut programs = crate::programs::programs(&run.recording, making, &mut self.sites).waits;
        for footprint in &mut programs.footprints {
            footprint.map_objects(|object| self.number(run.objects.info(ObjectId(object))));
        }
        let of_grid = |registration: &Registration| self.sites.is_of_grid(registration.site);
        self.accesses += programs.keep_accesses(Space::Global, of_grid);
        self.too_many = self.accesses > MOST_ACCESSES;
        self.places.push(at);
        self.programs.push(programs);
    }
}

/// Says which CTA a result is about.
pub(crate) fn seen_in([x, y, z]: [u32; 3], result: &mut PropertyResult) {
    let text = format!("this is CTA ({x},{y},{z})");
    result.diagnostics.iter_mut().for_each(|one| one.notes.insert(0, text.clone()));
    if let Verdict::Unknown(unknown) = &mut result.verdict {
        unknown.notes.insert(0, text);
    }
}

/// Of two CTAs' answers the worse one stays; findings are kept once for each pair of places.
pub(crate) fn merge(results: &mut Vec<PropertyResult>, more: Vec<PropertyResult>) {
    if results.is_empty() {
        *results = more;
        return;
    }
    let rank = |v: &Verdict| match v {
        Verdict::Refuted { .. } => 2,
        Verdict::Unknown(_) => 1,
        Verdict::Proved { .. } => 0,
    };
    for (result, new) in results.iter_mut().zip(more) {
        match (&mut result.verdict, &new.verdict) {
            (Verdict::Proved { scope }, Verdict::Proved { scope: other }) => {
                both(scope, other);
                let told: Vec<_> = result.diagnostics.iter().map(|d| d.location().cloned()).collect();
                let more = new.diagnostics.into_iter().filter(|d| !told.contains(&d.location().cloned()));
                result.diagnostics.extend(more);
            }
            (old, verdict) if rank(verdict) > rank(old) => *result = new,
            // A part is proved if it is of each CTA; of one whose proof is whole, too.
            (Verdict::Unknown(unknown), Verdict::Unknown(other)) if other.proved.is_none() => {
                unknown.proved = None;
            }
            _ => {}
        }
    }
}

/// The part that is proved of what is not known.
fn proved_part(result: &PropertyResult) -> Option<Box<Part>> {
    match &result.verdict {
        Verdict::Unknown(unknown) => unknown.proved.clone(),
        _ => None,
    }
}

/// The scope of two proofs together: the CTAs that both are about, what either assumes, and what is dead in both.
pub(crate) fn both(scope: &mut Scope, other: &Scope) {
    fn add<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
        for one in more {
            if !all.contains(one) {
                all.push(one.clone());
            }
        }
    }
    if matches!(other.launch.ctas, Ctas::One(_)) {
        scope.launch.ctas = other.launch.ctas;
    }
    add(&mut scope.assumptions, &other.assumptions);
    add(&mut scope.conditions, &other.conditions);
    add(&mut scope.up_to, &other.up_to);
    add(&mut scope.stands_on, &other.stands_on);
    scope.dead_code.retain(|place| other.dead_code.contains(place));
}

fn is_undefined(function: &Function, run: &Run) -> bool {
    matches!(run.outcome, Outcome::Infeasible { site, .. } if contracts::of_operands(function, site))
}

fn leaves_objects(run: &Run) -> bool {
    run.recording
        .issues
        .iter()
        .any(|issue| matches!(issue, Issue::OutOfBounds { .. } | Issue::LeavesArray { .. }))
}

/// Could the run not be followed because the place of the CTA was not known?
fn stopped_by_cta(outcome: &Outcome) -> bool {
    let Outcome::Unknown(unknown) = outcome else { return false };
    let mut causes = unknown.stuck.iter().flat_map(|s| &s.causes);
    causes.any(|cause| matches!(cause.reason, Reason::Special(special) if representative::is_place(special)))
}
