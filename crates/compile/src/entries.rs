//! Texts that are kept in a folder of the user's, each under a key: a hash of all that it depends on.
//!
//! An entry is a line with the hash of the rest, and the rest is the text. It appears in one step, so a run that is stopped leaves whole entries
//! only.
//!
//! The hash shows damage, not intent: who can write an entry can write any result. So an entry must belong to the user who runs raddle (or to
//! the administrator), and no other user may be able to write to it.

use crate::files;
use sha2::{Digest, Sha256};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

/// A folder of entries, which [`files::check_private_folder`] accepts.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a>(pub &'a Path);

impl Entries<'_> {
    /// The text under a key, if there is one.
    ///
    /// # Errors
    /// Where it cannot be read or is damaged, and where another user can have written it.
    pub fn load(&self, key: &str) -> Result<Option<String>> {
        let damaged = |why: &str| Error::new(ErrorKind::InvalidData, why);
        let bytes = match files::read_private(&self.path(key)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = String::from_utf8(bytes).map_err(|_| damaged("it is not text"))?;
        let (seal, rest) = text.split_once('\n').ok_or_else(|| damaged("it is incomplete"))?;
        if seal != hash_of(rest.as_bytes()) {
            return Err(damaged("it was changed after it was written"));
        }
        Ok(Some(rest.to_owned()))
    }

    /// Keeps a text under a key, in place of what was there.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn store(&self, key: &str, text: &str) -> Result<()> {
        let mut file = tempfile::Builder::new().prefix(".unfinished-").tempfile_in(self.0)?;
        write!(file, "{}\n{text}", hash_of(text.as_bytes()))?;
        file.persist(self.path(key)).map_err(|error| error.error)?;
        Ok(())
    }

    /// Where an entry lies.
    #[must_use]
    pub fn path(&self, key: &str) -> PathBuf {
        self.0.join(format!("{key}.json"))
    }
}

/// A hash of some texts, each with its length.
#[derive(Clone, Debug, Default)]
pub struct Hash(Sha256);

impl Hash {
    /// One more.
    pub fn add(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// The hash of all, in hexadecimal.
    #[must_use]
    pub fn end(self) -> String {
        hex(&self.0.finalize())
    }
}

/// The hash of one text, in hexadecimal.
#[must_use]
pub fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
