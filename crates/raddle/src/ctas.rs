//! Which CTAs are run, and what their verdicts say of the launch.
//!
//! - Where `%ctaid`, run as an unknown, reaches no branch, barrier or shared address, one CTA stands for all.
//! - Otherwise CTA (0,0,0) is run, for what it shows, or the one that the user asks about. The same for races alone, where only
//!   addresses in global memory depend on the CTA. A proof about (0,0,0) is none about the grid.
//! - Where a grid is given (or with `--cta all`) each CTA of the grid is run, and accesses to global memory are compared between them, but with `--within-cta`.

mod grid;
mod representative;

pub(crate) use grid::{comes as comes_to_barriers_of_grid, waits_for_ctas};

use crate::cases::{self, Checking, Open};
use crate::check::Kernel;
use crate::contracts;
use crate::evidence::{Evidence, Ledger, Standing, of_findings};
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
    Ctas, Diagnostic, Exception, Portion, Property, Race, Rule, Scope, Severity, StageName, Unknown,
};
use raddle_sync::Stop;
use raddle_sync::program::{Access, Registration, Space};
use raddle_sync::race::Class;
use raddle_sync::warps::{Values, Warps};
use raddle_verdict::Discount;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What runs say of a kernel, and the CTAs that were run.
pub(crate) struct Checked {
    pub(crate) ctas: Ctas,
    pub(crate) ledger: Ledger,
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
    fn of_run(ctas: Ctas, ledger: Ledger, run: &Run, look: &Look<'_>) -> Self {
        let (out_of_bounds, takes_for_granted) =
            (leaves_objects(run), contracts::relies(&run.recording.issues));
        let certain = contracts::certainly_refuted(&run.recording.issues, look.options);
        let undefined = is_undefined(look.function, run);
        let open = cases::open(&run.outcome);
        Self { ctas, ledger, out_of_bounds, takes_for_granted, certain, undefined, open }
    }

    /// The findings that show a property wrong, if a run did that and nothing is taken for granted in it.
    pub(crate) fn shown(&self, property: Property) -> Option<Vec<Diagnostic>> {
        let entry = self.ledger.entry(property)?;
        entry.standing.is_shown().then_some(entry.findings)
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
    look.discount_behind_grid(launch, &mut checked.ledger);
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
            CtaChoice::Default => Ok(self.of_whole_grid(self.representative(launch))),
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

    /// What a run of one CTA says of the whole grid: a proof about that one is none of the others, and races between CTAs are left open.
    fn of_whole_grid(&self, mut checked: Checked) -> Checked {
        if let Ctas::One([x, y, z]) = checked.ctas {
            let text = format!(
                "what a block does depends on its place in the grid, and only block ({x},{y},{z}) was run"
            );
            let gap = Unknown::new(Rule::UnknownLaunch, text)
                .help("pass --grid X[,Y[,Z]] to look at every block, or --cta X,Y,Z to ask about one");
            checked.ledger.discount(&Discount::Proofs { but: Vec::new() }, &gap);
        }
        if let Some(scope) = checked.ledger.entry(Property::Race).and_then(|entry| entry.scope().cloned())
            && !self.options.within_cta
            && scope.is_within_ctas()
        {
            let within = Scope {
                up_to: scope.up_to.iter().filter(|one| **one != Exception::BetweenCtas).cloned().collect(),
                ..scope
            };
            let text = "one run is of one block, and shows nothing of races between blocks";
            let gap = Unknown::new(Rule::UnknownLaunch, text)
                .help("pass --grid X[,Y[,Z]] to compare every block with every other one, or --within-cta to leave that out")
                .but_proved(Portion::WithinCta, within);
            let but = Property::ALL.into_iter().filter(|&property| property != Property::Race).collect();
            checked.ledger.discount(&Discount::Proofs { but }, &gap);
        }
        checked
    }

    /// Adds the races that there are for some inputs. Whether a kernel comes to the writes with inputs that make what they write
    /// differ, and ends well, only a run with these inputs tells.
    fn with_inputs(&self, launch: &Launch, checked: &mut Checked) {
        let wanted = self.take_wanted();
        let Some(race) = checked.ledger.entry(Property::Race) else { return };
        // A bug is known already: one more run is enough.
        let is_refuted = race.standing.is_shown();
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
            let found: Vec<Diagnostic> = seen.ledger.entries().flat_map(|entry| entry.findings).collect();
            let found: Vec<Diagnostic> = inputs::shown(&wanted, self.function, found.iter());
            if !found.iter().any(|one| one.severity == Severity::Error) {
                continue;
            }
            checked.ledger.record(Property::Race, Evidence::Shown { findings: found });
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
    fn judge(&self, (at, run, domain): RunOf, ctas: Ctas) -> (Run, Ledger) {
        match self.judged(&at, &run, &domain, ctas) {
            Ok(ledger) => (run, ledger),
            Err(WantsValues(stores)) => {
                let stores = Stores::At(stores);
                let (at, run, domain) = self.run(&at, at.cta, &stores, Partial::with_names(MANY_NAMES));
                match self.judged(&at, &run, &domain, ctas) {
                    Ok(ledger) => (run, ledger),
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

    fn judged(
        &self,
        launch: &Launch,
        run: &Run,
        domain: &Partial,
        ctas: Ctas,
    ) -> Result<Ledger, WantsValues> {
        let cta = match launch.cta {
            WhichCta::At(cta) => cta,
            WhichCta::Any => [0; 3],
        };
        let listed = launch.chosen.is_some().then(|| inputs::listed(launch, run));
        let issues = self.that_count(run);
        let of_inputs = launch.chosen.as_ref().is_some_and(|chosen| !chosen.is_of_grid_only());
        if of_inputs && !inputs::is_settled(run, issues, self.properties == [Property::Bounds]) {
            let unknown = crate::unknown::prerequisite("the inputs that were chosen leave something open");
            let mut ledger = Ledger::new(self.properties);
            for &property in self.properties {
                ledger.record(property, Evidence::open(unknown.clone()));
            }
            return Ok(ledger);
        }
        let launch = listed.as_ref().unwrap_or(launch);
        let kernel =
            Kernel { input: self.input, function: self.function, launch, cta, objects: &run.objects };
        let reported = reported(self.function, launch, ctas, self.options);
        let judged =
            verdict::judge(&kernel, run, domain, &reported, self.options, self.properties, self.observer)?;
        self.want(judged.wanted);
        Ok(judged.ledger)
    }

    fn one(&self, launch: &Launch, cta: [u32; 3], ctas: Ctas) -> Checked {
        self.one_of(self.run(launch, WhichCta::At(cta), &Stores::None, Partial::default()), ctas)
    }

    fn one_of(&self, run: RunOf, ctas: Ctas) -> Checked {
        let (run, ledger) = self.judge(run, ctas);
        Checked::of_run(ctas, ledger, &run, self)
    }

    /// Each CTA of the grid, and their accesses to global memory against each other.
    fn all(&self, launch: &Launch, grid: [u32; 3]) -> Checked {
        let count = launch.ctas().unwrap_or(1);
        if count > MOST_CTAS {
            let mut checked = self.of_whole_grid(self.representative(launch));
            let text =
                format!("the grid has {count} CTAs, and at most {MOST_CTAS} are compared with each other");
            let gap = Unknown::new(Rule::UnknownLimit, &text).help("pass a smaller --grid");
            if !self.options.within_cta {
                self.add_between(&mut checked.ledger, Evidence::open(gap));
            }
            return checked;
        }
        let mut domain = Partial::default();
        let mut ledger = Ledger::new(&[]);
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
                    match self.judged(&launch, &run, &domain, Ctas::All) {
                        Ok(part) => ledger.add_part(&seen_in(at, part)),
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
        self.waits_across(&launch, &grid_run, &mut ledger);
        if !self.options.within_cta && self.asks_between(&launch, &ledger) {
            let between = self.between(&launch, &grid_run, &domain);
            self.add_between(&mut ledger, between);
        }
        // Whose finding is told of several CTAs is not known here.
        let certain = Vec::new();
        Checked { ctas: Ctas::All, ledger, out_of_bounds, takes_for_granted, certain, undefined, open: None }
    }

    /// Are races between CTAs worth a look? Where those within a CTA are open, they stay so; unless a run is just of one CTA, and others wait
    /// for it.
    fn asks_between(&self, launch: &Launch, ledger: &Ledger) -> bool {
        match ledger.standing(Property::Race) {
            Standing::Open(_) => grid::waits(self.function, launch),
            Standing::Proved(_) | Standing::Shown => true,
            Standing::Silent => false,
        }
    }

    /// Adds what is known of races between CTAs, a part of all races: what is proved within each CTA stays known.
    fn add_between(&self, ledger: &mut Ledger, between: Evidence) {
        let within = ledger.entry(Property::Race).and_then(|entry| entry.scope().cloned());
        let between = match (between, within) {
            (Evidence::Open { gap, remarks }, Some(scope)) => {
                Evidence::Open { gap: gap.but_proved(Portion::WithinCta, scope), remarks }
            }
            // Of code that no thread reaches, only runs of each CTA tell.
            (Evidence::Proved { scope, remarks }, Some(within)) => {
                Evidence::Proved { scope: Scope { dead_code: within.dead_code, ..scope }, remarks }
            }
            (between, _) => between,
        };
        let mut part = Ledger::new(&[Property::Race]);
        part.record(Property::Race, between);
        ledger.add_part(&part);
    }

    /// Races between the CTAs of the grid.
    fn between(&self, launch: &Launch, grid: &GridRun, domain: &Partial) -> Evidence {
        if let Some(loc) = grid.may_trap {
            let place = crate::ir_text::place(self.input, loc);
            return Evidence::open(verdict::perhaps_traps(place));
        }
        if grid.too_many {
            let text = "there are too many accesses to global memory to compare them between CTAs";
            return Evidence::open(Unknown::new(Rule::UnknownLimit, text).help("pass a smaller --grid"));
        }
        if let Some(loc) = grid.unplaced() {
            let text = "the address of this access is not known, and another CTA's access may meet it";
            let place = crate::ir_text::place(self.input, loc);
            return Evidence::open(Unknown::new(Rule::UnknownData, text).at(place));
        }
        if self.options.may_alias && grid.objects.len() > 1 {
            let text =
                "pointer parameters may point to the same memory, so accesses of different CTAs may meet";
            let help = "leave out --may-alias to assume that they are disjoint";
            return Evidence::open(Unknown::new(Rule::UnknownData, text).help(help));
        }
        let stop = Stop { deadline: self.options.deadline };
        let search = || raddle_sync::cross_cta::races(&grid.programs, &stop);
        let Ok(all) = self.observer.measure(StageName::Races, search) else {
            let text = "comparing the accesses of all CTAs took longer than the time given";
            let help = "raise it with --timeout SECONDS, or pass a smaller --grid";
            return Evidence::open(Unknown::new(Rule::UnknownLimit, text).help(help));
        };
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
        let found: Vec<Diagnostic> = between_ctas
            .into_iter()
            .map(|(_, (one, alike))| match alike {
                0 => one,
                _ => one.note(Diagnostic::more_accesses(alike)),
            })
            .collect();
        if found.iter().any(|one| one.severity == Severity::Error) {
            return of_findings(found);
        }
        let possible =
            possible.map(|loc| (loc, "accesses of two CTAs race if both happen, which depends on data"));
        if let Some((loc, text)) = possible.or(perhaps_equal.map(|loc| (loc, verdict::PERHAPS_EQUAL))) {
            let place = crate::ir_text::place(self.input, loc);
            return Evidence::Open { gap: Unknown::new(Rule::UnknownData, text).at(place), remarks: found };
        }
        let reported = reported(self.function, launch, Ctas::All, self.options);
        let benign = |one: &Diagnostic| one.rule == Rule::RaceBenign;
        if !found.iter().all(benign) {
            return of_findings(found);
        }
        let mut scope = Scope::every_input(&reported);
        for location in found.iter().filter_map(Diagnostic::location).cloned() {
            scope = scope.up_to(Exception::EqualWrites { location });
        }
        Evidence::Proved { scope, remarks: found }
    }

    /// As within a CTA.
    fn depends(&self, domain: &Partial, grid: &GridRun, accesses: [&Access; 2]) -> bool {
        let place = |access: &Access| crate::ir_text::place(self.input, grid.sites.loc(access.site));
        inputs::depends(domain, accesses, place).map(|wanted| self.want(wanted)).is_some()
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

/// Says of findings in which CTA they are.
pub(crate) fn found_in([x, y, z]: [u32; 3], ledger: Ledger) -> Ledger {
    let text = format!("this is CTA ({x},{y},{z})");
    ledger.retold(|finding| finding.notes.insert(0, text.clone()), |_| ())
}

/// Says of findings and gaps in which CTA they are.
pub(crate) fn seen_in([x, y, z]: [u32; 3], part: Ledger) -> Ledger {
    let text = format!("this is CTA ({x},{y},{z})");
    part.retold(|finding| finding.notes.insert(0, text.clone()), |gap| gap.notes.insert(0, text.clone()))
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
