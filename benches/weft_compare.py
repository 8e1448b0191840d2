#!/usr/bin/env python3
"""raddle and WEFT side by side, on the kernels of figures 9 and 10 of paper 001.

    benches/weft_compare.py --weft DIR --ptx DIR [--results DIR] [--raddle FILE] [--tool TOOL] [KERNEL]...

--weft is a clone of https://github.com/lightsighter/Weft with WEFT built in it (`make -C DIR/src`); --ptx is what
benches/weft_ptx.py made of the clone. Nothing of either becomes part of raddle.

Each kernel is given to both in turn, as the same PTX, to both with 2 threads. WEFT runs as its examples/run_examples.sh
runs it: the Singe kernels in lock-step (`-s` for the Fermi ones; for the Kepler ones it switches that on by itself where it
finds shuffles), the CudaDMA kernels without. raddle runs with --warp-synchronous where WEFT's warps are in lock-step, and in a
third run in its default mode, where a warp's lanes are not in step.

WEFT takes minutes for some kernels, so results are kept in --results, one file for each kernel and tool, and what is there is
not measured again. Wall time and processor time are of the whole process, memory is its largest resident set.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RADDLE = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "release" / "raddle"

# Figures 9 and 10: dynamic barriers, shared addresses, commands in thousands, threads, MB, seconds, races (benign, harmful).
FIGURES = {
    "saxpy_single": (8192, 512, 3670, 320, 3645, 8.42, "-"),
    "saxpy_double": (8192, 1024, 3670, 320, 4298, 8.99, "-"),
    "sgemv_vec_single": (257, 128, 2142, 160, 247, 46.42, "-"),
    "sgemv_vec_double": (514, 256, 4285, 192, 498, 95.19, "-"),
    "sgemv_vec_manual": (258, 1024, 8446, 160, 814, 147.81, "-"),
    "sgemv_both_single": (514, 4128, 1287, 288, 207, 10.15, "-"),
    "sgemv_both_double": (1028, 8256, 2573, 448, 507, 25.30, "-"),
    "sgemv_both_manual": (516, 8256, 1320, 416, 305, 7.74, "-"),
    "rtm_one_phase_single_buffer": (215, 633, 376, 160, 67, 0.43, "B"),
    "rtm_one_phase_manual_buffer": (214, 1265, 372, 160, 67, 0.26, "B"),
    "rtm_two_phase_single_buffer": (215, 633, 387, 160, 70, 0.39, "BH"),
    "rtm_two_phase_manual_buffer": (214, 1265, 382, 160, 69, 0.32, "BH"),
    "rtm_two_phase_quad_buffer": (208, 1265, 371, 160, 68, 0.28, "BH"),
    "dme_diff_fermi": (352, 1930, 2912, 320, 600, 398.00, "-"),
    "dme_diff_kepler": (352, 1920, 1075, 320, 411, 1.40, "-"),
    "dme_visc_kepler": (128, 1920, 2058, 480, 385, 3.24, "-"),
    "dme_chem_fermi": (864, 5536, 5156, 512, 1917, 53.74, "-"),
    "dme_chem_kepler": (1760, 3072, 3866, 256, 1143, 11.91, "H"),
    "hept_diff_kepler": (416, 1664, 1490, 416, 723, 2.60, "-"),
    "hept_visc_fermi": (128, 1690, 5897, 416, 693, 416.92, "-"),
    "hept_visc_kepler": (128, 1664, 2955, 416, 419, 5.22, "-"),
    "hept_chem_fermi": (992, 5192, 7572, 640, 3330, 135.03, "-"),
    "hept_chem_kepler": (928, 6144, 5241, 512, 2153, 11.82, "H"),
    "prf_diff_kepler": (672, 3712, 6414, 928, 5099, 22.18, "-"),
    "prf_visc_fermi": (4, 3776, 901, 1024, 114, 2.64, "-"),
    "prf_visc_kepler": (128, 3712, 14213, 1024, 2123, 68.43, "-"),
}
TOOLS = ["weft", "raddle", "default"]


def in_lock_step(kernel):
    """Does WEFT take the warps of a kernel to be in lock-step?"""
    return kernel.startswith(("dme", "hept", "prf"))


def run(command, limit):
    """Runs a process: its output, and what it cost."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        environment = os.environ | {"RAYON_NUM_THREADS": "2"}
        child = subprocess.Popen(["timeout", str(limit), *map(str, command)], stdout=out, stderr=subprocess.STDOUT,
                                 env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    cost = {"wall": wall, "processor": usage.ru_utime + usage.ru_stime, "mib": usage.ru_maxrss / 1024}
    return text, child.returncode, cost


def weft(options, kernel, file):
    """WEFT's statistics of a kernel."""
    lock_step = ["-s"] if in_lock_step(kernel) and kernel.endswith("fermi") else []
    command = [options.weft / "src" / "weft", "-t", "2", "-i", *lock_step, file]
    text, code, found = run(command, options.limit)
    if code == 124:
        return found | {"races": f"over {options.limit} s"}

    def number(title):
        match = re.search(rf"{re.escape(title)} +(\d+)$", text, re.M)
        return int(match[1]) if match else None

    races = re.search(r"Found (\d+) total races", text)
    free = "No races detected" in text
    well = "No deadlocks detected" in text and "properly recycled" in text
    return found | {
        "barriers": number("Dynamic Barrier Instances:"),
        "addresses": number("Shared Memory Locations:"),
        "commands": number("Weft Statements:"),
        "threads": number("CTA Thread Count:"),
        "tests": number("Total Race Tests:"),
        "pairs": int(races[1]) if races else 0 if free else None,
        "races": ("-" if free else "yes" if races else "?") if well else "not well-synchronised",
    }


def raddle(options, kernel, file, warp_synchronous):
    """raddle's statistics of a kernel."""
    block = re.search(r"^\.maxntid (.*)$", file.read_text(), re.M)[1].replace(" ", "")
    command = [options.raddle, "check", file, "--block", block, "--property", "race,deadlock,barrier-reuse"]
    command += ["--warp-synchronous"] if warp_synchronous else []
    text, code, found = run(command + ["--stats", "--format", "json"], options.limit)
    if code == 124:
        return found | {"barriers": None, "addresses": None, "threads": None, "races": f"over {options.limit} s"}
    try:
        report = json.loads(text)
        sizes = report["statistics"]["kernels"][0].get("sizes", {})
        results = {result["property"]: result for result in report["kernels"][0]["results"]}
    except (ValueError, LookupError):
        sys.exit(f"weft_compare: {' '.join(map(str, command))}: exit code {code}:\n{text[:2000]}")
    kinds = {name: result["verdict"]["kind"] for name, result in results.items()}
    rules = [finding["rule"] for finding in results["race"]["diagnostics"]]
    races = "B" * ("race/benign" in rules) + "H" * any(rule != "race/benign" for rule in rules) or "-"
    if kinds["deadlock"] != "proved" or kinds["barrier-reuse"] != "proved":
        races = " ".join(f"{name} {kind}" for name, kind in kinds.items())
    elif kinds["race"] == "unknown":
        races = "unknown"
    return found | {
        "barriers": sizes.get("dynamic_barriers"),
        "addresses": sizes.get("shared_addresses"),
        "commands": sizes.get("commands"),
        "accesses": sizes.get("accesses"),
        "threads": sizes.get("threads"),
        "pairs": (results["race"]["verdict"].get("pairs") or {}).get("number", 0),
        "races": races,
    }


def measure(options, kernel, tool):
    """What a tool says of a kernel; from the folder of results, if it is there. None if it is not to be measured."""
    kept = options.results / f"{kernel}.{tool}.json"
    if kept.exists():
        return json.loads(kept.read_text())
    if options.tool not in (None, tool):
        return None
    file = options.ptx / f"{kernel}.ptx"
    print(f"{kernel}: {tool}", file=sys.stderr, flush=True)
    if tool == "weft":
        found = weft(options, kernel, file)
    elif tool == "raddle":
        found = raddle(options, kernel, file, in_lock_step(kernel))
    else:
        found = raddle(options, kernel, file, False)
    kept.write_text(json.dumps(found, indent=1) + "\n")
    return found


def markdown(head, rows):
    """Prints a table."""
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


def text(number):
    """A number with its thousands apart."""
    return "?" if number is None else f"{number:,}"


def equal(*numbers):
    """One number for several, if they are the same."""
    return text(numbers[0]) if len(set(numbers)) == 1 else " / ".join(map(text, numbers))


def times(slow, fast):
    """A ratio."""
    return f"{slow / fast:,.0f}" if slow >= 10 * fast else f"{slow / fast:.1f}"


def tables(results):
    """Prints costs and sizes of the kernels that were measured with all tools."""
    print("wall time and processor time in seconds, largest resident set in MiB; how many times more WEFT needs\n")
    rows = []
    sums = {tool: {"wall": 0, "processor": 0} for tool in TOOLS}
    for kernel, found in results.items():
        for tool in TOOLS:
            for key in sums[tool]:
                sums[tool][key] += found[tool][key]
        w, r = found["weft"], found["raddle"]
        row = [f"{w[key]:.2f}" for key in ("wall", "processor")] + [f"{w['mib']:,.0f}"]
        row += [f"{r[key]:.2f}" for key in ("wall", "processor")] + [f"{r['mib']:,.0f}"]
        ratios = [times(w[key], r[key]) for key in ("wall", "processor", "mib")]
        rows.append([f"`{kernel}`", *row, *ratios, f"{found['default']['processor']:.2f}"])
    w, r = sums["weft"], sums["raddle"]
    rows.append(["all", f"{w['wall']:.1f}", f"{w['processor']:.1f}", "", f"{r['wall']:.1f}", f"{r['processor']:.1f}", "",
                 times(w["wall"], r["wall"]), times(w["processor"], r["processor"]), "",
                 f"{sums['default']['processor']:.1f}"])
    markdown(["kernel", "WEFT wall", "proc.", "MiB", "raddle wall", "proc.", "MiB", "wall ×", "proc. ×", "MiB ×",
              "raddle by default, proc."], rows)
    print("\nsizes, where they differ as paper / WEFT / raddle; races as benign (B) and harmful (H)\n")
    rows = []
    for kernel, found in results.items():
        barriers, addresses, commands, threads, _, _, races = FIGURES[kernel]
        w, r = found["weft"], found["raddle"]
        thousands = [commands, round(w["commands"] / 1000) if w.get("commands") else None,
                     round(r["commands"] / 1000) if r.get("commands") else None]
        rows.append([f"`{kernel}`", equal(barriers, w.get("barriers"), r["barriers"]),
                     equal(addresses, w.get("addresses"), r["addresses"]), equal(*thousands),
                     equal(threads, w.get("threads"), r["threads"]), races, w["races"], r["races"],
                     found["default"]["races"]])
    markdown(["kernel", "dynamic barriers", "shared addresses", "thousand commands", "threads", "races: paper", "WEFT",
              "raddle", "raddle by default"], rows)


def main():
    """Measures what is missing, and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", nargs="*", metavar="KERNEL", help="without one, all of figures 9 and 10")
    parser.add_argument("--weft", type=pathlib.Path, required=True, help="a clone of WEFT with src/weft built")
    parser.add_argument("--ptx", type=pathlib.Path, required=True, help="what benches/weft_ptx.py made")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("weft-results"), help="where results are kept")
    parser.add_argument("--raddle", type=pathlib.Path, default=RADDLE, help="the binary; ./dev build makes it")
    parser.add_argument("--tool", choices=TOOLS, help="measure only this one; `default` is raddle in its default mode")
    parser.add_argument("--limit", type=int, default=1800, help="the longest that one process may take, in seconds")
    options = parser.parse_args()
    for kernel in options.kernels:
        if kernel not in FIGURES:
            parser.error(f"no kernel {kernel}; there are {', '.join(FIGURES)}")
    options.results.mkdir(parents=True, exist_ok=True)
    results = {}
    for kernel in options.kernels or FIGURES:
        found = {tool: measure(options, kernel, tool) for tool in TOOLS}
        if all(found.values()):
            results[kernel] = found
    if results:
        tables(results)


if __name__ == "__main__":
    main()
