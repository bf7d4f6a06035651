#!/usr/bin/env bash
# Readings of kcast-collect-cuda against ncu's for the same launches, and how long both take. Not a
# part of ./test, which needs no GPU.
#
#   against_ncu.sh KCAST [FOLDER]     beside KCAST: kcast-collect-cuda; ncu in PATH; KERNELS=80,
#                                     RUNS="1 2" of ncu with L2 as it leaves it;
#                                     SINGLE=70 kernels with L2 as we leave it
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
runs=()
for run in ${RUNS:-1 2}; do
  runs+=("ncu$run.csv")
  begin=$(date +%s.%N)
  ncu --csv --page raw --print-units base --clock-control none --cache-control all \
    --profile-from-start off --metrics "$metrics" --log-file "ncu$run.csv" \
    "$collector" once <jobs.jsonl >"once$run.jsonl"
  echo "ncu, run $run: $(took "$begin") s"
done
"$collector" against-ncu ours.jsonl "${runs[@]}"

# The same with L2 as we leave it, of the first kernels: the program empties L2 before each launch,
# and ncu leaves it alone. A launch that ncu replays finds in L2 what the saving of its memory left
# there, so each run has the counters of one pass.
head -n "${SINGLE:-70}" jobs.jsonl >first.jsonl
"$collector" collect <first.jsonl >ours_first.jsonl
"$collector" collect <first.jsonl >ours_again.jsonl
# passes CSV: how many runs of a launch ncu needed.
passes() {
  awk -F'","' '/^"ID"/ { for (i = 1; i <= NF; ++i) if ($i == "profiler__replayer_passes") at = i; next }
    at && $at ~ /^[0-9]+$/ && !seen[$at]++ { printf "%s%s", found++ ? ", " : "", $at }' "$1"
}
profile() {
  local begin
  begin=$(date +%s.%N)
  ncu --csv --page raw --print-units base --clock-control none --cache-control none \
    --profile-from-start off --metrics "$2" --log-file "single_$1.csv" \
    "$collector" once --flush <first.jsonl >"once_$1.jsonl"
  echo "ncu, $1: $(took "$begin") s, passes: $(passes "single_$1.csv")"
}
profile dram gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum
profile l2_bytes lts__t_bytes.sum
profile l2_hits lts__t_sector_hit_rate.pct
memory=gpu__time_duration.sum,lts__t_bytes.sum,lts__t_sector_hit_rate.pct,dram__bytes_read.sum,dram__bytes_write.sum
profile code "$(tr ',' '\n' <<<"$metrics" | grep -vxF "$(tr ',' '\n' <<<"$memory")" | paste -sd, -)"
"$collector" against-ncu ours_first.jsonl \
  single_dram.csv,single_l2_bytes.csv,single_l2_hits.csv,single_code.csv ours_again.jsonl
