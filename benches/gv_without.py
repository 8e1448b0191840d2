#!/usr/bin/env python3
"""What the parts of the comparison of two threads are worth, who answers its questions, and where time goes, on the kernels of a list.

    benches/gv_without.py --list kernels.tsv --suite DIR [--core] [--jobs 2] [--timeout 20] [--ways whole,guesses,...] [--results DIR]

The list is as for gv_dev.py. Each kernel is checked in each of these ways: the whole method; without closed forms of loop variables; without guessed invariants;
without rewriting of terms; and with cvc5 in place of Z3. Results are kept in DIR, a folder for each way, and not measured again while they are there.
Prints how many kernels need no solver and state no contract, which have unstructured control flow and what became of them, the stages' shares
of the time, and a table of the ways with what differs from the whole method. It needs `cargo build --release -p raddle-cli --bins --examples`.
"""

import collections
import copy
import pathlib
import re
import statistics

import gv_dev

EXAMPLE = gv_dev.RADDLE.parent / "examples" / "check_without"
PARTS = {"closed-forms": "no closed forms", "guesses": "no guessed invariants", "rewriting": "no rewriting"}
WAYS = {"whole": "the whole method", **PARTS, "cvc5": "cvc5 in place of Z3"}
JUMPS = {"short-circuit": r"&&|\|\|", "switch": r"\bswitch\b", "do-while": r"\bdo\b\s*\{", "break or continue": r"\b(?:break|continue)\s*;",
         "goto": r"\bgoto\b"}
OUTCOMES = ["proved", "partly", "refuted", "unknown", "rejected", "timeout", "crashed"]


def measured(options, rows, way):
    """What came out in one way, by path."""
    of_way = copy.copy(options)
    of_way.results = options.results / way
    of_way.extra = ["--stats", *options.extra]
    if way == "cvc5":
        of_way.extra += ["--solver", options.cvc5]
    program = [options.program, way] if way in PARTS else [options.raddle, "check"]
    return {row["path"]: found for row, found in gv_dev.measure_all(of_way, rows, program)}


def kernels(found):
    """The statistics of the kernels of a file, those of all runs of raddle."""
    return [kernel for run in found["statistics"] for kernel in run["kernels"]]


def share(part, whole):
    """A number, and how much of another it is."""
    return f"{part} ({100 * part / whole:.0f} %)" if whole else "0"


def solver(whole):
    """Who answers the questions, and how many kernels state contracts."""
    counts = collections.Counter()
    asked = collections.Counter()
    for found in whole.values():
        of_it = kernels(found)
        questions = [kernel["questions"] for kernel in of_it if "questions" in kernel]
        for one in questions:
            asked.update(one)
        if not of_it:
            continue
        total = sum((collections.Counter(one) for one in questions), collections.Counter())
        facts = {
            "all": True,
            "decided by runs alone: two threads are not compared": not questions,
            "no question goes to the solver": total["solver"] == 0,
            "none but whether something can be reached": total["solver"] == total["of_reach"],
            "no contract in the source": all(kernel["contracts"] == 0 for kernel in of_it),
        }
        facts["no solver, and no contract"] = total["solver"] == 0 and facts["no contract in the source"]
        for name, holds in facts.items():
            counts[name, "kernels"] += holds
            counts[name, "proved"] += holds and found["outcome"] == "proved"
    names = list(dict.fromkeys(name for name, _ in counts))
    print("who is asked\n")
    gv_dev.markdown(["", "kernels", "proved"],
                    [[name, *(share(counts[name, kind], counts["all", kind]) for kind in ("kernels", "proved"))] for name in names])
    print(f"{asked['asked']} questions, {share(asked['solver'], asked['asked'])} of them to the solver, "
          f"{asked['of_reach']} of these about what can be reached\n")


def jumps(text):
    """What a source has that leaves `if` and `while`: in its code, contracts and comments apart."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    kept, at = [], 0
    for call in re.finditer(r"\b__(?:\w*(?:requires|ensures|invariant\w*|assert|assume|candidate\w*)\w*|axiom)\s*\(", text):
        if call.start() < at:
            continue
        kept.append(text[at:call.start()])
        depth, at = 1, call.end()
        while depth and at < len(text):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
    code = "".join([*kept, text[at:]])
    return {name for name, pattern in JUMPS.items() if re.search(pattern, code)}


def flow(options, whole):
    """How control flow is organised, and what became of each kind."""
    counts = collections.Counter()
    unstructured = []
    order = ["structured", "do-while", "unstructured", "irreducible"]
    for path, found in whole.items():
        kinds = [kernel["flow"] for kernel in kernels(found)]
        if kinds:
            kind = max(kinds, key=order.index)
            counts[kind, found["outcome"]] += 1
            if order.index(kind) > 1:
                unstructured.append(f"{path} ({found['outcome']})")
    print("control flow\n")
    rows = [[kind, sum(counts[kind, o] for o in OUTCOMES), *(counts[kind, o] for o in OUTCOMES)] for kind in order]
    gv_dev.markdown(["flow", "kernels", *OUTCOMES], rows)
    written = collections.Counter()
    for path, found in whole.items():
        names = jumps((options.suite / path).read_text(errors="replace")) if kernels(found) else set()
        written.update([*names, *(["one of these"] if names else [])])
    print("in the source, of kernels: " + ", ".join(f"{name} {written[name]}" for name in [*JUMPS, "one of these"]) + "\n")
    print("unstructured: " + ", ".join(unstructured) + "\n")


def stages(whole):
    """Where time goes."""
    total, longest = collections.Counter(), collections.Counter()
    inside = outside = 0
    for found in whole.values():
        of_it = collections.Counter()
        for run in found["statistics"]:
            for part in (*run["files"], *run["kernels"]):
                for stage in part["stages"]:
                    of_it[stage["stage"]] += stage["microseconds"] / 1e6
        if of_it:
            total.update(of_it)
            longest[of_it.most_common(1)[0][0]] += 1
            inside += sum(of_it.values())
            outside += found["seconds"]
    print("where time goes\n")
    gv_dev.markdown(["stage", "seconds, all kernels", "share", "kernels where it takes longest"],
                    [[name, f"{seconds:.2f}", f"{100 * seconds / inside:.1f} %", longest[name]] for name, seconds in total.most_common()])
    print(f"{inside:.1f} s in stages, of {outside:.1f} s by the clock\n")


def ways(all_ways):
    """The table of all ways, and what differs."""
    print("what the parts are worth\n")
    rows = []
    for way, found in all_ways.items():
        outcomes = collections.Counter(one["outcome"] for one in found.values())
        seconds = [one["seconds"] for one in found.values()]
        questions = [k["questions"]["solver"] for one in found.values() for k in kernels(one) if "questions" in k]
        rows.append([WAYS[way], *(outcomes[name] for name in OUTCOMES), sum(questions), f"{statistics.median(seconds):.2f}",
                     f"{statistics.mean(seconds):.2f}", f"{max(seconds):.1f}"])
    gv_dev.markdown(["", *OUTCOMES, "questions to the solver", "median s", "mean s", "longest s"], rows)
    for way, found in all_ways.items():
        changes = collections.defaultdict(list)
        for path, one in found.items():
            before = all_ways["whole"][path]["outcome"]
            if one["outcome"] != before:
                changes[before, one["outcome"]].append(path)
        for (before, after), paths in sorted(changes.items()):
            print(f"{WAYS[way]}: {len(paths)} {before} -> {after}: {', '.join(paths)}")


def main():
    """Measures what is missing, and prints the tables."""
    parser = gv_dev.arguments(__doc__)
    parser.add_argument("--program", type=pathlib.Path, default=EXAMPLE, help="the example check_without")
    parser.add_argument("--cvc5", default="cvc5", help="the command of cvc5, which reads SMT-LIB 2 from its input")
    parser.add_argument("--ways", default=",".join(WAYS), help="some of: " + ", ".join(WAYS))
    options = parser.parse_args()
    chosen = options.ways.split(",")
    if unknown := [way for way in chosen if way not in WAYS]:
        parser.error(f"no such way: {', '.join(unknown)}")
    rows = gv_dev.listed(options)
    found = {way: measured(options, rows, way) for way in dict.fromkeys(["whole", *chosen])}
    solver(found["whole"])
    flow(options, found["whole"])
    stages(found["whole"])
    ways(found)


if __name__ == "__main__":
    main()
