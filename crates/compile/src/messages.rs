//! Compiler diagnostics as data.
//!
//! clang prints its diagnostics for people and also logs them as XML (`-diagnostic-log-file`): level, place, text, and the option
//! of a warning. Its SARIF lacks the option and is declared unstable. nvcc has only its lines, `k.cu(2): error: …`.

use roxmltree::{Document, Node};

/// A diagnostic of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its severity.
    pub level: Level,
    /// Where, if it is about a place in a file.
    pub place: Option<Place>,
    /// The compiler's text.
    pub text: String,
    /// For a warning: the option that enables it, without `-W`.
    pub option: Option<String>,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// More about the previous message.
    Note,
    /// A warning or a remark.
    Warning,
    /// An error: there is no PTX.
    Error,
    /// An error after which the compiler stops, such as a missing header.
    Fatal,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as the compiler names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1 and in bytes; nvcc gives none.
    pub column: Option<u32>,
}

impl Message {
    /// Does it prevent PTX?
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.level >= Level::Error
    }

    /// As compilers print it, on one line.
    pub(crate) fn line(&self) -> String {
        let level = match self.level {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
            Level::Fatal => "fatal error",
        };
        let place = self.place.as_ref().map_or_else(String::new, |place| {
            let column = place.column.map_or_else(String::new, |column| format!(":{column}"));
            format!("{}:{}{column}: ", place.file, place.line)
        });
        let option = self.option.as_ref().map_or_else(String::new, |option| format!(" [-W{option}]"));
        format!("{place}{level}: {}{option}\n", self.text)
    }
}

/// The messages of clang's log; none if it is not a log, as after a crash.
pub(crate) fn of_clang(log: &str) -> Vec<Message> {
    let Ok(document) = Document::parse(log) else { return Vec::new() };
    let all = document.root_element().children().find(|node| node.has_tag_name("array"));
    let entries = all.into_iter().flat_map(|all| all.children()).filter(|node| node.has_tag_name("dict"));
    entries.filter_map(message).collect()
}

/// An entry of the log: keys, each with its value after it.
fn message(entry: Node<'_, '_>) -> Option<Message> {
    let value = |name: &str| {
        let key = |node: &Node<'_, '_>| node.has_tag_name("key") && node.text() == Some(name);
        entry.children().find(key)?.next_sibling_element()?.text()
    };
    let level = match value("level")? {
        "fatal error" => Level::Fatal,
        "error" => Level::Error,
        "warning" | "remark" => Level::Warning,
        _ => Level::Note,
    };
    let number = |name: &str| value(name).and_then(|text| text.parse().ok());
    // The command line is in no file.
    let place = value("filename").filter(|file| !file.starts_with('<')).and_then(|file| {
        Some(Place { file: file.to_owned(), line: number("line")?, column: number("column") })
    });
    let text = value("message").unwrap_or_default().to_owned();
    Some(Message { level, place, text, option: value("WarningOption").map(str::to_owned) })
}

/// The errors in what nvcc prints.
pub(crate) fn of_nvcc(said: &str) -> Vec<Message> {
    let error = |line: &str| {
        let signs = [("): error: ", Level::Error), ("): catastrophic error: ", Level::Fatal)];
        let (level, place, text) = signs.iter().find_map(|&(sign, level)| {
            let (place, text) = line.split_once(sign)?;
            Some((level, place, text))
        })?;
        let (file, line) = place.rsplit_once('(')?;
        let place = Place { file: file.to_owned(), line: line.parse().ok()?, column: None };
        Some(Message { level, place: Some(place), text: text.to_owned(), option: None })
    };
    said.lines().filter_map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clangs_log_is_read() {
        let entry = |members: &[(&str, &str)]| {
            let members =
                members.iter().map(|(key, value)| format!("<key>{key}</key>\n<string>{value}</string>\n"));
            format!("<dict>\n{}</dict>\n", members.collect::<String>())
        };
        let log = format!(
            "<dict>\n<key>main-file</key>\n<string>k.cu</string>\n<key>diagnostics</key>\n<array>\n{}{}{}</array>\n</dict>\n",
            entry(&[
                ("level", "warning"),
                ("filename", "k.cu"),
                ("line", "3"),
                ("column", "1"),
                ("message", "a &lt; b"),
                ("WarningOption", "return-type"),
            ]),
            entry(&[
                ("level", "fatal error"),
                ("filename", "&lt;command line&gt;"),
                ("line", "1"),
                ("message", "no")
            ]),
            entry(&[("level", "note"), ("message", "more")]),
        );
        let place = Place { file: "k.cu".into(), line: 3, column: Some(1) };
        let warning = Message {
            level: Level::Warning,
            place: Some(place),
            text: "a < b".into(),
            option: Some("return-type".into()),
        };
        assert_eq!(warning.line(), "k.cu:3:1: warning: a < b [-Wreturn-type]\n");
        let more = |level, text: &str| Message { level, place: None, text: text.into(), option: None };
        assert_eq!(of_clang(&log), [warning, more(Level::Fatal, "no"), more(Level::Note, "more")]);
        assert_eq!(of_clang("<dict><key>"), []);
    }

    #[test]
    fn nvccs_errors_are_read() {
        let said = "my k.cu(12): error: identifier \"n\" is undefined\n\n1 error detected in the compilation of \"my k.cu\".";
        let place = Place { file: "my k.cu".into(), line: 12, column: None };
        let text = "identifier \"n\" is undefined".to_owned();
        assert_eq!(of_nvcc(said), [Message { level: Level::Error, place: Some(place), text, option: None }]);
        assert_eq!(of_nvcc("nvcc fatal: Unknown option"), []);
    }
}
