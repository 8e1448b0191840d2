//! Which functions are known by their contracts only: by their names.

use cpp_demangle::{DemangleOptions, Symbol};

/// Is a function of this name, mangled or not, known by its contracts only?
#[must_use]
pub fn is_specification(name: &str) -> bool {
    last_name(name).starts_with("__spec")
}

/// The last part of a name, without parameters and what is around it: of `_ZN1aIiE8__spec_fEPi` it is `__spec_f`.
pub(super) fn last_name(name: &str) -> String {
    let options = DemangleOptions::new().no_params().no_return_type();
    let full = Symbol::new(name).ok().and_then(|symbol| symbol.demangle(&options).ok());
    let full = full.unwrap_or_else(|| name.to_owned());
    // `::` within the arguments of a template, or the parameters of a function around it, parts no names of these.
    let (mut depth, mut start) = (0, 0);
    for (at, c) in full.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ':' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    full[start..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let are = [
            "__spec",
            "__spec_f",
            "_Z8__spec_fPi",
            "_ZL8__spec_fi",
            "_ZN2ns8__spec_fEPi",
            "_ZN2nsL8__spec_fEPi",
            "_ZN1AIiE8__spec_fEi",
            "_ZNK1A8__spec_fEv",
            "_ZNKR1A8__spec_fEv",
            "_ZN2S2B2zz8__spec_fEv",
            "_ZZ1kPiEN1A8__spec_fEv",
            "_Z8__spec_fIiEiT_",
        ];
        for name in are {
            assert!(is_specification(name), "{name}: {}", last_name(name));
        }
        let are_not = [
            "f",
            "spec",
            "_Z1f8__spec_t",
            "_Z9a__spec_fi",
            "_Z99__spec",
            "_ZN6__spec1fEv",
            "_ZN8__spec_tIiE1fEv",
            "_Z",
        ];
        for name in are_not {
            assert!(!is_specification(name), "{name}: {}", last_name(name));
        }
    }
}
