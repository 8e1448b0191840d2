//! The members of a parameter that is a structure, by their names in the source.

use crate::KernelParam;

/// A member that is no structure itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The way to it from the structure on: `grid.width`.
    pub name: String,
    /// Its type in the source: `unsigned int`, `int[4]`.
    pub source_type: String,
    /// Where it begins in the structure, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

impl Member {
    /// The numbers of elements in each dimension, if it is an array, and the type of an element.
    fn dimensions(&self) -> Option<(Vec<u64>, &str)> {
        let (element, counts) = self.source_type.split_once('[')?;
        let counts = counts.strip_suffix(']')?.split("][");
        Some((counts.map(|count| count.parse().ok()).collect::<Option<_>>()?, element))
    }

    /// The name and type of this many bytes at an offset, if they are the whole or one element.
    fn part(&self, at: u64, bytes: u64) -> Option<(String, &str)> {
        if (at, bytes) == (0, self.size) {
            return Some((self.name.clone(), &self.source_type));
        }
        let (dimensions, element) = self.dimensions()?;
        let all = dimensions.iter().try_fold(1_u64, |all, &n| all.checked_mul(n)).filter(|&all| all > 0)?;
        if all.checked_mul(bytes) != Some(self.size) || !at.is_multiple_of(bytes) || at >= self.size {
            return None;
        }
        let (mut rest, mut places) = (at / bytes, String::new());
        for &count in dimensions.iter().rev() {
            places.insert_str(0, &format!("[{}]", rest % count));
            rest /= count;
        }
        Some((self.name.clone() + &places, element))
    }

    /// Where an element (`[1][2]`) begins, how many bytes it has, and its type; the whole where nothing is named.
    fn element(&self, places: &str) -> Option<(u64, u64, &str)> {
        if places.is_empty() {
            return Some((0, self.size, &self.source_type));
        }
        let (dimensions, element) = self.dimensions()?;
        let places = places.strip_prefix('[')?.strip_suffix(']')?.split("][");
        let places: Vec<u64> = places.map(|place| place.parse().ok()).collect::<Option<_>>()?;
        let all = dimensions.iter().try_fold(1_u64, |all, &n| all.checked_mul(n)).filter(|&all| all > 0)?;
        if places.len() != dimensions.len() || places.iter().zip(&dimensions).any(|(place, n)| place >= n) {
            return None;
        }
        let number = places.iter().zip(&dimensions).fold(0, |number, (place, n)| number * n + place);
        let bytes = self.size.checked_div(all)?;
        Some((number * bytes, bytes, element))
    }
}

impl KernelParam {
    /// How the source names this many bytes at an offset from the parameter's beginning, and their type; none if they are
    /// not a member or the debug information lacks it.
    #[must_use]
    pub fn member(&self, at: u64, bytes: u64) -> Option<(String, &str)> {
        self.members.iter().find_map(|member| member.part(at.checked_sub(member.offset)?, bytes))
    }

    /// Where the member with this name begins, or an element of one (`grid.width`, `count[2]`), how many bytes it has, and its type.
    #[must_use]
    pub fn place_of(&self, name: &str) -> Option<(u64, u64, &str)> {
        self.members.iter().find_map(|member| {
            let (at, bytes, ty) = member.element(name.strip_prefix(member.name.as_str())?)?;
            Some((member.offset.checked_add(at)?, bytes, ty))
        })
    }

    /// The type in the source of this many bytes at an offset, as [`Self::member`] gives it for a structure.
    #[must_use]
    pub fn type_at(&self, at: u64, bytes: u64) -> Option<&str> {
        match self.ty {
            None if self.pointer.is_none() => self.member(at, bytes).map(|(_, ty)| ty),
            _ => self.source_type.as_deref(),
        }
    }

    /// Is what lies there an unsigned number of the source?
    #[must_use]
    pub fn is_unsigned(&self, at: u64, bytes: u64) -> bool {
        let ty = self.type_at(at, bytes).unwrap_or_default();
        ty.contains("unsigned") || ty.contains("size_t") || ty.starts_with('u')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_arrays_have_names() {
        let member = |ty: &str, size| Member { name: "in.a".into(), source_type: ty.into(), offset: 8, size };
        let table = member("int[2][3]", 24);
        assert_eq!(table.part(0, 4), Some(("in.a[0][0]".into(), "int")));
        assert_eq!(table.part(16, 4), Some(("in.a[1][1]".into(), "int")));
        assert_eq!(table.part(24, 4), None);
        assert_eq!(table.part(2, 4), None);
        assert_eq!(table.part(0, 8), None);
        assert_eq!(member("float", 4).part(0, 4), Some(("in.a".into(), "float")));
        assert_eq!(member("float", 4).part(0, 2), None);
        assert_eq!(table.element("[0][2]"), Some((8, 4, "int")));
        assert_eq!(table.element("[1][1]"), Some((16, 4, "int")));
        for wrong in ["[0]", "[2][0]", "[0][3]", "[0][0][0]", "x", "[x][0]"] {
            assert_eq!(table.element(wrong), None, "{wrong}");
        }
        assert_eq!(member("float", 4).element(""), Some((0, 4, "float")));
    }
}
