//! `raddle replay`: runs the schedule of a witness on the reference machine, and says whether the finding shows.
//!
//! Nothing is analysed again. The kernel is read, the launch put together, and the schedule played; a witness
//! that does not fit its kernel any more, or was changed, is refused.

use crate::Failed;
use crate::commands::run::Ran;
use crate::confirm::replay::stage::Stage;
use crate::confirm::replay::witness::{FORMAT, Stored, fingerprint, fingerprint_of};
use crate::confirm::replay::words::sentence;
use crate::options::{BufferSpec, Key, Launches, MOST_STEPS, Options, Requirement, Running, Which};
use crate::subject::choose::choose;
use crate::subject::launch::launch_of;
use crate::subject::load::sources_of;
use crate::subject::prepare::prepare;
use crate::subject::requirements;
use crate::subject::{load, names, params};
use raddle_compile::{CompileOptions, Compiler, files};
use raddle_report::{Diagnostic, Rule, words};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Plays a witness. Exit code 1: the finding shows; 2: it does not.
///
/// # Errors
/// When the file is no witness or was changed, when its kernel is not what it was, or cannot be read.
pub fn replay(path: &Path) -> Result<Ran, Failed> {
    let shown = path.display();
    let wrong = |why: &str, help: &str| {
        let error = Diagnostic::new(Rule::InputFile, format!("cannot replay `{shown}`: {why}"));
        let error = if help.is_empty() { error } else { error.help(help) };
        Failed { errors: vec![error], ..Failed::default() }
    };
    let stored = read(path).map_err(|(why, help)| wrong(&why, &help))?;
    let again = "write it again with `raddle check --witnesses DIR`";
    let file = Path::new(&stored.kernel.file);
    let bytes = files::read(file).map_err(|e| {
        let why = format!("cannot read `{}`, which holds its kernel: {e}", file.display());
        wrong(&why, "run it in the directory in which it was written")
    })?;
    if fingerprint(&bytes) != stored.kernel.file_fingerprint {
        let why = format!("`{}` has changed since the witness was written", file.display());
        return Err(wrong(&why, again));
    }
    for buffer in &stored.launch.buffers {
        let Some(file) = &buffer.file else { continue };
        let bytes =
            files::read(Path::new(file)).map_err(|e| wrong(&format!("cannot read `{file}`: {e}"), ""))?;
        if Some(fingerprint(&bytes)) != buffer.file_fingerprint {
            let why = format!(
                "`{file}`, the contents of `{}`, has changed since the witness was written",
                buffer.name
            );
            return Err(wrong(&why, again));
        }
    }
    let options = options(&stored).map_err(|why| wrong(&why, again))?;
    let fail = |errors| Failed { errors, sources: sources_of(file) };
    let mut input = load::load(file, &options.compile).map_err(fail)?;
    let kernels = choose(&input, &options.which.kernels).map_err(fail)?;
    params::name(&mut input, &kernels[..1], &options.launch.names).map_err(fail)?;
    requirements::state(&mut input, &kernels[..1], &options).map_err(fail)?;
    let mut function = prepare(&mut input, kernels[0], &options).map_err(fail)?;
    if fingerprint_of(&input, &function) != stored.kernel.ir_fingerprint {
        let why = format!(
            "`{}` now compiles to something else: a header, the compiler or raddle has changed",
            file.display()
        );
        return Err(wrong(&why, again));
    }
    let named =
        |name: &str| params::find_all(&function, &Key::Name(name.to_owned())).map(|params| params.start);
    let given = stored.launch.arguments.iter().map(|one| (one.parameter, &one.name));
    for (number, name) in given.chain(stored.launch.buffers.iter().map(|one| (one.parameter, &one.name))) {
        if named(name).map_err(|error| fail(vec![error]))? != number {
            return Err(wrong(
                &format!("its kernel has no parameter `{number}` that is called `{name}`"),
                again,
            ));
        }
    }
    if stored.schedule.inputs.logs.is_some()
        && let Some(whole) = crate::subject::contracts::with_logs(&input, &function, &options)
    {
        function = whole;
    }
    let launch = launch_of(&input.module, &function, stored.launch.block, &options.launch).map_err(fail)?;
    let valid = stored.schedule.validate(&function, &launch);
    valid.map_err(|why| wrong(&input.terms().translated(&why), again))?;
    let stage = Stage { input: &input, function: &function, launch: &launch, options: &options };
    let played = stored.schedule.play(stage);
    let mut text = format!("{} [{}]\n", stored.title, stored.rule.id());
    let name = names::source_name(&function.name);
    let terms = input.terms();
    let block = raddle_report::Dim3::fixed(stored.launch.block);
    let _ = write!(text, "kernel {name} ({}), {} {block}", file.display(), terms.block_size);
    if let Some(cta) = stored.schedule.cta.filter(|_| stored.launch.grid.is_some_and(|grid| grid != [1; 3])) {
        let _ = write!(text, ", {}", terms.block_at(cta));
    }
    for argument in &stored.launch.arguments {
        let _ = write!(text, ", {} = {}", argument.name, argument.value);
    }
    for value in stored.schedule.inputs.told(&function) {
        let _ = write!(text, ", {} = {}", value.name, value.value);
    }
    if !stored.unknown.is_empty() {
        let _ = write!(text, "; for any {}", words::list(&stored.unknown));
    }
    let _ = write!(text, "\n\nschedule: {}\n", sentence(&stored.schedule, terms));
    for line in &played.seen {
        let _ = writeln!(text, "  {line}");
    }
    let (said, exit_code) = match played.shows {
        true => ("the bug shows", 1),
        false => ("the bug does not show under this schedule", 2),
    };
    let _ = writeln!(text, "\n{said} (exit code {exit_code})");
    Ok(Ran { text, exit_code })
}

/// Reads a witness: what is wrong, and what to do.
fn read(path: &Path) -> Result<Stored, (String, String)> {
    let text = files::read_text(path).map_err(|e| (e.to_string(), String::new()))?;
    let made = "a witness is a file that `raddle check --witnesses DIR` writes".to_owned();
    let stored: Stored =
        serde_json::from_str(&text).map_err(|e| (format!("it is not a witness: {e}"), made.clone()))?;
    if stored.witness != FORMAT {
        return Err((
            format!("it has format {}, and this version of raddle reads {FORMAT}", stored.witness),
            made,
        ));
    }
    if stored.seal != stored.sealed() {
        let why = "it was changed after it was written: its seal does not match".to_owned();
        return Err((why, "write it again with `raddle check --witnesses DIR`".to_owned()));
    }
    if stored.launch.steps > MOST_STEPS {
        let (steps, most) = (words::grouped(stored.launch.steps), words::grouped(MOST_STEPS));
        return Err((format!("it requires {steps} steps, and raddle runs at most {most}"), made));
    }
    if stored.launch.work_dim.is_some_and(|sizes| !(1..=3).contains(&sizes)) {
        return Err(("it says neither 1, 2 nor 3 dimensions".to_owned(), made));
    }
    Ok(stored)
}

fn options(stored: &Stored) -> Result<Options, String> {
    let requires =
        stored.launch.requires.iter().map(|text| Requirement::parse(text)).collect::<Result<_, _>>()?;
    let compile = &stored.kernel.compile;
    let buffers = stored.launch.buffers.iter().filter_map(|b| {
        let file = b.file.as_ref().map(|file| BufferSpec::File(PathBuf::from(file)));
        Some((Key::Name(b.name.clone()), file.or(b.elements.map(BufferSpec::Elements))?))
    });
    let launch = Launches {
        grid: stored.launch.grid.map(|grid| grid.map(Some)),
        args: stored.launch.arguments.iter().map(|a| (Key::Name(a.name.clone()), a.value.clone())).collect(),
        buffers: buffers.collect(),
        requires,
        names: stored.launch.names.clone(),
        // The check that wrote it has accepted its block.
        beyond_limits: true,
        warp_size: stored.launch.warp_size,
        exited_arrive: stored.launch.exited_arrive,
        within: stored.launch.within.clone(),
        dynamic_shared: stored.launch.dynamic_shared,
        work_dim: stored.launch.work_dim,
        ..Launches::default()
    };
    let compile = CompileOptions {
        compiler: match compile.compiler.as_str() {
            "auto" => Compiler::Auto,
            "nvcc" => Compiler::Nvcc,
            _ => Compiler::Clang,
        },
        defines: compile.defines.clone(),
        includes: compile.includes.clone(),
        instances: compile.instances.clone(),
        standard: compile.standard.clone(),
        optimise: compile.optimise,
        arch: compile.arch.clone(),
        pointer_bits: compile.pointer_bits,
        pure_calls: compile.pure_calls,
        ..CompileOptions::default()
    };
    Ok(Options {
        which: Which { kernels: vec![stored.kernel.name.clone()], ..Which::default() },
        launch,
        run: Running { step_limit: Some(stored.launch.steps), every_load: stored.launch.every_load },
        compile,
        ..Options::default()
    })
}
