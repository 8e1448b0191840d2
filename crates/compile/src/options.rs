//! What a user may ask of a compilation.

use crate::{CompileError, Kept};
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The language of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// CUDA C++.
    Cuda,
    /// OpenCL C.
    OpenCl,
}

impl Language {
    /// The language by a file's name: `.cu` and `.cuh` are CUDA, `.cl` and `.ocl` OpenCL.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "cu" | "cuh" => Some(Self::Cuda),
            "cl" | "ocl" => Some(Self::OpenCl),
            _ => None,
        }
    }
}

/// The compiler to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compiler {
    /// clang; nvcc for a CUDA source that includes a library which only nvcc compiles, such as CUB, if there is an nvcc.
    #[default]
    Auto,
    /// clang 19 or newer, with raddle's device headers: `RADDLE_CLANG`, else `clang-19`, else `clang`.
    Clang,
    /// nvcc, with its own headers and raddle's contracts: `RADDLE_NVCC`, else `nvcc`, else the one of PyPI's package
    /// `nvidia-cuda-nvcc`.
    Nvcc,
}

/// Options of a compilation; the default is what `raddle check FILE` uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// The language; `None` goes by the file's name.
    pub language: Option<Language>,
    /// The compiler.
    pub compiler: Compiler,
    /// Macros, as after `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Directories for `#include`, as after `-I`, searched before raddle's own headers.
    pub includes: Vec<String>,
    /// Instances of templates of kernels to compile besides those that the source makes: `k<float, 256>`. CUDA only.
    pub instances: Vec<String>,
    /// The language standard, as after `-std=`: `c++20`, `CL2.0`. OpenCL is `CL1.2` where it is not given.
    pub standard: Option<String>,
    /// The optimisation level, 0 to 3. At 0, the default, the PTX has every access that the source has.
    pub optimise: u8,
    /// The GPU architecture. The default, `sm_90`, knows every instruction that the headers use.
    pub arch: String,
    /// How many bits a pointer has, 32 or 64: of the device, and of the host that a `.cu` file is written for. There `long` and
    /// `size_t` have as many. OpenCL's `long` has always 64.
    pub pointer_bits: u8,
    /// Whether the machine's C and C++ library headers may be used by the host half of a `.cu` file. Without them,
    /// raddle's stubs of the C headers serve. OpenCL never uses them, and nor do pointers of 32 bits: the machine's headers are
    /// made for its own.
    pub host_headers: bool,
    /// Functions that have no body in the file are assumed to return a value and do nothing else. The compiler ignores this; it says
    /// what the file means.
    pub pure_calls: bool,
    /// Contracts that GPUVerify would not accept are errors. The compiler ignores this too.
    pub portable_contracts: bool,
    /// Further arguments, passed as they are, after raddle's own.
    pub extra: Vec<String>,
    /// A folder to keep the device headers in, and what the compiler has made of those in front of every source: the next one takes a fraction of
    /// the time. `None`, the default, keeps nothing.
    pub cache: Option<PathBuf>,
    /// Where whole compilations are kept. What was compiled before, from the same files with the same options, is not compiled again. `None`, the
    /// default, keeps nothing.
    pub kept: Option<Kept>,
    /// How long one run of the compiler may take.
    pub time_limit: Duration,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            language: None,
            compiler: Compiler::Auto,
            defines: Vec::new(),
            includes: Vec::new(),
            instances: Vec::new(),
            standard: None,
            optimise: 0,
            arch: "sm_90".to_string(),
            pointer_bits: 64,
            host_headers: true,
            pure_calls: false,
            portable_contracts: false,
            extra: Vec::new(),
            cache: None,
            kept: None,
            time_limit: Duration::from_secs(120),
        }
    }
}

impl CompileOptions {
    /// Refuses what no compiler would understand.
    pub(crate) fn validate(&self) -> Result<(), CompileError> {
        if self.optimise > 3 {
            return Err(CompileError::Option {
                what: format!("there is no optimisation level {}", self.optimise),
                help: "levels are 0 to 3; 0 keeps every access of the source".to_string(),
            });
        }
        if !self.arch.starts_with("sm_") {
            return Err(CompileError::Option {
                what: format!("`{}` is not a GPU architecture", self.arch),
                help: "write it as sm_80 or sm_90".to_string(),
            });
        }
        if !matches!(self.pointer_bits, 32 | 64) {
            return Err(CompileError::Option {
                what: format!("a pointer cannot have {} bits", self.pointer_bits),
                help: "pass 32 or 64".to_string(),
            });
        }
        if self.pointer_bits == 32 && self.compiler == Compiler::Nvcc {
            return Err(CompileError::Option {
                what: "nvcc supports 64-bit pointers only".to_string(),
                help: "leave out `--compiler nvcc`: clang supports 32-bit pointers too".to_string(),
            });
        }
        let is_name = |instance: &String| {
            let begins = |c: char| c == '_' || c == ':' || c.is_alphabetic();
            instance.starts_with(begins)
                && instance.trim_end().ends_with('>')
                && !instance.contains([';', '{', '}', '"', '\n', '\\'])
        };
        if let Some(instance) = self.instances.iter().find(|instance| !is_name(instance)) {
            return Err(CompileError::Option {
                what: format!("`--instantiate {instance}` names no instance of a template"),
                help: "write the kernel with its arguments, such as --instantiate 'k<float, 256>'"
                    .to_string(),
            });
        }
        if let Some(define) = self.defines.iter().find(|d| d.contains('\n') || !names_a_macro(d)) {
            return Err(CompileError::Option {
                what: format!("`-D{define}` does not define a macro"),
                help: "write -DNAME or -DNAME=VALUE".to_string(),
            });
        }
        Ok(())
    }

    /// The macros as a header. It comes after raddle's own headers, so that `-DT=float` changes the source only.
    pub(crate) fn definitions(&self) -> String {
        let mut text = String::new();
        for define in &self.defines {
            let (name, value) = define.split_once('=').unwrap_or((define, "1"));
            let plain = name.split('(').next().unwrap_or(name);
            // Writing to a string cannot fail. The macro may be one of raddle's headers, such as CUDA_VERSION.
            let _ = writeln!(text, "#undef {plain}\n#define {name} {value}");
            if let Some(version) = value.parse::<u32>().ok().filter(|_| name == "CUDA_VERSION") {
                let (major, minor) = (version / 1000, version % 1000 / 10);
                for (name, value) in [
                    ("CUDART_VERSION", version),
                    ("__CUDART_API_VERSION", version),
                    ("__CUDACC_VER_MAJOR__", major),
                    ("__CUDACC_VER_MINOR__", minor),
                ] {
                    let _ = writeln!(text, "#undef {name}\n#define {name} {value}");
                }
            }
        }
        text
    }

    /// `-I`, in the order given.
    pub(crate) fn include_arguments(&self) -> impl Iterator<Item = String> {
        self.includes.iter().map(|i| format!("-I{i}"))
    }
}

/// Does the text after `-D` begin with the name of a macro, perhaps with parameters: `N`, `N=4`, `F(x)=x`?
fn names_a_macro(define: &str) -> bool {
    let name = define.split(['=', '(']).next().unwrap_or_default();
    let mut letters = name.chars();
    letters.next().is_some_and(|c| c == '_' || c.is_alphabetic())
        && letters.all(|c| c == '_' || c.is_alphanumeric())
}
