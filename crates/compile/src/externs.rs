//! The functions without a body that the device headers call, and what each means.
//!
//! A front end that lowers the PTX made by this crate knows them by name. A name that is not here is unknown code; so are the
//! `__raddle_opaque_*`, by which the headers say that something is not modelled.

/// The meaning of a function without a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extern {
    /// `__raddle_math_*`, `__uninterpreted_function_*`: a pure total function of its arguments: equal arguments give equal results; no memory is
    /// read or written. Arguments and results are numbers, vectors of them, and samplers.
    Math,
    /// `__raddle_spec_begin(kind: b32)`: opens a specification region; see [`SpecKind`].
    SpecBegin,
    /// `__raddle_spec_end(kind: b32, value: b32)`: closes the region; `value` (0 or 1) is the condition. Regions do
    /// not nest. What the region computes is specification: its loads are no accesses of the kernel.
    SpecEnd,
    /// `__raddle_contract_*`: a value that only a verifier can give, in a specification region: `other32` and `other64` of their
    /// argument, its value in the other thread; `old32` and `old64`, its value at the kernel's start; `same_group`, whether both
    /// threads are of one group; `candidate32`, its argument, which may be false; `instance32` and `pair_instance32`, their first argument, for the threads with the numbers of the others; `pointer`, where a pointer leads; `log`, something of a log of accesses; `taken`, whether an atomic has found a value; `footprint`, that an array is read or written;
    /// `snapshot`, that one array is copied to another; `returned8` to `returned64`, a part of what the function returns.
    Contract,
    /// `__raddle_cl_barrier(flags: b32)`: OpenCL's `barrier` over the work-group; flags 1 local, 2 global, 3 both.
    ClBarrier,
    /// `__raddle_cl_all(value: b32) -> b32`, `__raddle_cl_any(value: b32) -> b32`, `__raddle_cl_agreed() -> b32`: all work-items of the group wait for
    /// each other, which orders no memory, and all get one value: 1 if all values, if any value, is not 0, or else 0; a value of which nothing is known.
    ClWorkGroup,
    /// `__raddle_cl_copy(event: pointer, maker: b32) -> pointer`, `__raddle_cl_copied()`: what lies between is an asynchronous copy, by a thread of that number, which belongs to the event, if that is
    /// not 0, or else to a new one; gives the event. `__raddle_cl_waitN(event: pointer, ...)`: waits for these events.
    ClCopy,
    /// `__to_global(pointer) -> pointer`, `__to_local`, `__to_private`: OpenCL's functions of such names, which clang calls so: the pointer, if it leads
    /// there, or else null.
    ClAddressSpace,
    /// `__raddle_cl_work_dim() -> b32`: the number of dimensions of the launch, 1 to 3; equal for all threads.
    ClWorkDim,
    /// `__raddle_grid_sync()`: a barrier over all threads of a cooperative launch.
    GridSync,
    /// `vprintf(format: b64, arguments: b64) -> b32`, and OpenCL's `printf` with the same parameters: output. The
    /// arguments were read into a local buffer before.
    Print,
    /// `__assertfail(condition, file, line, function, char_size)`: an `assert` failed; it does not return, and the
    /// launch ends with an error.
    AssertFail,
    /// `malloc(bytes: b64) -> b64`: memory from the device's heap, or null.
    Malloc,
    /// `free(pointer: b64)`.
    Free,
}

/// The kinds of specification region, as `raddle.h` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecKind {
    /// 0, `__assert`: holds here; to be proved.
    Assert,
    /// 1, `__assume`: holds here; trusted.
    Assume,
    /// 2, `__requires`: the launch guarantees it.
    Requires,
    /// 3, `__ensures`: the kernel guarantees it at its end.
    Ensures,
    /// 4, `__invariant`: holds each time control reaches the head of the loop around it.
    Invariant,
    /// 5, `__function_wide_invariant`: holds each time control reaches the head of a loop of the function.
    FunctionWide,
    /// 6, of a built-in function: its operands are those that the language defines it for.
    Operands,
}

impl SpecKind {
    /// The kind by its number in the markers; 8 more for one that is about threads elsewhere too.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        Some(match number % 8 {
            0 => Self::Assert,
            1 => Self::Assume,
            2 => Self::Requires,
            3 => Self::Ensures,
            4 => Self::Invariant,
            5 => Self::FunctionWide,
            6 => Self::Operands,
            _ => return None,
        })
    }
}

/// The meaning of the function `name`, if the headers (or nvcc's, for the last four) give it one.
#[must_use]
pub fn meaning(name: &str) -> Option<Extern> {
    Some(match name {
        "__raddle_spec_begin" => Extern::SpecBegin,
        "__raddle_spec_end" => Extern::SpecEnd,
        "__raddle_cl_barrier" => Extern::ClBarrier,
        "__raddle_cl_all" | "__raddle_cl_any" | "__raddle_cl_agreed" => Extern::ClWorkGroup,
        "__to_global" | "__to_local" | "__to_private" => Extern::ClAddressSpace,
        "__raddle_cl_copy" | "__raddle_cl_copied" => Extern::ClCopy,
        _ if name.starts_with("__raddle_cl_wait") => Extern::ClCopy,
        "__raddle_cl_work_dim" => Extern::ClWorkDim,
        "__raddle_grid_sync" => Extern::GridSync,
        "vprintf" | "printf" => Extern::Print,
        "__assertfail" => Extern::AssertFail,
        "malloc" => Extern::Malloc,
        "free" => Extern::Free,
        "__translate_sampler_initializer" => Extern::Math,
        _ if name.starts_with("__raddle_math_") || name.starts_with("__uninterpreted_function_") => {
            Extern::Math
        }
        _ if name.starts_with("__raddle_contract_") => Extern::Contract,
        _ => return None,
    })
}
