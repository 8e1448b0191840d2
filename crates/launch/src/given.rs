//! What a launch passes to the kernel.

/// The value of a kernel parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The number of the parameter.
    pub param: usize,
    /// Its bytes, as many as the parameter has.
    pub bytes: Vec<u8>,
}

/// What is known of the buffer that a parameter points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BufferContent {
    /// Its size in bytes; what it holds is not known.
    Size(u64),
    /// Its bytes.
    Bytes(Vec<u8>),
}

impl BufferContent {
    /// The size of the buffer in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::Size(size) => *size,
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }
}

/// A buffer that a pointer parameter points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Buffer {
    /// The number of the parameter.
    pub param: usize,
    /// Size or content.
    pub content: BufferContent,
    /// The size of an element in bytes, for messages; 1 if unknown.
    pub element: u32,
}
