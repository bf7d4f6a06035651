#!/usr/bin/env python3
"""Predictions with `--l2 program` beside what ncu read of tests/gpu/l2_chains.cu, launch by launch.

  tests/l2_chains.py KCAST [--table]     fails where less agrees than was reached

--table prints every launch: predicted / measured.
"""
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "gpu", "l2_chains.cu")
READINGS = os.path.join(HERE, "checks", "readings_h200_chains.tsv")
# What was reached; bytes agree within a tenth, or within a megabyte.
LEAST_READ = 0.95
LEAST_WRITTEN = 0.82
LEAST_L2 = 0.95
MOST_TIME = 0.10  # median error
NEAR_BYTES = 1e6


def lines_in_order():
    """The line of each launch that the program makes, and whether a later round is predicted."""
    with open(SOURCE) as file:
        text = file.read().split("\n")
    out, body, rounds = [], [], 0
    for number, line in enumerate(text, 1):
        if "for (int i = 0; i < 4;" in line:
            rounds = 4
        elif "<<<" in line:
            (body if rounds else out).append(number)
        elif rounds and line == "  }":
            for i in range(rounds):
                out += [(at, i) for at in body]
            rounds = 0
    return [at if isinstance(at, tuple) else (at, 1) for at in out]


def readings():
    with open(READINGS) as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def predictions(kcast):
    done = subprocess.run(
        [kcast, "predict", SOURCE, "--l2", "program", "--predictor", "analytic", "--json"],
        capture_output=True, text=True, check=True)
    entries = json.loads(done.stdout)["predictions"]
    assert all(entry["l2"] == "program" and entry["timing"] == "kernel" for entry in entries)
    return {entry["launch_line"]: entry for entry in entries}


def near(predicted, measured):
    return abs(predicted - measured) <= max(0.1 * measured, NEAR_BYTES)


def behind_copy(line):
    """What a copy or a memset left before the launch is not followed."""
    with open(SOURCE) as file:
        return "cudaMem" in file.read().split("\n")[line - 2]


def main():
    by_line = predictions(sys.argv[1])
    made = lines_in_order()
    measured = readings()
    assert len(made) == len(measured), (len(made), len(measured))
    agree = {"read": [], "written": [], "l2": []}
    times = []
    for (line, later), reading in zip(made, measured):
        entry = by_line[line]
        assert entry["kernel"] == reading["kernel"], (entry["kernel"], reading)
        values = {name: entry["metrics"][name]["value"] for name in
                  ("time_us", "hbm_read_bytes", "hbm_write_bytes", "l2_bytes")}
        pairs = [(values["time_us"], float(reading["time_us"])),
                 (values["hbm_read_bytes"], float(reading["read_bytes"])),
                 (values["hbm_write_bytes"], float(reading["write_bytes"])),
                 (values["l2_bytes"], float(reading["l2_bytes"]))]
        if "--table" in sys.argv:
            cells = " | ".join(f"{p / s:.2f} / {m / s:.2f}"
                               for (p, m), s in zip(pairs, (1, 1e6, 1e6, 1e6)))
            print(f"| {line} | {entry['kernel']} | {int(reading['blocks']) // 256} MB | {cells} |")
        # The first launch finds what the start of the program left, and flushes are no test.
        if entry["kernel"] == "flush" or later == 0 or behind_copy(line):
            continue
        times.append(abs(pairs[0][0] / pairs[0][1] - 1))
        for name, (predicted, read) in zip(agree, pairs[1:]):
            agree[name].append(near(predicted, read))
    shares = {name: sum(list_) / len(list_) for name, list_ in agree.items()}
    error = statistics.median(times)
    print(f"{len(times)} launches: time {100 * error:.1f} % off in the median; DRAM read "
          f"{100 * shares['read']:.0f} %, written {100 * shares['written']:.0f} %, "
          f"L2 {100 * shares['l2']:.0f} % near")
    good = (shares["read"] >= LEAST_READ and shares["written"] >= LEAST_WRITTEN
            and shares["l2"] >= LEAST_L2 and error <= MOST_TIME)
    return 0 if good else 1


sys.exit(main())
