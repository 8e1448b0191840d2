//! One C file of some programs: what it computes natively, and what PTX clang makes of it.

use crate::judge::program::{Program, WORDS};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// What each program returns for each of its inputs.
pub(crate) type Results = BTreeMap<u64, Vec<u64>>;

/// Options of both compilations: signed numbers wrap, no multiplication is fused with an addition, a square root sets no `errno`, and bytes
/// may be copied between types.
const FLAGS: [&str; 7] = [
    "-w",
    "-fwrapv",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-strict-aliasing",
    "-Xclang",
    "-ffloat16-excess-precision=none",
];

/// The C text: for PTX a kernel for each program, natively a `main` that prints its results.
pub(crate) fn source(programs: &[Program]) -> String {
    let mut text = String::from(include_str!("prelude.h"));
    let mut kernels = String::new();
    let mut natives = String::new();
    for program in programs {
        let n = program.number;
        let _ = write!(text, "\n{program}");
        let _ = writeln!(
            kernels,
            "__attribute__((nvptx_kernel)) void k{n}(const u64 *in, u64 *out)\n{{\n    \
             u32 thread = __nvvm_read_ptx_sreg_tid_x();\n    \
             out[thread] = fun{n}(in + thread * WORDS);\n}}"
        );
        let words: Vec<String> =
            program.inputs.iter().flatten().map(|word| format!("0x{word:x}ull")).collect();
        let _ = writeln!(
            natives,
            "    {{ static const u64 in[] = {{ {} }};\n      for (int n = 0; n < {}; n++) \
             printf(\"{n} %llx\\n\", fun{n}(in + n * {WORDS})); }}",
            words.join(", "),
            program.inputs.len()
        );
    }
    let _ = write!(
        text,
        "\n#ifdef __NVPTX__\n{kernels}#else\nint printf(const char *, ...);\nint main(void)\n{{\n{natives}}}\n#endif\n"
    );
    text
}

/// The command line that makes PTX, without the names of the files.
pub(crate) fn ptx_command(level: u8) -> Vec<String> {
    let mut command = vec![clang(), "--target=nvptx64-nvidia-cuda".to_owned(), "-march=sm_90".to_owned()];
    command.extend(["-nogpulib", "-S"].map(str::to_owned));
    command.extend(FLAGS.map(str::to_owned));
    command.push(format!("-O{level}"));
    command
}

/// The command line that makes the program that runs natively, without the names of the files.
pub(crate) fn native_command() -> Vec<String> {
    let mut command = vec![clang(), "-O0".to_owned(), "-lm".to_owned()];
    command.extend(FLAGS.map(str::to_owned));
    command
}

/// The PTX of a file at an optimisation level.
///
/// # Errors
/// What the compiler says.
pub(crate) fn ptx(source: &Path, level: u8) -> Result<String, String> {
    let out = source.with_extension(format!("{level}.ptx"));
    compile(&ptx_command(level), source, &out)?;
    std::fs::read_to_string(&out).map_err(|error| error.to_string())
}

/// What a file's programs return natively.
///
/// # Errors
/// What the compiler says, or how the program ends.
pub(crate) fn native(source: &Path) -> Result<Results, String> {
    execute(source, &native_command())
}

/// As [`native`], but a program that does something undefined ends by a trap.
///
/// # Errors
/// As [`native`].
pub(crate) fn native_checked(source: &Path) -> Result<Results, String> {
    let mut command = native_command();
    command.push("-fsanitize=undefined,float-cast-overflow".to_owned());
    command.push("-fsanitize-trap=all".to_owned());
    execute(source, &command)
}

fn execute(source: &Path, command: &[String]) -> Result<Results, String> {
    let out = source.with_extension("exe");
    compile(command, source, &out)?;
    let run = Command::new(&out).output().map_err(|error| error.to_string())?;
    if !run.status.success() {
        return Err(format!("the native program ends with {}", run.status));
    }
    let mut results = Results::new();
    for line in String::from_utf8_lossy(&run.stdout).lines() {
        let parsed = line
            .split_once(' ')
            .and_then(|(number, value)| Some((number.parse().ok()?, u64::from_str_radix(value, 16).ok()?)));
        let (number, value): (u64, u64) =
            parsed.ok_or_else(|| format!("the native program prints `{line}`"))?;
        results.entry(number).or_default().push(value);
    }
    Ok(results)
}

fn compile(command: &[String], source: &Path, out: &Path) -> Result<(), String> {
    let output = Command::new(&command[0])
        .arg(source)
        .arg("-o")
        .arg(out)
        .args(&command[1..])
        .output()
        .map_err(|error| format!("{}: {error}: install clang-19, or set RADDLE_CLANG", command[0]))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}\n{}", command.join(" "), String::from_utf8_lossy(&output.stderr)))
}

/// The compiler: the one that raddle takes too.
fn clang() -> String {
    std::env::var("RADDLE_CLANG")
        .ok()
        .filter(|path| !path.is_empty())
        .unwrap_or_else(|| "clang-19".to_owned())
}
