//! What entries of a configuration give for parameters: it is for the kernels that have them, and wrong only if none has.

use super::config::Config;
use super::layer::Layer;
use super::told::Outcome;
use raddle::{Key, Requirement};
use raddle_report::{Diagnostic, Location, Report, Rule};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A parameter that an entry gives something for.
#[derive(Clone, Debug)]
pub struct Given {
    /// The configuration.
    config: PathBuf,
    /// The entry, by its number.
    entry: usize,
    /// The parameter, as it is named there.
    parameter: String,
    /// Where.
    place: Location,
    /// Has a kernel of those that were checked such a parameter, or may one have it?
    is_used: bool,
    /// Are all files that the entry applies to checked?
    is_whole: bool,
}

/// All that entries give, each once.
#[derive(Debug, Default)]
pub struct AllGiven(Vec<Given>);

impl AllGiven {
    /// What an entry gives, by numbers for [`Self::note`].
    pub fn of(&mut self, config: &Config, number: usize) -> Vec<usize> {
        let of_it: Vec<(String, Location)> = config.given(number);
        of_it.into_iter().map(|(parameter, place)| self.number(config, number, parameter, place)).collect()
    }

    fn number(&mut self, config: &Config, entry: usize, parameter: String, place: Location) -> usize {
        let path = PathBuf::from(&config.file);
        let is_it = |one: &Given| one.config == path && one.entry == entry && one.parameter == parameter;
        self.0.iter().position(is_it).unwrap_or_else(|| {
            self.0.push(Given { config: path, entry, parameter, place, is_used: false, is_whole: false });
            self.0.len() - 1
        })
    }

    /// Finds out of which entries all files are checked.
    pub fn complete<'c>(&mut self, files: &[PathBuf], config: impl Fn(&PathBuf) -> Option<&'c Config>) {
        for one in &mut self.0 {
            one.is_whole = config(&one.config).is_some_and(|config| config.is_covered(one.entry, files));
        }
    }

    /// Notes what a check says of parameters that its kernels lack.
    pub fn note(&mut self, numbers: &[usize], outcome: &Outcome) {
        let missing: BTreeSet<&str> = outcome.missing.iter().map(String::as_str).collect();
        let is_known = outcome.report.errors.is_empty();
        for &number in numbers {
            let one = &mut self.0[number];
            one.is_used |= !is_known || !missing.contains(one.parameter.as_str());
        }
    }

    /// Adds what is to be said of what no kernel takes.
    pub fn report(&self, report: &mut Report) {
        for one in self.0.iter().filter(|one| !one.is_used) {
            let (has, which) = match Key::as_requirement(&one.parameter) {
                Some(requirement) => (format!("has the parameters of `{requirement}`"), "the parameters"),
                None => (format!("has a parameter `{}`", one.parameter), "the parameter"),
            };
            if one.is_whole {
                let title = format!("no kernel of this entry {has}");
                let error = Diagnostic::new(Rule::InputConfig, title).primary(one.place.clone(), "");
                let help = format!(
                    "an entry applies to those of its kernels that have {which}: correct the name, or remove it"
                );
                report.errors.push(error.help(help));
            } else {
                let place = one.place.short();
                report.notes.push(format!("{place}: no kernel that was checked {has}"));
            }
        }
    }
}

/// The parameters that options give something for, and the [keys](Key::of_requirement) of requirements.
pub fn parameters(options: &Layer) -> Vec<String> {
    let all = options.values("arg").iter().chain(options.values("buffer"));
    let named = all.filter_map(|text| text.split_once('=')).map(|(name, _)| name.to_owned());
    let required = options.values("require").iter().filter_map(|text| Requirement::parse(text).ok());
    named.chain(required.map(|one| Key::of_requirement(one.text()).to_string())).collect()
}
