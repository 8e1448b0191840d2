//! `raddle.toml`: launches and options for the kernels below its folder (docs/src/command-line.md, "Many kernels").

use super::given::parameters;
use super::inputs;
use super::layer::{Layer, is_flag, named};
use clap::ArgAction;
use globset::GlobMatcher;
use raddle_compile::files;
use raddle_report::{Diagnostic, Location, Rule};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file that is looked for.
pub const NAME: &str = "raddle.toml";

/// These write files, or start programs: only the person at the command line may ask for that.
const COMMAND_LINE_ONLY: [&str; 5] = ["solver", "keep-queries", "witnesses", "graph", "graph-limit"];

/// The number of files that are tried for one that a pattern matches; in a larger directory the pattern is not followed.
const MOST_LOOKED: usize = 20_000;

/// A file that was read.
#[derive(Debug)]
pub struct Config {
    /// The file, as it is shown.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Its folder without links, which patterns are below.
    folder: PathBuf,
    /// What it says, in its order.
    pub entries: Vec<Entry>,
}

/// One `[[check]]`.
#[derive(Debug)]
pub struct Entry {
    patterns: Vec<(String, GlobMatcher, Range<usize>)>,
    /// The kernels that it is about; all when empty.
    pub kernels: Vec<String>,
    /// Its options.
    pub options: Layer,
    /// What its launches have besides.
    pub launches: Vec<Layer>,
    /// The parameters that it gives something for, and where.
    given: Vec<(String, Range<usize>)>,
}

impl Entry {
    /// Does it apply to a file, given relative to the configuration's directory? A pattern that names a directory means all files below.
    pub fn speaks_of(&self, relative: &Path) -> bool {
        let mut ways = relative.ancestors().filter(|way| !way.as_os_str().is_empty());
        ways.any(|way| self.patterns.iter().any(|(_, pattern, _)| pattern.is_match(way)))
    }
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// All that is wrong in it, with its text.
    pub fn read(path: &Path) -> Result<Self, (Vec<Diagnostic>, String)> {
        let file = path.display().to_string();
        let unreadable = |error: std::io::Error| {
            let title = format!("cannot read `{file}`: {error}");
            (vec![Diagnostic::new(Rule::InputFile, title)], String::new())
        };
        let text = files::read_text(path).map_err(unreadable)?;
        let full = path.canonicalize().map_err(unreadable)?;
        let shown_folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut reader =
            Reader { file: &file, text: &text, folder: &shown_folder, errors: Vec::new(), given: Vec::new() };
        let entries = reader.entries();
        let errors = reader.errors;
        if !errors.is_empty() {
            return Err((errors, text));
        }
        let folder = full.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Self { file, text, folder, entries })
    }

    /// A file of a kernel, named from this file's folder on; none where it does not lie below it. What it is a link to does not count.
    pub fn relative(&self, kernel: &Path) -> Option<PathBuf> {
        let parent = kernel.parent().filter(|folder| !folder.as_os_str().is_empty());
        let full = parent.unwrap_or(Path::new(".")).canonicalize().ok()?.join(kernel.file_name()?);
        if let Ok(relative) = full.strip_prefix(&self.folder) {
            return Some(relative.to_owned());
        }
        // Folders may be links, too: then as the user names them.
        let folder = std::path::absolute(&self.file).ok()?;
        let named = std::path::absolute(kernel).ok()?;
        named.strip_prefix(folder.parent()?).ok().map(Path::to_owned)
    }

    /// The parameters that an entry gives something for, and where.
    pub fn given(&self, entry: usize) -> Vec<(String, Location)> {
        let all = self.entries[entry].given.iter();
        all.map(|(name, span)| (name.clone(), place(&self.file, &self.text, span))).collect()
    }

    /// Do these include all kernel files that an entry applies to?
    pub fn is_covered(&self, entry: usize, files: &[PathBuf]) -> bool {
        let files: BTreeSet<PathBuf> = files.iter().filter_map(|file| self.relative(file)).collect();
        let mut looked = inputs::below(&self.folder);
        let is_covered = looked.by_ref().take(MOST_LOOKED).all(|file| {
            let relative = file.strip_prefix(&self.folder).map(Path::to_owned).unwrap_or_default();
            !inputs::is_kernel(&file)
                || !self.entries[entry].speaks_of(&relative)
                || files.contains(&relative)
        });
        is_covered && looked.next().is_none()
    }

    /// What to say of patterns that no file matches, be it one that is checked or another below the folder.
    pub fn idle(&self) -> Vec<String> {
        let patterns = self.entries.iter().flat_map(|entry| &entry.patterns);
        let idle = patterns.filter(|(text, pattern, _)| {
            let root = self.folder.join(inputs::root(text));
            let matches = |file: PathBuf| {
                let relative = file.strip_prefix(&self.folder).map(Path::to_owned).unwrap_or_default();
                relative.ancestors().any(|way| pattern.is_match(way))
            };
            let mut looked = inputs::below(&root).take(MOST_LOOKED);
            !root.exists() || !looked.any(matches) && inputs::below(&root).nth(MOST_LOOKED).is_none()
        });
        idle.map(|(text, _, span)| {
            let place = place(&self.file, &self.text, span);
            format!("{}: the pattern `{text}` matches no file", place.short())
        })
        .collect()
    }
}

/// The nearest configuration of a file: from its folder upwards, else from the current folder upwards.
pub fn nearest(kernel: &Path) -> Option<PathBuf> {
    let folder = kernel.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let here = Path::new(".");
    [folder, here].into_iter().find_map(|start| {
        // As the user names it, as long as that leads upwards.
        let mut way = start.to_owned();
        for _ in start.canonicalize().ok()?.ancestors() {
            let candidate = if way == here { PathBuf::from(NAME) } else { way.join(NAME) };
            if candidate.is_file() {
                return Some(candidate);
            }
            way = match way.file_name() {
                Some(_) => way.parent().filter(|up| !up.as_os_str().is_empty()).unwrap_or(here).to_owned(),
                None if way == here => PathBuf::from(".."),
                None => way.join(".."),
            };
        }
        None
    })
}

struct Reader<'t> {
    file: &'t str,
    text: &'t str,
    folder: &'t Path,
    errors: Vec<Diagnostic>,
    /// The parameters that the entry being read gives something for.
    given: Vec<(String, Range<usize>)>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl<'t> Reader<'t> {
    fn wrong(&mut self, span: &Range<usize>, title: impl Into<String>, help: &str) {
        let error = Diagnostic::new(Rule::InputConfig, title).primary(place(self.file, self.text, span), "");
        self.errors.push(if help.is_empty() { error } else { error.help(help) });
    }

    fn entries(&mut self) -> Vec<Entry> {
        let table = match DeTable::parse(self.text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                self.wrong(&span, error.message(), "");
                return Vec::new();
            }
        };
        let mut entries = Vec::new();
        for (key, value) in &table {
            let checks = (key.get_ref() == "check").then(|| value.get_ref().as_array()).flatten();
            let Some(checks) = checks else {
                let title = format!("unknown key `{}`", key.get_ref());
                self.wrong(&key.span(), title, "write entries as [[check]]");
                continue;
            };
            for check in checks.iter() {
                match check.get_ref().as_table() {
                    Some(table) => entries.extend(self.entry(table, &check.span())),
                    None => self.wrong(&check.span(), "an entry must be a table", "write it as [[check]]"),
                }
            }
        }
        entries
    }

    fn entry(&mut self, table: &DeTable<'t>, span: &Range<usize>) -> Option<Entry> {
        let mut entry = Entry {
            patterns: Vec::new(),
            kernels: Vec::new(),
            options: Layer::default(),
            launches: Vec::new(),
            given: Vec::new(),
        };
        for (text, span) in table.get("path").map_or_else(Vec::new, |value| self.strings(value)) {
            match inputs::pattern(&text) {
                Ok(pattern) => entry.patterns.push((text, pattern, span)),
                Err(why) => self.wrong(&span, why, "write a pattern such as \"sdk/**/*.cu\""),
            }
        }
        if !table.contains_key("path") {
            self.wrong(
                span,
                "an entry needs a `path`",
                "path = \"**/*.cu\" means all files below this folder",
            );
        }
        if let Some(kernels) = table.get("kernel") {
            entry.kernels = self.strings(kernels).into_iter().map(|(name, _)| name).collect();
        }
        entry.options = self.options(table, &["path", "kernel", "launches"]);
        match table.get("launches").map(|value| (value.get_ref().as_array(), value.span())) {
            None => {}
            Some((Some(launches), _)) => {
                for launch in launches.iter() {
                    match launch.get_ref().as_table() {
                        Some(table) => {
                            let options = self.options(table, &[]);
                            entry.launches.push(options);
                        }
                        None => {
                            self.wrong(&launch.span(), "a launch must be a table", "such as { block = 64 }");
                        }
                    }
                }
            }
            Some((None, span)) => {
                self.wrong(&span, "`launches` must be a list", "such as [{ block = 64 }, { block = 128 }]");
            }
        }
        entry.given = std::mem::take(&mut self.given);
        Some(entry)
    }

    /// All of a table but what is read elsewhere.
    fn options(&mut self, table: &DeTable<'t>, elsewhere: &[&str]) -> Layer {
        let mut options = Layer::default();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if elsewhere.contains(&name) {
                continue;
            }
            if let (Some(flag), Some(false)) = (named(name).filter(is_flag), value.get_ref().as_bool()) {
                options = options.off(flag.get_id().as_str());
                continue;
            }
            let words = match name {
                "flags" => self.flags(value),
                _ => self.words(name, &key.span(), value),
            };
            let Some(words) = words else { continue };
            if let Some(id) = Layer::of_the_run(&words) {
                let title = format!("`{id}` can be given on the command line only");
                self.wrong(&value.span(), title, "it applies to the whole run");
                continue;
            }
            match Layer::parse(&words) {
                Ok(layer) => match COMMAND_LINE_ONLY.iter().find(|id| layer.has(&id.replace('-', "_"))) {
                    Some(id) => self.for_the_command_line(id, &value.span()),
                    None if name == "flags" && layer.has("kernel") => {
                        self.wrong(&value.span(), "name a kernel with `kernel`", "kernel = \"NAME\"");
                    }
                    None => {
                        let keys = value.get_ref().as_table();
                        for parameter in parameters(&layer) {
                            let key =
                                keys.and_then(|keys| keys.keys().find(|key| *key.get_ref() == parameter));
                            self.given.push((parameter, key.map_or_else(|| value.span(), Spanned::span)));
                        }
                        options.lay(&layer.below(self.folder));
                    }
                },
                Err(why) => self.wrong(&value.span(), why, ""),
            }
        }
        options
    }

    fn for_the_command_line(&mut self, name: &str, span: &Range<usize>) {
        let title = format!("`{name}` can be given on the command line only");
        self.wrong(span, title, "it writes files or starts a program");
    }

    fn flags(&mut self, value: &Value<'t>) -> Option<Vec<String>> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.split_whitespace().map(str::to_owned).collect()),
            _ => Some(self.strings(value).into_iter().map(|(word, _)| word).collect()),
        }
    }

    /// The option `name` as on the command line.
    fn words(&mut self, name: &str, key: &Range<usize>, value: &Value<'t>) -> Option<Vec<String>> {
        let Some(arg) = named(name).filter(|_| name != "kernel") else {
            let help = match name {
                "arg" | "buffer" => "write args = { n = 512 } or buffers = { a = 64 }",
                "kernel" => "a launch cannot name a kernel: write an entry for each kernel",
                "launch" => "write several launches as a list: launches = [{ block = 64 }, { block = 128 }]",
                _ => {
                    "keys are `path`, `kernel`, `launches`, `flags`, and options of `raddle check` by their long names"
                }
            };
            self.wrong(key, format!("unknown key `{name}`"), help);
            return None;
        };
        let word = match (arg.get_long(), arg.get_short()) {
            (Some(long), _) => format!("--{long}="),
            (None, short) => format!("-{}", short.unwrap_or_default()),
        };
        if is_flag(&arg) {
            return match value.get_ref().as_bool() {
                Some(true) => Some(vec![word.trim_end_matches('=').to_owned()]),
                _ => {
                    self.wrong(&value.span(), format!("`{name}` must be true or false"), "");
                    None
                }
            };
        }
        let list = matches!(arg.get_action(), ArgAction::Append);
        let texts: Option<Vec<String>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().map(|item| scalar(item.get_ref())).collect(),
            DeValue::Table(items) if list => {
                let pair = |(key, value): (&Spanned<_>, &Value<'t>)| {
                    scalar(value.get_ref()).map(|value| format!("{}={value}", key.get_ref()))
                };
                items.iter().map(pair).collect()
            }
            other => scalar(other).map(|text| vec![text]),
        };
        let Some(texts) = texts else {
            let kind = value.get_ref().type_str();
            self.wrong(&value.span(), format!("`{name}` does not accept a {kind} like this"), "");
            return None;
        };
        // Sizes are one value: [16, 16] is 16,16.
        let texts = if list { texts } else { vec![texts.join(",")] };
        Some(texts.into_iter().map(|text| format!("{word}{text}")).collect())
    }

    /// A text, or a list of them.
    fn strings(&mut self, value: &Value<'t>) -> Vec<(String, Range<usize>)> {
        let items: Vec<&Value<'t>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        let mut texts = Vec::new();
        for item in items {
            match item.get_ref().as_str() {
                Some(text) => texts.push((text.to_owned(), item.span())),
                None => self.wrong(&item.span(), "expected a string in quotes", ""),
            }
        }
        texts
    }
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// Lines and columns of a span of bytes; a span over several lines is cut after the first.
fn place(file: &str, text: &str, span: &Range<usize>) -> Location {
    let before = &text[..span.start.min(text.len())];
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u32 + 1;
    let within = text.get(span.clone()).unwrap_or_default();
    let length = within.lines().next().unwrap_or_default().chars().count().max(1) as u32;
    Location::new(file, line, column).until(column + length)
}
