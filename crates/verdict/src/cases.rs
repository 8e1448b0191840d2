//! What is known of the whole from instances of it, and from cases that may or may not occur.

use crate::ledger::{Evidence, Finding, Gap, Ledger, Standing};
use crate::property::Property;

impl<F: Finding, G: Gap> Ledger<F, G> {
    /// What is known of all, with what is known of **one instance**: for example, of one block, where this ledger is about every block. It
    /// counts for the properties that are `asked` of it and open here. A refutation of the instance is one of the whole; if the instance is
    /// open too, its reason is the better one; and a proof of it proves nothing about the others, so the gap stays, changed by `alone` to
    /// say so.
    #[must_use]
    pub fn with_instance(
        &self,
        one: &Self,
        asked: impl Fn(Property) -> bool,
        alone: impl Fn(G) -> G,
    ) -> Self {
        let mut joined = self.same_properties();
        for entry in self.entries() {
            let property = entry.property;
            let gap = match &entry.standing {
                Standing::Open(gap) if asked(property) => gap.clone(),
                _ => {
                    joined.record_entry(entry);
                    continue;
                }
            };
            let of_one = one.entry(property).map(|of_one| (of_one.standing, of_one.findings));
            match of_one {
                Some((Standing::Shown, findings)) => joined.record(property, Evidence::Shown { findings }),
                Some((Standing::Open(reason), remarks)) => {
                    // What is known of all is worth more than what is known of that instance.
                    let part = if gap.part().is_some() { &gap } else { &reason };
                    let gap = reason.clone().with_part_of(part);
                    joined.record(property, Evidence::Open { gap, remarks });
                }
                Some((Standing::Proved(_), _)) => {
                    joined.record(property, Evidence::Open { gap: alone(gap), remarks: entry.findings });
                }
                Some((Standing::Silent, _)) | None => joined.record_entry(entry),
            }
        }
        joined
    }

    /// What is known of the whole after each of these **cases** was checked: together they cover it, but it is not known whether each
    /// occurs. It counts for the properties that are `asked` of cases. A proof of all cases is one of the whole. A refutation of a case
    /// shows nothing, as perhaps the case never occurs. Otherwise the first reason with the lowest `rank` says why the whole is open;
    /// reasons without a rank are about their case only.
    #[must_use]
    pub fn by_cases(
        &self,
        cases: &[Self],
        asked: impl Fn(Property) -> bool,
        rank: impl Fn(&G) -> Option<u8>,
    ) -> Self {
        let mut all = Self::new(&[]);
        cases.iter().for_each(|case| all.add_part(case));
        let mut joined = self.same_properties();
        joined.doubt_as(&all);
        for entry in self.entries().collect::<Vec<_>>() {
            let property = entry.property;
            let of_all = all.entry(property).filter(|_| asked(property));
            let Some(of_all) = of_all else {
                joined.record_entry(entry);
                continue;
            };
            if of_all.standing.is_proved() {
                joined.record_entry(of_all);
                continue;
            }
            let open = cases.iter().filter_map(|case| case.entry(property)).filter_map(|case| {
                let Standing::Open(gap) = case.standing else { return None };
                Some((rank(&gap)?, gap, case.findings))
            });
            match open.min_by_key(|(rank, ..)| *rank) {
                Some((_, gap, remarks)) => {
                    // What is proved of one case is not proved of all.
                    let gap = match of_all.gap() {
                        Some(of_all) => gap.with_part_of(of_all),
                        None => gap.without_part(),
                    };
                    joined.record(property, Evidence::Open { gap, remarks });
                }
                None => joined.record_entry(entry),
            }
        }
        joined
    }
}
