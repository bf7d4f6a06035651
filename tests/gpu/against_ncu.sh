#!/usr/bin/env bash
# Readings of kcast-collect-cuda against ncu's for the same launches, and how long both take. Not a
# part of ./test, which needs no GPU.
#
#   against_ncu.sh KCAST [FOLDER]     beside KCAST: kcast-collect-cuda; ncu in PATH; KERNELS=80
set -euo pipefail
kcast=$(readlink -f -- "$1")
collector=$(dirname -- "$kcast")/kcast-collect-cuda
[[ -e /dev/nvidiactl ]] || { echo "no NVIDIA GPU here: skipped"; exit 77; }
dir=${2:-}
if [[ -z $dir ]]; then
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
fi
mkdir -p "$dir"
cd "$dir"
"$kcast" corpus generate --count "${KERNELS:-80}" --seed 77 --one-language --launches 2 --out plan >/dev/null
"$kcast" collect --device cuda --plan plan --jobs jobs.jsonl --gpu h200
took() { awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }'; }

# Both times are with the start of the process.
begin=$(date +%s.%N)
"$collector" collect <jobs.jsonl >ours.jsonl
echo "kcast-collect-cuda: $(grep -c '"values"' ours.jsonl) launches, $(took "$begin") s"
grep '"stats"' ours.jsonl | head -1
metrics=$("$kcast" collect --ncu-metrics)
for run in 1 2; do
  begin=$(date +%s.%N)
  ncu --csv --page raw --print-units base --clock-control none --cache-control all \
    --profile-from-start off --metrics "$metrics" --log-file "ncu$run.csv" \
    "$collector" once <jobs.jsonl >"once$run.jsonl"
  echo "ncu, run $run: $(took "$begin") s"
done
"$collector" against-ncu ours.jsonl ncu1.csv ncu2.csv

# The same with L2 as we leave it, in every pass: ncu runs the whole program again for each, and
# the program empties L2 before each launch.
begin=$(date +%s.%N)
# shellcheck disable=SC2016  # $1 is for the inner shell.
ncu --csv --page raw --print-units base --clock-control none --cache-control none \
  --replay-mode application --target-processes all --profile-from-start off --metrics "$metrics" \
  --log-file ncu3.csv bash -c '"$1" once --flush <jobs.jsonl >once3.jsonl' once "$collector"
echo "ncu, whole program for each pass: $(took "$begin") s"
"$collector" against-ncu ours.jsonl ncu3.csv
