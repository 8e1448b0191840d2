//! One run of a compiler, with a time limit.

use crate::CompileError;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often it is asked whether a program has ended: a compiler takes 20 ms and more.
const PAUSE: Duration = Duration::from_millis(1);

/// What a program that ended well wrote.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `command` (program and arguments) to its end; what it prints goes through files in `scratch`, so that a
/// full pipe never blocks it.
pub(crate) fn run(command: &[String], scratch: &Path, limit: Duration) -> Result<Output, CompileError> {
    let out = scratch.join("stdout.txt");
    let err = scratch.join("stderr.txt");
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(create(&out)?)
        .stderr(create(&err)?)
        .spawn()
        .map_err(|error| CompileError::System { what: format!("cannot start {}", command[0]), error })?;

    let start = Instant::now();
    let status = loop {
        let waited = child.try_wait().map_err(|error| CompileError::System {
            what: format!("cannot wait for {}", command[0]),
            error,
        })?;
        if let Some(status) = waited {
            break status;
        }
        if start.elapsed() >= limit {
            // It may have ended just now; either way it is gone after this.
            let _ = child.kill();
            let _ = child.wait();
            return Err(CompileError::TimedOut { command: command.to_vec(), limit });
        }
        std::thread::sleep(PAUSE);
    };

    let stderr = read(&err)?;
    if status.success() {
        Ok(Output { stdout: read(&out)?, stderr })
    } else {
        let (command, status) = (command.to_vec(), describe(status));
        Err(CompileError::Failed { command, status, stderr, said: Vec::new() })
    }
}

/// Writes a file for a compiler to read.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CompileError> {
    fs::write(path, text).map_err(|error| not_written(path, error))
}

fn create(path: &Path) -> Result<File, CompileError> {
    File::create(path).map_err(|error| not_written(path, error))
}

fn not_written(path: &Path, error: std::io::Error) -> CompileError {
    CompileError::System { what: format!("cannot write {}", path.display()), error }
}

/// Reads a text that a compiler wrote; a byte that is no UTF-8 (a path, a string literal) is replaced.
pub(crate) fn read(path: &Path) -> Result<String, CompileError> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) => Err(CompileError::System { what: format!("cannot read {}", path.display()), error }),
    }
}

fn describe(status: ExitStatus) -> String {
    status.to_string()
}
