#!/usr/bin/env python3
"""Runs raddle on kernels whose outcome is known: of GPUVerify's test suite and of its benchmarks.

    python3 benches/gv_dev.py --list kernels.tsv --suite DIR [--core] [--jobs 2] [--timeout 20]

--list is a table with tabs and a head: path, core (1 or 0), lang, local, groups, global, flags, expected. `local` is the
block; `groups` counts blocks, `global` threads; `flags` are GPUVerify's. `expected` is pass, NOT_ALL_VERIFIED, or the
name of an error of the input. --suite is the folder that holds the paths. Neither is part of this project.

Each kernel's result is kept in the folder --results as JSON, and not measured again while it is there. `partly` is a proof that leaves
out races between blocks, or that is about one block of several. The tables are Markdown: outcomes, what differs from what is expected, by the reason that raddle gives, and times.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

RADDLE = pathlib.Path(__file__).resolve().parent.parent / "target" / "release" / "raddle"
# Flags that change nothing that raddle does: they steer GPUVerify's inlining, inference, abstractions and output.
# Assertions are asked of one thread anyway, and the equality abstraction is the default.
IGNORED = ("--no-inline", "--no-infer", "--equality-abstraction", "--asymmetric-asserts", "--debug", "--clang-opt=",
           "--cruncher-opt=")
# Flags that ask for some properties only.
PROPERTIES = {
    "--only-divergence": "deadlock,divergence",
    "--only-log": "deadlock,divergence,contract",
    "--only-requires": "deadlock,divergence,race",
    "--check-array-bounds": "deadlock,divergence,race,bounds",
}
BETWEEN = "between-ctas"


def launch(row):
    """The options of a kernel, and the flags that have no counterpart."""
    block = [int(n) for n in row["local"].split(",")]
    if row["groups"]:
        grid = row["groups"].split(",")
    else:
        grid = [str(int(n) // size) for n, size in zip(row["global"].split(","), block)]
    # GPUVerify takes functions without a body for ones that return a value and do nothing else, rejects some contracts, and knows no limit of
    # a block.
    options = ["--block", row["local"], "--grid", ",".join(grid), "--pure-calls", "--portable-contracts", "--beyond-limits"]
    unmapped = []
    for flag in row["flags"].split():
        if flag.startswith(("-D", "-I")):
            options += [flag[:2], flag[2:]]
        elif flag.startswith("--warp-sync="):
            options += ["--warp-size", flag.split("=")[1], "--warp-synchronous"]
        elif flag in PROPERTIES:
            options += ["--property", PROPERTIES[flag]]
        elif flag.startswith("--pointer-bitwidth="):
            options += ["--pointer-bits", flag.split("=")[1]]
        elif flag == "--no-benign-tolerance":
            options += ["--strict-benign"]
        elif flag.startswith("--kernel-args="):
            # The kernel, and its arguments in order; a star leaves one open.
            given = enumerate(flag.split("=")[1].split(",")[1:])
            options += [part for n, value in given if value != "*" for part in ("--arg", f"{n}={value}")]
        elif flag == "--only-intra-group":
            options += ["--within-cta"]
        elif flag == "--adversarial-abstraction":
            options += ["--memory", "adversarial"]
        elif flag == "--invariants-as-candidates":
            options += ["--invariants-as-candidates"]
        elif flag.startswith("--k-induction-depth="):
            options += ["--k-induction", flag.split("=")[1]]
        elif flag.startswith("--loop-unwind="):
            options += ["--find-bugs", flag.split("=")[1]]
        elif not flag.startswith(IGNORED):
            unmapped.append(flag)
    return options, unmapped


def outcome(results):
    """What the verdicts of all properties come to."""
    kinds = [verdict["kind"] for verdict in results.values()]
    return next((kind for kind in ("refuted", "unknown", "partly") if kind in kinds), "proved")


def of_one(launch):
    """Is a proof about one CTA of several?"""
    return launch["ctas"]["kind"] == "one" and launch["grid"] != [1, 1, 1]


def run(options, row, flags):
    """Runs raddle once: what it says of each property, or what is wrong with the input."""
    command = ["timeout", str(options.timeout + 10), *options.program, options.suite / row["path"], *flags]
    command += ["--timeout", str(options.timeout), "--format", "json", *options.extra]
    start = time.perf_counter()
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", check=False,
                          env=os.environ | {"RAYON_NUM_THREADS": "1"})
    found = {"seconds": time.perf_counter() - start, "exit": done.returncode, "results": {}, "why": [], "statistics": []}
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return found | {"outcome": "timeout" if done.returncode == 124 else "crashed", "why": [done.stderr[-500:]]}
    if "statistics" in report:
        found["statistics"].append(report["statistics"])
    for error in report["errors"]:
        found["why"].append(f"{error['rule']}: {error['title']}")
        found["said"] = [note[:2000] for note in error["notes"]]
    for kernel in report["kernels"]:
        for result in kernel["results"]:
            verdict = result["verdict"]
            said = {"kind": verdict["kind"]}
            if verdict["kind"] == "unknown":
                said |= {"rule": verdict["rule"], "reason": verdict["reason"], "notes": verdict.get("notes", [])}
            elif verdict["kind"] == "refuted":
                said["rules"] = [d["rule"] for d in result["diagnostics"] if d.get("severity") == "error"]
            elif any(one["kind"] == BETWEEN for one in verdict["scope"]["up_to"]) and "--only-intra-group" not in row["flags"]:
                said = {"kind": "partly", "reason": "up to races between blocks"}
            elif of_one(verdict["scope"]["launch"]):
                said = {"kind": "partly", "reason": "for one CTA"}
            order = ["proved", "partly", "unknown", "refuted"]
            worst = found["results"].get(result["property"], said)
            found["results"][result["property"]] = max(worst, said, key=lambda v: order.index(v["kind"]))
    return found | {"outcome": "rejected" if report["errors"] else outcome(found["results"])}


def measure(options, row):
    """Runs raddle on one kernel; what it said is kept."""
    kept = options.results / (row["path"].replace("/", "+") + ".json")
    if kept.exists():
        return json.loads(kept.read_text())
    flags, unmapped = launch(row)
    found = run(options, row, [*flags, "--cta", "all"])
    found["unmapped"] = unmapped
    kept.write_text(json.dumps(found, indent=1) + "\n")
    return found


def wanted(expected):
    """The outcome that a kernel should have."""
    return {"pass": "proved", "NOT_ALL_VERIFIED": "refuted"}.get(expected, "rejected")


def generic(text):
    """A reason without the names, numbers and places of one kernel."""
    text = re.sub(r"\S+\.(cl|cu|h):\d+(:\d+)?:?", "HERE", text)
    return re.sub(r"`[^`]*`", "`…`", re.sub(r"\d+", "N", text))[:170]


def reasons(found):
    """Why a kernel is not proved: the reason of each property, once."""
    if not found["results"]:
        return [generic(why.split("\n")[0]) for why in found["why"]] or ["nothing was said"]
    said = []
    for name, verdict in found["results"].items():
        if verdict["kind"] == "partly":
            said.append(f"{name}: {verdict['reason']}")
        elif verdict["kind"] == "unknown":
            said.append(f"{name}: {generic(verdict['reason'])}")
            compared = [note for note in verdict["notes"] if note.startswith("comparing two threads")]
            said[-1] += "".join(f" — {generic(note)}" for note in compared)
        elif verdict["kind"] == "refuted":
            said.append(f"{name}: refuted by {', '.join(sorted(set(verdict['rules'])))}")
    # Properties that share a reason are one line.
    shared = collections.OrderedDict()
    for line in said:
        name, why = line.split(": ", 1)
        shared.setdefault(why, []).append(name)
    return [f"{', '.join(names)}: {why}" for why, names in shared.items()]


def markdown(head, rows):
    """Prints a table."""
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print()


def tables(measured):
    """Prints what came out."""
    outcomes = ["proved", "partly", "refuted", "unknown", "rejected", "timeout", "crashed"]
    counts = collections.Counter((row["expected"], found["outcome"]) for row, found in measured)
    rows = []
    for expected in sorted({row["expected"] for row, _ in measured}, key=str.lower):
        of_it = [counts[expected, name] for name in outcomes]
        rows.append([f"`{expected}`", sum(of_it), *of_it])
    print("outcomes\n")
    markdown(["expected", "kernels", *outcomes], rows)
    properties = collections.Counter()
    for _, found in measured:
        properties.update((name, verdict["kind"]) for name, verdict in found["results"].items())
    print("verdicts\n")
    kinds = ["proved", "partly", "refuted", "unknown"]
    markdown(["property", *kinds],
             [[name, *(properties[name, kind] for kind in kinds)]
              for name in sorted({name for name, _ in properties})])
    wrong = [(row, found) for row, found in measured if found["outcome"] != wanted(row["expected"])]
    first = [(row, found) for row, found in wrong if {found["outcome"], wanted(row["expected"])} == {"proved", "refuted"}]
    if first:
        print("contradictions: proved and expected to fail, or refuted and expected to pass\n")
        markdown(["kernel", "expected", "outcome", "why"],
                 [[f"`{row['path']}`", row["expected"], found["outcome"], "; ".join(reasons(found))] for row, found in first])
    grouped = collections.defaultdict(list)
    for row, found in wrong:
        if (row, found) not in first:
            grouped["; ".join(reasons(found))].append(f"`{row['path']}` ({row['expected']})")
    print("not as expected, by reason\n")
    markdown(["kernels", "reason", "which"], [[len(paths), reason, ", ".join(paths)]
                                              for reason, paths in sorted(grouped.items(), key=lambda g: (-len(g[1]), g[0]))])
    seconds = sorted(found["seconds"] for _, found in measured)
    unmapped = collections.Counter(flag for _, found in measured for flag in found["unmapped"])
    print(f"{len(measured)} kernels, {len(measured) - len(wrong)} as expected; seconds: median {statistics.median(seconds):.2f}, "
          f"mean {statistics.mean(seconds):.2f}, 95th percentile {seconds[int(0.95 * (len(seconds) - 1))]:.2f}, "
          f"largest {seconds[-1]:.2f}")
    for flag, count in sorted(unmapped.items()):
        print(f"no counterpart of {flag}: {count}")


def arguments(text):
    """The options of a program that runs the kernels of a list."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", nargs="*", help="only kernels whose path contains one of these")
    parser.add_argument("--list", type=pathlib.Path, required=True, help="the table of kernels")
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="the folder that holds them")
    parser.add_argument("--core", action="store_true", help="only the kernels marked so")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--timeout", type=int, default=20, help="seconds for each kernel")
    parser.add_argument("--raddle", type=pathlib.Path, default=RADDLE, help="the binary; ./dev build makes it")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("gv-results"), help="where results are kept")
    parser.add_argument("--extra", nargs=argparse.REMAINDER, default=[], help="the rest goes to raddle as it is")
    return parser


def listed(options):
    """The kernels of the list that are asked for."""
    with options.list.open() as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if not options.core or row["core"] == "1"]
    rows = [row for row in rows if not options.pattern or any(part in row["path"] for part in options.pattern)]
    if not rows:
        sys.exit("gv_dev: the list has no such kernel")
    return rows


def measure_all(options, rows, program):
    """Runs the program, the start of a command line, on all of them."""
    options.program = [pathlib.Path(program[0]).resolve(), *program[1:]]
    if not os.access(options.program[0], os.X_OK):
        sys.exit(f"gv_dev: there is no program {options.program[0]}")
    options.results.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return list(zip(rows, pool.map(lambda row: measure(options, row), rows)))


def main():
    """Measures what is missing, and prints the tables."""
    options = arguments(__doc__).parse_args()
    tables(measure_all(options, listed(options), [options.raddle, "check"]))


if __name__ == "__main__":
    main()
