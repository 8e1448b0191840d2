#!/usr/bin/env python3
"""How the accesses of two threads are compared (crates/lockstep/src/prove/compare.rs), measured.

    cargo build --release -p raddle --example two_threads
    benches/compare.py

First, kernels whose threads access N contiguous words one by one, at places that rewriting knows to be apart, and at rows of which an
assumption says that they do not overlap. Then the checks of kernels/examples, kernels/for_all and kernels/paper000 that need nothing but sizes. Seconds are processor time of the whole process,
the compiler's too; questions those that a solver had to answer.
"""

import os
import pathlib
import re
import resource
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "release" / "examples" / "two_threads"
WAYS = ("pieces", "pairs", "logged", "watched")


def made(words, row):
    """Each thread copies so many words, one by one, in another order."""
    lines = "\n".join(f"    out[at + {n}] = in[at + {words - 1 - n}];" for n in range(words))
    at = f"{words} * i" if row == "in order" else "start[i]"
    known = f"""    __assume(at >= 0 && at < 100000);
    __assume(at + {words} <= __other_int(at) || __other_int(at) + {words} <= at);
""" if row == "of a table" else ""
    return f"""__global__ void k(float *out, const float *in, const int *start) {{
    int i = threadIdx.x;
    int at = {at};
{known}{lines}
}}
"""


def run(file, kernel, block, grid, way):
    """Questions, questions to the solver, seconds, and whether races were decided."""
    command = [BUILT, file, kernel, block, *([grid] if grid else []), way]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True, timeout=600).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = re.search(r": (\d+) questions, (\d+) to the solver", out)
    race = re.search(r"race: +(\w+)", out)
    return (int(found[1]), int(found[2]), seconds, race[1]) if found and race else None


def checks():
    """Kernels with sizes only."""
    for folder in ("examples", "for_all", "paper000"):
        for file in sorted((ROOT / "kernels" / folder).iterdir()):
            if file.suffix not in (".cu", ".cl"):
                continue
            text = file.read_text()
            kernels = re.findall(r"(?:__global__|__kernel)[^;{]*?void\s+(\w+)\s*\(", text)
            for line in text.splitlines():
                if not line.startswith("//! check:"):
                    continue
                options = dict(re.findall(r"--(\S+) (\S+)", line))
                kernel = options.get("kernel", kernels[0] if len(kernels) == 1 else None)
                if kernel and "block" in options and "*" not in line and set(options) <= {"block", "grid", "kernel", "property", "cta"}:
                    yield file, kernel, options["block"], options.get("grid")


def main():
    print("| words | rows | " + " | ".join(f"{way}: to the solver, s, race" for way in WAYS) + " |")
    with tempfile.TemporaryDirectory() as folder:
        for row in ("in order", "of a table"):
            for words in (8, 16, 32, 64):
                file = pathlib.Path(folder) / "k.cu"
                file.write_text(made(words, row))
                cells = [run(file, "k", "64", "1", way) for way in WAYS]
                print(f"| {words} | {row} | " + " | ".join(f"{c[1]}, {c[2]:.2f}, {c[3]}" for c in cells) + " |", flush=True)
    everything = list(dict.fromkeys(checks()))
    print(f"{len(everything)} checks")
    base = None
    for way in WAYS:
        seen = [run(*one, way) for one in everything]
        told = [c for c in seen if c]
        base = base or seen
        differ = sum(a is not None and (b is None or a[3] != b[3]) for a, b in zip(base, seen))
        print(f"{way}: {sum(c[0] for c in told)} questions, {sum(c[1] for c in told)} to the solver, "
              f"{sum(c[2] for c in told):.1f} s, {differ} other answers", flush=True)


if __name__ == "__main__":
    main()
