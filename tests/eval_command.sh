#!/usr/bin/env bash
# kcast eval as a user meets it, on readings of the fake collector.
#
#   eval_command.sh KCAST
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
suite=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")/examples/suite
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"
has() { grep -qE -- "$1" "$2" || { echo "$2 lacks '$1'"; head -n 20 "$2"; failed=1; }; }
same() { cmp "$1" "$2" || failed=1; }

# Kernels of each generator, two launches each, and an authored program; one launch cannot be made.
printf '%s\n' syn-1:2 syn-1:3 syn-1:5 omni-1:2 motif-1:reduction/warp:1 motif-1:stencil/naive:1 >recipes
"$kcast" corpus generate --recipes recipes --launches 2 --out plan >/dev/null
mkdir -p programs/geospatial
"$kcast" corpus show auth-1:geospatial/heatmap_bins >programs/geospatial/heatmap_bins.cu
"$kcast" corpus generate --programs programs --out program_plan >/dev/null
for plan in plan program_plan; do
  "$kcast" collect --device fake --gpu h200 --plan $plan --out all.db --again 6 >/dev/null
done

# Everything, predicted once and then taken from the file.
expect 0 '^13 launches of 7 kernels of 7 families on h200, split all' '' eval \
  all.db --split all --predictions kept.tsv --by source,motif,language --resamples 200
has '^  analytic +13 ' out
has '^  repeat +[0-9]' out
has '^  tokens +13 ' out
has '^BY motif' out
has '^  reduction +2 ' out
has '^WORST FAMILIES by time' out
mv out first
cp kept.tsv kept_before.tsv
expect 0 '^13 launches' '' eval all.db --split all --predictions kept.tsv --by source,motif,language \
  --resamples 200 --jobs 1
same first out
same kept_before.tsv kept.tsv

# Half a line, as a killed run leaves it: its launch is predicted again.
head -c -30 kept_before.tsv >kept.tsv
expect 0 '^13 launches' '' eval all.db --split all --predictions kept.tsv --by source,motif,language \
  --resamples 200
same first out

# JSON and CSV.
expect 0 '"not_predicted": \{\}' '' eval all.db --split all --predictions kept.tsv --json --csv tables
has '"rows": 13' out
has '^analytic,time,time_us,mape,[0-9.]+,' tables/figures.csv
has '^auth-1:geospatial/heatmap_bins,cuda,host:0,' tables/rows.csv
[[ $(wc -l <tables/rows.csv) == 14 ]] || { echo "rows.csv has not 14 lines"; failed=1; }

# A side of a split, and some kernels of it.
expect 0 '^2 launches of 1 kernels of 1 families on h200, split motif' '' eval \
  all.db --split motif --predictions kept.tsv
has '^[0-9]+ launches of the train side fit the baselines' out
expect 0 '^[0-9]+ launches .* split all' '' eval all.db --split all --limit 4 --predictions kept.tsv
has '^4 launches of 2 kernels' out

# What a language model said of the two launches of that side: one answer is right, one is none.
tested=$(awk -F'\t' 'NR == FNR { if ($0 ~ /^motif-1/) tested[substr($0, 1, index($0, ",") - 1)]; next }
  $3 in tested { print $3 "\\t" $4 "\\t" $5 "\\th200" }' <("$kcast" eval all.db --split motif --predictions kept.tsv --csv motif >/dev/null && cat motif/rows.csv) kept.tsv | sort -u)
zeros='\"flops_fp16\":0,\"flops_fp64\":0,\"flops_tensor\":0,\"l1_bytes\":1e6,\"l2_bytes\":1e6,\"hbm_write_bytes\":0'
zeros+=',\"l1_hit_rate_pct\":0,\"l2_hit_rate_pct\":0,\"int_ops\":0,\"flops_fp32\":1,\"hbm_read_bytes\":1e6'
{
  printf '{"id": "%s", "template": "compact", "answer": "{%s,\\"time_us\\":10}"}\n' "$(head -n 1 <<<"$tested")" "$zeros"
  printf '{"id": "%s", "template": "compact", "answer": "no idea"}\n' "$(tail -n 1 <<<"$tested")"
} >said.jsonl
expect 0 '^2 launches of 1 kernels of 1 families on h200, split motif' '' eval all.db --split motif \
  --predictions kept.tsv --answers model=said.jsonl
has '^not predicted, misses in every share: 1 launches' out
has '^ +1  the answer has no JSON object' out
has '^COUNTERS of model' out
has '^  analytic +2 ' out
has '^  constant, rounded +the same' out
expect 2 '' "said.jsonl answers 'motif-1:.*', which is not on the side that is scored" eval all.db \
  --split motif --side train --answers said.jsonl --predictions kept.tsv
expect 2 '' 'said.jsonl:1: answers template compact, and not omniwise' eval all.db --split motif \
  --answers said.jsonl --template omniwise
expect 1 '' 'gone.jsonl' eval all.db --answers gone.jsonl

# What is wrong is said.
expect 1 '' 'missing.db' eval missing.db
expect 2 '' '--split' eval all.db --split random
expect 2 '' '--by' eval all.db --by colour
expect 2 '' 'has no readings of a100-80gb; see --gpu' eval all.db --gpu a100-80gb
echo "a thesis" >thesis.txt
expect 2 '' 'thesis.txt is no file of predictions' eval all.db --predictions thesis.txt
expect 2 '' 'neither a store nor Parquet' eval thesis.txt
expect 2 '' 'name a data set, or a suite of programs with --suite' eval --split all

# A suite: predictions alone, then with what a profiler read.
expect 0 '^  heat.cu +10 +65536 +256 .* step$' '' eval --suite "$suite" --readings nowhere
has '^not measured: triad.cu' out
has '^  scan.cu +1 +1 +1024 .* scan_sums$' out
mkdir suite readings
cat >suite/saxpy.cu <<'CODE'
__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
__global__ void unused(float* y) { y[0] = 1; }
int main(int argc, char** argv) {
  const int n = atoi(argv[1]);
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  saxpy<<<n / 256, 256>>>(2.0f, x, y, n);
}
CODE
echo '{"programs": [{"file": "saxpy.cu", "argv": "1048576"}]}' >suite/suite.json
reading() {
  local zeros='"flops_fp16": 0, "flops_fp64": 0, "flops_tensor": 0, "int_ops": 0, "l1_bytes": 0'
  zeros+=', "l2_bytes": 0, "hbm_write_bytes": 0, "l1_hit_rate_pct": 0, "l2_hit_rate_pct": 0'
  printf '{"collector": "ncu", "kernel": "%s", "blocks": %s, "threads_per_block": 256,' "$1" "$2"
  printf ' "values": {"time_us": 8, "flops_fp32": 2097152, "hbm_read_bytes": 8388608, %s},' "$zeros"
  printf ' "times_us": [8], "sm_clock_mhz": 0, "memory_clock_mhz": 0, "registers": 16,'
  printf ' "static_shared_bytes": 0, "local_bytes": 0, "raw": {}}\n'
}
{ reading 'saxpy(float, const float *, float *, int)' 4096; reading 'other(int)' 7; } >readings/saxpy.jsonl
expect 0 '^2 launches of 1 kernels of 1 families on h200' '' eval --suite suite --readings readings
has '^ +1  no such launch is predicted' out
has '^  flops +analytic +2 +50.0' out
expect 0 '"within_50"' '' eval --suite suite --readings readings --json
rm readings/saxpy.jsonl
cp "$suite/../../tests/data/profilers/ncu_base.csv" readings/saxpy.csv
expect 0 'no such launch is predicted' '' eval --suite suite --readings readings

# Public programs: sources apart, sides of their own, of the held-out one totals alone.
mkdir -p public some+one
cp suite/saxpy.cu some+one/
public() {
  printf '{"id":"one.saxpy","repository":"some/one","commit":"1","side":"%s","language":"cuda",' "$1"
  printf '"folder":"","files":["saxpy.cu"],"flags":["-O3"],"arguments":["1048576"]}\n'
}
public open >public/programs.jsonl
echo '{"program":"one.saxpy","kernel":"saxpy(float, float const*, float*, int)","grid":[4096,1,1],"block":[256,1,1],"cold":{"time_us":0.01}}' >public/readings.jsonl
expect 2 '' '--sources FOLDER' eval --suite public
expect 1 '' 'scripts/suite_sources' eval --suite public --sources nowhere
expect 2 '' 'the sides open and held-out' eval --suite public --sources . --side test
expect 2 '' 'the sides test, val and train' eval --suite suite --side open
expect 2 '' 'has no programs with readings on this side' eval --suite public --sources . --side held-out
expect 0 'kernels answered: 1 of 1' '' eval --suite public --sources . --side open --worst 3
has '^  L2 emptied, same launch +1 +1 +100.0 +100.0' out
has '^  one.saxpy .* launch known|^  one.saxpy .* contents assumed' out
public held-out >public/programs.jsonl
expect 0 '^held-out, CUDA: 1 programs' '' eval --suite public --sources . --worst 3
if grep -q saxpy out; then echo "a name of the held-out side is printed"; failed=1; fi
expect 0 '"off_16": 1' '' eval --suite public --sources . --json
echo '{"programs": [{"file": "saxpy.cu", "args": "1"}]}' >suite/suite.json
expect 2 '' "suite.json: programs.0. has an unknown key 'args'" eval --suite suite
echo '{"programs": [{"file": "gone.cu"}]}' >suite/suite.json
expect 0 'gone.cu: .*gone.cu.*No such file' '' eval --suite suite
expect 1 '' 'suite.json.*No such file' eval --suite readings
expect 2 '' 'name a data set, or a suite' eval all.db --suite suite

# The server is asked as any chat model is, and its reports are answers.
"$kcast" serve --port 0 >served 2>&1 &
server=$!
trap 'kill "$server"; wait "$server" || true; rm -rf "$dir"' EXIT
until grep -q 'serves on' served; do
  kill -0 "$server" || { cat served; exit 1; }
  sleep 0.05
done
url=$(grep -oE 'http://[0-9.:]+' served)
for task in counters time flops; do
  expect 0 "^$task, 1 questions to kcast, split motif" '' ask all.db --split motif --task $task \
    --endpoint "$url" --model kcast --questions 1 --out "asked-$task"
  if grep -q 'do not follow the format' out; then cat out; failed=1; fi
done
exit "$failed"
