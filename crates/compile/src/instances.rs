//! Templates of kernels: those that a source defines, and instances that a user asks for.
//!
//! A template is no code until it is instantiated, mostly by a launch, and the launch may be in another file. A source with further
//! instances is one that includes it, and takes the address of each.

use crate::headers::Workspace;
use crate::{CompileError, CompileOptions};
use std::borrow::Cow;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Where errors in an instance are reported.
const ASKED: &str = "--instantiate";

/// The file to compile for a source: the source, or one with the instances that are asked for.
pub(crate) fn main_file<'a>(
    source: &'a Path,
    options: &CompileOptions,
    workspace: &Workspace,
) -> Result<Cow<'a, Path>, CompileError> {
    if options.instances.is_empty() {
        return Ok(Cow::Borrowed(source));
    }
    let mut text = format!("#include \"{}\"\n", source.display());
    for (number, instance) in options.instances.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "#line 1 \"{ASKED}\"\nconst void *const __raddle_instance_{number} = (const void *)&\\\n{instance};\n"
        );
    }
    Ok(Cow::Owned(PathBuf::from(workspace.write("instances.cu", &text)?)))
}

/// The folder in which that file finds the source by its relative name; it is searched last.
pub(crate) fn folder(options: &CompileOptions) -> Option<String> {
    (!options.instances.is_empty()).then(|| "-I.".to_owned())
}

/// The names of the templates of kernels that a text defines, without scopes, in its order.
#[must_use]
pub fn templates(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if words[at] != "template" || words.get(at + 1) != Some(&"<") {
            at += 1;
            continue;
        }
        at = after(&words, at + 1, ("<", ">"));
        // Parameters of a template that is a member, and constraints, come before the function.
        let end = words[at..].iter().position(|word| [";", "{", "template"].contains(word));
        let head = &words[at..end.map_or(words.len(), |end| at + end)];
        let is_specialised = at >= 2 && words[at - 2] == "<";
        let name = head.iter().position(|&word| word == "__global__").and_then(|from| name(&head[from..]));
        if let Some(name) = name.filter(|name| !is_specialised && !found.contains(name)) {
            found.push(name);
        }
    }
    found
}

/// The name of the function in words from `__global__` on: the one before its parameters. Attributes have brackets too.
fn name(words: &[&str]) -> Option<String> {
    let is_name = |word: &str| word.starts_with(|c: char| c == '_' || c.is_alphabetic());
    let mut at = 1;
    while at + 1 < words.len() {
        if words[at + 1] == "(" && is_name(words[at]) {
            let is_attribute = words[at].starts_with("__") && words[at].ends_with("__");
            if !is_attribute && !["alignas", "decltype"].contains(&words[at]) {
                return Some(words[at].to_owned());
            }
            at = after(words, at + 1, ("(", ")"));
        } else {
            at += 1;
        }
    }
    None
}

/// The place after the bracket that closes the one at a place.
fn after(words: &[&str], open: usize, (opens, closes): (&str, &str)) -> usize {
    let mut depth = 0;
    for (at, &word) in words.iter().enumerate().skip(open) {
        depth += i32::from(word == opens) - i32::from(word == closes);
        if depth == 0 {
            return at + 1;
        }
    }
    words.len()
}

/// The names and signs of a text, without comments, strings and directives.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut is_new_line = true;
    while let Some(c) = rest.chars().next() {
        let is_part = |c: char| c == '_' || c.is_alphanumeric();
        let length = if rest.starts_with("//") || c == '#' && is_new_line {
            end_of_line(rest)
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if c == '"' || c == '\'' {
            end_of_quoted(rest, c)
        } else if is_part(c) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        if !c.is_whitespace() {
            if !rest.starts_with("//") && !rest.starts_with("/*") && !matches!(c, '"' | '\'' | '#') {
                words.push(&rest[..length]);
            }
            is_new_line = false;
        }
        is_new_line |= c == '\n' || rest.starts_with("//");
        rest = &rest[length..];
    }
    words
}

/// Where a line ends, with those that continue it.
fn end_of_line(text: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find('\n') {
        from += at + 1;
        if !text[..from - 1].trim_end_matches('\r').ends_with('\\') {
            break;
        }
    }
    if from == 0 { text.len() } else { from }
}

/// Where a string or a character ends.
fn end_of_quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            // A digit separator, or an error.
            '\n' => return 1,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_of_kernels_are_named() {
        let text = "
            // template <class T> __global__ void comment(T *a) {}
            #define MAKE(T) template <> \\
                __global__ void made(T *a) {}
            const char *s = \"template <class T> __global__ void string() {\";
            template <typename T> __device__ T helper(T x) { return x; }
            template <typename T, int N = (4 > 3 ? 1 : 2)>
            __global__ void __launch_bounds__(N * 32) first(T *a, const T *b) { a[0] = b[0]; }
            template <class T> struct S { template <class U> static __global__ void inner(U *u) {} };
            template <class T> __global__ __attribute__((used)) void second(T *a);
            template <class T> __global__ void second(T *a) {}
            __global__ void plain(int *a) {}
            template <> __global__ void second<int>(int *a) {}
            namespace n { template <int K> void __global__ third() {} }
        ";
        assert_eq!(templates(text), ["first", "inner", "second", "third"]);
        assert!(templates("template").is_empty() && templates("template < __global__").is_empty());
    }
}
