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
    without_casts(&full[start..end])
}

/// A template's arguments as a source writes them: `reduce<128>` for `reduce<(unsigned int)128>`.
fn without_casts(name: &str) -> String {
    let (mut text, mut rest) = (String::new(), name);
    while let Some(at) = rest.find(['<', ',']) {
        let (before, from) = rest.split_at(at + 1);
        text.push_str(before);
        let argument = from.trim_start();
        text.push_str(&from[..from.len() - argument.len()]);
        let number = argument.strip_prefix('(').and_then(|cast| {
            let (ty, number) = cast.split_once(')')?;
            let is_type = ty.split(' ').all(|word| INTEGERS.contains(&word));
            (is_type && number.starts_with(|c: char| c.is_ascii_digit() || c == '-')).then_some(number)
        });
        rest = number.unwrap_or(argument);
    }
    text + rest
}

/// The words of the types of integers.
const INTEGERS: [&str; 6] = ["unsigned", "signed", "char", "short", "int", "long"];

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

/// A call of a function without a body in words; of one of raddle's headers, what it stands for.
#[must_use]
pub fn called(name: &str) -> String {
    let Some(what) = name.strip_prefix("__raddle_opaque_") else {
        return format!("a call of `{}`, which has no body here,", source_name(name));
    };
    let what = match what {
        "pipeline" | "pipeline_copy" | "pipeline_step" => "this operation of an asynchronous pipeline",
        "memcpy_async" | "memcpy_wait" => "this asynchronous copy",
        "barrier" | "barrier_copy" => "this operation of `cuda::barrier`",
        "launch" => "this launch by a kernel",
        "error_text" => "this text of an error",
        "group" => "this operation of a cooperative group",
        _ if what.starts_with("curand") => "this function of cuRAND",
        _ if what.starts_with("sub_group") => "this operation of a sub-group",
        _ => "this function",
    };
    what.to_owned()
}

/// Does a name that a user gives refer to the item with this mangled name?
#[must_use]
pub fn means(given: &str, name: &str) -> bool {
    let source = source_name(name);
    // A template's name means all its instances.
    let template = source.find('<').map(|at| &source[..at]);
    given == name
        || without_casts(given) == source
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
        assert_eq!(source_name("_Z6reduceILj128ELi4EEvPi"), "reduce<128, 4>");
        assert!(means("reduce<(unsigned int)128, 4>", "_Z6reduceILj128ELi4EEvPi"));
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
