//! Where a compiler's first error is, out of what it says.

use raddle_report::Location;

/// The place of the first error, and the error: clang writes `k.cu:2:14: error: …`, nvcc `k.cu(2): error: …`.
pub(crate) fn first_error(said: &str) -> Option<(Location, &str)> {
    said.lines().find_map(|line| {
        let signs = [": error: ", ": fatal error: ", ": catastrophic error: "];
        let (place, what) = signs.iter().find_map(|sign| line.split_once(sign))?;
        Some((of_clang(place).or_else(|| of_nvcc(place))?, what))
    })
}

fn of_clang(place: &str) -> Option<Location> {
    let (rest, column) = place.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    // What the command line says is no file.
    (!file.starts_with('<')).then_some(Location::new(file, line.parse().ok()?, column.parse().ok()?))
}

fn of_nvcc(place: &str) -> Option<Location> {
    let (file, line) = place.strip_suffix(')')?.rsplit_once('(')?;
    Some(Location::line(file, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_with_a_place_counts() {
        let said = "In file included from k.cu:1:\nh.h:1:2: warning: old\nclang: error: no\nh.h:3:7: error: no `x`\nk.cu:9:1: error: no";
        assert_eq!(first_error(said), Some((Location::new("h.h", 3, 7), "no `x`")));
        let fatal = "a:b/k.cu:1:10: fatal error: 'x.h' file not found";
        assert_eq!(first_error(fatal), Some((Location::new("a:b/k.cu", 1, 10), "'x.h' file not found")));
        let nvcc = "my k.cu(12): error: identifier \"n\" is undefined";
        assert_eq!(first_error(nvcc), Some((Location::line("my k.cu", 12), "identifier \"n\" is undefined")));
        for none in
            ["", "clang: error: no input", "<command line>:1:9: error: macro name must be an identifier"]
        {
            assert_eq!(first_error(none), None, "{none}");
        }
    }
}
