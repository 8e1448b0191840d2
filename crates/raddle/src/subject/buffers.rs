//! What is known of buffers: their sizes, and NumPy files with their contents.

use crate::options::BufferSpec;
use crate::subject::params::{argument_error, param_name};
use raddle_compile::files;
use raddle_ir::pointee::{Pointee, pointee};
use raddle_ir::{Base, Function, Type};
use raddle_launch::limits::OBJECT;
use raddle_machine::launch::{Buffer, BufferContent};
use raddle_report::Diagnostic;
use std::path::Path;

/// What is known of the buffer that a parameter points to.
///
/// # Errors
/// When it is too large, or the file is no array that the kernel could take.
pub(super) fn buffer(function: &Function, param: usize, spec: &BufferSpec) -> Result<Buffer, Diagnostic> {
    match spec {
        BufferSpec::Elements(n) => {
            let element = element_of(function, param);
            let size = n.checked_mul(u64::from(element)).filter(|&size| size <= OBJECT).ok_or_else(|| {
                argument_error(&format!("a buffer of {n} elements of {element} bytes is too large"))
            })?;
            Ok(Buffer { param, content: BufferContent::Size(size), element })
        }
        BufferSpec::File(path) => {
            let array = read_npy(path)?;
            fits(function, param, &array, path)?;
            let element = declared(function, param).unwrap_or(array.element);
            Ok(Buffer { param, content: BufferContent::Bytes(array.bytes), element })
        }
    }
}

/// What the source says that a parameter points to.
pub(crate) fn pointee_of(function: &Function, param: usize) -> Option<Pointee> {
    pointee(function.params[param].source_type.as_deref()?)
}

/// Do the numbers of an array fit the buffer of a parameter? By the source's type of the parameter, or else by the accesses to it.
fn fits(function: &Function, param: usize, array: &Array, path: &Path) -> Result<(), Diagnostic> {
    let (shown, name) = (path.display(), param_name(&function.params[param]));
    let wrong = |holds: &str, has: String| {
        let error = argument_error(&format!("`{shown}` holds {holds}, and {has}"));
        Err(error.help("save it with the element type of the buffer (`astype`)"))
    };
    let size = format!("elements of {} bytes", array.element);
    match (pointee_of(function, param), &widths(function, param)[..]) {
        (Some(of), _) => {
            let ty = function.params[param].source_type.as_deref().unwrap_or_default();
            let says = format!("`{name}` is a `{ty}`");
            let width = of.ty.bytes();
            if array.element != width {
                return wrong(&size, format!("{says}, whose numbers have {width}"));
            }
            // NumPy has no type for bfloat16: its bits are stored as integers.
            match array.kind {
                'f' if !of.ty.is_float() => wrong("floating-point numbers", says),
                'i' | 'u' if of.ty.is_float() && of.ty != Type::Bf16 => wrong("integers", says),
                _ => Ok(()),
            }
        }
        (None, &[width]) if width != array.element => {
            wrong(&size, format!("the kernel accesses `{name}` by {width} bytes"))
        }
        _ => Ok(()),
    }
}

/// The size of an element of the buffer that a parameter points to: as the source says ([`declared`]), or else the width of the first
/// access to it; 4 bytes when there is none.
#[must_use]
pub fn element_of(function: &Function, param: usize) -> u32 {
    let first = || accesses(function, param).next().unwrap_or(4);
    declared(function, param).unwrap_or_else(first)
}

/// The size of what a parameter points to, as the source says: of a number, a vector or a structure.
#[must_use]
pub(crate) fn declared(function: &Function, param: usize) -> Option<u32> {
    let number = pointee_of(function, param).map(Pointee::bytes);
    number.or_else(|| function.params[param].pointee.and_then(|size| u32::try_from(size).ok()))
}

/// The different widths in bytes by which the buffer is accessed, as far as accesses name it.
fn widths(function: &Function, param: usize) -> Vec<u32> {
    let mut widths: Vec<u32> = accesses(function, param).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// The widths of the elements of the accesses to a buffer.
fn accesses(function: &Function, param: usize) -> impl Iterator<Item = u32> {
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    insts.filter_map(move |&inst| {
        let data = &function.insts[inst];
        let address = data.kind.address()?;
        let to_it = matches!(address.base, Base::Buffer(n) if n as usize == param);
        let ty = match &data.kind {
            raddle_ir::InstKind::Store { values, .. } => values.first().map(|&v| function.ty(v)),
            raddle_ir::InstKind::Atomic { args, .. } => args.first().map(|&v| function.ty(v)),
            _ => data.results.first().map(|&v| function.ty(v)),
        };
        to_it.then(|| ty.map_or(4, Type::bytes).max(1))
    })
}

/// The array of a NumPy file.
struct Array {
    /// The data.
    bytes: Vec<u8>,
    /// The size of an element.
    element: u32,
    /// NumPy's letter for what an element is: `f` a floating-point number, `i` and `u` integers.
    kind: char,
}

fn read_npy(path: &Path) -> Result<Array, Diagnostic> {
    use std::io::Read;
    let shown = path.display();
    let failed = |why: String| argument_error(&format!("cannot read `{shown}`: {why}"));
    let file = files::open(path).map_err(|e| failed(e.to_string()))?;
    let mut reader = std::io::BufReader::new(file);
    let header = npyz::NpyHeader::from_reader(&mut reader).map_err(|e| failed(e.to_string()))?;
    if header.order() == npyz::Order::Fortran && header.shape().len() > 1 {
        return Err(failed("it is in column-major order; save it with `np.ascontiguousarray`".to_owned()));
    }
    let npyz::DType::Plain(plain) = header.dtype() else {
        return Err(failed("its elements are structures; give an array of numbers".to_owned()));
    };
    if plain.to_string().contains('>') {
        return Err(failed("it is big-endian; GPUs are little-endian".to_owned()));
    }
    let kind = plain.to_string().chars().find(char::is_ascii_alphabetic).unwrap_or('V');
    let element = plain.num_bytes().and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=16).contains(n));
    let Some(element) = element.filter(|_| "biufcV".contains(kind)) else {
        return Err(failed(format!("its elements are `{plain}`; give an array of numbers")));
    };
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|e| failed(e.to_string()))?;
    let all = header.shape().iter().try_fold(u64::from(element), |all, &length| all.checked_mul(length));
    if all != Some(bytes.len() as u64) {
        return Err(failed("it is shorter or longer than its header says".to_owned()));
    }
    Ok(Array { bytes, element, kind })
}
