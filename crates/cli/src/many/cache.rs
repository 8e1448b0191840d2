//! Results in a folder, by a hash of all that they depend on.
//!
//! The hash is over what was checked (the PTX text, into which a source's headers, macros and compiler have gone, or the file's own
//! text; the launches in a source's host half), the file's name and bytes, the options, the buffers' files, and this build of raddle with its solver. An entry is a line with
//! the hash of the rest, and the rest is an [`Outcome`] as JSON. It appears in one step, so a run that is stopped leaves whole entries only.
//!
//! The hash shows damage, not intent: who can write an entry can write any result. So the folder and each entry must belong to the user
//! who runs raddle (or to the administrator), and no other user may be able to write to them.

use super::told::Outcome;
use raddle::{BufferSpec, Input, Options};
use raddle_compile::files;
use raddle_report::{Diagnostic, Rule};
use raddle_smt::solver::z3::Z3;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Makes the folder if it is not there, and refuses one into which other users can write.
///
/// # Errors
/// What is wrong with it, and what to do.
pub fn prepare(folder: &Path) -> Result<(), Diagnostic> {
    let error = match files::make_private_folder(folder).and_then(|()| files::check_private_folder(folder)) {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    let title = format!("`--cache {}`: {error}", folder.display());
    let diagnostic = Diagnostic::new(Rule::InputCommandLine, title);
    Err(match error.kind() {
        std::io::ErrorKind::PermissionDenied if folder.is_dir() => diagnostic.help(
            "raddle trusts the results in this folder, so only you may have write access to it: \
             use a folder of your own, with `chmod go-w`",
        ),
        _ => diagnostic,
    })
}

/// A folder of results.
pub struct Cache<'a> {
    folder: &'a Path,
    /// What tells this build of raddle from others.
    build: &'a str,
}

impl<'a> Cache<'a> {
    /// Results in `folder`, as this build of raddle gives them.
    pub fn new(folder: &'a Path, build: &'a str) -> Self {
        Self { folder, build }
    }

    /// Under what the result of a check is kept. `words` are its options.
    pub fn key(&self, input: &Input, words: &[String], options: &Options) -> String {
        let mut hash = Hash::default();
        hash.add(self.build);
        hash.add(Z3::version());
        hash.add(&input.file);
        hash.add(files::read(Path::new(&input.file)).unwrap_or_default());
        hash.add(format!("{:?}", input.module.language));
        for (name, text) in &input.texts {
            hash.add(name);
            hash.add(text);
        }
        hash.add(&input.warnings);
        hash.add(format!("{:?}", input.launches));
        hash.add(words.len().to_string());
        words.iter().for_each(|word| hash.add(word));
        for (_, buffer) in &options.launch.buffers {
            if let BufferSpec::File(path) = buffer {
                hash.add(files::read(path).unwrap_or_default());
            }
        }
        hash.end()
    }

    /// What is kept under a key.
    ///
    /// # Errors
    /// When it cannot be read: what to tell.
    pub fn load(&self, key: &str) -> Result<Option<Outcome>, String> {
        let path = self.path(key);
        let damaged =
            |why: &str| format!("the cached result {} is ignored and computed again: {why}", path.display());
        let bytes = match files::read_private(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(damaged(&error.to_string())),
        };
        let text = String::from_utf8(bytes).map_err(|_| damaged("it is not text"))?;
        let (seal, rest) = text.split_once('\n').ok_or_else(|| damaged("it is incomplete"))?;
        if seal != hash_of(rest.as_bytes()) {
            return Err(damaged("it was changed after it was written"));
        }
        serde_json::from_str(rest).map(Some).map_err(|error| damaged(&error.to_string()))
    }

    /// Keeps a result.
    ///
    /// # Errors
    /// When it cannot be written: what to tell.
    pub fn store(&self, key: &str, outcome: &Outcome) -> Result<(), String> {
        let write = || {
            let text = serde_json::to_string(outcome)?;
            let mut file = tempfile::Builder::new().prefix(".unfinished-").tempfile_in(self.folder)?;
            write!(file, "{}\n{text}", hash_of(text.as_bytes()))?;
            file.persist(self.path(key)).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(|error: std::io::Error| {
            format!("cannot keep a result in {}: {error}", self.folder.display())
        })
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.json"))
    }
}

/// What tells this build of raddle from others: a hash of the program.
pub fn build() -> String {
    let program = std::env::current_exe().and_then(|path| files::read(&path)).unwrap_or_default();
    format!("{}-{}", env!("CARGO_PKG_VERSION"), hash_of(&program))
}

/// A hash of some texts, each with its length.
#[derive(Default)]
struct Hash(Sha256);

impl Hash {
    fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn end(self) -> String {
        hex(&self.0.finalize())
    }
}

fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
