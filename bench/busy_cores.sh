#!/usr/bin/env bash
# How many cores kcast encode --analyse, eval and corpus generate keep busy, each over its whole
# run: seconds of the processor by seconds of the clock and cores. Nothing else should run.
#
#   bench/busy_cores.sh KCAST DATASET [PERCENT]
#
# KCAST is a release build; kcast-parquet.so lies beside it if the data set is Parquet, and so may
# the two libraries that it needs (libarrow.so.*, libparquet.so.*), if they are nowhere else.
# DATASET is datasets/h200-v1, or any other. The work grows with the cores, so that each command
# takes about a minute; PERCENT makes it less. One that takes more than 100 s is interrupted.
set -euo pipefail

(($# == 2 || $# == 3)) || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
kcast=$(readlink -f -- "$1")
set=$(readlink -f -- "$2")
percent=${3:-100}
cores=$(nproc)
export LD_LIBRARY_PATH=${kcast%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd "$work"

# measured NAME COMMAND...: runs it and prints a row.
measured() {
  local name=$1 status=0 user sys wall
  shift
  local TIMEFORMAT='%U %S %R'
  # Children that were waited for are counted: the front end's workers are.
  { time timeout --foreground --signal INT 100 "$@" >out 2>err || status=$?; } 2>time.txt
  read -r user sys wall < <(tail -1 time.txt)
  awk -v name="$name" -v user="$user" -v sys="$sys" -v wall="$wall" -v cores="$cores" 'BEGIN {
    busy = (user + sys) / wall
    printf "| %-34s | %7.1f | %6.1f | %6.1f | %10.2f | %3.0f %% |\n", \
      name, user, sys, wall, busy, 100 * busy / cores }'
  if ((status != 0)); then
    echo "  it ended with status $status: $(tail -1 err)"
    rm -f err
  fi
}

# some N: so many for each core, at least one.
some() { echo $((($1 * cores * percent + 99) / 100)); }

"$kcast" tokenizer train --kernels 3000 --vocabulary 4096 --out tokenizer.json >/dev/null
echo "$("$kcast" version | head -1), $(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2- | xargs), load $(cut -d' ' -f1 /proc/loadavg)"
echo
printf '| %-34s | %7s | %6s | %6s | %10s | %5s |\n' command 'user s' 'sys s' 'wall s' 'busy cores' "of $cores"
echo '|------------------------------------|---------|--------|--------|------------|-------|'
measured "encode --analyse --limit $(some 800),1,1" "$kcast" encode "$set" --model tokenizer.json \
  --out shards --limit "$(some 800),1,1" --analyse --no-answer
measured "eval --limit $(some 1500)" "$kcast" eval "$set" --limit "$(some 1500)"
measured "corpus generate --count $(some 200)" "$kcast" corpus generate --count "$(some 200)" \
  --seed 1 --out plan
