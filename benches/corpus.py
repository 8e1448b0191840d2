#!/usr/bin/env python3
"""Makes real PTX out of our own kernels, with the compilers that people use, and without a GPU.

    python3 benches/corpus.py --out DIR [--only GENERATOR]...
    python3 benches/corpus.py --real

The first form compiles the sources under benches/corpus/ and leaves the files in DIR/GENERATOR/*.ptx: several
megabytes from eight generators, on which the parser's speed and the coverage of lowering are measured. The second
compiles each source under kernels/real/ again and rewrites the .ptx beside it, which is a checked-in test input.

Each generator has an environment of its own (some contradict each other) below --cache, made on first use from the
pinned packages below and kept. TileLang's is large, about 6 GB, because it depends on PyTorch; all others together
need about 3 GB. `clang` needs no package but the program clang-19.

Sources in CUDA C++ or OpenCL name their own compilations: each line `// build: ARCH FLAG...` makes one file. Sources
in Python are compiled by the generate.py beside them, inside the generator's environment.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE / "corpus"
REAL = HERE.parent / "kernels" / "real"

NVCC = (
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-nvvm==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-cuda-cccl==13.3.5.0.6",
)
PACKAGES = {
    "nvcc": NVCC,
    "cutlass": ("--no-deps", "nvidia-cutlass==4.2.0.0"),
    "nvrtc": ("nvidia-cuda-nvrtc-cu11==11.8.89",),
    "triton": ("triton==3.9.0",),
    "numba": (
        "numba-cuda[cu13]==0.30.4",
        "numba==0.68.1",
        "llvmlite==0.50.0",
        "cuda-toolkit==13.4.3",
        "cuda-bindings==13.5.0",
        "cuda-core==1.2.2",
    ),
    "cutedsl": ("nvidia-cutlass-dsl==4.8.1",),
    "tilelang": ("tilelang==0.1.15", "torch==2.15.0", "apache-tvm-ffi==0.1.12"),
    "clang": (),
}


class Failure(Exception):
    """A tool that did not do its work, with what it said."""


class Workshop:
    """The environments and the programs in them."""

    def __init__(self, cache):
        self.cache = cache

    def environment(self, name):
        """Makes the environment NAME unless it stands already, and returns its folder."""
        home = self.cache / name
        stamp = home / "packages.txt"
        wanted = "\n".join(PACKAGES[name]) + "\n"
        if not stamp.exists() or stamp.read_text() != wanted:
            print(f"corpus: installing {name}", flush=True)
            shutil.rmtree(home, ignore_errors=True)
            run([sys.executable, "-m", "venv", str(home)])
            run([str(home / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", *PACKAGES[name]])
            stamp.write_text(wanted)
        return home

    def python(self, name):
        return str(self.environment(name) / "bin/python")

    def inside(self, name, pattern):
        """The one file or folder in the environment NAME that matches PATTERN below its packages."""
        found = sorted(self.environment(name).glob(f"lib/python3*/site-packages/{pattern}"))
        if not found:
            raise Failure(f"the environment {name} holds no {pattern}")
        return found[0]

    def nvcc(self, source, out, arch, flags, include=()):
        """Compiles SOURCE to the PTX file OUT. The compiler's warnings are of no interest here."""
        program = self.inside("nvcc", "nvidia/cu13/bin/nvcc")
        folders = [f"-I{folder}" for folder in include]
        run([str(program), "-w", "-ptx", f"-arch={arch}", *flags, *folders, source.name, "-o", str(out)], cwd=source.parent)

    def clang(self, source, out, arch, flags):
        """Compiles SOURCE, CUDA or OpenCL, to the PTX file OUT, without any toolkit."""
        program = shutil.which("clang-19") or shutil.which("clang")
        if program is None:
            raise Failure("clang-19 is not installed; `apt-get install clang-19` installs it on Debian and Ubuntu")
        if source.suffix == ".cl":
            language = ["--target=nvptx64-nvidia-cuda", f"-march={arch}", "-Xclang", "-target-feature", "-Xclang", "+ptx83"]
            language += ["-ffp-contract=off", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header"]
        else:
            language = ["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", f"--cuda-gpu-arch={arch}", "--cuda-feature=+ptx83"]
            language += ["-std=c++17", "-fdeclspec", f"-I{SOURCES / 'clang'}"]
        # What the debug information says of folders must not depend on where this was run.
        places = ["-fdebug-compilation-dir=.", f"-fdebug-prefix-map={SOURCES / 'clang'}=."]
        run([program, *language, *places, "-S", *flags, source.name, "-o", str(out)], cwd=source.parent)


def run(command, cwd=None, settings=None):
    """Runs COMMAND with SETTINGS added to the environment; if it fails, so does this, with the command's own words."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(settings or {})}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=cwd, env=environment)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def builds(source):
    """The compilations that SOURCE asks for: (architecture, flags), one for each `// build:` line."""
    found = [line.split()[2:] for line in source.read_text().splitlines() if line.startswith("// build: ")]
    if not found:
        raise Failure(f"{source}: no line `// build: ARCH FLAG...`")
    return [(words[0], words[1:]) for words in found]


def file_name(source, arch, flags):
    """The name of one compilation of SOURCE: its own, the architecture, the flags."""
    return ".".join([source.stem, arch, *(flag.strip("-").replace("=", "_") for flag in flags)]) + ".ptx"


def each_build(folder, patterns, compile_one):
    """Calls compile_one(source, name, arch, flags) for every compilation of every source in FOLDER."""
    for pattern in patterns:
        for source in sorted(folder.glob(pattern)):
            for arch, flags in builds(source):
                compile_one(source, file_name(source, arch, flags), arch, flags)


def make_nvcc(shop, out):
    each_build(SOURCES / "cuda", ["*.cu"], lambda s, name, arch, flags: shop.nvcc(s, out / name, arch, ["-std=c++17", *flags]))


def make_cutlass(shop, out):
    home = shop.inside("cutlass", "cutlass_library/source")
    include = [home / "include", home / "tools/util/include"]
    flags = ["-std=c++17", "--expt-relaxed-constexpr"]
    each_build(SOURCES / "cutlass", ["*.cu"], lambda s, name, arch, more: shop.nvcc(s, out / name, arch, [*flags, *more], include))


def make_clang(shop, out):
    each_build(SOURCES / "clang", ["*.cu", "*.cl"], lambda s, name, arch, flags: shop.clang(s, out / name, arch, flags))


def make_nvrtc(shop, out):
    folder = SOURCES / "nvrtc"

    def compile_one(source, name, arch, flags):
        target = f"--gpu-architecture={arch}"
        run([shop.python("nvrtc"), str(folder / "generate.py"), str(out / name), str(source), target, *flags])

    each_build(folder, ["*.cu"], compile_one)


# No result of an earlier run, and contraction of products and sums as it was by default for long.
TRITON_SETTINGS = {"TRITON_ALWAYS_COMPILE": "1", "TRITON_DEFAULT_FP_FUSION": "1"}


def make_triton(shop, out):
    run([shop.python("triton"), str(SOURCES / "triton/generate.py"), str(out)], settings=TRITON_SETTINGS)


def make_numba(shop, out):
    run([shop.python("numba"), str(SOURCES / "numba/generate.py"), str(out)])


def make_cutedsl(shop, out):
    for arch in ("sm_80", "sm_90a", "sm_100a"):
        run([shop.python("cutedsl"), str(SOURCES / "cutedsl/generate.py"), str(out), arch])


def make_tilelang(shop, out):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        said = run([shop.python("tilelang"), str(SOURCES / "tilelang/generate.py"), str(scratch)])
        include = [line.removeprefix("include ") for line in said.splitlines() if line.startswith("include ")]
        for source in sorted(scratch.glob("*.cu")):
            arch = source.stem.rpartition(".")[2]
            shop.nvcc(source, out / f"{source.stem}.ptx", arch, ["-std=c++20"], include)


GENERATORS = {
    "clang": make_clang,
    "nvcc": make_nvcc,
    "nvrtc": make_nvrtc,
    "triton": make_triton,
    "numba": make_numba,
    "cutedsl": make_cutedsl,
    "tilelang": make_tilelang,
    "cutlass": make_cutlass,
}


def header(source):
    """The lines of SOURCE that state its check and its expected verdicts, as PTX comments."""
    mark = "#! " if source.suffix == ".py" else "//! "
    found = [f"//! {line.removeprefix(mark)}" for line in source.read_text().splitlines() if line.startswith(mark)]
    for word in ("check:", "expect:", "why:"):
        if not any(line.startswith(f"//! {word}") for line in found):
            raise Failure(f"{source}: no line `{mark}{word} ...`")
    return found


def portable(text):
    """PTX without a trace of the place where it was made: file names without folders, no debug sections that hold any."""
    text = re.sub(r'^(\s*\.file\s+\d+\s+")[^"\n]*/([^"/\n]+")', r"\1\2", text, flags=re.M)
    sections = re.split(r"(?m)^(?=\t?\.section\b)", text)
    kept = sections[:1]
    for section in sections[1:]:
        body, brace, rest = section.partition("\n\t}")
        kept.append(rest if folders_in(body) else body + brace + rest)
    return "".join(kept).rstrip() + "\n"


def folders_in(section):
    """Whether the bytes of a debug section spell an absolute path."""
    values = re.findall(r"\.b8\s+([0-9 ,]+)", section)
    data = bytes(int(word) & 255 for value in values for word in value.replace(",", " ").split())
    return re.search(rb"/[A-Za-z0-9_.-]+/", data) is not None


def compile_real(shop, source, scratch):
    """The PTX of one checked-in source: the folder that it lies in names its generator."""
    generator = source.parent.name
    if source.suffix == ".py":
        script = str(SOURCES / generator / "generate.py")
        settings = TRITON_SETTINGS if generator == "triton" else None
        architecture = ["sm_80"] if generator == "cutedsl" else []
        run([shop.python(generator), script, str(scratch), *architecture, "--source", str(source)], settings=settings)
    else:
        (arch, flags), *more = builds(source)
        if more:
            raise Failure(f"{source}: more than one `// build:` line")
        {"nvcc": shop.nvcc, "clang": shop.clang}[generator](source, scratch / "out.ptx", arch, flags)
    made = sorted(scratch.glob("*.ptx"))
    if len(made) != 1:
        raise Failure(f"{source}: made {len(made)} files, not one")
    return portable(made[0].read_text())


def make_real(shop, only):
    for source in sorted([*REAL.glob("*/*.py"), *REAL.glob("*/*.cu")]):
        if only and source.parent.name not in only:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            text = compile_real(shop, source, pathlib.Path(scratch))
        source.with_suffix(".ptx").write_text("\n".join(header(source)) + "\n" + text)
        print(f"corpus: {source.parent.name}/{source.stem}.ptx", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=pathlib.Path, metavar="DIR", help="folder for the generated files")
    what.add_argument("--real", action="store_true", help="compile the sources under kernels/real again")
    parser.add_argument("--only", action="append", choices=GENERATORS, metavar="GENERATOR", help=f"one of {', '.join(GENERATORS)}; may be repeated")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parent / ".cache/corpus", metavar="DIR", help="folder for the environments")
    arguments = parser.parse_args()
    shop = Workshop(arguments.cache.resolve())
    shop.cache.mkdir(parents=True, exist_ok=True)
    failed = []
    if arguments.real:
        make_real(shop, arguments.only)
        return
    for name in arguments.only or GENERATORS:
        out = arguments.out.resolve() / name
        out.mkdir(parents=True, exist_ok=True)
        try:
            GENERATORS[name](shop, out)
        except Failure as failure:
            failed.append(name)
            print(f"corpus: {name} failed: {failure}", file=sys.stderr)
        files = sorted(out.glob("*.ptx"))
        size = sum(file.stat().st_size for file in files)
        print(f"corpus: {name}: {len(files)} files, {size / 1e6:.1f} MB", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"corpus: {failure}")
