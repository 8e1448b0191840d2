//! Which checks there are: files, what their configuration says of them, and above it the command line.

use super::config::{Config, Entry, nearest};
use super::given::{AllGiven, parameters};
use super::layer::Layer;
use raddle_report::Diagnostic;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One check: a file, with the options of one launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The file.
    pub file: PathBuf,
    /// The options.
    pub options: Layer,
    /// What entries of a configuration give for parameters, by number.
    pub given: Vec<usize>,
}

/// A part of the checks: the first number of the second, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    part: usize,
    of: usize,
}

/// `2/8`.
///
/// # Errors
/// When it is not so written.
pub fn partition(text: &str) -> Result<Partition, String> {
    let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((part, of)) if 1 <= part && part <= of => Ok(Partition { part, of }),
        _ => Err("the part and the number of parts, such as 2/8".to_owned()),
    }
}

impl Partition {
    /// Every `of`th, in order: neighbours, which are often of one kind, go to different parts.
    pub fn of(self, jobs: Vec<Job>) -> Vec<Job> {
        jobs.into_iter().skip(self.part - 1).step_by(self.of).collect()
    }
}

/// The configurations that were read.
#[derive(Default)]
pub struct Configs {
    read: BTreeMap<PathBuf, Option<Config>>,
    /// What is wrong in them.
    pub errors: Vec<Diagnostic>,
    /// Of a configuration that the user named: the files that do not lie below its folder.
    pub outside: Vec<PathBuf>,
    /// Texts of those in which something is or may be wrong, by name.
    pub sources: BTreeMap<String, String>,
    /// What they give for parameters.
    pub given: AllGiven,
}

impl Configs {
    /// The checks of a file. `given` is a configuration that the user named, `above` what the command line says.
    pub fn jobs(&mut self, file: &Path, given: Option<&Path>, above: &Layer) -> Vec<Job> {
        let path = given.map(Path::to_owned).or_else(|| nearest(file));
        path.iter().for_each(|path| self.read(path));
        let config = path.and_then(|path| self.read.get(&path)).and_then(Option::as_ref);
        let relative = config.and_then(|config| config.relative(file));
        let outside = config.is_some() && relative.is_none() && given.is_some() && file.is_file();
        let entries = relative.as_ref().zip(config).map_or_else(Vec::new, |(relative, config)| {
            let of_it = config.entries.iter().enumerate().filter(|(_, entry)| entry.speaks_of(relative));
            of_it.map(|(number, entry)| (entry, self.given.of(config, number))).collect()
        });
        // What is given for the kernel of this name, or for those that none names.
        let numbers = |kernel: Option<&String>| {
            let is_for = |entry: &&&(&Entry, Vec<usize>)| {
                entry.0.kernels.is_empty() || kernel.is_some_and(|kernel| entry.0.kernels.contains(kernel))
            };
            entries.iter().filter(|entry| is_for(&entry)).flat_map(|(_, numbers)| numbers.clone()).collect()
        };
        // For all kernels, and for those that entries name.
        let mut rest = vec![Layer::default()];
        let mut named: Vec<(&String, Vec<Layer>)> = Vec::new();
        for (entry, _) in &entries {
            let apply = |layers: &mut Vec<Layer>| *layers = apply(layers, &entry.options, &entry.launches);
            if entry.kernels.is_empty() {
                apply(&mut rest);
                named.iter_mut().for_each(|(_, layers)| apply(layers));
            }
            for kernel in &entry.kernels {
                match named.iter_mut().find(|(name, _)| *name == kernel) {
                    Some((_, layers)) => apply(layers),
                    None => {
                        let mut layers = rest.clone();
                        apply(&mut layers);
                        named.push((kernel, layers));
                    }
                }
            }
        }
        let mut jobs = Vec::new();
        let on_the_command_line = parameters(above);
        let mut job = |layers: &[Layer], kernels: &[String], except: &[String], given: Vec<usize>| {
            for layer in self::apply(layers, above, &[]) {
                let except = [layer.values("except"), except].concat();
                let mut if_there = parameters(&layer);
                if_there.retain(|parameter| !on_the_command_line.contains(parameter));
                let options = layer.with("kernel", kernels.to_vec()).with("except", except);
                let options = options.with("if_there", if_there);
                jobs.push(Job { file: file.to_owned(), options, given: given.clone() });
            }
        };
        let wanted = above.values("kernel");
        let is_named = |kernel: &String| named.iter().any(|(name, _)| *name == kernel);
        if wanted.is_empty() {
            let except: Vec<String> = named.iter().map(|(name, _)| (*name).clone()).collect();
            job(&rest, &[], &except, numbers(None));
        } else {
            let others: Vec<String> = wanted.iter().filter(|kernel| !is_named(kernel)).cloned().collect();
            if !others.is_empty() {
                job(&rest, &others, &[], numbers(None));
            }
        }
        for (kernel, layers) in &named {
            let dropped = above.values("except").contains(kernel);
            if !dropped && (wanted.is_empty() || wanted.contains(kernel)) {
                job(layers, std::slice::from_ref(*kernel), &[], numbers(Some(kernel)));
            }
        }
        if outside {
            self.outside.push(file.to_owned());
        }
        jobs
    }

    fn read(&mut self, path: &Path) {
        if !self.read.contains_key(path) {
            let config = Config::read(path).map_err(|(errors, text)| {
                self.errors.extend(errors);
                self.sources.insert(path.display().to_string(), text);
            });
            if let Ok(config) = &config {
                self.sources.insert(config.file.clone(), config.text.clone());
            }
            self.read.insert(path.to_owned(), config.ok());
        }
    }

    /// A configuration that was read.
    pub fn get(&self, path: &Path) -> Option<&Config> {
        self.read.get(path).and_then(Option::as_ref)
    }

    /// What to say of patterns that match nothing.
    pub fn idle(&self) -> Vec<String> {
        self.read.values().flatten().flat_map(Config::idle).collect()
    }
}

/// Lays options over each of some sets of them, once for each launch. Equal ones are one.
fn apply(below: &[Layer], options: &Layer, launches: &[Layer]) -> Vec<Layer> {
    let whole = [Layer::default()];
    let launches = if launches.is_empty() { &whole[..] } else { launches };
    let mut made: Vec<Layer> = Vec::new();
    for layer in below {
        for launch in launches {
            let mut layer = layer.clone();
            layer.lay(options);
            layer.lay(launch);
            if !made.contains(&layer) {
                made.push(layer);
            }
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_and_together_everything() {
        let job = |n: usize| Job {
            file: PathBuf::from(n.to_string()),
            options: Layer::default(),
            given: Vec::new(),
        };
        for count in [0, 1, 7, 12] {
            let all: Vec<Job> = (0..count).map(job).collect();
            for of in 1..=9 {
                let parts = (1..=of).map(|part| Partition { part, of }.of(all.clone()));
                let mut together: Vec<PathBuf> = parts.flatten().map(|job| job.file).collect();
                assert_eq!(together.len(), count, "{of} parts of {count}");
                together.sort();
                together.dedup();
                assert_eq!(together.len(), count, "{of} parts of {count}");
            }
        }
    }

    #[test]
    fn a_partition_is_a_part_of_a_number() {
        assert_eq!(partition("2/8"), Ok(Partition { part: 2, of: 8 }));
        for wrong in ["0/2", "3/2", "1", "1/", "a/b", "1/0", "-1/2"] {
            assert!(partition(wrong).is_err(), "{wrong}");
        }
    }
}
