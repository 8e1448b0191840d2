//! The launches that the host half of a source makes: what a check is about where the user names none.

use crate::options::{Launches, Options};
use crate::subject::input::Input;
use crate::subject::load::limited;
use raddle_compile::HostLaunch;
use raddle_ir::clock::Deadline;
use std::path::Path;

/// The launches in the host half of a file, if the question leaves block and grid open.
pub(crate) fn launches(input: &Input, file: &Path, options: &Options, deadline: Deadline) -> Vec<HostLaunch> {
    let asked = &options.launch;
    let is_open = asked.block.is_none() && asked.grid.is_none();
    let is_source = input.compiler.is_some() && input.module.language == raddle_ir::Language::Cuda;
    match is_open && is_source {
        true => raddle_compile::host_launches(file, &limited(&options.compile, deadline)),
        false => Vec::new(),
    }
}

/// A question for each different launch of a kernel, with the first place that makes it. Where the block is not known the launch
/// stays open, as it does for a kernel that is not launched; a launch that may be any kernel's is one of each.
pub(crate) fn questions(
    kernel: &str,
    launches: &[HostLaunch],
    asked: &Launches,
) -> Vec<(Launches, Option<(String, u32)>)> {
    let mut questions: Vec<(Launches, Option<(String, u32)>)> = Vec::new();
    let is_of_it = |launch: &&HostLaunch| launch.kernel.as_deref().is_none_or(|other| other == kernel);
    for launch in launches.iter().filter(is_of_it) {
        let question = at(launch, asked);
        let same = |(other, _): &(Launches, _)| {
            (other.block, other.grid, other.dynamic_shared)
                == (question.block, question.grid, question.dynamic_shared)
        };
        if !questions.iter().any(same) {
            questions.push((question, launch.place.clone()));
        }
    }
    if questions.is_empty() {
        questions.push((asked.clone(), None));
    }
    questions
}

fn at(launch: &HostLaunch, asked: &Launches) -> Launches {
    let known = |sizes: [Option<u32>; 3]| sizes.iter().all(Option::is_some).then_some(sizes);
    let Some(block) = known(launch.block) else { return asked.clone() };
    let shared = launch.shared.filter(|&bytes| bytes > 0);
    Launches {
        block: Some(block),
        grid: known(launch.grid),
        dynamic_shared: asked.dynamic_shared.or(shared),
        ..asked.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_different_launch_is_a_question() {
        let launch = |x, grid| HostLaunch {
            kernel: Some("k".to_owned()),
            grid: [grid, Some(1), Some(1)],
            block: [x, Some(1), Some(1)],
            shared: Some(0),
            place: Some(("k.cu".to_owned(), 7)),
        };
        let launches = [
            launch(Some(64), Some(2)),
            launch(Some(64), None),
            launch(Some(64), Some(2)),
            launch(None, Some(2)),
        ];
        let questions = questions("k", &launches, &Launches::default());
        let sizes: Vec<_> = questions
            .iter()
            .map(|(question, _)| (question.block.is_some(), question.grid.is_some()))
            .collect();
        assert_eq!(sizes, [(true, true), (true, false), (false, false)]);
        let of = |kernel, launches: &[HostLaunch]| super::questions(kernel, launches, &Launches::default());
        assert_eq!(of("other", &launches).len(), 1);
        // It may be any kernel's.
        let unknown = HostLaunch { kernel: None, ..launch(None, None) };
        assert_eq!(of("k", &[launches[0].clone(), unknown]).len(), 2);
    }
}
