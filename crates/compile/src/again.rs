//! Compilations that need not be done again: what a compiler wrote is kept beside a list of the files that it read, and serves as long as each of
//! these is the same.
//!
//! That is how ccache's direct mode works, and it shares its limit: a new header that comes before another one of its name in the folders that are
//! searched is not seen.

use crate::entries::{Entries, Hash, hash_of};
use crate::{CompileError, CompileOptions, files};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::env;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where compilations are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The folder, into which only this user can write.
    pub folder: PathBuf,
    /// What tells this build of raddle, which has headers and fixes of its own, from others.
    pub build: String,
}

/// What a compiler made, and what it read for that.
pub(crate) struct Made<T> {
    pub(crate) made: T,
    /// Files that are not raddle's own.
    pub(crate) read: Vec<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct Entry<T> {
    /// Files, with the hash of each.
    read: Vec<(PathBuf, String)>,
    made: T,
}

/// Variables of the environment that a compiler reads, or that say which one is taken.
const VARIABLES: [&str; 7] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "SOURCE_DATE_EPOCH",
    "NVCC_PREPEND_FLAGS",
    "NVCC_APPEND_FLAGS",
    "CUDA_HOME",
];

/// Compilers that may be taken: the variable that names one, and what is looked for otherwise.
const COMPILERS: [(&str, &[&str]); 2] =
    [("RADDLE_CLANG", &["clang-19", "clang"]), ("RADDLE_NVCC", &["nvcc", "python3"])];

/// What was made of a source before, or else what is `made` now. `part` says what that is.
pub(crate) fn or<T: Serialize + DeserializeOwned>(
    part: &str,
    source: &Path,
    options: &CompileOptions,
    make: impl FnOnce() -> Result<Made<T>, CompileError>,
) -> Result<T, CompileError> {
    let Some(kept) = &options.kept else { return Ok(make()?.made) };
    let (entries, key) = (Entries(&kept.folder), key(part, source, options, &kept.build));
    // A damaged entry is written anew.
    let text = entries.load(&key).ok().flatten();
    let entry = text.and_then(|text| serde_json::from_str::<Entry<T>>(&text).ok());
    if let Some(entry) = entry.filter(|entry| is_same(&entry.read)) {
        return Ok(entry.made);
    }
    let start = now(&kept.folder);
    let Made { made, read } = make()?;
    let with_hash = |file: PathBuf| {
        // What is written while the compiler runs, it may have read before.
        let is_old = file.metadata().and_then(|of| of.modified()).is_ok_and(|written| Some(written) < start);
        let hash = hash_of(&files::read(&file).ok().filter(|_| is_old)?);
        Some((file, hash))
    };
    // Without all of its files an entry would serve too long. That it cannot be written is no error: the next one takes as long.
    let read: Option<Vec<(PathBuf, String)>> = read.into_iter().map(with_hash).collect();
    let Some(read) = read.filter(|read| !read.is_empty()) else { return Ok(made) };
    let entry = Entry { read, made };
    if let Ok(text) = serde_json::to_string(&entry) {
        let _ = entries.store(&key, &text);
    }
    Ok(entry.made)
}

/// The time by the clock of the file system, which goes in steps.
fn now(folder: &Path) -> Option<SystemTime> {
    tempfile::tempfile_in(folder).and_then(|file| file.metadata()?.modified()).ok()
}

fn is_same(read: &[(PathBuf, String)]) -> bool {
    !read.is_empty()
        && read.iter().all(|(file, hash)| files::read(file).is_ok_and(|bytes| hash_of(&bytes) == *hash))
}

/// All that a compilation depends on but for the files that it reads.
fn key(part: &str, source: &Path, options: &CompileOptions, build: &str) -> String {
    let mut hash = Hash::default();
    hash.add(part);
    hash.add(build);
    hash.add(source.as_os_str().as_encoded_bytes());
    hash.add(env::current_dir().unwrap_or_default().as_os_str().as_encoded_bytes());
    // Where something is kept, and how long it may take, changes nothing.
    let options = CompileOptions {
        cache: None,
        kept: None,
        time_limit: CompileOptions::default().time_limit,
        ..options.clone()
    };
    hash.add(format!("{options:?}"));
    for name in VARIABLES {
        hash.add(format!("{:?}", env::var_os(name)));
    }
    for (variable, names) in COMPILERS {
        hash.add(format!("{:?}", env::var_os(variable)));
        let given = env::var_os(variable).map(PathBuf::from);
        let names = names.iter().map(PathBuf::from).chain(given);
        names.for_each(|name| hash.add(program(&name)));
    }
    format!("compiled-{}", hash.end())
}

/// What tells a program from another one that is installed in its place: its path, its size and when it was written.
fn program(name: &Path) -> String {
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_path = name.components().count() > 1;
    let path = match is_path {
        true => Some(name.to_path_buf()),
        false => env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file()),
    };
    let Some(path) = path.and_then(|path| path.canonicalize().ok()) else { return "none".to_owned() };
    let Ok(metadata) = path.metadata() else { return "none".to_owned() };
    let written = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    format!("{path:?} {} {written:?}", metadata.len())
}

/// The files that a rule of `make` depends on, as compilers write them: `target: a.cu b.h \`, where a space in a name follows a backslash and
/// `$` is doubled.
pub(crate) fn dependencies(rule: &str) -> Vec<PathBuf> {
    let rule = rule.split_once(':').map_or("", |(_, rest)| rest);
    let mut files = Vec::new();
    let mut name = String::new();
    let mut letters = rule.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.peek() {
                Some('\n') | None => {}
                Some(&next @ (' ' | '#' | '\\')) => {
                    name.push(next);
                    letters.next();
                }
                Some(_) => name.push('\\'),
            },
            '$' if letters.peek() == Some(&'$') => {
                name.push('$');
                letters.next();
            }
            letter if letter.is_whitespace() => {
                if !name.is_empty() {
                    files.push(PathBuf::from(std::mem::take(&mut name)));
                }
            }
            letter => name.push(letter),
        }
    }
    files.extend((!name.is_empty()).then(|| PathBuf::from(name)));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn rules_of_make_are_read() {
        let rule = "x: a.cu \\\n  /usr/my\\ folder/b.h c\\#.h $$d.h\n";
        let files = ["a.cu", "/usr/my folder/b.h", "c#.h", "$d.h"].map(PathBuf::from);
        assert_eq!(dependencies(rule), files);
        assert!(dependencies("x:\n").is_empty() && dependencies("").is_empty());
    }

    #[test]
    fn what_was_made_serves_as_long_as_what_it_was_made_of_is_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("k.cu");
        // More than a step of the file system's clock passes.
        let write = |text: &str| {
            std::fs::write(&file, text).expect("written");
            std::thread::sleep(std::time::Duration::from_millis(30));
        };
        let kept = |build: &str| {
            let kept = Kept { folder: folder.path().to_path_buf(), build: build.to_owned() };
            CompileOptions { kept: Some(kept), ..CompileOptions::default() }
        };
        let times = Cell::new(0);
        let make = || {
            times.set(times.get() + 1);
            Ok(Made { made: times.get(), read: vec![file.clone()] })
        };
        let get = |part: &str, options: &CompileOptions| or(part, &file, options, make).expect("it is made");
        write("1");
        let options = kept("a");
        assert_eq!([get("p", &options), get("p", &options)], [1, 1]);
        // Neither the folder of the headers nor the time changes what is made.
        let other = CompileOptions { time_limit: std::time::Duration::ZERO, ..options.clone() };
        assert_eq!(get("p", &other), 1);
        write("2");
        assert_eq!([get("p", &options), get("p", &options)], [2, 2]);
        let defined = CompileOptions { defines: vec!["N=4".to_owned()], ..options.clone() };
        assert_eq!([get("q", &options), get("p", &kept("b")), get("p", &defined)], [3, 4, 5]);
        // What changes meanwhile is not kept.
        let changing = || {
            write("3");
            make()
        };
        let meanwhile = |part: &str| or(part, &file, &options, changing).expect("it is made");
        assert_eq!([meanwhile("m"), meanwhile("m")], [6, 7]);
        write("2");
        // With a file that cannot be read nothing is kept, and damage is seen.
        std::fs::remove_file(&file).expect("removed");
        assert_eq!([get("p", &options), get("p", &options)], [8, 9]);
        write("2");
        assert_eq!(get("p", &options), 2);
        for entry in std::fs::read_dir(folder.path()).expect("entries") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "json") {
                std::fs::write(path, "damaged").expect("written");
            }
        }
        assert_eq!([get("p", &options), get("p", &options)], [10, 10]);
    }
}
