#!/usr/bin/env python3
"""How long raddle takes for its own kernels: each `check:` line of kernels/examples and kernels/for_all, one after the other.

    benches/own_kernels.py [RADDLE]

Wall time and processor time of the whole process, compiler included. A table has the kernels of kernels/for_all/library.cu: how long each takes, and
its variants with a bug.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "release" / "raddle"


def checks():
    """Each kernel with the options of one of its checks."""
    for folder in ("examples", "for_all"):
        for file in sorted((ROOT / "kernels" / folder).iterdir()):
            if file.suffix not in (".cu", ".cl"):
                continue
            for line in file.read_text().splitlines():
                if not line.startswith("//!"):
                    break
                word, _, rest = line[3:].strip().partition(":")
                if word == "check":
                    yield file.relative_to(ROOT), rest.split()


def used():
    """Processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    raddle = sys.argv[1] if len(sys.argv) > 1 else BUILT
    times, library = [], {}
    for file, options in checks():
        start, before = time.perf_counter(), used()
        ended = subprocess.run([raddle, "check", file, *options], cwd=ROOT, capture_output=True)
        took, busy = time.perf_counter() - start, used() - before
        times.append((took, busy, f"{file} {' '.join(options)}"))
        if file.name == "library.cu":
            kernel = options[options.index("--kernel") + 1]
            library.setdefault(kernel, []).append(("-D" in options, ended.returncode, took, busy))
    print("| kernel | proved | s | processor s | broken variants | refuted | slowest, s | processor s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for kernel, runs in library.items():
        right, broken = next(r for r in runs if not r[0]), [r for r in runs if r[0]]
        print(f"| {kernel} | {'yes' if right[1] == 0 else 'no'} | {right[2]:.2f} | {right[3]:.2f} | {len(broken)} | "
              f"{sum(r[1] == 1 for r in broken)} | {max(r[2] for r in broken):.2f} | {max(r[3] for r in broken):.2f} |")
    times.sort()
    print(f"{len(times)} checks, median {statistics.median(t[0] for t in times):.2f} s, {statistics.median(t[1] for t in times):.2f} s of processor time; the slowest:")
    for took, busy, name in times[-5:]:
        print(f"{took:6.2f} s {busy:6.2f} s  {name}")


if __name__ == "__main__":
    main()
