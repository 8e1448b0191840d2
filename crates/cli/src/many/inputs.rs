//! Which files the command line means: files, folders with kernels, patterns.

use globset::{GlobBuilder, GlobMatcher};
use raddle_report::{Diagnostic, Rule};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// What files of kernels end with.
const KERNELS: [&str; 4] = ["cu", "cl", "ptx", "rir"];

/// The files in the order of the command line, those of a folder or pattern sorted, each once.
pub fn files(named: &[PathBuf]) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for path in named {
        match of_one(path) {
            Ok(found) => files.extend(found),
            Err(error) => errors.push(*error),
        }
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.clone()));
    (files, errors)
}

fn of_one(path: &Path) -> Result<Vec<PathBuf>, Box<Diagnostic>> {
    let error =
        |title: String, help: &str| Box::new(Diagnostic::new(Rule::InputFile, title).help(help.to_owned()));
    let shown = path.display();
    if path.is_dir() {
        let found: Vec<PathBuf> = below(path).filter(|file| is_kernel(file)).collect();
        if found.is_empty() {
            return Err(error(
                format!("there is no kernel file below `{shown}`"),
                "kernel files end in .cu, .cl, .ptx or .rir; hidden folders are skipped",
            ));
        }
        return Ok(found);
    }
    match path.to_str().filter(|text| !path.exists() && is_pattern(text)) {
        None => Ok(vec![path.to_owned()]),
        Some(text) => {
            let pattern = pattern(text).map_err(|why| error(why, "write a pattern such as 'sdk/**/*.cu'"))?;
            let found: Vec<PathBuf> =
                below(&root(text)).filter(|file| pattern.is_match(plain(file))).collect();
            if found.is_empty() {
                return Err(error(
                    format!("the pattern `{shown}` matches no file"),
                    "`*` matches part of a name, `**` any number of folders",
                ));
            }
            Ok(found)
        }
    }
}

/// Has a file the name of one with kernels?
pub fn is_kernel(file: &Path) -> bool {
    let extension = file.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    extension.is_some_and(|extension| KERNELS.contains(&extension.as_str()))
}

/// Is a text a pattern rather than a file name?
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// A pattern of paths, in which `*` is a part of one name.
///
/// # Errors
/// What is wrong with it.
pub fn pattern(text: &str) -> Result<GlobMatcher, String> {
    let text = text.strip_prefix("./").unwrap_or(text);
    let built = GlobBuilder::new(text).literal_separator(true).build();
    built.map(|glob| glob.compile_matcher()).map_err(|error| error.to_string())
}

/// The files that a pattern can match lie below this folder.
pub fn root(pattern: &str) -> PathBuf {
    let parts = Path::new(pattern).components();
    let fixed: PathBuf = parts.take_while(|part| !is_pattern(&part.as_os_str().to_string_lossy())).collect();
    if fixed.as_os_str().is_empty() { PathBuf::from(".") } else { fixed }
}

/// A path without `./` in front.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| !matches!(part, Component::CurDir)).collect()
}

/// All files below a folder, sorted, without those of hidden folders.
pub fn below(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let hidden = |entry: &DirEntry| entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
    let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let files = walk.filter_entry(move |entry| !hidden(entry)).filter_map(Result::ok);
    let here = folder == Path::new(".");
    files.filter(|entry| entry.file_type().is_file()).map(move |entry| {
        let path = entry.into_path();
        if here { plain(&path) } else { path }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_a_part_of_one_name() {
        let matches = |text: &str, path: &str| pattern(text).expect("a pattern").is_match(path);
        assert!(matches("a/*.cu", "a/b.cu") && !matches("a/*.cu", "a/b/c.cu"));
        assert!(matches("a/**/*.cu", "a/b/c.cu") && matches("a/**/*.cu", "a/c.cu"));
        assert!(matches("./*.{cu,cl}", "k.cl") && !matches("*.cu", "k.cl"));
        assert!(pattern("a[").is_err());
    }

    #[test]
    fn a_pattern_has_a_root() {
        assert_eq!(root("a/b/*.cu"), Path::new("a/b"));
        assert_eq!(root("**/*.cu"), Path::new("."));
        assert_eq!(root("/x/?/y"), Path::new("/x"));
        assert_eq!(root("a/b.cu"), Path::new("a/b.cu"));
    }
}
