#!/usr/bin/env python3
"""Hostile sources against a running server, in the binary that users get.

    serve_fuzz.py KCAST CASES [SEED [FOLDER]]

Mutated programs of all languages and inline assembly of random words (seeds: tests/fuzz and
examples) go to one `kcast serve`. Every one is answered, refused in a line, or stopped at a limit;
no worker crashes where our own code works; the server's memory and descriptors stay as they are.
What fails is kept in FOLDER.
"""
import collections
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = {".cu": ["tests/fuzz/reduce.cu", "examples/saxpy.cu"],
             ".hip": ["tests/fuzz/stencil.hip", "examples/reduction.hip"],
             ".cl": ["tests/fuzz/scan.cl", "examples/stencil.cl"],
             ".cpp": ["tests/fuzz/rows.cpp", "examples/openmp_stencil.cpp"]}
ODD_NUMBERS = ["0", "-1", "1", "2147483647", "4294967295", "0x7fffffffffffff00",
               "18446744073709551615", "1e308", "0.0f", "65537"]
WARM = 500  # requests before memory is looked at


def mutated(rng, text, other):
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + text[at + rng.randrange(20):]
        elif kind == 1:
            begin = rng.randrange(len(other))
            text = text[:at] + other[begin:begin + rng.randrange(60)] + text[at:]
        elif kind == 2:
            text = text[:at] + chr(rng.randrange(256)) + text[at + 1:]
        else:
            text = text[:at] + str(rng.getrandbits(64)) + text[at:]
    return text


def reworded(rng, text, other):
    """Names, numbers and operators in the places of others: most of it still compiles."""
    words = re.findall(r"\w+|[-+*/%<>=&|^]=?", other) + ODD_NUMBERS
    for _ in range(rng.randint(1, 3)):
        places = list(re.finditer(r"\w+|[-+*/%<>=&|^]=?", text))
        place = rng.choice(places)
        alike = [w for w in words if w[0].isdigit() == place[0][0].isdigit()
                 and w[0].isalnum() == place[0][0].isalnum()]
        text = text[:place.start()] + rng.choice(alike or words) + text[place.end():]
    return text


def assembly(rng, lines):
    out = ""
    for _ in range(rng.randint(1, 12)):
        line = rng.choice(lines)
        while rng.randrange(3) == 0:
            other = rng.choice(lines)
            at, begin = rng.randrange(len(line) + 1), rng.randrange(len(other) + 1)
            line = line[:at] + other[begin:begin + rng.randrange(12)] + line[at + rng.randrange(8):]
        out += "".join(" " if c in '"\\' or c < " " else c for c in line) + "\\n"
    return ("__global__ void k(int* a, float* f, int n) {\n  int i = threadIdx.x;\n"
            "  for (int j = 0; j < n; ++j) {\n    asm volatile(\"{.reg .pred p, q; "
            ".reg .b32 r, s, t; .reg .b64 x, y; .reg .f32 u, v;\\n mov.u64 x, %1; "
            "mov.u32 r, %0;\\n" + out + "mov.u32 %0, r;}\" : \"+r\"(i) : \"l\"(a), \"l\"(f), "
            "\"f\"(1.0f));\n  }\n  a[i & 255] = i;\n}\n"
            "int main() { int* a; float* f; cudaMalloc(&a, 1024); cudaMalloc(&f, 1024); "
            "k<<<2, 64>>>(a, f, 3); }\n")


def holdings(pid):
    """Descriptors and resident pages of the server and its fork servers, between requests."""
    descriptors, pages = [], []
    for _ in range(10):  # the fewest: a worker that is just being started has one more
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        pids = [str(pid)] + children
        descriptors.append(sum(len(os.listdir(f"/proc/{p}/fd")) for p in pids))
        pages.append(sum(int(pathlib.Path(f"/proc/{p}/statm").read_text().split()[1])
                         for p in pids))
        time.sleep(0.02)
    return min(descriptors), min(pages)


def main():
    kcast, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    folder = pathlib.Path(sys.argv[4] if len(sys.argv) > 4 else ".")
    texts = {ending: [(ROOT / name).read_text() for name in names]
             for ending, names in LANGUAGES.items()}
    lines = [line for line in (ROOT / "tests/fuzz/assembly.ptx").read_text().splitlines() if line]
    # Without a cache of answers: what it holds is no leak.
    server = subprocess.Popen([kcast, "serve", "--port", "0", "--cache", "0"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = server.stdout.readline()
    port = int(said.split("127.0.0.1:")[1].split("/")[0].split()[0])
    kinds, ends, failed, before = list(LANGUAGES) + ["asm"], collections.Counter(), 0, None
    for i in range(count):
        kind = kinds[i % len(kinds)]
        if kind == "asm":
            name, text = "fuzz.cu", assembly(rng, lines)
        else:
            name = "fuzz" + kind
            change = rng.choice([mutated, reworded])
            text = change(rng, rng.choice(texts[kind]), rng.choice(texts[kind]))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=400)
        connection.request("POST", "/v1/predict", json.dumps({"files": [{"name": name, "text": text}]}),
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        body = answer.read().decode()
        connection.close()
        ends[kind, answer.status] += 1
        if answer.status not in (200, 422, 504) or "analysis was stopped: it crashed" in body:
            failed += 1
            (folder / f"failed-{i}{kind}").write_text(f"{answer.status} {body}\n----\n{text}")
            print(f"case {i} ({kind}): {answer.status} {body[:300]}", flush=True)
        if i + 1 == min(WARM, count // 2):
            before = holdings(server.pid)
        if (i + 1) % 1000 == 0:
            print(i + 1, dict(ends), holdings(server.pid), flush=True)
    after = holdings(server.pid)
    server.terminate()
    server.wait()
    for kind in kinds:
        print(kind, {status: n for (k, status), n in sorted(ends.items()) if k == kind})
    print(f"{count} requests, {failed} failed; descriptors {before[0]} and {after[0]}, "
          f"pages {before[1]} and {after[1]}")
    if after[0] > before[0] or after[1] > before[1] + 2048:
        print("the server holds more than before")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
