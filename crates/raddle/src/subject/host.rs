//! The launches that the host half of a source makes: what a check is about where the user names none.

use crate::options::{BufferSpec, Key, Launches, Options, Within};
use crate::subject::input::Input;
use crate::subject::load::limited;
use crate::subject::names::variable_name;
use crate::subject::params::{find_all, param_name, text};
use raddle_compile::{Argument, HostLaunch, Pair};
use raddle_ir::clock::Deadline;
use raddle_ir::{Function, KernelParam};
use std::collections::BTreeMap;
use std::path::Path;

/// The launches in the host half of a file, if the question leaves the block open.
pub(crate) fn launches(input: &Input, file: &Path, options: &Options, deadline: Deadline) -> Vec<HostLaunch> {
    let asked = &options.launch;
    let is_open = asked.block.is_none();
    let is_source = input.compiler.is_some() && input.module.language == raddle_ir::Language::Cuda;
    match is_open && is_source {
        true => raddle_compile::host_launches(file, &limited(&options.compile, deadline)),
        false => Vec::new(),
    }
}

/// A launch of a kernel that is to be checked.
pub(crate) struct Question {
    /// With all inputs that the user does not give.
    pub(crate) launch: Launches,
    /// The first place in the source that makes it.
    pub(crate) place: Option<(String, u32)>,
    /// The numbers that are passed there, and at each other place with these sizes; not those that the user gives.
    pub(crate) arguments: Vec<(Key, String)>,
}

/// A question for each different launch of a kernel. Where the block is not known the launch stays open, as it does for a kernel that is not
/// launched; a launch that may be any kernel's is one of each.
pub(crate) fn questions(function: &Function, launches: &[HostLaunch], asked: &Launches) -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    let is_of_it = |launch: &&HostLaunch| launch.kernel.as_deref().is_none_or(|other| other == function.name);
    for launch in launches.iter().filter(is_of_it) {
        let question = at(function, launch, asked);
        let same = |other: &&mut Question| {
            (other.launch.block, other.launch.shape, other.launch.grid, other.launch.dynamic_shared)
                == (question.block, question.shape, question.grid, question.dynamic_shared)
                && (&other.launch.within, &other.launch.beside, other.launch.may_alias)
                    == (&question.within, &question.beside, question.may_alias)
        };
        // With a grid of the user's it is another launch.
        let is_whole = question.block.is_some() && asked.grid.is_none();
        let arguments = if is_whole { arguments(function, launch, asked) } else { Vec::new() };
        match questions.iter_mut().find(same) {
            Some(other) => other.arguments.retain(|one| arguments.contains(one)),
            None => questions.push(Question { launch: question, place: launch.place.clone(), arguments }),
        }
    }
    if questions.is_empty() {
        questions.push(Question { launch: asked.clone(), place: None, arguments: Vec::new() });
    }
    questions
}

/// A parameter as the user would name it: by its place where it has no name in the source, or shares it.
pub(crate) fn shown(function: &Function, key: &Key) -> String {
    let Key::Index(param) = key else { return key.to_string() };
    let name = |data: &KernelParam| data.source_name.as_ref().map(|_| variable_name(param_name(data)));
    let of = |param: usize| function.params.get(param).and_then(name);
    let is_shared = |known: &String| {
        (0..function.params.len()).any(|one| one != *param && of(one).as_ref() == Some(known))
    };
    of(*param).filter(|name| !is_shared(name)).unwrap_or_else(|| param.to_string())
}

/// The numbers that a launch passes, as the user would give them, for the parameters of which nothing is given.
pub(crate) fn arguments(function: &Function, launch: &HostLaunch, asked: &Launches) -> Vec<(Key, String)> {
    let given = |param: usize| {
        let of_it = |(key, _): &(Key, String)| find_all(function, key).is_ok_and(|all| all.contains(&param));
        asked.args.iter().any(of_it)
    };
    let passed = |(param, data): (usize, &KernelParam)| {
        let is_it = |one: &&Argument| (one.offset, one.size) == (data.offset, data.size);
        let one = launch.arguments.iter().find(is_it)?;
        let ty = data.ty.filter(|ty| ty.is_int() && data.pointer.is_none() && !given(param))?;
        let bits = u64::MAX >> (64 - u64::from(ty.bits()).min(64));
        Some((Key::Index(param), text(ty, u128::from(one.value & bits))?))
    };
    function.params.iter().enumerate().filter_map(passed).collect()
}

/// With one pointer for each pair of parameters: the first is kept, or the one whose buffer is given. Where several are given, and differ, nothing is assumed of how
/// they lie.
fn one_pointer(function: &Function, pairs: &[([usize; 2], Option<i64>)], asked: &Launches) -> Launches {
    let mut groups: BTreeMap<usize, Vec<(usize, i64)>> = BTreeMap::new();
    let mut asked = asked.clone();
    for &([first, other], apart) in pairs {
        match apart {
            Some(apart) => groups.entry(first).or_insert_with(|| vec![(first, 0)]).push((other, apart)),
            None => asked.beside.push([first, other]),
        }
    }
    let is_of = |param: usize, key: &Key| find_all(function, key).is_ok_and(|all| all.contains(&param));
    for group in groups.into_values() {
        let given = asked.buffers.iter().flat_map(|(key, spec)| {
            group.iter().filter(move |&&(param, _)| is_of(param, key)).map(move |&(param, _)| (param, spec))
        });
        let given: Vec<(usize, BufferSpec)> = given.map(|(param, spec)| (param, spec.clone())).collect();
        // What lies in front of a buffer that is given, and how far the others reach, is not known.
        let is_apart = group.iter().any(|(_, apart)| *apart != 0);
        if given.iter().any(|(_, spec)| is_apart || *spec != given[0].1) {
            asked.may_alias = true;
            continue;
        }
        // Nothing lies in front of the first one.
        let first = group.iter().copied().min_by_key(|&(_, apart)| apart).unwrap_or_default();
        let (kept, start) = given.first().map_or(first, |&(param, _)| (param, 0));
        let gone = || group.iter().copied().filter(|&(param, _)| param != kept);
        asked.within.extend(gone().map(|(gone, apart)| Within { kept, gone, apart: apart - start }));
        asked.buffers.retain(|(key, _)| !gone().any(|(param, _)| is_of(param, key)));
    }
    asked
}

fn at(function: &Function, launch: &HostLaunch, asked: &Launches) -> Launches {
    let known = |sizes: [Option<u32>; 3]| sizes.iter().all(Option::is_some).then_some(sizes);
    let param = |at: u64| function.params.iter().position(|param| (param.offset, param.size) == (at, 8));
    let pair = |one: &Pair| Some(([param(one.places[0])?, param(one.places[1])?], one.apart));
    let pairs: Vec<([usize; 2], Option<i64>)> = launch.pairs.iter().filter_map(pair).collect();
    let asked = &one_pointer(function, &pairs, asked);
    let Some(block) = known(launch.block) else {
        let shape = launch.place.is_some().then_some(launch.block);
        return Launches { shape, ..asked.clone() };
    };
    // A dimension that the source names counts, whether or not the kernel reads it. Of a `dim3` that is not known it names none.
    let is_named = |&[x, y, z]: &[Option<u32>; 3]| {
        let is_row = y == Some(1) && z == Some(1);
        !is_row && (x.is_some() || y.is_some() || z.is_some_and(|z| z > 1))
    };
    Launches {
        block: Some(block),
        grid: asked.grid.or(known(launch.grid)).or(Some(launch.grid).filter(is_named)),
        dynamic_shared: asked.dynamic_shared.or(launch.shared),
        ..asked.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::{Entity as _, FunctionKind, LocId};

    #[test]
    fn each_different_launch_is_a_question() {
        let launch = |x, grid| HostLaunch {
            kernel: Some("k".to_owned()),
            grid: [grid, Some(1), Some(1)],
            block: [x, Some(1), Some(1)],
            shared: Some(0),
            arguments: Vec::new(),
            pairs: Vec::new(),
            place: Some(("k.cu".to_owned(), 7)),
        };
        let launches = [
            launch(Some(64), Some(2)),
            launch(Some(64), None),
            launch(Some(64), Some(2)),
            launch(None, Some(2)),
        ];
        let kernel = |name: &str| Function::new(name, FunctionKind::Kernel, LocId::new(0));
        let questions = questions(&kernel("k"), &launches, &Launches::default());
        let is_given = |one: &Question| (one.launch.block.is_some(), one.launch.grid.is_some());
        let sizes: Vec<_> = questions.iter().map(is_given).collect();
        assert_eq!(sizes, [(true, true), (true, false), (false, false)]);
        let of =
            |name, launches: &[HostLaunch]| super::questions(&kernel(name), launches, &Launches::default());
        assert_eq!(of("other", &launches).len(), 1);
        // It may be any kernel's.
        let unknown = HostLaunch { kernel: None, ..launch(None, None) };
        assert_eq!(of("k", &[launches[0].clone(), unknown]).len(), 2);
    }
}
