"""Compiles every CuTe DSL kernel beside this file to PTX. Runs inside the DSL's own environment; no device is needed.

usage: generate.py OUT ARCH [--source FILE]

ARCH is sm_80, sm_90a or sm_100a; the DSL reads it once, so each takes a process of its own. A source is a module with
a list KERNELS of (name, function, maker of its arguments) and, where a kernel needs one, a fourth: the architectures.
"""

import argparse
import importlib.util
import os
import pathlib
import sys
import traceback

parser = argparse.ArgumentParser()
parser.add_argument("out", type=pathlib.Path)
parser.add_argument("arch")
parser.add_argument("--source", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent / "kernels.py")
arguments = parser.parse_args()
out, arch = arguments.out, arguments.arch
os.environ.update(CUTE_DSL_ARCH=arch, CUTE_DSL_KEEP="ptx", CUTE_DSL_DUMP_DIR=str(out / "dump"), CUTE_DSL_DISABLE_FILE_CACHING="1")

import cutlass.cute as cute  # noqa: E402  (the environment above must stand first)


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # the DSL looks the module of a kernel up by its name
    spec.loader.exec_module(module)
    return module


def main():
    (out / "dump").mkdir(exist_ok=True)
    failed = 0
    for name, kernel, make, *only in load(arguments.source).KERNELS:
        if only and arch not in only[0]:
            continue
        try:
            text = cute.compile(kernel, *make()).__ptx__
            (out / f"{name}.{arch}.ptx").write_text(text.rstrip("\0"))
        except Exception:  # one kernel that fails must not stop the others
            failed += 1
            print(f"cutedsl: {name} did not compile for {arch}:\n{traceback.format_exc(limit=-2)}", file=sys.stderr)
    for left in (out / "dump").iterdir():
        left.unlink()
    (out / "dump").rmdir()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
