#!/usr/bin/env python3
"""Checks kernels of HeCBench in which races were reported and fixed, before and after.

    python3 benches/known_bugs.py --repository HECBENCH [--results DIR] [--only NAME …]

HECBENCH is a clone of github.com/zjin-lcf/HeCBench with its history. benches/known_bugs.tsv lists, for benchmarks whose names begin with a to m, the file, the kernels with
the block size that the program launches, further folders that it includes, the commits before and after the fix (none where the clone is older than it), the lines that race, and
the report. Nothing but the block size is given. A bug counts if a race is refuted in each of its kernels, and is counted again if an access of these lines takes part in one. Nothing of the sources is part of this project.
"""

import argparse
import concurrent.futures
import csv
import io
import json
import pathlib
import re
import subprocess
import tarfile
import tempfile
import time

from real_sources import includes

HERE = pathlib.Path(__file__).resolve().parent
RADDLE = HERE.parent / "target" / "release" / "raddle"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", type=pathlib.Path, required=True)
    parser.add_argument("--raddle", type=pathlib.Path, default=RADDLE)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--results", type=pathlib.Path, help="keep the reports here")
    return parser.parse_args()


def extract(repository, commit, bug, to):
    """The folder of a benchmark, and further ones, as they were."""
    folders = [str(pathlib.PurePath(bug["file"]).parent)] + bug["folders"].split()
    command = ["git", "-C", str(repository), "archive", commit, *folders]
    tar = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        archive.extractall(to, filter="data")
    return [to / folder for folder in folders]


def lines_of(text):
    """By file, or of the file that is named, the lines: `main.cu:8,12-14`."""
    found = set()
    for name, numbers in re.findall(r"([\w.]+):([\d,-]+)", text):
        for part in numbers.strip(",").split(","):
            first, _, last = part.partition("-")
            found.update((name, line) for line in range(int(first), int(last or first) + 1))
    return found


def check(args, bug, commit, kernel):
    name, block = kernel.split("@")
    with tempfile.TemporaryDirectory() as folder:
        to = pathlib.Path(folder)
        folders = extract(args.repository, commit, bug, to)
        flags = includes(to / bug["file"], folders)
        command = [args.raddle, "check", to / bug["file"], "--kernel", name, "--block", block, "--timeout", str(args.timeout),
                   "--format", "json", *flags]
        started = time.monotonic()
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace")
        seconds = time.monotonic() - started
    if args.results:
        args.results.mkdir(exist_ok=True)
        (args.results / f"{bug['name']}.{name}.{commit}.json").write_text(done.stdout)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"race": "no report"}, False, seconds
    wanted = lines_of(bug["lines"])
    verdicts, reported = {}, False
    for result in (result for one in report["kernels"] for result in one["results"]):
        verdict = result["verdict"]["kind"]
        known = verdicts.setdefault(result["property"], set())
        known.add(verdict)
        for finding in result["diagnostics"] if result["property"] == "race" and verdict == "refuted" else []:
            places = [label["location"] for label in finding["labels"]]
            reported |= any((pathlib.Path(place.get("file") or "").name, place.get("line")) in wanted for place in places)
    worst = {name: next((v for v in ("refuted", "unknown") if v in all), "proved") for name, all in verdicts.items()}
    return worst or {"race": "not compiled"}, reported, seconds


def main():
    args = arguments()
    with open(HERE / "known_bugs.tsv", newline="") as file:
        bugs = [bug for bug in csv.DictReader(file, delimiter="\t") if not args.only or bug["name"] in args.only]
    jobs = [(bug, when, kernel) for bug in bugs for when in ("bad", "good") if bug[when] for kernel in bug["kernels"].split()]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        answers = list(pool.map(lambda job: check(args, job[0], job[0][job[1]], job[2]), jobs))
    refuted = reported = 0
    print("| bug | kernel | before | the reported lines | after | seconds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for bug in bugs:
        mine = {(when, kernel): answer for (one, when, kernel), answer in zip(jobs, answers) if one is bug}
        kernels = bug["kernels"].split()
        for kernel in kernels:
            verdicts, is_reported, seconds = mine["bad", kernel]
            after, _, more = mine.get(("good", kernel), ({"race": "—"}, False, 0))
            print(f"| {bug['name']} | `{kernel}` | {verdicts.get('race')} | {'yes' if is_reported else 'no'} | {after.get('race')} | {seconds + more:.1f} |")
        refuted += all(mine["bad", kernel][0].get("race") == "refuted" for kernel in kernels)
        reported += all(mine["bad", kernel][1] for kernel in kernels)
    print(f"\n{len(bugs)} bugs, {refuted} with a race refuted in every kernel, {reported} of them at the reported lines")


if __name__ == "__main__":
    main()
