//! NumPy's `.npy` files: what `--buffer NAME=file.npy` reads and `raddle run` writes.
//!
//! Format: numpy.lib.format. Versions 1 to 3, C order, little-endian or single-byte elements.

use std::fmt;

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Npy {
    /// The type of the elements as NumPy writes it, such as `<f4`.
    pub descr: String,
    /// The size of an element in bytes.
    pub element: u32,
    /// The length in each dimension.
    pub shape: Vec<u64>,
    /// The elements, the last dimension fastest.
    pub data: Vec<u8>,
}

const MAGIC: &[u8] = b"\x93NUMPY";

impl Npy {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is no `.npy` file, or one of a kind that is not read.
    pub fn parse(file: &[u8]) -> Result<Self, NpyError> {
        let rest = file.strip_prefix(MAGIC).ok_or(NpyError::NoNpy)?;
        let (&major, rest) = rest.split_first().ok_or(NpyError::Truncated)?;
        let (_, rest) = rest.split_first().ok_or(NpyError::Truncated)?;
        let length_bytes = if major == 1 { 2 } else { 4 };
        let (length, rest) = rest.split_at_checked(length_bytes).ok_or(NpyError::Truncated)?;
        let length = length.iter().rev().fold(0usize, |n, &b| n << 8 | usize::from(b));
        let (header, data) = rest.split_at_checked(length).ok_or(NpyError::Truncated)?;
        let header = std::str::from_utf8(header).map_err(|_| NpyError::Header)?;
        let descr = quoted(value_of(header, "descr")?)?;
        let element = element_size(&descr)?;
        if !value_of(header, "fortran_order")?.starts_with("False") {
            return Err(NpyError::FortranOrder);
        }
        let shape = tuple(value_of(header, "shape")?)?;
        let count = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d));
        let bytes = count.and_then(|n| n.checked_mul(u64::from(element))).ok_or(NpyError::Header)?;
        if data.len() as u64 != bytes {
            return Err(NpyError::Length { wants: bytes, has: data.len() as u64 });
        }
        Ok(Self { descr, element, shape, data: data.to_vec() })
    }

    /// The file of a one-dimensional array with elements of this type.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let shape: String = self.shape.iter().map(|n| format!("{n}, ")).collect();
        let mut header = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
            self.descr,
            shape.trim_end()
        );
        // Magic, version, length and header take a multiple of 64 bytes, the last a line feed.
        while !(MAGIC.len() + 4 + header.len() + 1).is_multiple_of(64) {
            header.push(' ');
        }
        header.push('\n');
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((header.len() as u16).to_le_bytes());
        file.extend(header.as_bytes());
        file.extend(&self.data);
        file
    }
}

fn value_of<'a>(header: &'a str, key: &str) -> Result<&'a str, NpyError> {
    let at = header.find(&format!("'{key}'")).ok_or(NpyError::Header)?;
    let (_, value) = header[at..].split_once(':').ok_or(NpyError::Header)?;
    Ok(value.trim_start())
}

fn quoted(text: &str) -> Result<String, NpyError> {
    let inner = text.strip_prefix('\'').and_then(|t| t.split_once('\'')).ok_or(NpyError::Structured)?;
    Ok(inner.0.to_owned())
}

fn element_size(descr: &str) -> Result<u32, NpyError> {
    let kind = || NpyError::Kind(descr.to_owned());
    let mut chars = descr.chars();
    let order = chars.next().ok_or_else(kind)?;
    let class = chars.next().ok_or_else(kind)?;
    let size: u32 = chars.as_str().parse().map_err(|_| kind())?;
    let known = "biufcV".contains(class) && (1..=16).contains(&size);
    let little = order == '<' || order == '=' || order == '|' || size == 1;
    if known && little { Ok(size) } else { Err(kind()) }
}

fn tuple(text: &str) -> Result<Vec<u64>, NpyError> {
    let inner = text.strip_prefix('(').and_then(|t| t.split_once(')')).ok_or(NpyError::Header)?.0;
    let parts = inner.split(',').map(str::trim).filter(|p| !p.is_empty());
    parts.map(|p| p.parse().map_err(|_| NpyError::Header)).collect()
}

/// Why a file is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NpyError {
    /// It does not begin as a `.npy` file does.
    NoNpy,
    /// It ends in the header.
    Truncated,
    /// Its header cannot be read.
    Header,
    /// Its elements are records.
    Structured,
    /// Its elements are of a type that is not read.
    Kind(String),
    /// It is in Fortran order.
    FortranOrder,
    /// It has more or fewer bytes than its shape says.
    Length {
        /// What the shape says.
        wants: u64,
        /// What there is.
        has: u64,
    },
}

impl fmt::Display for NpyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNpy => f.write_str("this is no .npy file: write one with numpy.save"),
            Self::Truncated => f.write_str("the file ends within its header"),
            Self::Header => f.write_str("the header cannot be read"),
            Self::Structured => f.write_str("arrays of records are not read: save a plain array"),
            Self::Kind(descr) => {
                write!(f, "elements of type `{descr}` are not read: convert to a little-endian number type")
            }
            Self::FortranOrder => {
                f.write_str("the array is in Fortran order: save numpy.ascontiguousarray of it")
            }
            Self::Length { wants, has } => write!(f, "the shape asks for {wants} bytes, but there are {has}"),
        }
    }
}

impl std::error::Error for NpyError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn array() -> Npy {
        Npy { descr: "<f4".into(), element: 4, shape: vec![2, 3], data: (0..24).collect() }
    }

    #[test]
    fn round_trip() {
        let file = array().write();
        assert_eq!((file.len() - 24) % 64, 0);
        assert_eq!(Npy::parse(&file), Ok(array()));
        let line = Npy { shape: vec![6], ..array() };
        assert_eq!(Npy::parse(&line.write()), Ok(line));
    }

    #[test]
    fn what_is_not_read() {
        let file = array().write();
        assert_eq!(Npy::parse(b"hello"), Err(NpyError::NoNpy));
        assert_eq!(Npy::parse(&file[..file.len() - 1]), Err(NpyError::Length { wants: 24, has: 23 }));
        for n in 6..60 {
            assert_eq!(Npy::parse(&file[..n]), Err(NpyError::Truncated));
        }
        let big = Npy { descr: ">f4".into(), ..array() };
        assert_eq!(Npy::parse(&big.write()), Err(NpyError::Kind(">f4".into())));
    }
}
