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
    let program = std::env::current_exe().map(|program| hash_of_file(&program, folder));
    format!("{}-{}", env!("CARGO_PKG_VERSION"), program.unwrap_or_default())
}

/// The hash of a file, or, if it cannot be read, what else tells it from others.
fn hash_of_file(file: &Path, folder: &Path) -> String {
    let (entries, state) = (Entries(folder), state(file));
    if let Some(kept) = state.as_ref().and_then(|state| entries.load(state).ok().flatten()) {
        return kept;
    }
    let Ok(bytes) = files::read(file) else { return state.unwrap_or_default() };
    let hash = hash_of(&bytes);
    if let Some(state) = state {
        // If it cannot be kept, the file is read again.
        let _ = entries.store(&state, &hash);
    }
    hash
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
    Some(format!("program-{}", hash.end()))
}

#[cfg(not(unix))]
fn state(_: &Path) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::{hash_of, hash_of_file, prepare};

    #[test]
    fn a_file_that_is_written_again_has_another_hash() {
        let scratch = tempfile::tempdir().expect("a folder");
        let (file, kept) = (scratch.path().join("program"), scratch.path().join("kept"));
        prepare(&kept).expect("a folder of one's own");
        let entries = || std::fs::read_dir(&kept).expect("a folder").count();
        for (number, text) in [b"one", b"two"].into_iter().enumerate() {
            // As a build does: not in its place, as its times may be too coarse.
            let new = scratch.path().join("new");
            std::fs::write(&new, text).expect("it is written");
            std::fs::rename(&new, &file).expect("it takes the other's place");
            assert_eq!(hash_of_file(&file, &kept), hash_of(text));
            assert_eq!(hash_of_file(&file, &kept), hash_of(text));
            assert!(cfg!(not(unix)) || entries() == number + 1, "it is read once");
        }
        assert!(!hash_of_file(&scratch.path().join("nothing"), &kept).starts_with(&hash_of(b"")));
    }
}
