//! Results in a folder, by a hash of all that they depend on.
//!
//! The hash is over what was checked (the PTX text, into which a source's headers, macros and compiler have gone, or the file's own
//! text; the launches in a source's host half), the file's name and bytes, the options, the buffers' files, and this build of raddle with its solver. An entry is
//! an [`Outcome`] as JSON, in a folder that must belong to the user who runs raddle, as must each entry ([`Entries`]).
//!
//! What a compiler made of a source lies in the same folder ([`raddle_compile::Kept`]).

use super::told::Outcome;
use raddle::{BufferSpec, Input, Options};
use raddle_compile::entries::{Entries, Hash, hash_of};
use raddle_compile::files;
use raddle_report::{Diagnostic, Rule};
use raddle_smt::solver::z3::Z3;
use std::fmt::Display;
use std::path::Path;

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
    entries: Entries<'a>,
    /// What tells this build of raddle from others.
    build: &'a str,
}

impl<'a> Cache<'a> {
    /// Results in `folder`, as this build of raddle gives them.
    pub fn new(folder: &'a Path, build: &'a str) -> Self {
        Self { entries: Entries(folder), build }
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
        let ignored = |why: &dyn Display| {
            let path = self.entries.path(key);
            format!("the cached result {} is ignored and computed again: {why}", path.display())
        };
        let text = self.entries.load(key).map_err(|error| ignored(&error))?;
        text.map(|text| serde_json::from_str(&text)).transpose().map_err(|error| ignored(&error))
    }

    /// Keeps a result.
    ///
    /// # Errors
    /// When it cannot be written: what to tell.
    pub fn store(&self, key: &str, outcome: &Outcome) -> Result<(), String> {
        let text = serde_json::to_string(outcome).map_err(std::io::Error::from);
        text.and_then(|text| self.entries.store(key, &text))
            .map_err(|error| format!("cannot keep a result in {}: {error}", self.entries.0.display()))
    }
}

/// What tells this build of raddle from others: a hash of the program. The folder keeps it, so that the program is read once, and not for each check.
pub fn build(folder: &Path) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let Ok(program) = std::env::current_exe() else { return version.to_owned() };
    let (entries, key) = (Entries(folder), state(&program));
    let kept = key.as_ref().and_then(|key| entries.load(key).ok().flatten());
    kept.unwrap_or_else(|| {
        let build = format!("{version}-{}", hash_of(&files::read(&program).unwrap_or_default()));
        if let Some(key) = key {
            // Without it the program is read again.
            let _ = entries.store(&key, &build);
        }
        build
    })
}

/// A key for a file as it is now: it is another one once the file is written or replaced. None where the system does not say when that was.
#[cfg(unix)]
fn state(file: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let is = file.metadata().ok()?;
    let mut hash = Hash::default();
    hash.add(file.as_os_str().as_encoded_bytes());
    for number in [is.dev(), is.ino(), is.size()] {
        hash.add(number.to_le_bytes());
    }
    for time in [is.mtime(), is.mtime_nsec(), is.ctime(), is.ctime_nsec()] {
        hash.add(time.to_le_bytes());
    }
    Some(hash.end())
}

#[cfg(not(unix))]
fn state(_: &Path) -> Option<String> {
    None
}
