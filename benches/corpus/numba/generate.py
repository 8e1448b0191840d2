"""Compiles every Numba kernel beside this file to PTX. Runs inside Numba's own environment; no device is needed.

usage: generate.py OUT [--source FILE]...

A source is a module with a list KERNELS of (function, signature). Each is compiled optimised for two architectures,
and once more for the first with line information, and once unoptimised with debug information.
"""

import argparse
import importlib.util
import pathlib
import sys
import traceback

from numba import cuda

MODES = (
    ("sm_80", {"cc": (8, 0)}),
    ("sm_90", {"cc": (9, 0)}),
    ("sm_80.lineinfo", {"cc": (8, 0), "lineinfo": True}),
    ("sm_80.debug", {"cc": (8, 0), "debug": True, "opt": False}),
)


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--source", type=pathlib.Path, action="append")
    arguments = parser.parse_args()
    here = pathlib.Path(__file__).resolve()
    sources = arguments.source or sorted(p for p in here.parent.glob("*.py") if p != here)
    failed = 0
    for path in sources:
        module = load(path)
        for kernel, signature in module.KERNELS:
            for mode, options in getattr(module, "MODES", MODES):
                name = f"{kernel.__name__}.{mode}"
                try:
                    text, _ = cuda.compile_ptx(kernel, signature, **options)
                    (arguments.out / f"{name}.ptx").write_text(text)
                except Exception:  # one kernel that fails must not stop the others
                    failed += 1
                    print(f"numba: {name} did not compile:\n{traceback.format_exc(limit=-1)}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
