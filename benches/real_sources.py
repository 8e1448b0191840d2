#!/usr/bin/env python3
"""Counts which source files of other projects compile for raddle, and why the others do not.

    python3 benches/real_sources.py --nvcc NVCC --set HeCBench=DIR --set samples=DIR:DIR/Common [--count 40] [--seed 1] [--results DIR]

Each --set is a name, a folder, and further folders for `-I`. Of the sets' `.cu` files that contain a kernel, --count are drawn at random (0: all are
taken), each set as often as the others. A file counts if nvcc compiles it by itself, with the folders of its Makefile; of those the script says how many
raddle compiles (`raddle ir`), and groups the others by the first error. With --check it also runs `raddle check` with nothing but a block size, or, with
`--block launches`, at the launches in the file's host code, and counts the kernels whose properties are decided. Where a kernel is launched in another
file, or with a block that depends on the input or the device, `--sizes FILE` gives the block: a table of file, kernel and block, as its host code has it.
Nothing of the sources is part of this project.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import tempfile
import time

RADDLE = pathlib.Path(__file__).resolve().parent.parent / "target" / "release" / "raddle"
KERNEL = re.compile(r"\b__global__\b")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", action="append", required=True, metavar="NAME=DIR[:INCLUDE…]")
    parser.add_argument("--nvcc", type=pathlib.Path, required=True)
    parser.add_argument("--raddle", type=pathlib.Path, default=RADDLE)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--block", default="256")
    parser.add_argument("--sizes", type=pathlib.Path, help="a table of file, kernel and block: for kernels without a known launch")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--results", type=pathlib.Path, help="keep each file's outcome here, and do not measure it again")
    return parser.parse_args()


def includes(source, more):
    """What the Makefile beside a source says of folders and macros, and the folders of its set."""
    found = [f"-I{source.parent}"]
    makefile = source.parent / "Makefile"
    if makefile.exists():
        for flag, value in re.findall(r"(-[ID]) ?([^\s$()]+)", makefile.read_text(errors="replace")):
            found.append(flag + (str(source.parent / value) if flag == "-I" else value))
    return list(dict.fromkeys(found + [f"-I{folder}" for folder in more]))


def run(command, seconds):
    started = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, errors="replace")
        return done.returncode, done.stdout, done.stderr, time.monotonic() - started
    except subprocess.TimeoutExpired:
        return 124, "", "timeout", time.monotonic() - started


def reason(said):
    """The first error, without its place and without what differs from file to file."""
    for line in said.splitlines():
        if (error := re.search(r"\berror(?:\[[^\]]*\])?: (.*)", line)) is not None:
            return error.group(1).strip()
    return said.strip().splitlines()[0] if said.strip() else "nothing said"


def outcome(args, source, more):
    flags = includes(source, more)
    with tempfile.NamedTemporaryFile(suffix=".ptx") as ptx:
        command = [args.nvcc, "-ptx", "-std=c++17", "-arch=sm_90", "-w", *flags, str(source), "-o", ptx.name]
        code, _, said, _ = run(command, 300)
        entries = pathlib.Path(ptx.name).read_text(errors="replace").count(".entry ") if code == 0 else 0
    result = {"nvcc": code == 0, "entries": entries, "nvcc_says": "" if code == 0 else reason(said)}
    code, printed, said, seconds = run([args.raddle, "ir", str(source), *flags], 600)
    said = said if code == 0 or said.strip() else printed
    result |= {"compiles": code == 0, "says": "" if code == 0 else reason(said), "said": said[:4000] if code else "", "seconds": seconds}
    if args.check and code == 0:
        block = [] if args.block == "launches" else ["--block", args.block]
        command = [args.raddle, "check", str(source), *flags, *block, "--format", "json"]
        code, report, said, seconds = run([*command, "--timeout", str(args.timeout)], 10 * args.timeout)
        result |= {"exit": code, "check_seconds": seconds, "report": json.loads(report) if report.startswith("{") else said[:4000]}
        if args.sizes is not None and isinstance(result["report"], dict):
            done = [sized(args, source, flags, kernel) for kernel in result["report"]["kernels"]]
            result["report"]["kernels"] = [kernel for kernel, _ in done]
            result["check_seconds"] += sum(seconds for _, seconds in done)
    return result


def race_of(kernel):
    return next((one["verdict"] for one in kernel["results"] if one["property"] == "race"), None)


def sized(args, source, flags, kernel):
    """The kernel's part of a report, with the block from the table if the report has none, and the seconds that it took."""
    race = race_of(kernel)
    if not race or race.get("rule") != "unknown/launch":
        return kernel, 0
    rows = [line.split("\t") for line in args.sizes.read_text().splitlines() if line and not line.startswith("#")]
    blocks = [block for file, name, block in rows if str(source).endswith(f"/{file}") and re.match(re.escape(name) + r"\b", kernel["name"])]
    if not blocks:
        return kernel, 0
    command = [args.raddle, "check", str(source), *flags, "--kernel", kernel["name"], "--block", blocks[0], "--format", "json"]
    _, report, _, seconds = run([*command, "--timeout", str(args.timeout)], 10 * args.timeout)
    return (json.loads(report)["kernels"][0] if report.startswith("{") else kernel), seconds


def measured(args, name, source, more):
    kept = args.results / name / (source.as_posix().replace("/", "_") + ".json") if args.results else None
    if kept is not None and kept.exists():
        return json.loads(kept.read_text())
    result = outcome(args, source, more)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(result))
    return result


def drawn(args):
    """The sources, with the name and the folders of their set."""
    chosen = []
    sets = [given.partition("=") for given in args.set]
    for name, _, folders in sets:
        folder, *more = [pathlib.Path(part) for part in folders.split(":")]
        sources = sorted(path for path in folder.rglob("*.cu") if KERNEL.search(path.read_text(errors="replace")))
        random.Random(args.seed).shuffle(sources)
        share = len(sources) if args.count == 0 else -(-args.count // len(sets))
        chosen += [(name, source, more) for source in sources[:share]]
    return chosen


def main():
    args = arguments()
    sources = drawn(args)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda one: measured(args, *one), sources))
    print("| set | files | nvcc compiles | with kernels | raddle compiles of these |\n| --- | --- | --- | --- | --- |")
    alone = [result["nvcc"] and result["entries"] > 0 for result in results]
    for name in dict.fromkeys(name for name, _, _ in sources):
        of_set = [(result, mine) for (its, _, _), result, mine in zip(sources, results, alone) if its == name]
        compiled = sum(result["compiles"] for result, mine in of_set if mine)
        counted = sum(mine for _, mine in of_set)
        print(f"| {name} | {len(of_set)} | {sum(result['nvcc'] for result, _ in of_set)} | {counted} | {compiled} |")
    reasons = collections.Counter()
    examples = {}
    for (_, source, _), result, mine in zip(sources, results, alone):
        if mine and not result["compiles"]:
            reasons[result["says"]] += 1
            examples.setdefault(result["says"], source)
    print("\n| files | first error | for example |\n| --- | --- | --- |")
    for said, count in reasons.most_common():
        print(f"| {count} | {said} | {examples[said].parent.name}/{examples[said].name} |")
    if args.check:
        decided(args, [(name, source, result) for (name, source, _), result in zip(sources, results)])


def decided(args, results):
    """What is decided of race, and why the rest is open."""
    print(f"\n| set | files without a report | kernels, block {args.block} | race proved | refuted | unknown | of these out of bounds | decided | slowest file |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    open_for, where = collections.Counter(), {}
    for name in dict.fromkeys(name for name, _, _ in results):
        kinds, slowest, without, outside = collections.Counter(), 0.0, 0, 0
        for its, source, result in results:
            if its != name or not result["compiles"]:
                continue
            if not isinstance(result.get("report"), dict):
                without += 1
                continue
            slowest = max(slowest, result["check_seconds"])
            for kernel in result["report"]["kernels"]:
                race = race_of(kernel)
                kind = race["kind"] if race else "unknown"
                kinds[kind] += 1
                if kind == "unknown":
                    # Most often it is the block that is another one than the kernel is written for.
                    outside += any(one["property"] == "bounds" and one["verdict"]["kind"] == "refuted" for one in kernel["results"])
                    why = re.sub(r"`[^`]*`|\d[\d,]*", "…", race["reason"] if race else "no result")
                    open_for[why] += 1
                    where.setdefault(why, f"{source.parent.name}/{source.name}: {kernel['name']}")
        count = sum(kinds.values())
        share = (kinds["proved"] + kinds["refuted"]) / count if count else 0
        print(f"| {name} | {without} | {count} | {kinds['proved']} | {kinds['refuted']} | {kinds['unknown']} | {outside} | {share:.0%} | {slowest:.0f} s |")
    print("\n| kernels | race is unknown | for example |\n| --- | --- | --- |")
    for why, count in open_for.most_common(25):
        print(f"| {count} | {why.replace('|', '/')} | {where[why]} |")


if __name__ == "__main__":
    main()
