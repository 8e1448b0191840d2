"""Lowers every TileLang kernel beside this file to CUDA C++. Runs inside TileLang's own environment; no device is needed.

usage: generate.py OUT

Writes NAME.sm_ARCH.cu for nvcc, which corpus.py runs afterwards, and prints a line `include FOLDER` for each folder that nvcc needs.
A kernel that does not lower for an architecture is reported, and the others go on.
"""

import pathlib
import sys
import traceback

import tilelang
from tilelang.engine.lower import lower
from tvm.target import Target

import kernels

ARCHITECTURES = ("80", "90a", "100a")


def main():
    out = pathlib.Path(sys.argv[1])
    failed = 0
    for name, kernel in kernels.KERNELS:
        for arch in ARCHITECTURES:
            try:
                with Target({"kind": "cuda", "arch": f"sm_{arch}"}) as target:
                    (out / f"{name}.sm_{arch}.cu").write_text(lower(kernel, target=target).kernel_source)
            except Exception:  # one kernel that fails must not stop the others
                failed += 1
                print(f"tilelang: {name} did not lower for sm_{arch}:\n{traceback.format_exc(limit=-1)}", file=sys.stderr)
    home = pathlib.Path(tilelang.__file__).parent
    print(f"include {home / 'src'}")
    print(f"include {home / '3rdparty/cutlass/include'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
