#!/usr/bin/env python3
"""Makes PTX of the kernels that WEFT was published with, as its Makefiles do, without a CUDA toolkit.

    benches/weft_ptx.py --weft DIR --out DIR

--weft is a clone of https://github.com/lightsighter/Weft; --out gets one PTX file for each kernel of figures 9 and 10 of
paper 001 and for its four negatives. The compiler is NVRTC 11.8, the last line of compilers that knows compute_35:

    pip install nvidia-cuda-nvrtc-cu11

run this script with the Python that has it.
"""

import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "corpus/nvrtc"))
from generate import compile_ptx

# What a kernel includes and does not need: the host's headers.
EMPTY = ["stdio.h", "stdlib.h", "assert.h", "math.h", "time.h", "cstdio", "cstdlib", "cassert", "cmath",
         "cuda.h", "cuda_runtime.h"]
HOST = """#ifndef HOST
#define HOST
typedef long clock_t;
#define assert(condition) ((void)0)
#endif
"""


def compile_kernel(source):
    """PTX of a source, with line numbers."""
    headers = {name: HOST for name in EMPTY}
    # A host function is none of the device's business; compiled for it, nobody calls it.
    headers |= {header.name: header.read_text().replace("__host__", "__device__") for header in source.parent.glob("*.h")}
    return compile_ptx(source, ["--gpu-architecture=compute_35", "-lineinfo", "-default-device", "--disable-warnings"], headers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weft", type=pathlib.Path, required=True, help="a clone of lightsighter/Weft")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="where the PTX goes")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for source in sorted(options.weft.glob("examples/*/*.cu")):
        group = source.parent.name.replace("Heptane", "hept").lower()
        name = source.stem if group == "saxpy" else f"{group}_{source.stem}"
        ptx = compile_kernel(source)
        # WEFT's parser does not know where a line was inlined at, which newer compilers add, and wants a file's time and size.
        ptx = re.sub(rb"^(\s*\.loc\s+\d+ \d+ \d+),.*$", rb"\1", ptx, flags=re.M)
        ptx = re.sub(rb'^(\s*\.file\s+\d+ )"(?:[^"]*/)?([^"/]*)"$', rb'\1"\2", 1, 1', ptx, flags=re.M)
        (options.out / f"{name}.ptx").write_bytes(ptx)
        print(name, flush=True)


if __name__ == "__main__":
    main()
