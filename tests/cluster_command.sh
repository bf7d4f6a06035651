#!/usr/bin/env bash
# The scripts of examples/cluster that need no scheduler, with Open MPI and the collector that
# needs no GPU. tests/slurm_command.sh has the others.
#
#   cluster_command.sh KCAST EXAMPLES
set -euo pipefail
export KCAST=$1 DEVICE=fake
examples=$2
fake=$(dirname "$KCAST")/kcast-collect-fake
command -v mpirun >/dev/null || { echo "no mpirun: apt-get install openmpi-bin"; exit 77; }
# Four ranks on a machine with any number of cores, also as root, also without ssh.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated
export OMPI_MCA_rmaps_base_oversubscribe=1
unset CUDA_VISIBLE_DEVICES
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

fail() { echo "$*"; failed=1; }

# launches_of STORE
launches_of() { "$KCAST" dataset stats "$1" | sed -n 's/^\([0-9]*\) launches of.*/\1/p'; }

# A worker that says which GPU it was given.
cat >worker <<END
#!/bin/sh
echo "\$CUDA_VISIBLE_DEVICES" >"$dir/gpu.\$OMPI_COMM_WORLD_RANK"
echo "\$\$" >"$dir/worker.\$OMPI_COMM_WORLD_RANK"
exec "$fake" "\$@"
END
chmod +x worker

"$KCAST" corpus generate --count 24 --seed 3 --one-language --launches 3 --out plan >generated
rows=$(awk -F'\t' 'NR > 1 && $2 == "cuda"' plan/plan.tsv | wc -l)
((rows > 40)) || { echo "the plan has only $rows rows"; cat generated; exit 1; }

# Four ranks. When some of each is measured, one is killed; mpirun ends the others.
RANKS=4 PLAN=plan "$examples/collect_mpi.sh" --worker "$dir/worker" 3000000 >first 2>&1 &
run=$!
for ((i = 0; i < 100; ++i)); do
  sleep 0.2
  # A launch takes three seconds, so that a slow machine is in time, too.
  measured=$(for part in 0 1 2 3; do launches_of stores/$part.db 2>/dev/null || true; done | awk '$1 > 0' | wc -l)
  if ((measured == 4)); then break; fi
done
# A child of mpirun that is kcast, which has become kcast-lab; pgrep is not everywhere.
victim=$({ cat /proc/[0-9]*/stat 2>/dev/null || true; } |
  awk -v parent=$run '$2 == "(kcast-lab)" && $4 == parent { print $1 }' | sed -n 2p)
kill -9 "$victim" || fail "no rank to kill"
got=0
wait $run || got=$?
((got != 0)) || { fail "mpirun does not notice a rank that was killed"; cat first; }
# is_running PID: and not merely waiting for somebody to ask how it ended.
is_running() {
  local state
  state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) || return 1
  [[ -n $state && $state != Z ]]
}
for rank in 0 1 2 3; do
  for ((i = 0; i < 100; ++i)); do
    is_running "$(cat worker.$rank)" || break
    sleep 0.1
  done
  if is_running "$(cat worker.$rank)"; then fail "the worker of rank $rank is still there"; fi
done
half=0
for part in 0 1 2 3; do half=$((half + $(launches_of stores/$part.db))); done
((half > 0 && half < rows)) || fail "$half of $rows launches were measured before the kill"
for rank in 0 1 2 3; do
  [[ $(cat gpu.$rank) == "$rank" ]] || fail "rank $rank has GPU $(cat gpu.$rank)"
  grep -q "part $rank/4 by OMPI_COMM_WORLD_RANK, into stores/$rank.db" first ||
    { fail "rank $rank does not say what it does"; cat first; }
done

# Again: each rank measures what is missing of its part, and no more.
RANKS=4 PLAN=plan "$examples/collect_mpi.sh" >second 2>&1 || { fail "second run failed"; cat second; }
again=$(sed -n 's/^\([0-9]*\) launches measured.*/\1/p' second | awk '{ sum += $1 } END { print sum }')
((half + again == rows)) || fail "$half launches, then $again, of $rows"

# Parts overlap nowhere, and all of them are the plan.
parts=0
for part in 0 1 2 3; do parts=$((parts + $(launches_of stores/$part.db))); done
((parts == rows)) || fail "the parts have $parts launches, the plan $rows"
"$examples/merge.sbatch" >merged || { fail "merging failed"; cat merged; }
grep -q "^with stores/3.db: $rows launches, 0 repeats, 0 failures" merged ||
  { fail "merged not as planned"; head -n 4 merged; }
grep -qE "no reading is there twice +$rows " merged || { fail "verify says nothing"; cat merged; }

# Other numbers of ranks would measure again what other stores have.
got=0
RANKS=2 PLAN=plan "$examples/collect_mpi.sh" >third 2>&1 || got=$?
[[ $got != 0 ]] && grep -q "was begun as part .*/4 and this is .*/2; give --shard" third ||
  { fail "two ranks go on with the stores of four"; cat third; }

# Ranks that plan and measure their own parts.
mpirun -n 2 --bind-to none "$KCAST" corpus generate --count 6 --seed 9 --one-language --launches 2 \
  --jobs 1 --shard auto --out 'plans/{part}' >planned 2>&1 || { fail "planning failed"; cat planned; }
own=$(awk -F'\t' 'FNR > 1 && $2 == "cuda"' plans/0/plan.tsv plans/1/plan.tsv | wc -l)
mkdir own && cd own
RANKS=2 PLAN='../plans/{part}' "$examples/collect_mpi.sh" >../own.txt 2>&1 || fail "own plans failed"
((own > 0 && $(launches_of stores/0.db) + $(launches_of stores/1.db) == own)) ||
  { fail "two plans of $own launches"; cat ../own.txt; }
cd ..

# A scheduler's choice of GPUs is kept; ranks without one say so.
CUDA_VISIBLE_DEVICES=7,5 mpirun -n 2 "$KCAST" collect --device fake --plan plan --shard auto \
  --out 'chosen/{part}.db' --worker "$dir/worker" >/dev/null 2>&1 || fail "chosen GPUs failed"
[[ $(cat gpu.0) == 7 && $(cat gpu.1) == 5 ]] || fail "GPUs 7,5 became $(cat gpu.0) and $(cat gpu.1)"

# Bad use.
got=0
"$KCAST" collect --device fake --plan plan --shard auto --out x.db 2>err >/dev/null || got=$?
[[ $got == 2 ]] && grep -q 'neither Slurm nor MPI started this process' err || { fail "no rank"; cat err; }
got=0
mpirun -n 2 "$KCAST" collect --device fake --plan plan --shard auto --out x.db >out 2>&1 || got=$?
[[ $got != 0 ]] && grep -q 'all 2 ranks would write x.db; put {part}' out || { fail "one store"; cat out; }
exit $failed
