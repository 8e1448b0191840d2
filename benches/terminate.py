#!/usr/bin/env python3
"""How many transition systems `raddle terminate` decides, and how fast.

    benches/terminate.py FOLDER [LIST] [--timeout S] [--raddle PROGRAM] [--kittel PROGRAM] [--jobs N] [--out TABLE.tsv]

FOLDER holds systems (.koat, .kittel, .simple, .smt2). LIST names those to run, one a line, relative to FOLDER; of a table
with tabs the first column counts, a second one is another tool's verdict (YES, NO, MAYBE, TIMEOUT), with which each is compared. Without LIST all
systems below FOLDER are run. Prints counts, and times of whole processes:
by the clock, and of the processor, which a busy machine does not change. Rows are added to TABLE as they come; a run that was cut off goes on where
it was, as systems that have a row are not run again. With --kittel, KITTeL (s-falke/kittel-koat; with Yices 2) runs in raddle's place, with the same limit.
"""
import argparse
import concurrent.futures
import os
import pathlib
import signal
import statistics
import subprocess
import tempfile
import threading
import time

WORDS = {0: "YES", 1: "NO", 2: "MAYBE"}
KITTEL = {b"Termination successfully shown!": "YES", b"could not be handled": "MAYBE", b"Timeout!": "MAYBE"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("list", type=pathlib.Path, nargs="?")
    parser.add_argument("--timeout", type=float, default=10)
    parser.add_argument("--raddle", default="target/release/raddle")
    parser.add_argument("--kittel", metavar="PROGRAM")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    systems = named(options.list) if options.list else below(options.folder)
    before = done(options.out)
    if options.out and not before:
        options.out.write_text("file\tverdict\twall_s\tcpu_s\n")
    lock = threading.Lock()

    def row(one):
        name, other = one
        if name not in before:
            verdict, wall, cpu = before[name] = run(options, name)
            if options.out:
                with lock, options.out.open("a") as table:
                    table.write(f"{name}\t{verdict}\t{wall:.3f}\t{cpu:.3f}\n")
        return name, other, *before[name]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        summary(list(pool.map(row, systems)))


def done(path):
    """What an earlier run left, by system."""
    if not path or not path.exists():
        return {}
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    return {name: (verdict, float(wall), float(cpu)) for name, verdict, wall, cpu in rows}


def named(path):
    rows = [line.rstrip("\n").split("\t") for line in path.read_text().splitlines()]
    rows = [row for row in rows if row[0] and not row[0].startswith("#") and row[0] != "file"]
    return [(row[0], row[1] if len(row) > 1 else None) for row in rows]


def below(folder):
    ends = {".koat", ".kittel", ".simple", ".smt2"}
    return [(str(p.relative_to(folder)), None) for p in sorted(folder.rglob("*")) if p.suffix in ends]


def run(options, name):
    command = [options.raddle, "terminate", str(options.folder / name), "--timeout", str(options.timeout)]
    if options.kittel:
        command = [options.kittel, "-smt-solver", "yices2", "-timeout", str(options.timeout), str(options.folder / name)]
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        # Its solver is a process of its own, and goes with it.
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.DEVNULL, start_new_session=True)
        killer = threading.Timer(3 * options.timeout + 10, os.killpg, [process.pid, signal.SIGKILL])
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        said.seek(0)
        text = said.read()
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    code = os.waitstatus_to_exitcode(status)
    if killed:
        verdict = "MAYBE"
    elif options.kittel:
        known = [word for said, word in KITTEL.items() if said in text]
        # The signal that ends its time may find it waiting for its solver, which is an exception.
        verdict = known[0] if known else "MAYBE" if time.monotonic() - start >= options.timeout else "ERROR"
    else:
        verdict = WORDS.get(code, "ERROR")
    return verdict, time.monotonic() - start, usage.ru_utime + usage.ru_stime


def summary(rows):
    times = sorted(row[3] for row in rows)
    cpu = statistics.median(row[4] for row in rows)
    print(f"{len(rows)} systems, median {statistics.median(times):.3f} s, mean {statistics.mean(times):.3f} s, "
          f"largest {times[-1]:.1f} s; median processor time {cpu:.3f} s")
    for verdict in ["YES", "NO", "MAYBE", "ERROR"]:
        own = [row[3] for row in rows if row[2] == verdict]
        if own:
            print(f"{verdict:5} {len(own):5}   median {statistics.median(own):.3f} s")
    others = [row for row in rows if row[1]]
    if others:
        print("the other tool's verdicts, and these:")
        for other in sorted({row[1] for row in others}):
            counts = {v: sum(r[1] == other and r[2] == v for r in others) for v in ["YES", "NO", "MAYBE", "ERROR"]}
            print(f"  {other:8}", ", ".join(f"{n} {v}" for v, n in counts.items() if n))
        for name, other, verdict, _, _ in others:
            if {other, verdict} == {"YES", "NO"}:
                print(f"  contradiction: {name}: {other} there, {verdict} here")


if __name__ == "__main__":
    main()
