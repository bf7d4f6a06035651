#!/usr/bin/env bash
# OpenMP's kernels on an NVIDIA GPU, from recipes to a store, with one command: plans 20,000
# launches over 3,000 families, measures them with counters while the plan is being made, and packs
# the store. Not a part of ./test, which needs no GPU.
#
#   openmp_plan.sh KCAST [FOLDER]     beside KCAST: kcast-lab and kcast-collect-cuda
#
#   SECONDS_A_CALL=520   begin no launch after so many seconds; the same command goes on
#   KERNELS=6000 LAUNCHES=7 SEED=2611   kernels that OpenMP cannot express have no launches
#   COST_US=2000         take a share of the launches that cost the GPU more than that
#   JOBS=three quarters of the cores    that make the plan
#   OUT=FOLDER           where the packed store goes, in pieces of 15 MB: store.tar.xz.00, ...
#
# First a few launches are measured alone, so that a fault of the collector is seen at once.
set -euo pipefail
kcast=$(readlink -f -- "$1")
root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..
[[ -e /dev/nvidiactl ]] || { echo "no NVIDIA GPU here: skipped"; exit 77; }
dir=${2:-/tmp/kcast-openmp}
out=${OUT:-$dir}
seconds=${SECONDS_A_CALL:-520}
jobs=${JOBS:-$(($(nproc) * 3 / 4))}
begin=$(date +%s)
mkdir -p "$dir" "$out"
cd "$dir"

# A few, to see that the collector works at all, and programs whose readings are known
# (tests/checks_openmp/readings_h200.tsv).
if [[ ! -e first.done ]]; then
  "$kcast" corpus generate --languages openmp --count 60 --seed 7 --launches 2 \
    --out first >/dev/null
  "$kcast" collect --device cuda --plan first --out first.db --repeat 3 2>&1 | tee first.log
  grep -qE '^[1-9][0-9]* launches measured' first.log || { echo "nothing was measured"; exit 1; }
  failed=$(awk '/^failed:/ { n += $NF } END { print n + 0 }' first.log)
  ((failed <= 5)) || { echo "$failed of the first launches failed"; exit 1; }
  for program in dot.c max_abs.c saxpy.c; do
    "$kcast" collect "$root/tests/checks_openmp/$program" || echo "$program: failed"
  done
  touch first.done
fi

# Launches of programs, a family each.
if [[ ! -e programs.done && -d $root/corpus/openmp ]]; then
  rm -rf openmp && cp -r "$root/corpus/openmp" .
  "$kcast" corpus generate --programs openmp --out programs_plan >/dev/null
  "$kcast" collect --device cuda --plan programs_plan --out openmp.db --again 50
  touch programs.done
fi

# Generated kernels, measured while the plan grows.
if [[ ! -e plan.done ]]; then
  setsid nice -n 5 "$kcast" corpus generate --languages openmp --count "${KERNELS:-6000}" \
    --seed "${SEED:-2611}" --mix 90,0,10 --launches "${LAUNCHES:-7}" --features --jobs "$jobs" \
    --out plan >plan.log 2>&1 </dev/null && touch plan.done &
  planner=$!
  until [[ -s plan/plan.tsv ]]; do
    kill -0 "$planner" 2>/dev/null || { echo "planning ended:"; cat plan.log; exit 1; }
    sleep 0.2
  done
fi
left=$((seconds - ($(date +%s) - begin)))
((left > 20)) || left=20
"$kcast" collect --device cuda --plan plan --out openmp.db --for "$left" --again 400 \
  --cost-us "${COST_US:-2000}" --follow
[[ -e plan.done ]] && echo "the plan is complete" || echo "the plan is not complete yet: call again"
wc -l plan/plan.tsv plan/kernels.tsv
"$kcast" dataset stats openmp.db
tar -cf - openmp.db plan/kernels.tsv plan/recipes.txt plan/corpus.json | xz -T0 -2 |
  split -b 15M -d - "$out/store.tar.xz."
ls -l "$out"/store.tar.xz.*
