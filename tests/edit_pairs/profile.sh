#!/usr/bin/env bash
# Builds both sides of every pair, runs each for its result and reads times with Nsight Compute, on
# a machine with an NVIDIA GPU and nvcc: caches are emptied before every launch and clocks left
# alone.
#
#   tests/edit_pairs/profile.sh OUT_FOLDER
#   tests/edit_pairs/profile.sh --json OUT_FOLDER > tests/edit_pairs/readings.json
#
# Writes OUT_FOLDER/results.txt (what each program prints) and OUT_FOLDER/readings.csv; --json makes
# readings.json of that and needs no GPU.
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")

# Rows of ncu: a line for each kernel of a program, with the times of its launches.
to_json() {
  awk -F '","' '
    function cell(name) { return $(column[name]) }
    function number(name, text) { text = cell(name); gsub(/,/, "", text); return text + 0 }
    { gsub(/^"|"\r?$/, "") }
    $1 == "ID" { delete column; for (i = 1; i <= NF; ++i) column[$i] = i; next }
    $1 !~ /^[0-9]+$/ { next }
    {
      split(cell("Process Name"), program, "+")
      kernel = cell("Kernel Name"); sub(/\(.*/, "", kernel)
      key = "\"pair\": \"" program[1] "\", \"side\": \"" program[2] "\", \"kernel\": \"" kernel "\""
      if (!(key in times)) order[++count] = key
      times[key] = times[key] (key in times && times[key] != "" ? ", " : "") \
        sprintf("%.3f", number("gpu__time_duration.sum") / 1000)
      other[key] = sprintf(", \"registers\": %d", number("launch__registers_per_thread"))
      if ("smsp__inst_executed.sum" in column)
        other[key] = other[key] sprintf(", \"instructions\": %.0f, \"hbm_bytes\": %.0f", \
          number("smsp__inst_executed.sum"), \
          number("dram__bytes_read.sum") + number("dram__bytes_write.sum"))
    }
    END {
      print "{\"gpu\": \"h200\", \"readings\": ["
      for (i = 1; i <= count; ++i)
        print "  {" order[i] ", \"times_us\": [" times[order[i]] "]" other[order[i]] "}" \
          (i < count ? "," : "")
      print "]}"
    }' "$1/readings.csv"
}

if [[ ${1:-} == --json ]]; then
  to_json "${2:?name the folder with readings.csv}"
  exit
fi
out=${1:?name a folder}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$here"
# shellcheck disable=SC2016  # the inner shell expands it
printf '%s\n' */*.cu | xargs -P "$(nproc)" -I{} sh -c \
  'nvcc -O3 -arch=sm_90 -o "$1/$(dirname {})+$(basename {} .cu)" {}' sh "$work"
for program in "$work"/*; do
  echo "$(basename "$program") $("$program")"
done >"$out/results.txt"
printf '%s\n' "$work"/*+before "$work"/*+after | sort >"$work.sh"
metrics=gpu__time_duration.sum,launch__registers_per_thread,smsp__inst_executed.sum
metrics+=,dram__bytes_read.sum,dram__bytes_write.sum
ncu --target-processes all --clock-control none --cache-control all --csv --page raw \
  --print-units base --metrics "$metrics" --log-file "$out/readings.csv" bash "$work.sh"
rm "$work.sh"
