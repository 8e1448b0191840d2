//! Options of `raddle check` as words, which can be laid over each other: what a file of the user says, and above it the
//! command line.

use crate::args::Cli;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, CommandFactory};
use std::collections::BTreeMap;
use std::path::Path;

/// What concerns the run as a whole, and no check of its own.
const OF_THE_RUN: [&str; 10] =
    ["files", "config", "jobs", "partition", "cache", "summary", "full", "quiet", "worker", "format"];

/// What a flag has for a value that is turned off again.
const OFF: &str = "false";

/// Options, by the names that they have in [`crate::args`], with their values as they were written; a flag has none, or [`OFF`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer(BTreeMap<String, Vec<String>>);

impl Layer {
    /// The options among the words of a command line, from after `raddle check` on.
    ///
    /// # Errors
    /// clap's own words.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let check = matches(words)?;
        if check.get_raw("files").is_some_and(|files| files.len() > 1) {
            return Err("only options can be given here".to_owned());
        }
        Ok(Self::of_matches(&check))
    }

    /// The first option among the words that concerns the run as a whole.
    pub fn of_the_run(words: &[String]) -> Option<&'static str> {
        let check = matches(words).ok()?;
        let given = |id: &&str| check.value_source(id) == Some(ValueSource::CommandLine);
        OF_THE_RUN.into_iter().filter(|&id| id != "files").find(given)
    }

    /// The options that were given.
    pub fn of_matches(matches: &ArgMatches) -> Self {
        let mut layer = BTreeMap::new();
        for arg in check().get_arguments() {
            let id = arg.get_id().as_str();
            if OF_THE_RUN.contains(&id) || matches.value_source(id) != Some(ValueSource::CommandLine) {
                continue;
            }
            let raw = matches.get_raw(id).into_iter().flatten();
            let values = raw.map(|value| value.to_string_lossy().into_owned());
            layer.insert(id.to_owned(), if is_flag(arg) { Vec::new() } else { values.collect() });
        }
        Self(layer)
    }

    /// Lays another one over this: its values win. Values for other parameters (`--arg`, `--buffer`) are added, and so are those of `-D`,
    /// `-I` and other options that may be repeated.
    pub fn lay(&mut self, above: &Self) {
        let check = check();
        for (id, values) in &above.0 {
            let arg = check.get_arguments().find(|arg| arg.get_id() == id.as_str());
            let repeated = arg.is_some_and(|arg| matches!(arg.get_action(), ArgAction::Append));
            // One size of the launch, in two units.
            match id.as_str() {
                "grid" => drop(self.0.remove("global_size")),
                "global_size" => drop(self.0.remove("grid")),
                _ => {}
            }
            let mine = self.0.entry(id.clone()).or_default();
            match id.as_str() {
                "arg" | "buffer" | "define" => {
                    let key = |text: &String| text.split('=').next().map(str::to_owned);
                    mine.retain(|one| values.iter().all(|other| key(other) != key(one)));
                    mine.extend(values.iter().cloned());
                }
                // A list that stands for itself.
                "property" | "kernel" => mine.clone_from(values),
                _ if repeated => {
                    mine.retain(|one| !values.contains(one));
                    mine.extend(values.iter().cloned());
                }
                _ => mine.clone_from(values),
            }
        }
    }

    /// The values of an option.
    pub fn values(&self, id: &str) -> &[String] {
        self.0.get(id).map_or(&[], Vec::as_slice)
    }

    /// Is the option given?
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// The option with these values in place of others; without values it is not given.
    pub fn with(mut self, id: &str, values: Vec<String>) -> Self {
        if values.is_empty() {
            self.0.remove(id);
        } else {
            self.0.insert(id.to_owned(), values);
        }
        self
    }

    /// Paths are taken from `folder` on.
    pub fn below(mut self, folder: &Path) -> Self {
        let join = |path: &str| folder.join(path).display().to_string();
        for include in self.0.get_mut("include").into_iter().flatten() {
            *include = join(include);
        }
        for buffer in self.0.get_mut("buffer").into_iter().flatten() {
            if let Some((name, file)) = buffer.split_once('=').filter(|(_, file)| file.ends_with(".npy")) {
                *buffer = format!("{name}={}", join(file));
            }
        }
        self
    }

    /// The flag is turned off, whatever another layer said.
    pub fn off(mut self, id: &str) -> Self {
        self.0.insert(id.to_owned(), vec![OFF.to_owned()]);
        self
    }

    /// The words of a command line, in one order for one set of options.
    pub fn words(&self) -> Vec<String> {
        let check = check();
        let mut words = Vec::new();
        for arg in check.get_arguments() {
            let Some(values) = self.0.get(arg.get_id().as_str()) else { continue };
            let name = match (arg.get_long(), arg.get_short()) {
                (Some(long), _) => format!("--{long}"),
                (None, Some(short)) => format!("-{short}"),
                (None, None) => continue,
            };
            if is_flag(arg) {
                words.extend(values.is_empty().then_some(name));
                continue;
            }
            let joint = if arg.get_long().is_some() { "=" } else { "" };
            words.extend(values.iter().map(|value| format!("{name}{joint}{value}")));
        }
        words
    }
}

fn matches(words: &[String]) -> Result<ArgMatches, String> {
    let line = ["raddle", "check", "FILE"].into_iter().map(str::to_owned).chain(words.iter().cloned());
    let mut matches = Cli::command().try_get_matches_from(line).map_err(|error| first_paragraph(&error))?;
    let check = matches.remove_subcommand().map(|(_, check)| check);
    check.ok_or_else(|| "not a command line of `raddle check`".to_owned())
}

/// An option of `raddle check` by the name that it has in a file: its long name, `arg` and `buffer` in the plural, and
/// those of one letter by what they mean.
pub fn named(name: &str) -> Option<Arg> {
    let plural = match name {
        "args" => "arg",
        "buffers" => "buffer",
        "arg" | "buffer" => return None,
        other => other,
    };
    let check = check();
    let is_it = |arg: &&Arg| {
        let aliases = arg.get_visible_aliases().unwrap_or_default();
        arg.get_long().unwrap_or(arg.get_id().as_str()) == plural || aliases.contains(&plural)
    };
    let found = check.get_arguments().find(is_it)?;
    let is_one = !OF_THE_RUN.contains(&found.get_id().as_str()) && !found.is_hide_set();
    is_one.then(|| found.clone())
}

/// Does it take no value?
pub fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

fn check() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command.find_subcommand("check").cloned().unwrap_or_default()
}

fn first_paragraph(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(line: &str) -> Layer {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Layer::parse(&words).expect("a command line")
    }

    #[test]
    fn the_upper_layer_wins_option_by_option() {
        let mut below = layer("--block 64 --arg n=1 --arg m=2 --grid 4 -DA=1 --property race,deadlock");
        below.lay(&layer("--block=32,2 --arg n=5 -DB -DA=2 --property bounds --may-alias"));
        let words = below.words().join(" ");
        let expected = "--block=32,2 --grid=4 --arg=m=2 --arg=n=5 -DB -DA=2 --property=bounds --may-alias";
        assert_eq!(words, expected);
        assert_eq!(layer(&words), below, "the words say the same again");
    }

    #[test]
    fn the_global_size_and_the_grid_replace_each_other() {
        let mut below = layer("--block 64 --grid 4");
        below.lay(&layer("--global-size 128"));
        assert_eq!(below.words().join(" "), "--block=64 --global-size=128");
        below.lay(&layer("--grid 3"));
        assert_eq!(below.words().join(" "), "--block=64 --grid=3");
    }

    #[test]
    fn what_concerns_the_run_is_no_option_of_a_check() {
        assert_eq!(layer("--jobs 2 --cache c --format json --partition 1/2"), Layer::default());
        assert!(named("jobs").is_none() && named("arg").is_none() && named("nothing").is_none());
        assert!(named("define").is_some() && named("std").is_some() && named("warp-size").is_some());
    }

    #[test]
    fn files_are_taken_from_the_folder() {
        let moved = layer("-Iinc --buffer a=x.npy --buffer b=4 --arg n=1").below(Path::new("up/there"));
        assert_eq!(moved.values("include"), ["up/there/inc"]);
        assert_eq!(moved.values("buffer"), ["a=up/there/x.npy", "b=4"]);
    }
}
