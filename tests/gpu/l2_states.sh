#!/usr/bin/env bash
# Reads the check kernels with L2 emptied and as the same launch left it, with counters, and by the
# events of CUDA and OpenCL; and the chains of launches of l2_chains.cu under ncu. On a machine with
# an NVIDIA GPU, CUDA 13 and ncu; at most four minutes.
#
#   OUT=folder tests/gpu/l2_states.sh FOLDER     kcast-collect-cuda and kcast-collect-opencl in FOLDER
#
# Writes below $OUT:
#   cold.jsonl, warm.jsonl          what `kcast-collect-cuda collect` read
#   events_cold.jsonl, events_warm.jsonl, opencl_cold.jsonl, opencl_warm.jsonl     times by events
#   chains_N.csv                    l2_chains.cu, launch by launch: time and DRAM, then L2
#   ncu_warm.csv, ncu_warm.jsonl    every eighth case under ncu, one pass
set -uo pipefail
root=${KCAST_ROOT:-$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")")}
tools=$(readlink -f -- "${1:?usage: OUT=folder tests/gpu/l2_states.sh FOLDER}")
out=${OUT:?set OUT to a folder}
here=${CHAINS:-$root/tests/gpu}
cases=("$root"/tests/checks/*.json)
command -v ncu >/dev/null || PATH=$PATH:/usr/local/cuda/bin
raw=$(mktemp -d)
begin=$SECONDS

# step NAME SECONDS COMMAND...: its output is NAME.jsonl; results so far are kept.
step() {
  local name=$1 limit=$2
  shift 2
  timeout -k 5 "$limit" bash -c '"$@"' step "$@" >"$raw/$name.jsonl" 2>"$raw/$name.log"
  echo "$((SECONDS - begin)) s: $name: status $?, $(wc -l <"$raw/$name.jsonl") lines"
  tail -n 3 "$raw/$name.log"
  tar -C "$raw" -cJf "$raw.tar.xz" . && mv "$raw.tar.xz" "$out/states.tar.xz"
}
from() { local file=$1; shift; "$@" <"$file"; }
profile() {
  local file=$1 wanted=$2
  shift 2
  ncu --target-processes all --clock-control none --cache-control none --csv --page raw \
    --print-units base --log-file "$raw/$file" --metrics "$wanted" "$@"
}
export raw
export -f from profile
chmod +x "$tools"/kcast-collect-*
"$tools/kcast-collect-cuda" jobs "${cases[@]}" >"$raw/jobs" || exit 1
nvcc -O3 -arch=sm_90 "$here/l2_chains.cu" -o "$raw/chains" 2>"$raw/nvcc.log" &
step cold 90 from "$raw/jobs" "$tools/kcast-collect-cuda" collect
step warm 90 from "$raw/jobs" "$tools/kcast-collect-cuda" collect --warm
wait
step chains_1 30 profile chains_1.csv gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum "$raw/chains"
step chains_2 30 profile chains_2.csv lts__t_bytes.sum "$raw/chains"
step chains_3 30 profile chains_3.csv gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum "$raw/chains"
step events_warm 60 "$tools/kcast-collect-cuda" run --warm --loops --repeat 7 "${cases[@]}"
step events_cold 60 "$tools/kcast-collect-cuda" run --flush --repeat 7 "${cases[@]}"
step opencl_warm 40 "$tools/kcast-collect-opencl" run --warm --repeat 7 "${cases[@]}"
step opencl_cold 40 "$tools/kcast-collect-opencl" run --repeat 7 "${cases[@]}"
some=()
for ((i = 0; i < ${#cases[@]}; i += 8)); do some+=("${cases[i]}"); done
"$tools/kcast-collect-cuda" jobs "${some[@]}" >"$raw/some"
step ncu_warm 40 from "$raw/some" profile ncu_warm.csv \
  gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum --profile-from-start off \
  "$tools/kcast-collect-cuda" once --warm
rm -f "$raw/chains" "$raw/jobs" "$raw/some"
tar -C "$raw" -cJf "$out/states.tar.xz" .
