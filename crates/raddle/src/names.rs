//! Names of kernels, objects and parameters as the source has them.

use cpp_demangle::{DemangleOptions, Symbol};

/// The source name of a mangled one, without parameters: `_Z4scanPfi` is `scan`, and
/// `_Z3addIfEvPT_` is `add<float>`. A name that is not mangled stays.
#[must_use]
pub fn source_name(name: &str) -> String {
    let full = demangled(name).unwrap_or_else(|| name.to_owned());
    let end = parameters(&full).unwrap_or(full.len());
    // A template's instance begins with its return type: `void add<float>(float*)`.
    let start = last_space(&full[..end]).map_or(0, |at| at + 1);
    full[start..end].to_owned()
}

/// The whole demangled signature, if the name is mangled.
#[must_use]
pub fn demangled(name: &str) -> Option<String> {
    if !name.starts_with("_Z") {
        return None;
    }
    Symbol::new(name).ok()?.demangle(&DemangleOptions::default()).ok()
}

/// Does a name that a user gives mean the thing with this mangled name?
#[must_use]
pub fn means(given: &str, name: &str) -> bool {
    given == name || given == source_name(name) || demangled(name).is_some_and(|full| given == full)
}

/// Where the parameter list of a signature begins.
fn parameters(signature: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in signature.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' if depth == 0 && !signature[at..].starts_with("(anonymous namespace)") => return Some(at),
            _ => {}
        }
    }
    None
}

/// The last space outside angle brackets.
fn last_space(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' => depth -= 1,
            ' ' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_the_source_has_them() {
        assert_eq!(source_name("_Z4scanPfi"), "scan");
        assert_eq!(source_name("saxpy"), "saxpy");
        assert_eq!(source_name("_ZN2ns3addIfEEvPT_"), "ns::add<float>");
        assert_eq!(source_name("_Znonsense"), "_Znonsense");
        assert!(means("scan", "_Z4scanPfi"));
        assert!(means("_Z4scanPfi", "_Z4scanPfi"));
        assert!(means("scan(float*, int)", "_Z4scanPfi"));
        assert!(!means("sca", "_Z4scanPfi"));
    }
}
