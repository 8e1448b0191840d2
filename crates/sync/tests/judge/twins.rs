//! Lanes that are reported to write the same, against the values that they write.

use crate::cases::{cases, number};
use crate::judge::generator::Random;
use crate::judge::{analyse, listing, point};
use raddle_sync::program::{Access, Command, Cta, Kind, Scope, Site, ValueId};
use raddle_sync::race::Class;
use raddle_sync::warps::{Action, Event, Footprint, Twins, Values, Warps, lanes};
use raddle_sync::{RaceVerdict, Stop};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

const LANES: usize = 4;
const WARPS: usize = 2;

/// Warps that store now and then to a few places what their lanes agree on or not, and meet now and then.
fn random_cta(random: &mut Random) -> Cta {
    let mut programs = vec![Vec::new(); WARPS * LANES];
    let places: Vec<Vec<u64>> =
        (0..3).map(|_| (0..LANES).map(|_| 4 * random.below(3) as u64).collect()).collect();
    let classes: Vec<Vec<usize>> = (0..3).map(|_| (0..LANES).map(|_| random.below(2)).collect()).collect();
    for round in 0..1 + random.below(3) {
        for (warp, lanes) in programs.chunks_mut(LANES).enumerate() {
            for _ in 0..random.below(3) {
                let site = random.below(3);
                // Most often lanes of a class agree, and not with what was written before.
                let agreed = [random.below(30), random.below(30)];
                let odd = random.below(12);
                for (lane, program) in lanes.iter_mut().enumerate() {
                    let value = if odd == lane { 99 } else { agreed[classes[site][lane]] };
                    let store = Access::shared(Kind::Write, places[site][lane], 4, (warp * 3 + site) as u32);
                    program.push(Command::Access(Access { value: Some(ValueId(value as u32)), ..store }));
                }
            }
        }
        // All meet, or the first warp arrives only, and continues before the others have arrived.
        let (all, site) = ((WARPS * LANES) as u32, 100 + round as u32);
        let meeting = random.below(3);
        for (thread, program) in programs.iter_mut().enumerate().filter(|_| meeting > 0) {
            let waits = meeting == 1 || thread >= LANES;
            let barrier = round as u32;
            program.push(if waits {
                Command::sync(barrier, all, site)
            } else {
                Command::arrive(barrier, all, site)
            });
        }
    }
    Cta::new(programs)
}

/// The same without values, but with the lanes that write the same whenever a footprint is made.
fn without_values(warps: &Warps) -> Warps {
    let mut numbers: FxHashMap<Footprint, u32> = FxHashMap::default();
    let mut all: Vec<(Footprint, [u32; 32])> = Vec::new();
    let mut stripped = Warps { footprints: Vec::new(), ..warps.clone() };
    for event in stripped.warps.iter_mut().flat_map(|warp| &mut warp.events) {
        let Action::Access(id) = event.action() else { continue };
        let footprint = &warps.footprints[id as usize];
        let plain = Footprint { values: Values::None, ..footprint.clone() };
        let number = *numbers.entry(plain.clone()).or_insert_with(|| {
            all.push((plain, [u32::MAX; 32]));
            all.len() as u32 - 1
        });
        for a in lanes(event.lanes) {
            let same = lanes(event.lanes).filter(|&b| footprint.value(a) == footprint.value(b));
            all[number as usize].1[a as usize] &= same.fold(!event.lanes, |mask, b| mask | 1 << b);
        }
        *event = Event::new(event.lanes, Action::Access(number));
    }
    stripped.footprints = all
        .into_iter()
        .map(|(footprint, masks)| Footprint { twins: Twins::new(&masks), ..footprint })
        .collect();
    stripped
}

#[test]
fn twins_write_the_same() {
    let cases = cases("RADDLE_JUDGE_CASES", 20_000, 100_000) / 10;
    let seed = number("RADDLE_JUDGE_SEED").unwrap_or(1);
    let (mut benign, mut missed) = (0, 0);
    for case in 0..cases {
        let mut random = Random(seed.wrapping_mul(0x3_0000_0000).wrapping_add(case));
        let cta = random_cta(&mut random);
        let (warps, analysis) = analyse(&cta, LANES as u32);
        let stripped = without_values(&warps);
        let found = raddle_sync::analyse(&stripped, &Stop::default());
        let RaceVerdict::Decided(races) = &found.races else { panic!("case {case}: undecided") };
        let kinds: BTreeSet<(Site, Site, Class)> = races
            .races
            .iter()
            .map(|race| (race.first.access.site, race.second.access.site, race.class))
            .collect();
        let order = analysis.order(&warps).expect("everybody meets");
        let mut expected = BTreeSet::new();
        let mut at_once = true;
        for (thread, program) in cta.iter() {
            for (other, theirs) in cta.iter().filter(|(other, _)| *other > thread) {
                for (n, c) in program.commands.iter().enumerate() {
                    for (m, d) in theirs.commands.iter().enumerate() {
                        let (Command::Access(a), Command::Access(b)) = (c, d) else { continue };
                        let (x, y) = (point((thread.index(), n)), point((other.index(), m)));
                        if !a.conflicts(b, Scope::Cta) || order.ordered(x, y) || order.ordered(y, x) {
                            continue;
                        }
                        let sites = (a.site.min(b.site), a.site.max(b.site));
                        expected.insert((sites.0, sites.1, a.same_store(b)));
                        at_once &= n == m && x.thread.index() / LANES == y.thread.index() / LANES;
                    }
                }
            }
        }
        for &(a, b, same) in &expected {
            let told = kinds.contains(&(a, b, Class::Harmful));
            assert!(same || told, "case {case}: {a:?} {b:?} differ, found {kinds:?}\n{}", listing(&cta));
        }
        for &(a, b, class) in &kinds {
            let there = expected.iter().any(|&(x, y, _)| (x, y) == (a, b));
            assert!(there, "case {case}: {a:?} {b:?} {class:?} is none\n{}", listing(&cta));
        }
        let all_same = !expected.is_empty() && expected.iter().all(|&(.., same)| same);
        if all_same && at_once {
            benign += 1;
            missed += u64::from(kinds.iter().any(|&(.., class)| class != Class::Benign));
        }
    }
    println!("{benign} CTAs with races of twins only, {missed} of them not seen to be");
    assert!(benign * 100 >= cases, "there are such CTAs: {benign}");
    // If one thread stores twice in one phase, it is not distinguished with which of the two another lane races.
    assert!(missed * 2 <= benign, "{missed} of {benign}");
}
