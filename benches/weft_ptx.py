#!/usr/bin/env python3
"""Makes PTX of the kernels that WEFT was published with, as its Makefiles do, without a CUDA toolkit.

    benches/weft_ptx.py --weft DIR --out DIR

--weft is a clone of https://github.com/lightsighter/Weft; --out gets one PTX file for each kernel of figures 9 and 10 of
paper 001 and for its four negatives. The compiler is NVRTC 11.8, the last line of compilers that knows compute_35:

    pip install nvidia-cuda-nvrtc-cu11

run this script with the Python that has it.
"""

import argparse
import ctypes
import pathlib
import re
import sys

# What a kernel includes and does not need: the host's headers.
EMPTY = ["stdio.h", "stdlib.h", "assert.h", "math.h", "time.h", "cstdio", "cstdlib", "cassert", "cmath",
         "cuda.h", "cuda_runtime.h"]
HOST = """#ifndef HOST
#define HOST
typedef long clock_t;
#define assert(condition) ((void)0)
#endif
"""


def library():
    """NVRTC of the wheel."""
    try:
        import nvidia.cuda_nvrtc as wheel
    except ImportError:
        sys.exit("weft_ptx: no NVRTC; install it with: pip install nvidia-cuda-nvrtc-cu11")
    (path,) = pathlib.Path(wheel.__path__[0]).glob("lib/libnvrtc.so.*")
    return ctypes.CDLL(str(path))


def compile_ptx(nvrtc, source):
    """PTX of a source, with line numbers."""
    names = EMPTY + [header.name for header in source.parent.glob("*.h")]
    # A host function is none of the device's business; compiled for it, nobody calls it.
    texts = [HOST if name in EMPTY else (source.parent / name).read_text().replace("__host__", "__device__") for name in names]
    array = lambda strings: (ctypes.c_char_p * len(strings))(*[s.encode() for s in strings])
    program = ctypes.c_void_p()
    text = source.read_text()
    created = nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), str(source.name).encode(), len(names),
                                       array(texts), array(names))
    flags = ["--gpu-architecture=compute_35", "-lineinfo", "-default-device", "--disable-warnings"]
    code = created or nvrtc.nvrtcCompileProgram(program, len(flags), array(flags))
    size = ctypes.c_size_t()
    if code:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(f"weft_ptx: {source}: NVRTC says {code}:\n{log.value.decode()[:4000]}")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    ptx = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, ptx)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return ptx.value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weft", type=pathlib.Path, required=True, help="a clone of lightsighter/Weft")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the PTX goes")
    options = parser.parse_args()
    nvrtc = library()
    options.out.mkdir(parents=True, exist_ok=True)
    for source in sorted(options.weft.glob("examples/*/*.cu")):
        group = source.parent.name.replace("Heptane", "hept").lower()
        name = source.stem if group == "saxpy" else f"{group}_{source.stem}"
        ptx = compile_ptx(nvrtc, source).rstrip(b"\0")
        # WEFT's parser does not know where a line was inlined at, which newer compilers add, and wants a file's time and size.
        ptx = re.sub(rb"^(\s*\.loc\s+\d+ \d+ \d+),.*$", rb"\1", ptx, flags=re.M)
        ptx = re.sub(rb'^(\s*\.file\s+\d+ )"(?:[^"]*/)?([^"/]*)"$', rb'\1"\2", 1, 1', ptx, flags=re.M)
        (options.out / f"{name}.ptx").write_bytes(ptx)
        print(name, flush=True)


if __name__ == "__main__":
    main()
