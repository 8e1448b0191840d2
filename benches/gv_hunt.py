#!/usr/bin/env python3
"""Runs kernels that raddle proves on the reference machine: random inputs, random schedules, a monitor that sees races.

    benches/gv_hunt.py --list LIST --suite FOLDER --results RESULTS [--jobs N] [--runs N] [--seconds S] [pattern…]

LIST, FOLDER and RESULTS are those of benches/gv_dev.py, which is to run first: its results say which kernels are proved. Each is run by the example `hunt` of the crate
`raddle` (crates/raddle/examples/hunt says what a run is), at the launch of the list, with up to three CTAs of the grid. What it sees is held against the properties that are proved: a race within a
CTA or between CTAs, a divergent barrier or a deadlock, a false assertion, a false invariant. What is kept in the folder --kept is not run again without --again. The tables are Markdown.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import pathlib
import subprocess
import sys

import gv_dev

HUNT = gv_dev.RADDLE.parent / "examples" / "hunt"
# What the hunt sees, and the property whose proof it contradicts.
AGAINST = {
    "race": "race",
    "race between CTAs": "race",
    "race of equal values": "race",
    "divergence": "divergence",
    "deadlock": "deadlock",
    "assert": "assert",
    "contract": "contract",
    "trap": "assert",
}

# What the launch and the meaning of the source depend on; the rest is about methods.
OF_RUNS = {"--block", "--grid", "-D", "-I", "--arg", "--warp-size", "--warp-synchronous", "--pure-calls", "--pointer-bits"}


def hunt(options, file, row):
    """Runs the kernels of a file: what each came to, or why they were not run."""
    flags, _ = gv_dev.launch(row)
    given = []
    for part in flags:
        if part.startswith("-"):
            given.append([part])
        else:
            given[-1].append(part)
    kept = [part for option in given if option[0] in OF_RUNS for part in option]
    command = [options.hunt, file, *kept, "--runs", options.runs, "--seconds", options.seconds, "--seed", options.seed,
               "--steps", options.steps]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", check=False,
                              timeout=20 * options.seconds + 60)
    except subprocess.TimeoutExpired:
        return {"kernels": [], "why": "no time"}
    if done.returncode != 0:
        return {"kernels": [], "why": done.stderr.strip()[-300:]}
    return {"kernels": [json.loads(line) for line in done.stdout.splitlines()], "why": None}


def contradicts(seen, row, results):
    """Does what was seen contradict a proof?"""
    if results.get(AGAINST.get(seen["what"]), {}).get("kind") != "proved":
        return False
    if seen["what"] == "race of equal values":
        return "--no-benign-tolerance" in row["flags"]
    if seen["what"] == "race between CTAs":
        return "--only-intra-group" not in row["flags"]
    return True


def measure(options, row):
    """Runs the kernels of a row, unless that was done before."""
    name = row["path"].replace("/", "+") + ".json"
    kept = options.kept / name
    found = json.loads(kept.read_text()) if kept.exists() else None
    if found is None or options.again and any(kernel["counted"] < options.runs for kernel in found["kernels"]):
        found = hunt(options, options.suite / row["path"], row)
        kept.write_text(json.dumps(found, indent=1) + "\n")
    proved = json.loads((options.results / name).read_text())["results"]
    found["against"] = [(kernel["kernel"], seen) for kernel in found["kernels"] for seen in kernel["seen"]
                        if contradicts(seen, row, proved)]
    for kernel in found["kernels"]:
        if proved.get("bounds", {}).get("kind") == "proved" and kernel["cut"].get("out of bounds"):
            found["against"].append((kernel["kernel"], {"what": "bounds", "text": "an access leaves its object"}))
    return found


def tables(options, measured):
    """Prints what came out."""
    kernels = [(row, kernel) for row, found in measured for kernel in found["kernels"]]
    runs = collections.Counter()
    for _, kernel in kernels:
        runs["runs"] += kernel["runs"]
        runs["that count"] += kernel["counted"]
        runs["of them under a schedule at random"] += kernel["at random"]
        runs["of them not to the end"] += kernel["not to the end"]
        runs["of them with something unknown"] += kernel["in part"]
        for cut, count in kernel["cut"].items():
            runs[f"left out: {cut}"] += count
    against = [(row, name, seen) for row, found in measured for name, seen in found["against"]]
    enough = sum(all(k["counted"] >= options.runs for k in found["kernels"]) and bool(found["kernels"]) for _, found in measured)
    print(f"{len(measured)} files, {len(kernels)} kernels; all of {options.runs} runs count: {enough} files; "
          f"seconds: {sum(kernel['seconds'] for _, kernel in kernels):.0f}\n")
    gv_dev.markdown(["runs", "number"], sorted(runs.items(), key=lambda item: -item[1]))
    shown = sum(any(seen["what"] not in ("trap", "race of equal values") for kernel in found["kernels"] for seen in kernel["seen"]) for _, found in measured)
    print(f"files in which something wrong is seen: {shown}; against a proof: {len(against)}\n")
    if against:
        gv_dev.markdown(["kernel", "seen", "where", "run", "with something unknown"],
                        [[f"`{row['path']}` {name}", seen["what"], seen["text"], seen.get("run"), seen.get("in part")]
                         for row, name, seen in against])
    few = []
    for row, found in measured:
        if found["why"]:
            few.append([f"`{row['path']}`", 0, found["why"].replace("\n", " ")])
        for kernel in found["kernels"]:
            if kernel["counted"] < options.runs:
                why = [f"{count} × {cut}" for cut, count in kernel["cut"].items()]
                why += ["CTAs wait for each other"] if kernel["waits for the grid"] else []
                why += [f"{kernel['runs']} runs in the time"] if kernel["seconds"] >= options.seconds else []
                few.append([f"`{row['path']}` {kernel['kernel']}", kernel["counted"], "; ".join(why)])
    if few:
        print(f"fewer than {options.runs} runs count\n")
        gv_dev.markdown(["kernel", "runs", "why"], sorted(few, key=lambda one: one[1]))


def main():
    """Runs what is missing, and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pattern", nargs="*", help="only kernels whose path contains one of these")
    parser.add_argument("--list", type=pathlib.Path, required=True, help="the table of kernels")
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="the folder that holds them")
    parser.add_argument("--results", type=pathlib.Path, required=True, help="what benches/gv_dev.py kept")
    parser.add_argument("--outcome", default="proved", help="the kernels with this outcome; `refuted` shows what the hunt is able to see")
    parser.add_argument("--hunt", type=pathlib.Path, default=HUNT, help="the example's binary")
    parser.add_argument("--kept", type=pathlib.Path, default=pathlib.Path("gv-hunt"), help="where results are kept")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--runs", type=int, default=100, help="runs of each kernel")
    parser.add_argument("--seconds", type=int, default=60, help="and the time for them")
    parser.add_argument("--steps", type=int, default=2_000_000, help="of a CTA; a step is one of lanes that go together")
    parser.add_argument("--again", action="store_true", help="kernels with fewer runs that count are run again, with what is given now")
    parser.add_argument("--seed", type=int, default=1, help="which inputs and schedules")
    options = parser.parse_args()
    with options.list.open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    rows = [row for row in rows if not options.pattern or any(part in row["path"] for part in options.pattern)]

    def wanted(row):
        kept = options.results / (row["path"].replace("/", "+") + ".json")
        return kept.exists() and json.loads(kept.read_text())["outcome"] == options.outcome

    rows = [row for row in rows if wanted(row)]
    if not rows:
        sys.exit("gv_hunt: there is no such kernel")
    options.kept.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = list(pool.map(lambda row: measure(options, row), rows))
    tables(options, list(zip(rows, found)))


if __name__ == "__main__":
    main()
