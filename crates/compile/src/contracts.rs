//! Which sources have contracts, and contracts that optimisation moved out of their function.
//!
//! What a device function requires is asserted at each call; what a kernel requires is assumed. The function that a contract
//! stands in decides which; so a function with contracts must not be inlined before that is known.

use crate::{CompileOptions, files, nvcc, standard};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Does a source, a header of its own, or a macro of the command line name a macro of `raddle.h`, or that header? Headers are its own if they are found
/// beside the file that includes them, or in one of the folders, and belong to none of NVIDIA's libraries.
pub(crate) fn are_in(source: &Path, options: &CompileOptions) -> bool {
    let names: BTreeSet<&str> =
        standard::macros(include_str!("../headers/raddle.h")).chain(["raddle.h"]).collect();
    let is_part = |c: char| c == '_' || c == '.' || c.is_alphanumeric();
    let names_one = |text: &str| text.split(|c: char| !is_part(c)).any(|word| names.contains(word));
    if options.defines.iter().any(|define| names_one(define)) {
        return true;
    }
    let (mut open, mut seen) = (vec![source.to_owned()], BTreeSet::new());
    while let Some(file) = open.pop() {
        let Ok(text) = files::read_text(&file) else { continue };
        if names_one(&text) {
            return true;
        }
        let beside = file.parent().map(Path::to_owned).into_iter();
        let folders: Vec<PathBuf> = beside.chain(options.includes.iter().map(PathBuf::from)).collect();
        for header in text.lines().filter_map(included).filter(|header| !nvcc::is_of_library(header)) {
            let found = folders.iter().map(|folder| folder.join(header)).find(|path| path.is_file());
            open.extend(found.filter(|path| seen.insert(path.clone())));
        }
    }
    false
}

/// The header that a line includes.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
    rest.split(['"', '<', '>']).nth(1)
}

/// Does a contract stand in a function that another one has taken in? By the locations of LLVM's IR. A function that is known by its contracts (`__spec…`) may state
/// nothing, and what is left of it then is its name; so it is taken for such a one wherever it is.
#[must_use]
pub fn are_inlined(ir: &str) -> bool {
    let begins = ir.lines().filter(|line| line.contains("@__raddle_spec_begin("));
    let located: BTreeSet<&str> =
        begins.filter_map(|line| Some(line.rsplit_once("!dbg ")?.1.trim())).collect();
    let places = ir.lines().filter_map(|line| line.split_once(" = !DILocation("));
    let specified = ir.lines().any(|line| line.contains("distinct !DISubprogram(name: \"__spec"));
    specified
        || !located.is_empty()
            && places
                .filter(|(number, _)| located.contains(number))
                .any(|(_, place)| place.contains("inlinedAt:"))
}

#[cfg(test)]
mod tests {
    use super::{are_in, are_inlined};
    use crate::CompileOptions;

    #[test]
    fn contracts_are_found_in_a_source_and_its_own_headers() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        write("spec.h", "#define CHECK(x) __assert(x)\n");
        write("plain.h", "#include \"plain.h\"\n");
        let plain = write("plain.cu", "#include <vector>\n#include \"plain.h\"\nint __asserted;\n");
        let options = CompileOptions::default();
        assert!(!are_in(&plain, &options));
        assert!(are_in(&write("a.cu", "#include \"spec.h\"\n"), &options));
        assert!(are_in(&write("b.cu", "# include <raddle.h>\n"), &options));
        assert!(are_in(&write("c.cu", "void k() { __requires(n>0); }\n"), &options));
        let defines = vec!["CHECK(x)=__assert(x)".to_owned()];
        assert!(are_in(&plain, &CompileOptions { defines, ..options }));
    }

    const CALL: &str = "  call void @__raddle_spec_begin(i32 noundef 2) #3, !dbg !42\n";

    #[test]
    fn a_contract_of_another_function_is_seen_by_its_place() {
        assert!(!are_inlined(&format!("{CALL}!42 = !DILocation(line: 1, column: 2, scope: !8)\n")));
        assert!(are_inlined(&format!(
            "{CALL}!42 = !DILocation(line: 1, column: 2, scope: !8, inlinedAt: !43)\n"
        )));
        // Another call's place.
        assert!(!are_inlined(&format!(
            "{CALL}!42 = !DILocation(line: 1, scope: !8)\n!4 = !DILocation(line: 1, scope: !8, inlinedAt: !43)\n"
        )));
        assert!(!are_inlined("!4 = !DILocation(line: 1, scope: !8, inlinedAt: !43)\n"));
    }
}
