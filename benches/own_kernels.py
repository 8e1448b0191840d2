#!/usr/bin/env python3
"""How long raddle takes for its own kernels: each `check:` line of kernels/examples and kernels/for_all, one after the other.

    benches/own_kernels.py [RADDLE]

Wall time of the whole process, compiler included.
"""

import os
import pathlib
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


def main():
    raddle = sys.argv[1] if len(sys.argv) > 1 else BUILT
    times = []
    for file, options in checks():
        start = time.perf_counter()
        subprocess.run([raddle, "check", file, *options], cwd=ROOT, capture_output=True)
        times.append((time.perf_counter() - start, f"{file} {' '.join(options)}"))
    times.sort()
    print(f"{len(times)} checks, median {statistics.median(t for t, _ in times):.2f} s; the slowest:")
    for seconds, name in times[-5:]:
        print(f"{seconds:6.2f} s  {name}")


if __name__ == "__main__":
    main()
