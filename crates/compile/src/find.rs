//! Finding a compiler that serves.

use crate::{CompileError, process};
use std::env;
use std::path::Path;
use std::time::Duration;

/// The oldest clang that serves; the headers use its built-ins, and what it keeps at `-O0` is tested with it.
const CLANG_MAJOR: u32 = 19;

/// A clang that serves.
#[derive(Debug)]
pub(crate) struct Clang {
    /// Its name, or its path.
    pub(crate) name: String,
    /// What it says of its version.
    pub(crate) version: String,
}

/// The clang to use: `RADDLE_CLANG` if that is set, else `clang-19`, else `clang`; each must be new enough.
pub(crate) fn clang(scratch: &Path) -> Result<Clang, CompileError> {
    clang_among(
        match env::var("RADDLE_CLANG") {
            Ok(path) if !path.is_empty() => vec![path],
            _ => vec!["clang-19".to_string(), "clang".to_string()],
        },
        scratch,
    )
}

/// The first of `candidates` that serves.
fn clang_among(candidates: Vec<String>, scratch: &Path) -> Result<Clang, CompileError> {
    let mut tried = Vec::new();
    for name in candidates {
        match version(&name, scratch) {
            Err(reason) => tried.push((name, reason)),
            Ok(version) => match clang_major(&version) {
                Some(major) if major >= CLANG_MAJOR => return Ok(Clang { name, version }),
                Some(major) => tried.push((name, format!("it is clang {major}, older than {CLANG_MAJOR}"))),
                None => tried.push((name, "it is not clang".to_string())),
            },
        }
    }
    Err(CompileError::CompilerNotFound {
        tried,
        help: "install clang 19 (Debian, Ubuntu: apt-get install clang-19), or set RADDLE_CLANG to one"
            .to_string(),
    })
}

/// How to get an nvcc.
pub(crate) const INSTALL_NVCC: &str = "run `pip install nvidia-cuda-nvcc nvidia-nvvm nvidia-cuda-crt nvidia-cuda-runtime nvidia-cuda-cccl`, or \
     install the CUDA toolkit, or set RADDLE_NVCC to an nvcc";

/// The nvcc to use: `RADDLE_NVCC` if that is set, else `nvcc`, else the one that pip installed.
pub(crate) fn nvcc(scratch: &Path) -> Result<String, CompileError> {
    let candidates = match env::var("RADDLE_NVCC") {
        Ok(path) if !path.is_empty() => vec![path],
        _ => std::iter::once("nvcc".to_owned()).chain(nvcc_of_pip(scratch)).collect(),
    };
    let mut tried = Vec::new();
    for name in candidates {
        match version(&name, scratch) {
            Ok(_) => return Ok(name),
            Err(reason) => tried.push((name, reason)),
        }
    }
    Err(CompileError::CompilerNotFound {
        tried,
        help: format!("{INSTALL_NVCC}, or leave out `--compiler nvcc`"),
    })
}

/// The nvcc of PyPI's package `nvidia-cuda-nvcc`, in the packages of the `python3` that a shell would start; the newest if several versions are
/// there.
fn nvcc_of_pip(scratch: &Path) -> Option<String> {
    let command = ["python3", "-c", "import sys; print(*sys.path, sep='\\n')"].map(str::to_owned);
    let said = process::run(&command, scratch, Duration::from_secs(20)).ok()?.stdout;
    let packages = said.lines().filter_map(|folder| std::fs::read_dir(Path::new(folder).join("nvidia")).ok());
    let versions = packages.flatten().flatten();
    // `cu13` since CUDA 13, `cuda_nvcc` before.
    let number = |folder: &Path| folder.file_name()?.to_str()?.strip_prefix("cu")?.parse::<u32>().ok();
    let found = versions.map(|version| version.path()).filter(|folder| folder.join("bin/nvcc").is_file());
    found.max_by_key(|folder| number(folder)).map(|folder| folder.join("bin/nvcc").display().to_string())
}

/// A compiler for a language, as far as it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which compiler.
    pub name: &'static str,
    /// Its path and version, or what to install.
    pub there: Result<String, String>,
}

/// The compilers that a source may need: clang always, nvcc for some of NVIDIA's libraries.
#[must_use]
pub fn compilers() -> [Found; 2] {
    let scratch = env::temp_dir();
    let help = |error: CompileError| match error {
        CompileError::CompilerNotFound { help, .. } => help,
        other => other.to_string(),
    };
    let clang = clang(&scratch).map(|clang| format!("{}: {}", clang.name, first_line(&clang.version)));
    let nvcc = nvcc(&scratch).map(|name| {
        let said = version(&name, &scratch).unwrap_or_default();
        let release = said.lines().find(|line| line.contains("release")).unwrap_or_default();
        format!("{name}: {release}")
    });
    [
        Found { name: "clang", there: clang.map_err(help) },
        Found { name: "nvcc", there: nvcc.map_err(|_| INSTALL_NVCC.to_owned()) },
    ]
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// What `name --version` prints, or why it does not.
fn version(name: &str, scratch: &Path) -> Result<String, String> {
    let command = [name.to_string(), "--version".to_string()];
    match process::run(&command, scratch, Duration::from_secs(20)) {
        Ok(output) => Ok(output.stdout),
        Err(CompileError::System { error, .. }) => Err(error.to_string()),
        Err(other) => Err(other.to_string()),
    }
}

/// The major version in `clang --version`: "Debian clang version 19.1.7 (…)".
fn clang_major(text: &str) -> Option<u32> {
    let after = text.split("clang version ").nth(1)?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{clang_among, clang_major};
    use std::fs;

    #[test]
    fn a_missing_clang_says_how_to_install_it() {
        let scratch = tempfile::tempdir().expect("a temporary directory");
        let old = scratch.path().join("old-clang");
        fs::write(&old, "#!/bin/sh\necho clang version 14.0.6\n").expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&old, mode).expect("executable");
        let old = old.display().to_string();

        let names = ["no-such-clang".to_string(), "false".to_string(), "true".to_string(), old.clone()];
        let error = clang_among(names.to_vec(), scratch.path()).expect_err("none serves");
        let text = error.to_string();
        assert!(text.contains("tried no-such-clang: No such file or directory"), "{text}");
        assert!(text.contains("tried false: false failed"), "{text}");
        assert!(text.contains("tried true: it is not clang"), "{text}");
        assert!(text.contains(&format!("tried {old}: it is clang 14, older than 19")), "{text}");
        assert!(text.contains("help: install clang 19 (Debian, Ubuntu: apt-get install clang-19)"), "{text}");
    }

    #[test]
    fn reads_the_major_version() {
        assert_eq!(clang_major("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"), Some(19));
        assert_eq!(clang_major("clang version 20.1.0"), Some(20));
        assert_eq!(clang_major("Apple clang version 15.0.0 (clang-1500)"), Some(15));
        assert_eq!(clang_major("gcc (Debian 12.2.0) 12.2.0"), None);
        assert_eq!(clang_major("clang version next"), None);
    }
}
