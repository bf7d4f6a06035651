#!/usr/bin/env python3
"""Makes readings_h200_cold.tsv, readings_h200_warm.tsv and readings_h200_chains.tsv of what
tests/gpu/l2_states.sh wrote.

  scripts/states_table.py FOLDER CHECKS     FOLDER: states.tar.xz unpacked; CHECKS: tests/checks
"""
import csv
import glob
import json
import os
import sys

folder, checks = sys.argv[1:3]

launches = []
for name in sorted(glob.glob(os.path.join(checks, "*.json"))):
    with open(name) as file:
        case = json.load(file)
    launches += [(case["name"], i) for i in range(len(case["launches"]))]


def lines(name):
    with open(os.path.join(folder, name)) as file:
        return [json.loads(line) for line in file]


def collected(name):
    return {launches[line["id"]]: line["values"] for line in lines(name) if "values" in line}


def timed(name):
    return {(line["case"], line["launch"]): line for line in lines(name) if "time_us" in line}


COUNTERS = {
    "time_us": "time_us",
    "l1_bytes": "l1tex__t_bytes.sum",
    "l1_hit_rate_pct": "l1tex__t_sector_hit_rate.pct",
    "l2_bytes": "lts__t_bytes.sum",
    "l2_hit_rate_pct": "lts__t_sector_hit_rate.pct",
    "hbm_read_bytes": "dram__bytes_read.sum",
    "hbm_write_bytes": "dram__bytes_write.sum",
}


def number(value):
    if value is None:
        return ""
    text = f"{value:.2f}"
    return text.rstrip("0").rstrip(".")


def states():
    counters = {"cold": collected("cold.jsonl"), "warm": collected("warm.jsonl")}
    alone = {"cold": timed("events_cold.jsonl"), "warm": timed("events_warm.jsonl")}
    opencl = {"cold": timed("opencl_cold.jsonl"), "warm": timed("opencl_warm.jsonl")}
    loops = timed("events_warm.jsonl")
    events = ["event_us", "queued_us", "opencl_us", "loop_us", "graph_us", "graph_one_us"]
    for state in ("cold", "warm"):
        with open(os.path.join(checks, f"readings_h200_{state}.tsv"), "w") as out:
            out.write(
                f"# The collector on an H200, L2 {state} (tests/gpu/l2_states.sh); times in us: "
                "the kernel's own, then by events.\n"
            )
            out.write("\t".join(["case", "launch", *COUNTERS.values(), *events]) + "\n")
            for launch in launches:
                values = counters[state].get(launch)
                if values is None:
                    continue
                many = loops.get(launch, {})
                row = [launch[0], str(launch[1])]
                row += [number(values[name]) for name in COUNTERS]
                row.append(number(alone[state].get(launch, {}).get("time_us")))
                row.append(number(many.get(f"queued_{state}_us")))
                row.append(number(opencl[state].get(launch, {}).get("time_us")))
                for name in ("loop_us", "graph_us", "graph_one_us"):
                    row.append(number(many.get(name) if state == "warm" else None))
                out.write("\t".join(row) + "\n")


def profiled(name):
    with open(os.path.join(folder, name)) as file:
        rows = list(csv.DictReader(line for line in file if line.startswith('"')))
    return [row for row in rows if row["ID"]]


def parsed(text):
    return float(text.replace(",", ""))


def chains():
    runs = [profiled(f"chains_{i}.csv") for i in (1, 2, 3)]
    with open(os.path.join(checks, "readings_h200_chains.tsv"), "w") as out:
        out.write(
            "# Nsight Compute on an H200, caches left alone, one pass: tests/gpu/l2_chains.cu in "
            "the order of its launches (tests/gpu/l2_states.sh); mean of two runs.\n"
        )
        out.write("launch\tkernel\tblocks\ttime_us\tread_bytes\twrite_bytes\tl2_bytes\n")
        for i, (first, l2, second) in enumerate(zip(*runs)):
            def mean(metric):
                return (parsed(first[metric]) + parsed(second[metric])) / 2

            row = [
                str(i),
                first["Kernel Name"].split("(")[0],
                first["Grid Size"].strip("()").split(",")[0],
                number(mean("gpu__time_duration.sum") / 1000),
                number(mean("dram__bytes_read.sum")),
                number(mean("dram__bytes_write.sum")),
                number(parsed(l2["lts__t_bytes.sum"])),
            ]
            out.write("\t".join(row) + "\n")


states()
chains()
