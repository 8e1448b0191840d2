"""Compiles every variant of the Triton kernels beside this file, or of the named sources, to PTX. Runs inside Triton's own environment.

usage: generate.py OUT [--source FILE]...

No device is needed: the target is named, and only the stages up to PTX matter. A source is a module with a list
VARIANTS of (name, kernel, signature, constants, options); the options are Triton's, and two of ours: `aligned`
names the arguments known to be multiples of 16, `arch` the architectures to compile for (80, 90 and 100 by default).
"""

import argparse
import importlib.util
import pathlib
import sys
import traceback

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

ARCHITECTURES = (80, 90, 100)


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_variant(variant, arch):
    _, kernel, signature, constants, options = variant
    options = {key: value for key, value in options.items() if key != "arch"}
    aligned = options.pop("aligned", ())
    names = kernel.arg_names
    full = {name: signature.get(name, "constexpr") for name in names}
    attributes = {(names.index(name),): [["tt.divisibility", 16]] for name in aligned}
    source = ASTSource(kernel, signature=full, constexprs=constants, attrs=attributes)
    return triton.compile(source, target=GPUTarget("cuda", arch, 32), options=options).asm["ptx"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--source", type=pathlib.Path, action="append")
    arguments = parser.parse_args()
    here = pathlib.Path(__file__).resolve()
    sources = arguments.source or sorted(p for p in here.parent.glob("*.py") if p != here)
    failed = 0
    for path in sources:
        for variant in load(path).VARIANTS:
            for arch in variant[4].get("arch", ARCHITECTURES):
                name = f"{variant[0]}.sm_{arch}"
                try:
                    (arguments.out / f"{name}.ptx").write_text(compile_variant(variant, arch))
                except Exception:  # one variant that fails must not stop the others
                    failed += 1
                    print(f"triton: {name} did not compile:\n{traceback.format_exc(limit=-1)}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
