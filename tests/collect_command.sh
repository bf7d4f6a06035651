#!/usr/bin/env bash
# kcast collect as a user meets it, with the collector that needs no GPU.
#
#   collect_command.sh KCAST
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
fake=$(dirname "$kcast")/kcast-collect-fake
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"

"$kcast" corpus generate --count 40 --seed 3 --one-language --launches 3 --out plan >generated
rows=$(awk -F'\t' 'NR > 1 && $2 == "cuda"' plan/plan.tsv | wc -l)
((rows > 60)) || { echo "the plan has only $rows rows"; cat generated; exit 1; }

# A plan once, and nothing of it twice.
expect 0 "^$rows launches measured" '' collect --device fake --plan plan --out one.db
expect 0 '^0 launches measured' '' collect --device fake --plan plan --out one.db
expect 0 '^[1-9][0-9]* launches measured' '' collect --device fake --plan plan --out one.db --again 20
expect 0 "^$rows launches of" '' dataset stats one.db

# A run that is killed half-way, worker and all, is continued.
"$kcast" collect --device fake --plan plan --out killed.db --worker "$fake" 20000 >first 2>&1 &
run=$!
sleep 1.2
kill -9 $run
wait $run 2>/dev/null || true
expect 0 'launches measured' '' collect --device fake --plan plan --out killed.db
expect 0 "^$rows launches of" '' dataset stats killed.db

# Ctrl-C says how to go on, and what was measured is there.
"$kcast" collect --device fake --plan plan --out stopped.db --worker "$fake" 20000 >first 2>err &
run=$!
sleep 1.2
kill -INT $run
got=0
wait $run || got=$?
[[ $got == 1 ]] && grep -q 'the same command goes on from here' err ||
  { echo "Ctrl-C: status $got"; cat err; failed=1; }
before=$(sed -n 's/^\([0-9]*\) launches measured.*/\1/p' first)
expect 0 "^$((rows - before)) launches measured" '' collect --device fake --plan plan --out stopped.db

# Three machines, one of which is killed and started again; merged without loss or duplicate.
for shard in 0 1 2; do
  "$kcast" collect --device fake --plan plan --shard $shard/3 --out shard$shard.db \
    --worker "$fake" 60000 >/dev/null 2>&1 &
  runs[shard]=$!
done
sleep 0.5
kill -9 "${runs[1]}"
for shard in 0 1 2; do wait "${runs[shard]}" 2>/dev/null || true; done
expect 0 'launches measured' '' collect --device fake --plan plan --shard 1/3 --out shard1.db
expect 0 "with shard2.db: $rows launches" '' dataset merge all.db shard0.db shard1.db shard2.db
expect 0 "^$rows launches of" '' dataset stats all.db

# Bad input.
expect 1 '' 'no plan at nowhere' collect --device fake --plan nowhere --out x.db
expect 2 '' "--shard '3/3'" collect --device fake --plan plan --shard 3/3 --out x.db
expect 2 '' 'out is missing' collect --device fake --plan plan
expect 1 '' 'no/such/worker' collect --device fake --plan plan --out x.db --worker no/such/worker
expect 2 '' 'unknown' collect --device unknown --plan plan --out x.db
exit $failed
