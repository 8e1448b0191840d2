#!/usr/bin/env python3
"""Mutants of kernels that raddle proves: what raddle says of them, and what the reference machine shows.

    benches/gv_mutants.py --list LIST --suite FOLDER --results RESULTS [--kernels 50] [--each N] [--jobs N] [--timeout S] [--runs N] [--seconds S]

LIST, FOLDER and RESULTS are those of benches/gv_dev.py, which is to run first. The kernels are taken suite by suite in turn (the folders `CUDA` and `OpenCL` of GPUVerify's tests are suites), in each first
those that can be mutated in most ways, and of these by their paths. A mutant differs from its kernel in one place of the source, outside of comments, contracts and declarations:

    barrier   a barrier is dropped
    index     an index is one larger
    guard     the condition of an `if` is weakened: `<` becomes `<=`, `>` becomes `>=`, an `==` or a `!` at its head becomes `1`
    fence     a barrier of OpenCL loses a flag

Each is checked with the kernel's launch, and run as benches/gv_hunt.py runs kernels. A mutant is *shown wrong* if the machine sees a race, a divergent barrier, a deadlock, or a false contract. If that contradicts what is proved of it, it is listed.
"""

import argparse
import collections
import concurrent.futures
import csv
import itertools
import json
import pathlib
import random
import re
import sys

import gv_dev
import gv_hunt

# Lines that are no code of the kernel: macros, contracts, declarations of arrays.
OTHER = re.compile(r"^\s*#|__(global_)?(requires|ensures|assert|assume|invariant|candidate|barrier_invariant|function_wide|axiom)|"
                   r"__(read|write)_implies|^\s*(?!return|else|case)(\w+[\s*]+)+\w+(\s*\[[^\]]*\])+\s*[;=]")
BARRIER = re.compile(r"\b(barrier\s*\([^;()]*\)|__syncthreads\s*\(\s*\))\s*;")
INDEX = re.compile(r"(?<=[\w\]])\[([^\[\]\n]+)\]")
IF = re.compile(r"\bif\s*\(")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def condition(text, start):
    """Where the condition ends whose parenthesis opens at a place."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return None


def changes(text):
    """The places where a source can be mutated: kind, begin, end, what comes there."""
    bare = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    for line in re.finditer(r"[^\n]*\n?", bare):
        if OTHER.search(line.group()):
            bare = bare[:line.start()] + re.sub(r"[^\n]", " ", line.group()) + bare[line.end():]
    for found in BARRIER.finditer(bare):
        yield "barrier", found.start(), found.end(), ";"
        call = found.group()
        flags = re.findall(r"CLK_\w+_FENCE", call)
        for flag in flags:
            left = " | ".join(other for other in flags if other != flag) or "0"
            yield "fence", found.start(), found.end(), f"barrier({left});"
    for found in INDEX.finditer(bare):
        yield "index", found.start(), found.end(), f"[({found.group(1)}) + 1]"
    for found in IF.finditer(bare):
        end = condition(bare, found.end() - 1)
        if end is None:
            continue
        inside = bare[found.end():end]
        for less in re.finditer(r"(?<![<>=-])[<>](?![<>=])", inside):
            at = found.end() + less.start()
            yield "guard", at, at + 1, less.group() + "="
        if re.match(r"\s*!", inside) or re.fullmatch(r"[^&|<>]*==[^&|<>]*", inside):
            yield "guard", found.end(), end, "1"


def mutants(path, text, each):
    """Some mutants of a source, of each kind at most so many, the same every time."""
    kinds = collections.defaultdict(list)
    for change in changes(text):
        kinds[change[0]].append(change)
    made = []
    for kind, all_of_it in sorted(kinds.items()):
        chosen = random.Random(f"{path} {kind}").sample(all_of_it, min(each, len(all_of_it)))
        for _, begin, end, new in sorted(chosen, key=lambda change: change[1]):
            line = text.count("\n", 0, begin) + 1
            what = f"{kind}, line {line}: `{' '.join(text[begin:end].split())}` → `{new}`"
            made.append((kind, what, text[:begin] + new + text[end:]))
    return made


def suite(path):
    """The suite that a kernel belongs to."""
    parts = path.split("/")
    return "/".join(parts[:3] if parts[0] == "gpuverify" else parts[:2])


def choose(options, rows):
    """The kernels, suite by suite in turn, with their mutants."""
    queues = collections.OrderedDict()
    for row in sorted(rows, key=lambda row: row["path"]):
        made = mutants(row["path"], (options.suite / row["path"]).read_text(errors="replace"), options.each)
        if made:
            queues.setdefault(suite(row["path"]), []).append((row, made))
    for queue in queues.values():
        queue.sort(key=lambda one: -len({kind for kind, _, _ in one[1]}))
    turns = itertools.zip_longest(*queues.values())
    return [one for turn in turns for one in turn if one][:options.kernels]


def measure(options, job):
    """What raddle says of a mutant, and what the machine shows."""
    row, number, (kind, what, text) = job
    folder = options.kept / str(number)
    name = "mutant/" + pathlib.Path(row["path"]).name
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    row = row | {"path": name, "flags": f"{row['flags']} -I{options.suite / pathlib.Path(row['path']).parent}", "of": row["path"]}
    asked = argparse.Namespace(**vars(options) | {"suite": folder, "results": folder, "program": [options.raddle, "check"]})
    found = gv_dev.measure(asked, row)
    kept = folder / "hunt.json"
    if kept.exists():
        seen = json.loads(kept.read_text())
    else:
        seen = gv_hunt.hunt(options, file, row)
        kept.write_text(json.dumps(seen, indent=1) + "\n")
    shown = [one for kernel in seen["kernels"] for one in kernel["seen"]
             if one["what"] not in ("trap", "race of equal values") and
             (one["what"] != "race between CTAs" or "--only-intra-group" not in row["flags"])]
    against = [one for kernel in seen["kernels"] for one in kernel["seen"]
               if gv_hunt.contradicts(one, row, found["results"])]
    return {"of": row["of"], "number": number, "kind": kind, "what": what, "outcome": found["outcome"], "shown": shown, "against": against,
            "counted": sum(kernel["counted"] for kernel in seen["kernels"])}


def tables(chosen, measured):
    """Prints what came out."""
    measured = [one for one in measured if one["outcome"] != "rejected"]
    print(f"{len(chosen)} kernels of {len({suite(row['path']) for row, _ in chosen})} suites, {len(measured)} mutants that compile\n")
    outcomes = ["proved", "partly", "refuted", "unknown", "timeout", "crashed"]
    rows = []
    for kind in ["barrier", "fence", "index", "guard", None]:
        for wrong in (True, False):
            of_it = [one for one in measured if kind in (one["kind"], None) and bool(one["shown"]) == wrong]
            counts = collections.Counter(one["outcome"] for one in of_it)
            rows.append([kind or "all", "yes" if wrong else "no", len(of_it), *(counts[outcome] for outcome in outcomes)])
    gv_dev.markdown(["mutation", "shown wrong", "mutants", *outcomes], rows)
    wrong = [one for one in measured if one["against"]]
    print(f"shown wrong against a proof: {len(wrong)}\n")
    if wrong:
        gv_dev.markdown(["mutant", "of", "change", "outcome", "seen"],
                        [[one["number"], f"`{one['of']}`", one["what"].replace("|", "\\|"), one["outcome"],
                          "; ".join(sorted({f"{seen['what']} {seen['text']}" for seen in one["against"]}))] for one in wrong])
    missed = [one for one in measured if one["outcome"] == "refuted" and not one["shown"]]
    print(f"refuted, and the machine showed nothing in the random runs: {len(missed)}; "
          f"mutants of which no run counts: {sum(one['counted'] == 0 for one in measured)}")


def main():
    """Measures what is missing, and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", type=pathlib.Path, required=True, help="the table of kernels")
    parser.add_argument("--suite", type=pathlib.Path, required=True, help="the folder that holds them")
    parser.add_argument("--results", type=pathlib.Path, required=True, help="what benches/gv_dev.py kept")
    parser.add_argument("--kernels", type=int, default=50, help="how many kernels are mutated")
    parser.add_argument("--each", type=int, default=2, help="mutants of each kind, for each kernel")
    parser.add_argument("--kept", type=pathlib.Path, default=pathlib.Path("gv-mutants"), help="where mutants and results are kept")
    parser.add_argument("--raddle", type=pathlib.Path, default=gv_dev.RADDLE, help="the binary; ./dev build makes it")
    parser.add_argument("--hunt", type=pathlib.Path, default=gv_hunt.HUNT, help="the example's binary")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--timeout", type=int, default=10, help="seconds for each check")
    parser.add_argument("--runs", type=int, default=100, help="runs of each mutant")
    parser.add_argument("--seconds", type=int, default=10, help="and the time for them")
    parser.add_argument("--seed", type=int, default=2, help="which inputs and schedules")
    options = parser.parse_args()
    options.extra, options.steps = [], 2_000_000
    options.suite, options.kept = options.suite.resolve(), options.kept.resolve()
    with options.list.open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))

    def proved(row):
        kept = options.results / (row["path"].replace("/", "+") + ".json")
        return kept.exists() and json.loads(kept.read_text())["outcome"] == "proved"

    chosen = choose(options, [row for row in rows if proved(row)])
    if not chosen:
        sys.exit("gv_mutants: no such kernel is proved")
    made = [(row, mutant) for row, all_of_it in chosen for mutant in all_of_it]
    jobs = [(row, number, mutant) for number, (row, mutant) in enumerate(made)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        measured = list(pool.map(lambda job: measure(options, job), jobs))
    tables(chosen, measured)


if __name__ == "__main__":
    main()
