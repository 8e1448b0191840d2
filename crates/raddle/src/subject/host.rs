//! The launches that the host half of a source makes: what a check is about where the user names none.

use crate::options::{Launches, Options};
use crate::subject::input::Input;
use raddle_compile::HostLaunch;
use std::path::Path;

/// The launches in the host half of a file, if the question leaves block and grid open.
pub(crate) fn launches(input: &Input, file: &Path, options: &Options) -> Vec<HostLaunch> {
    let asked = &options.launch;
    let is_open = asked.block.is_none() && asked.grid.is_none();
    let is_source = input.compiler.is_some() && input.module.language == raddle_ir::Language::Cuda;
    match is_open && is_source {
        true => raddle_compile::host_launches(file, &options.compile),
        false => Vec::new(),
    }
}

/// A question for each different launch of a kernel, with the first place that makes it. Where the block depends on the program's input the launch
/// stays open, as it does for a kernel that is not launched.
pub(crate) fn questions(
    kernel: &str,
    launches: &[HostLaunch],
    asked: &Launches,
) -> Vec<(Launches, Option<(String, u32)>)> {
    let mut questions: Vec<(Launches, Option<(String, u32)>)> = Vec::new();
    for launch in launches.iter().filter(|launch| launch.kernel == kernel) {
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
            kernel: "k".to_owned(),
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
        assert_eq!(super::questions("other", &launches, &Launches::default()).len(), 1);
    }
}
