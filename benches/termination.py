#!/usr/bin/env python3
"""Runs `raddle check --property termination` on the kernels of a list, such as gv_dev.py's.

    python3 benches/termination.py --list kernels.tsv --suite DIR [--prefix GPUVerifyBenchmarks] [--free] [--jobs 2]

The list is as for gv_dev.py. With --free no sizes are given, so that what is proved is so for all of them. Kernels with loops are counted
apart; `conditional` is a proof for a part of the inputs, named by a condition. Times are of the decision, after compilation.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import statistics
import subprocess

import gv_dev


def run(options, row):
    """One kernel: its outcome, why, and the seconds of the decision."""
    flags, _ = gv_dev.launch(row)
    drop = {"--property", *(("--block", "--grid") if options.free else ())}
    kept = []
    while flags:
        flag = flags.pop(0)
        if flag in drop:
            flags.pop(0)
        else:
            kept.append(flag)
    command = ["timeout", str(options.timeout + 20), options.raddle, "check", options.suite / row["path"], *kept]
    command += ["--property", "termination", "--timeout", str(options.timeout), "--format", "json", "--stats"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", check=False,
                          env=os.environ | {"RAYON_NUM_THREADS": "1"})
    try:
        report = json.loads(done.stdout)
    except ValueError:
        return {"path": row["path"], "outcome": "crashed", "why": done.stderr[-300:], "seconds": 0.0, "loops": True}
    found = {"path": row["path"], "outcome": "rejected", "why": "", "seconds": 0.0, "loops": False}
    for error in report["errors"]:
        found["why"] = f"{error['rule']}: {error['title']}"
    order = ["rejected", "proved", "conditional", "refuted", "unknown"]
    for kernel in report["kernels"]:
        verdict = kernel["results"][0]["verdict"]
        kind, why = verdict["kind"], verdict.get("reason", "")
        if kind == "proved" and verdict["scope"]["conditions"]:
            kind, why = "conditional", "; ".join(verdict["scope"]["conditions"])
        found["loops"] |= "the kernel has no loops" not in kernel["notes"]
        if order.index(kind) > order.index(found["outcome"]):
            at = verdict.get("location") or {}
            found |= {"outcome": kind, "why": f"{why} ({at.get('file', '')}:{at.get('line', '')})" if at else why}
    for kernel in (report.get("statistics") or {}).get("kernels", []):
        found["seconds"] += sum(s["microseconds"] / 1e6 for s in kernel["stages"] if s["stage"] == "termination")
    return found


def arguments(text):
    """What says which kernels are measured."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", required=True, type=pathlib.Path)
    parser.add_argument("--suite", required=True, type=pathlib.Path)
    parser.add_argument("--prefix", default="")
    return parser


def listed(options):
    """The rows of the list."""
    with options.list.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["path"].startswith(options.prefix)]


def main():
    parser = arguments(__doc__)
    parser.add_argument("--raddle", type=pathlib.Path, default=gv_dev.RADDLE)
    parser.add_argument("--timeout", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--free", action="store_true")
    options = parser.parse_args()
    rows = listed(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        all_found = list(pool.map(lambda row: run(options, row), rows))
    print("| kernels | number | proved | conditional | refuted | unknown | rejected | median s | longest s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, of in (("all", all_found), ("with loops", [f for f in all_found if f["loops"]])):
        counts = collections.Counter(f["outcome"] for f in of)
        times = [f["seconds"] for f in of if f["outcome"] != "rejected"] or [0.0]
        cells = [counts[k] for k in ("proved", "conditional", "refuted", "unknown", "rejected")]
        print(f"| {name} | {len(of)} | {' | '.join(map(str, cells))} | {statistics.median(times):.3f} | {max(times):.2f} |")
    print()
    for found in all_found:
        if found["outcome"] != "proved":
            print(f"- {found['path']}: {found['outcome']}: {found['why']}")


if __name__ == "__main__":
    main()
