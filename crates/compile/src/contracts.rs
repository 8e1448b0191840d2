//! Contracts that optimisation moved out of their function.
//!
//! What a device function requires is asserted at each call; what a kernel requires is assumed. The function that a contract
//! stands in decides which; so a function with contracts must not be inlined before that is known.

use std::collections::BTreeSet;

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
    use super::are_inlined;

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
