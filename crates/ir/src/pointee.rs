//! What a pointer points to, by its type in the source: `const float4 *` is 4 numbers of type `f32`.
//!
//! A compiler may copy an element by wider or by narrower accesses than it has (a `float4` by two of 8 bytes, a `float`
//! by one of an integer), so where the source says what an element is, accesses are not asked.

use crate::types::Type;

/// An element of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointee {
    /// The type of its numbers.
    pub ty: Type,
    /// Have they a sign?
    pub signed: bool,
    /// How many numbers it has: 1 for a scalar.
    pub lanes: u32,
}

impl Pointee {
    /// Its size in bytes.
    #[must_use]
    pub fn bytes(self) -> u32 {
        self.lanes * self.ty.bytes()
    }
}

/// What a pointer type of CUDA or OpenCL points to, if that is a number or a vector of 2 or 4 (or, in OpenCL, more). Not for a vector of 3,
/// which has 12 bytes in CUDA and 16 in OpenCL.
#[must_use]
pub fn pointee(ty: &str) -> Option<Pointee> {
    let named = named(ty)?;
    if let Some(scalar) = scalar(&named) {
        return Some(scalar);
    }
    let [name] = named[..] else { return None };
    let lanes = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let scalar = scalar(&[name.strip_suffix(lanes)?])?;
    match lanes.parse() {
        Ok(lanes @ (1 | 2 | 4 | 8 | 16)) => Some(Pointee { lanes, ..scalar }),
        _ => None,
    }
}

/// Is it the type of one number, by a name that all sources know: `unsigned int`, `size_t`, `float`?
#[must_use]
pub fn is_number(ty: &str) -> bool {
    scalar(&words(ty)).is_some()
}

/// Is it the type of a pointer, as a source writes it: a `*`, and after it qualifiers only?
#[must_use]
pub fn is_pointer(ty: &str) -> bool {
    let qualifier = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
    ty.trim_end_matches(qualifier).ends_with('*')
}

/// The numbers that a value of this type consists of, if it is a number, a vector or an array of such: `float[4]` and `float3` of `f32`. One of
/// them, that is.
#[must_use]
pub fn numbers(ty: &str) -> Option<Pointee> {
    let words = words(ty.split('[').next()?);
    let of_vector = || match words[..] {
        [name] => scalar(&[name.trim_end_matches(|c: char| c.is_ascii_digit())]),
        _ => None,
    };
    scalar(&words).or_else(of_vector)
}

/// The alignment in bytes that a type guarantees for what it points to, as far as accesses ask. A vector's is that of all its numbers (an access
/// takes 16 bytes at most), a structure's that of its members, of which none is larger than 8 bytes. A number guarantees nothing: 1. None
/// for a type that is neither a pointer nor a number, such as the name of another one.
#[must_use]
pub fn alignment(ty: &str) -> Option<u32> {
    if let Some(pointee) = pointee(ty) {
        return Some(pointee.bytes());
    }
    let Some(named) = named(ty) else {
        return scalar(&words(ty)).map(|_| 1);
    };
    let scalar = |name: &str| scalar(&[name.strip_suffix('3')?]);
    Some(match named[..] {
        ["void"] => 1,
        [name] => scalar(name).map_or(STRUCTURE, |scalar| scalar.ty.bytes()),
        _ => STRUCTURE,
    })
}

/// The alignment of a structure, and of a pointer, in bytes.
const STRUCTURE: u32 = 8;

/// The words that name what a pointer type points to.
fn named(ty: &str) -> Option<Vec<&str>> {
    let (inner, _) = ty.rsplit_once('*')?;
    Some(words(inner))
}

/// The words of a type, without what says nothing of its values.
fn words(ty: &str) -> Vec<&str> {
    let words = ty.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*'));
    words.filter(|word| !matches!(*word, "" | "const" | "volatile" | "restrict" | "__restrict__")).collect()
}

/// A number's type by its name. `long` has 8 bytes on the device, as on its host under Linux.
fn scalar(words: &[&str]) -> Option<Pointee> {
    let of = |ty, signed| Some(Pointee { ty, signed, lanes: 1 });
    let float = match words {
        ["float"] => Some(Type::F32),
        ["double"] => Some(Type::F64),
        ["half" | "__half" | "_Float16"] => Some(Type::F16),
        ["__nv_bfloat16" | "__bf16"] => Some(Type::Bf16),
        _ => None,
    };
    if let Some(ty) = float {
        return of(ty, true);
    }
    match words {
        ["char" | "signed" | "int8_t"] | ["signed", "char"] => of(Type::I8, true),
        ["uchar" | "uint8_t" | "bool" | "_Bool"] | ["unsigned", "char"] => of(Type::I8, false),
        ["short" | "int16_t"] => of(Type::I16, true),
        ["ushort" | "uint16_t"] | ["unsigned", "short"] => of(Type::I16, false),
        ["int" | "int32_t"] => of(Type::I32, true),
        ["unsigned" | "uint" | "uint32_t"] | ["unsigned", "int"] => of(Type::I32, false),
        ["long" | "longlong" | "int64_t" | "ptrdiff_t"]
        | ["long", "long" | "int"]
        | ["long", "long", "int"] => of(Type::I64, true),
        ["ulong" | "ulonglong" | "uint64_t" | "size_t"]
        | ["unsigned", "long"]
        | ["unsigned", "long", "long" | "int"]
        | ["long", "unsigned", "int"]
        | ["long", "long", "unsigned", "int"] => of(Type::I64, false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_has_a_star_before_its_qualifiers() {
        for ty in ["float *", "const T *const __restrict__", "void **"] {
            assert!(is_pointer(ty), "{ty}");
        }
        for ty in ["float", "unsigned long", "int (*)(int)", "float *[2]"] {
            assert!(!is_pointer(ty), "{ty}");
        }
    }

    #[test]
    fn a_value_consists_of_numbers() {
        let of = |ty| numbers(ty).map(|number| (number.ty, number.signed));
        assert_eq!(of("float"), Some((Type::F32, true)));
        assert_eq!(of("const unsigned int[2][3]"), Some((Type::I32, false)));
        assert_eq!(of("float3"), Some((Type::F32, true)));
        assert_eq!(of("uchar4"), Some((Type::I8, false)));
        assert_eq!(of("float *"), None);
        assert_eq!(of("Settings"), None);
    }

    #[test]
    fn a_pointer_says_what_it_points_to() {
        let number = |ty, signed| Some(Pointee { ty, signed, lanes: 1 });
        assert_eq!(pointee("const float *"), number(Type::F32, true));
        assert_eq!(pointee("float *const"), number(Type::F32, true));
        assert_eq!(pointee("double *__restrict__"), number(Type::F64, true));
        assert_eq!(pointee("unsigned int *"), number(Type::I32, false));
        assert_eq!(pointee("const unsigned char *"), number(Type::I8, false));
        assert_eq!(pointee("unsigned long *"), number(Type::I64, false));
        assert_eq!(pointee("uint8_t *"), number(Type::I8, false));
        for other in ["float **", "void *", "Pair *", "float", "Cell2x4 *"] {
            assert_eq!(pointee(other), None, "{other}");
        }
    }

    #[test]
    fn a_vector_has_all_its_numbers() {
        let vector = |ty, signed, lanes| Some(Pointee { ty, signed, lanes });
        assert_eq!(pointee("const float4 *"), vector(Type::F32, true, 4));
        assert_eq!(pointee("uchar4 *"), vector(Type::I8, false, 4));
        assert_eq!(pointee("double2 *"), vector(Type::F64, true, 2));
        assert_eq!(pointee("longlong2 *"), vector(Type::I64, true, 2));
        assert_eq!(pointee("float4 *").map(Pointee::bytes), Some(16));
        assert_eq!(pointee("float3 *"), None);
    }

    #[test]
    fn a_type_says_how_what_it_points_to_is_aligned() {
        for (ty, bytes) in [
            ("char *", 1),
            ("const void *", 1),
            ("float *", 4),
            ("float3 *", 4),
            ("float4 *", 16),
            ("Pair *", 8),
            ("float **", 8),
        ] {
            assert_eq!(alignment(ty), Some(bytes), "{ty}");
        }
        assert_eq!(alignment("const size_t"), Some(1), "a number that is used as a pointer");
        assert_eq!(alignment("Handle"), None);
    }
}
