//! Why a source did not become PTX.

use crate::messages::Message;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why a source did not become PTX. `Display` says what, where, why, and what to do.
#[derive(Debug)]
pub enum CompileError {
    /// The source cannot be read.
    Source {
        /// The source.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// The file's name does not tell its language.
    UnknownLanguage {
        /// The source.
        path: PathBuf,
    },
    /// No usable compiler was found.
    CompilerNotFound {
        /// What was tried, in order: each a name or path with the reason why it does not serve.
        tried: Vec<(String, String)>,
        /// How to get one.
        help: String,
    },
    /// An option that makes no sense.
    Option {
        /// What is wrong with it.
        what: String,
        /// What to write instead.
        help: String,
    },
    /// The compiler refused the source, or crashed.
    Failed {
        /// Program and arguments.
        command: Vec<String>,
        /// How it ended: an exit status or a signal.
        status: String,
        /// What it wrote to standard error, unchanged.
        stderr: String,
        /// The same as data, where available.
        said: Vec<Message>,
    },
    /// The compiler ran longer than its time limit, and was stopped.
    TimedOut {
        /// Program and arguments.
        command: Vec<String>,
        /// The limit.
        limit: Duration,
    },
    /// The system failed: no temporary directory, no process.
    System {
        /// What was being done.
        what: String,
        /// The system's reason.
        error: io::Error,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source { path, error } => {
                write!(f, "cannot read {}: {error}", path.display())
            }
            Self::UnknownLanguage { path } => write!(
                f,
                "{}: unknown language; raddle reads .cu (CUDA), .cl (OpenCL) and .ptx",
                path.display()
            ),
            Self::CompilerNotFound { tried, help } => {
                writeln!(f, "no compiler for this source was found")?;
                for (name, reason) in tried {
                    writeln!(f, "  tried {name}: {reason}")?;
                }
                write!(f, "help: {help}")
            }
            Self::Option { what, help } => write!(f, "{what}\nhelp: {help}"),
            Self::Failed { command, status, stderr, .. } => {
                let words = stderr.trim_end();
                if words.is_empty() {
                    write!(f, "{} failed ({status}) without a message", command[0])
                } else {
                    f.write_str(words)
                }
            }
            Self::TimedOut { command, limit } => {
                write!(f, "{} did not finish within {} s and was stopped", command[0], limit.as_secs_f64())
            }
            Self::System { what, error } => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for CompileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Source { error, .. } | Self::System { error, .. } => Some(error),
            _ => None,
        }
    }
}
