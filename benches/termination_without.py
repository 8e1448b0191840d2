#!/usr/bin/env python3
"""How much the parts of the method for termination matter: figures 10 to 12 of paper 004, on the kernels of a list.

    benches/termination_without.py --list kernels.tsv --suite DIR [--prefix GPUVerifyBenchmarks] [--jobs N] [--results TABLE.tsv] [--plots docs/src]

The list is as for gv_dev.py. Each kernel is decided four times: by the whole method; with shifts that give any value (figure 10); without
invariants (figure 11); and as transition systems of mathematical integers in place of bit-vectors (figure 12). Rows are kept in TABLE, and not
measured again while they are there. Prints what is proved of the kernels with loops and median times, names what differs, and draws the times
against each other. It needs `cargo build --release -p raddle --example termination_without`.
"""

import collections
import concurrent.futures
import os
import pathlib
import statistics
import subprocess
import threading

import gv_dev
import plot
import termination

EXAMPLE = gv_dev.RADDLE.parent / "examples" / "termination_without"
FIGURES = {"Shifts": ("without-shifts", "shifts give any value"), "Invariants": ("without-invariants", "no invariants"),
           "MachineIntegers": ("over-integers", "mathematical integers")}


def run(options, row):
    """The rows of a file's kernels: kernel, part that is left out, loops, ends, conditions, seconds."""
    flags, _ = gv_dev.launch(row)
    command = list(map(str, ["timeout", "300", options.program, options.suite / row["path"], *flags]))
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode == 127:
        raise SystemExit(done.stderr)
    return [line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 5]


def measured(options, rows):
    """All rows, those of an earlier run first."""
    found = collections.defaultdict(list)
    if options.results and options.results.exists():
        for line in options.results.read_text().splitlines():
            path, *rest = line.split("\t")
            found[path].append(rest)
    lock = threading.Lock()

    def one(row):
        if row["path"] in found:
            return
        new = run(options, row)
        with lock:
            found[row["path"]] = new
            if options.results:
                with options.results.open("a") as table:
                    table.writelines("\t".join([row["path"], *cells]) + "\n" for cells in new)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, rows))
    return found


def main():
    parser = termination.arguments(__doc__)
    parser.add_argument("--program", type=pathlib.Path, default=pathlib.Path(os.environ.get("PROGRAM", EXAMPLE)))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--plots", type=pathlib.Path)
    options = parser.parse_args()
    rows = termination.listed(options)
    found = measured(options, rows)
    # By kernel and part: ends, conditions, seconds; kernels with loops only.
    of = collections.defaultdict(dict)
    for row in rows:
        for kernel, part, loops, ends, conditions, seconds in found[row["path"]]:
            if int(loops):
                of[row["path"], kernel][part] = (ends == "ends", int(conditions), float(seconds))
    of = {name: parts for name, parts in of.items() if len(parts) == 4}
    print(f"{len(of)} kernels with loops")
    print("| | proved | of these under a condition | median s | mean s | longest s |\n| --- | --- | --- | --- | --- | --- |")
    for part in ["Nothing", *FIGURES]:
        all_of = [parts[part] for parts in of.values()]
        proved = [p for p in all_of if p[0]]
        times = [p[2] for p in all_of]
        name = "the whole method" if part == "Nothing" else FIGURES[part][1]
        print(f"| {name} | {len(proved)} | {sum(p[1] > 0 for p in proved)} | {statistics.median(times):.3f} | "
              f"{statistics.mean(times):.3f} | {max(times):.2f} |")
    for part, (name, title) in FIGURES.items():
        lost = [n for n, parts in of.items() if parts["Nothing"][0] and not parts[part][0]]
        won = [n for n, parts in of.items() if parts[part][0] and not parts["Nothing"][0]]
        less = [n for n, parts in of.items() if parts[part][0] and not parts[part][1] and parts["Nothing"][1]]
        print(f"\n{title}: {len(lost)} proofs fewer, {len(won)} more, {len(less)} without the condition that the whole method needs")
        for kind, names in (("fewer", lost), ("more", won), ("no condition", less)):
            for path, kernel in names:
                print(f"- {kind}: {path} {kernel}")
        if options.plots:
            points = [(parts["Nothing"][2], parts[part][2], parts["Nothing"][0] == parts[part][0]) for parts in of.values()]
            text = plot.scatter("the whole method: seconds", f"{title}: seconds", points)
            (options.plots / f"termination-{name}.svg").write_text(text)


if __name__ == "__main__":
    main()
