//! The device headers, which are part of the binary, and the folder they are unpacked into: a temporary one, or one of
//! [`CompileOptions::cache`](crate::CompileOptions::cache), where the next compilation finds them.
//!
//! - `raddle.h`: contracts, in front of every source.
//! - `cuda/`: CUDA's own headers; `raddle/cuda.h` is in front of every CUDA source, so that the usual
//!   `#include <cuda_runtime.h>` has nothing left to add.
//! - `host/`: stubs of the C library, searched last, for the host half of a `.cu` file on a machine without one.
//! - `standard/`: in front of the machine's C and C++ library, see [`standard`].
//! - `opencl/`: `prelude.h` is in front of every OpenCL source.

use crate::entries::Hash;
use crate::{CompileError, files, standard};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Embeds files, each under its path below `headers/`.
macro_rules! embed {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../headers/", $path)))),*]
    };
}

/// Every header: its path in the unpacked tree, and its text.
pub(crate) const HEADERS: &[(&str, &str)] = embed![
    "raddle.h",
    "cuda/assert.h",
    "cuda/cooperative_groups.h",
    "cuda/cooperative_groups/memcpy_async.h",
    "cuda/cooperative_groups/reduce.h",
    "cuda/cooperative_groups/scan.h",
    "cuda/cuComplex.h",
    "cuda/cublas_v2.h",
    "cuda/cuda.h",
    "cuda/cuda/atomic",
    "cuda/cuda/barrier",
    "cuda/cuda/pipeline",
    "cuda/cuda_bf16.h",
    "cuda/cuda_fp16.h",
    "cuda/cuda_fp4.h",
    "cuda/cuda_fp6.h",
    "cuda/cuda_fp8.h",
    "cuda/cuda_pipeline.h",
    "cuda/cufft.h",
    "cuda/curand.h",
    "cuda/curand_kernel.h",
    "cuda/curand_mtgp32_host.h",
    "cuda/curand_mtgp32dc_p_11213.h",
    "cuda/cusolverDn.h",
    "cuda/cusparse.h",
    "cuda/cutil_math.h",
    "cuda/helper_cuda.h",
    "cuda/helper_math.h",
    "cuda/library_types.h",
    "cuda/math_constants.h",
    "cuda/nvml.h",
    "cuda/raddle/all.h",
    "cuda/raddle/atomics.h",
    "cuda/raddle/bits.h",
    "cuda/raddle/builtin_vars.h",
    "cuda/raddle/cuda.h",
    "cuda/raddle/cublas_list.h",
    "cuda/raddle/cufft_list.h",
    "cuda/raddle/curand_list.h",
    "cuda/raddle/cusolver_list.h",
    "cuda/raddle/cusparse_list.h",
    "cuda/raddle/driver_list.h",
    "cuda/raddle/helper_math.h",
    "cuda/raddle/host_api.h",
    "cuda/raddle/host_more.h",
    "cuda/raddle/host_types.h",
    "cuda/raddle/inlining.h",
    "cuda/raddle/launch.h",
    "cuda/raddle/library.h",
    "cuda/raddle/library_list.h",
    "cuda/raddle/math.h",
    "cuda/raddle/memory.h",
    "cuda/raddle/more.h",
    "cuda/raddle/more_math.h",
    "cuda/raddle/narrow.h",
    "cuda/raddle/no_inlining.h",
    "cuda/raddle/nv_atomic.h",
    "cuda/raddle/output.h",
    "cuda/raddle/qualifiers.h",
    "cuda/raddle/runtime_list.h",
    "cuda/raddle/small_floats.h",
    "cuda/raddle/sync.h",
    "cuda/raddle/texture.h",
    "cuda/raddle/texture_host.h",
    "cuda/raddle/vector_types.h",
    "cuda/raddle/warp.h",
    "host/cassert",
    "host/cfloat",
    "host/climits",
    "host/cmath",
    "host/cstddef",
    "host/cstdint",
    "host/cstdio",
    "host/cstdlib",
    "host/cstring",
    "host/ctime",
    "host/malloc.h",
    "host/math.h",
    "host/omp.h",
    "host/stdio.h",
    "host/stdlib.h",
    "host/string.h",
    "host/time.h",
    "opencl/all.h",
    "opencl/atomics.h",
    "opencl/atomics_2.h",
    "opencl/collective.h",
    "opencl/conversions.h",
    "opencl/copies.h",
    "opencl/half.h",
    "opencl/images.h",
    "opencl/integers.h",
    "opencl/math.h",
    "opencl/more.h",
    "opencl/prelude.h",
    "opencl/sub_groups.h",
    "opencl/sync.h",
    "opencl/vectors.h",
    "opencl/work_items.h",
];

/// CUDA headers whose declarations `raddle/cuda.h` has all, and headers for the host that a source need not have.
const CUDA_ALIASES: &[&str] = &[
    "builtin_types.h",
    "common_functions.h",
    "crt/common_functions.h",
    "crt/device_double_functions.h",
    "crt/device_functions.h",
    "crt/func_macro.h",
    "crt/host_config.h",
    "crt/host_defines.h",
    "crt/host_runtime.h",
    "crt/math_functions.h",
    "crt/sm_70_rt.h",
    "cuda_device_runtime_api.h",
    "cuda_occupancy.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_atomic_functions.h",
    "device_double_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "device_types.h",
    "driver_functions.h",
    "driver_types.h",
    "host_config.h",
    "host_defines.h",
    "math_functions.h",
    "nvToolsExt.h",
    "nvtx3/nvToolsExt.h",
    "sm_11_atomic_functions.h",
    "sm_12_atomic_functions.h",
    "sm_13_double_functions.h",
    "sm_20_atomic_functions.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_32_atomic_functions.h",
    "sm_32_intrinsics.h",
    "sm_35_atomic_functions.h",
    "sm_35_intrinsics.h",
    "sm_60_atomic_functions.h",
    "sm_61_intrinsics.h",
    "vector_functions.h",
    "vector_functions.hpp",
    "vector_types.h",
];

/// CUDA headers whose declarations `raddle/texture.h` has all.
const TEXTURE_ALIASES: &[&str] = &[
    "channel_descriptor.h",
    "cuda_surface_types.h",
    "cuda_texture_types.h",
    "surface_functions.h",
    "surface_indirect_functions.h",
    "surface_types.h",
    "texture_fetch_functions.h",
    "texture_indirect_functions.h",
    "texture_types.h",
];

/// Headers of the SDK's samples whose declarations `helper_cuda.h` has all.
const SAMPLE_ALIASES: &[&str] = &[
    "cutil.h",
    "cutil_inline.h",
    "exception.h",
    "helper_cuda_drvapi.h",
    "helper_functions.h",
    "helper_image.h",
    "helper_string.h",
    "helper_timer.h",
];

/// Other names of headers.
const OTHER_ALIASES: &[(&str, &str)] = &[
    ("cublas.h", "cublas_v2.h"),
    ("cuda/std/atomic", "cuda/atomic"),
    ("cuda/std/barrier", "cuda/barrier"),
    ("cuda_bf16.hpp", "cuda_bf16.h"),
    ("cuda_fp16.hpp", "cuda_fp16.h"),
    ("cuda_fp4.hpp", "cuda_fp4.h"),
    ("cuda_fp6.hpp", "cuda_fp6.h"),
    ("cuda_fp8.hpp", "cuda_fp8.h"),
    ("cuda_pipeline_primitives.h", "cuda_pipeline.h"),
    ("cufftXt.h", "cufft.h"),
    ("curand_discrete.h", "curand_kernel.h"),
    ("curand_globals.h", "curand_kernel.h"),
    ("curand_lognormal.h", "curand_kernel.h"),
    ("curand_mtgp32.h", "curand_kernel.h"),
    ("curand_mtgp32_kernel.h", "curand_kernel.h"),
    ("curand_normal.h", "curand_kernel.h"),
    ("curand_philox4x32_x.h", "curand_kernel.h"),
    ("curand_poisson.h", "curand_kernel.h"),
    ("curand_uniform.h", "curand_kernel.h"),
    ("cusparse_v2.h", "cusparse.h"),
];

/// The name under which the headers' directory appears in PTX.
pub(crate) const SHOWN_AS: &str = "raddle-headers";

/// The unpacked headers, and a temporary directory for the compiler's output, which is gone when dropped.
#[derive(Debug)]
pub(crate) struct Workspace {
    directory: tempfile::TempDir,
    headers: PathBuf,
}

impl Workspace {
    /// Unpacks the headers into the temporary directory.
    pub(crate) fn new() -> Result<Self, CompileError> {
        let unpacked = || {
            let directory = scratch()?;
            let headers = directory.path().join("headers");
            unpack(&headers)?;
            Ok(Self { directory, headers })
        };
        unpacked().map_err(|error| CompileError::System {
            what: "cannot unpack the device headers into a temporary directory".to_string(),
            error,
        })
    }

    /// The same with headers that stay in this folder, under a name that tells their text; none if that cannot be.
    pub(crate) fn kept(cache: &Path) -> Option<Self> {
        static NAME: LazyLock<String> = LazyLock::new(|| format!("headers-{}", digest(texts())));
        let headers = cache.join(&*NAME);
        if !headers.exists() {
            // All of it appears at once; who comes second finds it there.
            files::make_private_folder(cache).ok()?;
            let fresh = tempfile::tempdir_in(cache).ok()?;
            unpack(fresh.path()).ok()?;
            let _ = fs::rename(fresh.path(), &headers);
        }
        // Who can write there decides what sources mean.
        [cache, &headers].into_iter().try_for_each(files::check_private_folder).ok()?;
        Some(Self { directory: scratch().ok()?, headers })
    }

    /// Where the compiler's output may go.
    pub(crate) fn scratch(&self) -> &Path {
        self.directory.path()
    }

    /// Adds a header of this compilation's own, and gives its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<String, CompileError> {
        let path = self.scratch().join("own").join(name);
        match write(&path, text) {
            Ok(()) => Ok(path.display().to_string()),
            Err(error) => {
                Err(CompileError::System { what: format!("cannot write {}", path.display()), error })
            }
        }
    }

    /// A header or a directory of headers.
    pub(crate) fn header(&self, path: &str) -> String {
        self.headers.join(path).display().to_string()
    }

    /// The directory of the headers.
    pub(crate) fn headers(&self) -> &Path {
        &self.headers
    }

    /// Those of some files that are not raddle's own.
    pub(crate) fn strangers(&self, mut files: Vec<PathBuf>) -> Vec<PathBuf> {
        files.retain(|file| !file.starts_with(&self.headers) && !file.starts_with(self.scratch()));
        files
    }

    /// The arguments that keep paths out of the PTX: of the headers and of what the compilation adds, and of the working
    /// directory: a relative name comes out relative to `.`, which [`plain_file_names`] then drops.
    pub(crate) fn path_arguments(&self) -> Vec<String> {
        let shown = |headers: &Path| format!("-ffile-prefix-map={}={SHOWN_AS}", headers.display());
        let own = self.scratch().join("own");
        vec!["-fdebug-compilation-dir=.".to_owned(), shown(&self.headers), shown(&own)]
    }
}

/// A temporary directory.
fn scratch() -> std::io::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("raddle-").tempdir()
}

/// A name for texts.
pub(crate) fn digest(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut hash = Hash::default();
    texts.for_each(|text| hash.add(text.as_ref()));
    hash.end().chars().take(16).collect()
}

/// Writes all headers below `root`.
fn unpack(root: &Path) -> std::io::Result<()> {
    files().try_for_each(|(path, text)| write(&root.join(path), &text))
}

/// All headers: each with its path.
fn files() -> impl Iterator<Item = (String, Cow<'static, str>)> {
    let include = |header: &str| format!("#include \"{header}\"\n");
    let aliases = [
        (CUDA_ALIASES, "raddle/cuda.h"),
        (TEXTURE_ALIASES, "raddle/texture.h"),
        (SAMPLE_ALIASES, "helper_cuda.h"),
    ];
    let aliases =
        aliases.into_iter().flat_map(|(names, header)| names.iter().map(move |&alias| (alias, header)));
    let aliases = aliases.chain(OTHER_ALIASES.iter().copied());
    let standard = standard::files(include_str!("../headers/raddle.h")).into_iter();
    let made = aliases
        .map(move |(alias, header)| (format!("cuda/{alias}"), include(header)))
        .chain(standard.map(|(path, text)| (format!("{}/{path}", standard::FOLDER), text)))
        .chain([("opencl/conversion_names.h".to_owned(), crate::opencl::conversion_names())]);
    let embedded = HEADERS.iter().map(|&(path, text)| (path.to_owned(), Cow::Borrowed(text)));
    embedded.chain(made.map(|(path, text)| (path, Cow::Owned(text))))
}

/// All that [`unpack`] writes: another text is another set of headers.
fn texts() -> impl Iterator<Item = Cow<'static, str>> {
    files().flat_map(|(path, text)| [Cow::Owned(path), text])
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

/// Turns `.file 1 "./scan.cu"`, as [`Workspace::path_arguments`] makes clang write it, into `.file 1 "scan.cu"`.
pub(crate) fn plain_file_names(ptx: &str) -> String {
    let mut out = String::with_capacity(ptx.len());
    for line in ptx.split_inclusive('\n') {
        match line.split_once("\"./") {
            Some((head, tail)) if is_file_directive(head) => {
                out.push_str(head);
                out.push('"');
                out.push_str(tail);
            }
            _ => out.push_str(line),
        }
    }
    out
}

/// Whether a line that begins so is a `.file` directive: `.file`, a number, and then the name.
fn is_file_directive(head: &str) -> bool {
    head.trim().strip_prefix(".file").is_some_and(|n| n.trim().parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_the_dot_of_relative_files_only() {
        let ptx = "\t.file\t1 \"./a.cu\"\n\t.file\t2 \"././b.cu\"\n\t.file\t3 \"/x/./c.cu\"\n// \"./d\"\n";
        assert_eq!(
            plain_file_names(ptx),
            "\t.file\t1 \"a.cu\"\n\t.file\t2 \"./b.cu\"\n\t.file\t3 \"/x/./c.cu\"\n// \"./d\"\n"
        );
    }

    #[test]
    fn every_header_in_the_folder_is_embedded() {
        fn walk(dir: &Path, root: &Path, found: &mut Vec<String>) {
            for entry in fs::read_dir(dir).expect("headers/ is there") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    walk(&path, root, found);
                } else {
                    let name = path.strip_prefix(root).expect("below the root");
                    found.push(name.display().to_string());
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("headers");
        let mut found = Vec::new();
        walk(&root, &root, &mut found);
        found.sort();
        let mut embedded: Vec<String> = HEADERS.iter().map(|(p, _)| (*p).to_string()).collect();
        embedded.sort();
        assert_eq!(found, embedded);
    }
}
