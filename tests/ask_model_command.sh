#!/usr/bin/env bash
# kcast ask-model as a user meets it, with a model of random weights: launches and documents like
# those of kcast predict, heads whose answers are known, prompts like those of kcast encode.
#
#   ask_model_command.sh KCAST TINY-MODEL-MAKER CHECKOUT
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1 maker=$2 checkout=$3
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"
# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"

mkdir tiny
"$maker" tiny
cp "$checkout/examples/saxpy.cu" .
model=(--model tiny/tiny.gguf --threads 1)

# like_predict PREDICT.json ASK.json: the same launches, and every field of the same type; what a
# model does not say may be null.
like_predict() {
  python3 -I - "$1" "$2" <<'PYTHON' || failed=1
import json, sys
predicted, asked = (json.load(open(name)) for name in sys.argv[1:])
bad = []
def same_form(a, b, path):
    may_be_null = path in ("class", "occupancy", "counts") or path.startswith("metrics.")
    if b is None and may_be_null: return
    if path.startswith("metrics.") and a is None: return
    if isinstance(a, dict):
        if not isinstance(b, dict): bad.append(f"{path}: {b}"); return
        if path != "settings" and list(a) != [key for key in b if key != "model"]:
            bad.append(f"{path}: {list(b)}")
        for key in a:
            if key in b: same_form(a[key], b[key], f"{path}.{key}" if path else key)
    elif type(a) in (int, float):
        if type(b) not in (int, float): bad.append(f"{path}: {b}")
    elif type(a) is not type(b): bad.append(f"{path}: {b}")
if [key for key in asked] != [key for key in predicted] or asked["format"] != "kcast-prediction-1":
    bad.append("the document")
key = lambda entry: (entry["kernel"], entry["launch_line"], json.dumps(entry["settings"]))
a, b = (sorted(report["predictions"], key=key) for report in (predicted, asked))
if [x["launch"] for x in a] != [x["launch"] for x in b]: bad.append("other launches")
for x, y in zip(a, b):
    for field in ("kernel", "symbol", "file", "line", "gpu", "launch_file", "launch_line", "count", "settings"):
        if x[field] != y[field]: bad.append(f"{field}: {x[field]} {y[field]}")
    same_form(x, y, "")
    if y["source"] not in ("text", "hybrid") or "model" not in y: bad.append("who says so")
for line in bad: print(line)
sys.exit(len(bad) > 0)
PYTHON
}
# value JSON PYTHON: an expression over p, the first prediction, and m, its metrics.
holds() {
  python3 -I - "$1" "$2" <<'PYTHON' || { echo "$1: not $2"; failed=1; }
import json, math, sys
p = json.load(open(sys.argv[1]))["predictions"][0]
m = p["metrics"]
sys.exit(not eval(sys.argv[2]))
PYTHON
}

# Launches come from host code, from options and from nowhere, as in kcast predict.
cat >alone.cu <<'CUDA'
__global__ void scale(const float* x, float* y, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = s * x[i];
}
CUDA
cases=("saxpy.cu" "saxpy.cu -D n=1e6 --block 128" "alone.cu --grid 512 --block 256 --arg n=1e5 --arg s=2"
  "alone.cu --arg n=4096 --sweep block=64,128" "alone.cu --fill x=uniform:0,1 --arg n=1000")
for words in "${cases[@]}"; do
  read -ra options <<<"$words"
  "$kcast" predict "${options[@]}" --predictor analytic --json >predicted.json
  "$kcast" ask-model "${model[@]}" "${options[@]}" --json >asked.json
  like_predict predicted.json asked.json
done
# The answer to the compact question says everything; a report can be compared like any other.
holds asked.json 'all(m[name] is not None for name in ("time_us", "l2_bytes", "int_ops")) and p["coverage"] == 0'
holds asked.json 'p["model"]["template"] == "compact" and p["model"]["answer"].startswith("{")'
holds asked.json 'p["occupancy"] is None and p["source"] == "text"'
expect 0 'scale on h200' '' diff predicted.json asked.json
"$kcast" ask-model "${model[@]}" alone.cu --fill x=uniform:0,1 --arg n=1000 --json | cmp - asked.json || failed=1
expect 0 'answered by the language model tiny/tiny.gguf, template compact' '' ask-model "${model[@]}" alone.cu
expect 0 '^kernel,file,' '' ask-model "${model[@]}" alone.cu --csv

# Omniwise's answer has no time, the roofline question a class alone.
"$kcast" ask-model "${model[@]}" saxpy.cu --template omniwise --json >asked.json
"$kcast" predict saxpy.cu --predictor analytic --json >predicted.json
like_predict predicted.json asked.json
holds asked.json 'm["time_us"] is None and m["l2_bytes"] is None and p["class"] is None'
holds asked.json 'm["gflops"] is not None and 0 <= m["l1_hit_rate_pct"]["value"] <= 100'
"$kcast" ask-model "${model[@]}" saxpy.cu --template roofline --json >asked.json
holds asked.json 'p["class"] in ("compute-bound", "bandwidth-bound") and all(v is None for v in m.values())'
expect 0 'time not said, (compute|bandwidth)-bound' '' ask-model "${model[@]}" saxpy.cu --template roofline

# A hybrid head that adds 1 to log2(1 + ns) and nothing else: the analysis, but twice its time.
"$kcast" ask-model "${model[@]}" saxpy.cu --head tiny/hybrid.safetensors --json >asked.json
like_predict predicted.json asked.json
python3 -I - predicted.json asked.json <<'PYTHON' || failed=1
import json, sys
predicted, asked = ({(p["kernel"], p["launch_line"]): p for p in json.load(open(name))["predictions"]} for name in sys.argv[1:])
for key, a in predicted.items():
    b = asked[key]
    assert b["source"] == "hybrid" and b["occupancy"] == a["occupancy"] and b["class"] == a["class"]
    for name, x in a["metrics"].items():
        y = b["metrics"][name]
        if x is None: assert y is None, name; continue
        want = x["value"]
        if name == "time_us": want = 2 * want + 0.001
        if name.endswith("_gbs") or name == "gflops":
            want *= a["metrics"]["time_us"]["value"] / (2 * a["metrics"]["time_us"]["value"] + 0.001)
        assert abs(y["value"] - want) <= 2e-5 * abs(want) + 1e-6, (name, x, y)
PYTHON
# A regression head: 2^10 - 1 of everything, between 2^8 - 1 and 2^12 - 1, and hit rates of 10 / 16.
"$kcast" ask-model "${model[@]}" saxpy.cu --head tiny/regression.safetensors --json >asked.json
like_predict predicted.json asked.json
holds asked.json 'abs(m["time_us"]["value"] - 1.023) < 1e-5 and abs(m["l1_bytes"]["low"] - 255) < 1e-2'
holds asked.json 'abs(m["l1_bytes"]["high"] - 4095) < 1e-1 and abs(p["coverage"] - 0.9) < 1e-6'
holds asked.json 'abs(m["l2_hit_rate_pct"]["value"] - 62.5) < 1e-4'
"$kcast" ask-model "${model[@]}" saxpy.cu --head tiny/time.safetensors --template llmperf --json >asked.json
holds asked.json 'abs(m["time_us"]["value"] - 1.023) < 1e-5 and m["l2_bytes"] is None and p["class"] is None'
"$kcast" ask-model "${model[@]}" saxpy.cu --head tiny/class.safetensors --json >asked.json
holds asked.json 'p["class"] == "compute-bound" and m["time_us"] is None'

# A kernel that does not compile is asked about all the same; the analysis has nothing to say.
sed 's/s \* x\[i\]/s * unknown(x[i])/' alone.cu >broken.cu
expect 0 'scale' 'unknown' ask-model "${model[@]}" broken.cu --arg n=1000 --arg s=1
expect 2 '' 'kernel scale: it does not compile, and the head reads features' ask-model "${model[@]}" broken.cu --arg n=1000 --arg s=1 --head tiny/hybrid.safetensors

# What is wrong is one line.
expect 2 '' '--model is required' ask-model alone.cu
expect 1 '' 'ask-model: .*nothing.gguf: no such file' ask-model --model nothing.gguf alone.cu
expect 2 '' 'template llmperf is answered by a head; give --head' ask-model "${model[@]}" alone.cu --template llmperf
expect 2 '' "no kernel has an argument 'm'" ask-model "${model[@]}" alone.cu --arg m=1
expect 2 '' 'the question does not fit into [0-9]+ tokens; give a larger --context' ask-model "${model[@]}" alone.cu --context 100
head -c 100 tiny/class.safetensors >cut.safetensors
expect 2 '' 'cut.safetensors: ' ask-model "${model[@]}" alone.cu --head cut.safetensors
[[ $(wc -l <err) == 1 ]] || { echo 'more than a line'; cat err; failed=1; }

# same_prompts TEMPLATE SHARDS: every sample's prompt, asked about again from files and options.
same_prompts() {
  python3 -I - "$kcast" "$@" <<'PYTHON'
import json, struct, subprocess, sys
kcast, template, folder = sys.argv[1:]
def run(*words): return subprocess.run([kcast, *words], stdout=subprocess.PIPE, check=True).stdout
def samples():
    for side in ("train", "val", "test"):
        data = open(f"{folder}/{side}.safetensors", "rb").read()
        size = struct.unpack("<Q", data[:8])[0]
        head, rest = json.loads(data[8:8 + size]), data[8 + size:]
        def numbers(name, code, width):
            begin, end = head[name]["data_offsets"]
            return struct.unpack(f"<{(end - begin) // width}{code}", rest[begin:end])
        tokens, offsets = numbers("tokens", "i", 4), numbers("offsets", "q", 8)
        ids = bytes(numbers("ids", "B", 1)).decode().splitlines()
        for i, name in enumerate(ids): yield name, tokens[offsets[i]:offsets[i + 1]]
def fill_text(fill):
    kind, number = fill["kind"], lambda name: format(fill[name], ".17g")
    if kind in ("uniform", "uniform_int"): return f"{kind}:{number('low')},{number('high')}"
    if kind == "constant": return "constant:" + number("low")
    if kind == "index_into": return "index_into:" + fill["target"]
    if kind == "offsets_into": return "offsets_into:" + fill["target"] + ("," + number("degree") if fill["degree"] else "")
    if kind == "iota": return f"iota:{number('low')},{number('step')}" + ("," + number("modulus") if fill["modulus"] else "")
    return kind
model = json.load(open("bytes.json"))
names = {i: name for name, i in model["model"]["vocab"].items()}
bytes_of, extra = {}, 0  # how byte-level vocabularies write bytes
for byte in range(256):
    plain = 33 <= byte <= 126 or 161 <= byte <= 172 or 174 <= byte <= 255
    bytes_of[chr(byte if plain else 256 + extra)] = byte
    extra += not plain
count = 0
for name, tokens in samples():
    recipe, language, launch, gpu = name.split("\t")
    want = b"".join(bytes([bytes_of[names[t]]]) for t in tokens if names.get(t) in bytes_of)
    program = launch.startswith("host:")
    if template == "omniwise" and not program: continue  # --host prints another launch than this
    file = {"cuda": "k.cu", "hip": "k.hip", "opencl": "k.cl"}[language]
    words = ["--gpu", gpu, "--flags", " ".join(run("corpus", "show", recipe, "--flags").decode().split())]
    if program:
        open(file, "wb").write(run("corpus", "show", recipe, "--language", language, "--host"))
    else:
        shown = json.loads(run("corpus", "show", recipe, "--language", language, "--launch", launch))
        open(file, "wb").write(run("corpus", "show", recipe, "--language", language))
        for key in ("grid", "block"): words += ["--" + key, "x".join(map(str, shown[key]))]
        if shown["shared_bytes"]: words += ["--shared", str(shown["shared_bytes"])]
        for a in shown["arguments"]:
            value = a["elements"] or (a["integer"] if a["integer"] is not None else a["real"])
            words += ["--arg", f"{a['name']}={value}"]
            if a["elements"]: words += ["--fill", f"{a['name']}={fill_text(a['fill'])}"]
    got = run("ask-model", "--show-prompt", "--template", template, file, *words)
    assert want in got if program else got == want, (name, got.decode(), want.decode())
    count += 1
assert count >= (7 if template == "compact" else 1), count
PYTHON
}

# A server with the model answers chats as the command does, whole and in pieces, and lists it.
chats() {
  python3 -I - "$1" asked.json saxpy.cu <<'PYTHON'
import json, sys, urllib.request
address, asked, file = sys.argv[1], json.load(open(sys.argv[2])), open(sys.argv[3]).read()
def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    return urllib.request.urlopen(request, timeout=60).read().decode()
assert json.loads(call("v1/models"))["data"][0]["id"] == "tiny.gguf"
body = {"messages": [{"role": "user", "content": "How fast?\n```cuda\n" + file + "```"}]}
whole = json.loads(call("v1/chat/completions", body))
assert whole["model"] == "tiny.gguf" and whole["usage"]["prompt_tokens"] > 100, whole
content = whole["choices"][0]["message"]["content"]
pieces = ""
for line in call("v1/chat/completions", {**body, "stream": True}).split("\n\n"):
    if line.startswith("data: {"):
        for choice in json.loads(line[6:])["choices"]: pieces += choice["delta"].get("content", "")
assert pieces == content
said, there = json.loads(content)["predictions"][0], asked["predictions"][0]
assert said["metrics"] == there["metrics"] and said["class"] == there["class"], (said, there)
assert said["model"]["answer"] == there["model"]["answer"]
plain = json.loads(call("v1/chat/completions", {**body, "model": "kcast"}))
assert "model" not in json.loads(plain["choices"][0]["message"]["content"])["predictions"][0]
PYTHON
}
"$kcast" ask-model --model tiny/tiny.gguf saxpy.cu --json >asked.json
"$kcast" serve --model tiny/tiny.gguf --port 0 >served &
server=$!
for _ in $(seq 300); do
  grep -q http served && break
  sleep 0.1
done
chats "$(grep -o 'http://[^ ]*' served)" || { echo "a server with a model does not answer as it"; failed=1; }
kill "$server" && wait "$server" || { echo "it did not end well"; failed=1; }
expect 2 '' '--adapter and --head belong to a --model' serve --adapter nothing.gguf

# The question is byte for byte what training samples show: for generated kernels, given the same
# launch, and for programs, whose launches host code has.
printf '%s\n' syn-1:2 omni-1:2 motif-1:block_scan/warp:1 >recipes.txt
"$kcast" corpus generate --recipes recipes.txt --launches 2 --out plan >/dev/null
mkdir -p programs/geospatial
"$kcast" corpus show auth-1:geospatial/heatmap_bins >programs/geospatial/heatmap_bins.cu
"$kcast" corpus generate --programs programs --out program_plan >/dev/null
for plan in plan program_plan; do
  "$kcast" collect --device fake --gpu h200 --plan "$plan" --out whole.db >/dev/null
done
# Without a merge, a token is a byte.
"$kcast" tokenizer train alone.cu --vocabulary 260 --out bytes.json >/dev/null
for template in compact omniwise; do
  "$kcast" encode whole.db --model bytes.json --template $template --no-answer --max-tokens 100000 \
    --out shards >/dev/null
  same_prompts $template shards || failed=1
done

if ((failed == 0)); then echo "kcast ask-model behaves"; fi
exit "$failed"
