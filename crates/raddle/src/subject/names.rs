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

/// The name of a variable or parameter as a report shows it: `_ZZ4scanPiE4tile` is `tile`, and a parameter that PTX
/// names after its kernel, `_Z4scanPi_param_0`, is `param_0`.
#[must_use]
pub fn variable_name(name: &str) -> String {
    if let Some((_, number)) = name.rsplit_once("_param_")
        && number.bytes().all(|b| b.is_ascii_digit())
    {
        return format!("param_{number}");
    }
    match demangled(name) {
        Some(full) => full.rsplit("::").next().unwrap_or(&full).to_owned(),
        None => name.to_owned(),
    }
}

/// The whole demangled signature, if the name is mangled.
#[must_use]
pub fn demangled(name: &str) -> Option<String> {
    if !name.starts_with("_Z") {
        return None;
    }
    Symbol::new(name).ok()?.demangle(&DemangleOptions::default()).ok()
}

/// Does a name that a user gives refer to the item with this mangled name?
#[must_use]
pub fn means(given: &str, name: &str) -> bool {
    let source = source_name(name);
    // A template's name means all its instances.
    let template = source.find('<').map(|at| &source[..at]);
    given == name
        || given == source
        || template == Some(given)
        || demangled(name).is_some_and(|full| given == full)
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

/// The last space outside brackets.
fn last_space(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            '>' | ')' => depth += 1,
            '<' | '(' => depth -= 1,
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
        assert_eq!(source_name("_ZN12_GLOBAL__N_14anonEPff"), "(anonymous namespace)::anon");
        assert_eq!(source_name("_ZN2ns3addIfEEvPT_"), "ns::add<float>");
        assert_eq!(source_name("_Znonsense"), "_Znonsense");
        assert_eq!(variable_name("_ZZ21reduce_unsynchronisedE4part"), "part");
        assert_eq!(variable_name("_Z6memoryPiPViPKc_param_1"), "param_1");
        assert_eq!(variable_name("tile"), "tile");
        assert!(means("scan", "_Z4scanPfi"));
        assert!(means("_Z4scanPfi", "_Z4scanPfi"));
        assert!(means("scan(float*, int)", "_Z4scanPfi"));
        assert!(!means("sca", "_Z4scanPfi"));
        assert!(means("ns::add", "_ZN2ns3addIfEEvPT_") && means("ns::add<float>", "_ZN2ns3addIfEEvPT_"));
    }
}
