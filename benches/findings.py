#!/usr/bin/env python3
"""Lists what raddle finds in source files of other projects, to be read one by one beside the sources.

    benches/findings.py --set HeCBench=DIR --set samples=DIR:DIR/Common --count 60 --seed 11 --results DIR > findings.txt

Of each --set (as for real_sources.py) --count CUDA files with a kernel are drawn, and all are checked in a random order, at the launches of their host
code; --files stops after so many. A report that lies in --results is not made again. Nothing of the sources is part of this project.
"""

import argparse
import json
import pathlib
import random

from real_sources import KERNEL, RADDLE, includes, run

# Copies of the same benchmark for other compilers.
OTHERS = ("-hip", "-sycl")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", required=True, metavar="NAME=DIR[:INCLUDE…]")
    parser.add_argument("--raddle", type=pathlib.Path, default=RADDLE)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--files", type=int)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--timeout", type=int, default=15)
    parser.add_argument("--results", type=pathlib.Path, required=True)
    return parser.parse_args()


def drawn(args):
    """The files in the order in which they are checked, each with the folders of its set."""
    files = []
    for text in args.set:
        folder, *more = text.split("=", 1)[1].split(":")
        of_cuda = (p for p in pathlib.Path(folder).rglob("*.cu") if not any(other in str(p) for other in OTHERS))
        with_kernel = sorted(p for p in of_cuda if KERNEL.search(p.read_text(errors="replace")))
        random.Random(args.seed).shuffle(with_kernel)
        files += [(source, more) for source in with_kernel[: args.count]]
    random.Random(args.seed).shuffle(files)
    return files[: args.files]


def report(args, source, more):
    kept = args.results / ("_".join(source.parts[-4:]) + ".json")
    if not kept.exists():
        command = [args.raddle, "check", str(source), "--format", "json", "--timeout", str(args.timeout)]
        kept.write_text(run(command + includes(source, more), 500)[1] or "{}")
    return json.loads(kept.read_text())


def main():
    args = arguments()
    args.results.mkdir(parents=True, exist_ok=True)
    count = 0
    for source, more in drawn(args):
        for kernel in report(args, source, more).get("kernels", []):
            for result in kernel["results"]:
                for found in (one for one in result["diagnostics"] if one["severity"] == "error"):
                    count += 1
                    print(f"#{count} {kernel['file']}, {kernel['name']}, {json.dumps(kernel['launch'])}: {found['rule']}")
                    print(f"  {found['title']}")
                    for label in found["labels"]:
                        print(f"  line {label['location']['line']}: {label['text']}")
                    for word in ("notes", "help"):
                        print("".join(f"  {word}: {text}\n" for text in found[word]), end="")
    print(f"{count} findings")


if __name__ == "__main__":
    main()
