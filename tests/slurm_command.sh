#!/usr/bin/env bash
# The job scripts of examples/cluster under a Slurm of one node that is started for this test, with
# the collector that needs no GPU. Needs root and Debian's slurm-wlm and munge; run on request:
#
#   ctest --test-dir build/dev -L slurm          slurm_command.sh KCAST EXAMPLES
set -euo pipefail
export KCAST=$1 DEVICE=fake
examples=$2
fake=$(dirname "$KCAST")/kcast-collect-fake
for program in munged slurmctld slurmd sbatch; do
  command -v $program >/dev/null || { echo "no $program: apt-get install slurm-wlm munge"; exit 77; }
done
((EUID == 0)) || { echo "slurmd needs root"; exit 77; }
unset CUDA_VISIBLE_DEVICES
dir=$(mktemp -d)
failed=0

# shellcheck disable=SC2317  # Called by the trap.
stop() {
  local name
  for name in slurmd slurmctld munged; do
    if [[ -f $dir/$name.pid ]]; then kill "$(cat "$dir/$name.pid")" 2>/dev/null || true; fi
  done
  sleep 1
  rm -rf "$dir"
}
trap stop EXIT
cd "$dir"

fail() { echo "$*"; failed=1; }
show() { head -n 40 logs/* | sed 's/^/  /'; }
launches_of() { "$KCAST" dataset stats "$1" | sed -n 's/^\([0-9]*\) launches of.*/\1/p'; }

# A cluster of this machine alone, without accounting, control groups or a service manager.
host=$(hostname -s)
export SLURM_CONF=$dir/slurm.conf
cat >slurm.conf <<END
ClusterName=kcast
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthInfo=socket=$dir/munge.socket
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
mkdir state spool
head -c 1024 /dev/urandom >munge.key
chmod 600 munge.key
munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
  --pid-file="$dir/munged.pid" --log-file="$dir/munged.log" --seed-file="$dir/munge.seed"
slurmctld
slurmd
for ((i = 0; i < 50; ++i)); do
  if sinfo -h -o %T 2>/dev/null | grep -q idle; then break; fi
  sleep 0.2
done
sinfo -h -o %T | grep -q idle || { echo "no node"; tail -n 5 ./*.log; exit 1; }

# submit STATE-OF-MERGE OPTION...: plan, measuring and merging, to their end.
submit() {
  local wanted=$1 merge state
  shift
  KERNELS=24 SEED=3 TASKS=4 PLAN_SBATCH=--cpus-per-task=1 \
    COLLECT_SBATCH='--cpus-per-task=1 --gres=none --no-requeue' "$examples/submit.sh" "$@" >submitted
  merge=$(sed -n 's/.*merge \([0-9]*\):.*/\1/p' submitted)
  if [[ -n ${kill_task:-} ]]; then kill_a_task; fi
  for ((i = 0; i < 600; ++i)); do
    state=$(scontrol show job "$merge" | sed -n 's/.*JobState=\([A-Z]*\) Reason=\([A-Za-z]*\).*/\1 \2/p')
    case $state in
      COMPLETED* | FAILED* | *DependencyNeverSatisfied) break ;;
    esac
    sleep 0.2
  done
  [[ $state == *"$wanted"* ]] || { fail "the merge job is '$state', wanted $wanted"; show; }
  scancel "$merge" 2>/dev/null || true
}

# Kills task 2 of the measuring array when some of its part is measured.
kill_a_task() {
  local collect job pid
  collect=$(sed -n 's/.*collect \([0-9]*\),.*/\1/p' submitted)
  for ((i = 0; i < 300; ++i)); do
    if [[ $(launches_of stores/2.db 2>/dev/null) -gt 0 ]]; then break; fi
    sleep 0.2
  done
  job=$(scontrol show job "${collect}_2" | sed -n 's/^JobId=\([0-9]*\) .*/\1/p')
  pid=$(scontrol listpids | awk -v job="$job" '$2 == job { print $1; exit }')
  kill -9 "$pid" || fail "no task to kill"
}

kill_task=1 submit DependencyNeverSatisfied --worker "$fake" 400000
unset kill_task
rows=$(awk -F'\t' 'FNR > 1 && $2 == "cuda"' plans/*/plan.tsv | wc -l)
half=$(launches_of stores/2.db)
part=$(awk -F'\t' 'FNR > 1 && $2 == "cuda"' plans/2/plan.tsv | wc -l)
((half > 0 && half < part)) || fail "task 2 measured $half of $part before it was killed"
[[ ! -e all.db ]] || fail "an unfinished part was merged"

# Submitted again, everything goes on.
submit COMPLETED
grep -q "^with stores/3.db: $rows launches, 0 repeats, 0 failures" logs/merge.txt ||
  { fail "merged not as planned: $rows"; show; }
parts=0
for i in 0 1 2 3; do parts=$((parts + $(launches_of stores/$i.db))); done
((parts == rows)) || fail "the parts have $parts launches, the plan $rows"
grep -q '^part 2/4 by SLURM_ARRAY_TASK_ID, into stores/2.db$' logs/collect-2.txt || { fail "array"; show; }

# A task that is submitted alone does not take the whole plan for its part.
if sbatch --wait --array=3 --cpus-per-task=1 --gres=none --no-requeue "$examples/collect.sbatch" \
  >/dev/null || ! grep -q 'was begun as part 0/4 and this is 0/1' logs/collect-3.txt; then
  fail "a part of another array was accepted"
  show
fi

# One job with four tasks, each with a GPU of its own.
"$KCAST" corpus generate --count 12 --seed 5 --one-language --launches 2 --out plan >/dev/null
rows=$(awk -F'\t' 'NR > 1 && $2 == "cuda"' plan/plan.tsv | wc -l)
mkdir steps && cd steps && mkdir logs
PLAN=../plan sbatch --wait --nodes=1 --ntasks-per-node=4 --cpus-per-task=1 --gres=none \
  "$examples/collect_steps.sbatch" >/dev/null || { fail "steps failed"; show; }
parts=0
for i in 0 1 2 3; do
  parts=$((parts + $(launches_of stores/$i.db)))
  grep -q "^part $i/4 by SLURM_PROCID, into stores/$i.db, on CUDA_VISIBLE_DEVICES=$i$" \
    logs/collect.txt || { fail "task $i"; show; }
done
((rows > 0 && parts == rows)) || { fail "the tasks measured $parts of $rows"; show; }
exit $failed
