#!/usr/bin/env python3
"""Compares what a driver was asked to launch (recording_driver.cpp) with the jobs.

openmp_record.py JOBS RECORD OUTPUT-OF-ONCE
"""
import json
import re
import struct
import sys


def reduction_of(ptx, kernel):
    """Bytes of a row and rows, from the kernel's environment in its PTX."""
    found = re.search(r"\.u64 " + re.escape(kernel) + r"_kernel_environment\[\d+\] = \{([^}]*)\}", ptx)
    words = [int(word) if word.strip().isdigit() else 0 for word in found.group(1).split(",")]
    return struct.unpack("<ii", struct.pack("<7i", *struct.unpack("<7i", struct.pack("<4Q", *words[:4])[:28]))[20:])


def slot_of(argument):
    """What a scalar's slot holds; None: an address."""
    if argument["elements"] > 0:
        return None
    kind = argument["element_type"]
    if argument["real"] is not None or kind in ("float", "double"):
        value = argument["real"] if argument["real"] is not None else argument["integer"]
        form = "<f" if kind == "float" else "<d"
        return int.from_bytes(struct.pack(form, value), "little")
    return argument["integer"] & ((1 << (8 * max(argument["size_bytes"], 1))) - 1)


def check(job, launch, line, complain):
    words = line.split()
    if words[0] != job["kernel"]:
        complain(f"launched {words[0]} for {job['kernel']}")
    shape = f"teams={launch['grid'][0]} threads={launch['block'][0]}"
    if " ".join(words[1:3]) != shape:
        complain(f"{job['kernel']}: {words[1:3]}, wanted {shape}")
    size, rows = reduction_of(job["ptx"], job["kernel"])
    slots = words[3:]
    if size > 0:
        found = re.search(r"\[(\d+) (\d+) ([0-9a-f]+)\]", line)
        if not found or found.group(1) != "0" or found.group(2) != "0":
            return complain(f"{job['kernel']}: no launch environment in {line}")
        room = int(slots[0], 16) - int(found.group(3), 16)
        if room != (size * rows + 255) // 256 * 256:
            complain(f"{job['kernel']}: {room} bytes for {size} x {rows}")
        slots = slots[:1] + slots[4:]
    elif slots[0] != "f" * 16:
        complain(f"{job['kernel']}: the first slot is {slots[0]}")
    arguments = launch["arguments"]
    if len(slots) != len(arguments):
        return complain(f"{job['kernel']}: {len(slots)} slots for {len(arguments)} arguments")
    for slot, argument in zip(slots[1:], arguments[1:]):
        wanted = slot_of(argument)
        if wanted is None and int(slot, 16) % 4 != 0 or wanted is not None and int(slot, 16) != wanted:
            complain(f"{job['kernel']}: {argument['name']} is {slot}, wanted {wanted}")
    return None


def main():
    jobs = [json.loads(line) for line in open(sys.argv[1])]
    lines = open(sys.argv[2]).read().splitlines()
    problems = [line for line in open(sys.argv[3]) if '"reason"' in line]
    launches = [(job, entry["launch"]) for job in jobs for entry in job["launches"]]
    if len(lines) != len(launches):
        problems.append(f"{len(lines)} launches of {len(launches)}")
    for (job, launch), line in zip(launches, lines):
        check(job, launch, line, problems.append)
    reducing = sum(reduction_of(job["ptx"], job["kernel"])[0] > 0 for job in jobs)
    if reducing == 0:
        problems.append("no kernel reduces over teams")
    for problem in problems[:20]:
        print(problem.strip())
    print(f"{len(launches)} launches, {reducing} kernels that reduce, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
