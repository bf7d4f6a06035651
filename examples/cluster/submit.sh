#!/usr/bin/env bash
# Submits plan, measuring and merging to Slurm, in the current folder. A part is measured as soon
# as it is planned. Submitted again, all three go on where they were.
#
#   KERNELS=60000 SEED=2026 TASKS=16 ./submit.sh [OPTION of kcast collect...]
#
# PLAN_SBATCH and COLLECT_SBATCH are further options of sbatch: partitions, accounts, times.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
array=0-$((${TASKS:?how many GPUs} - 1))
read -r -a plan_options <<<"${PLAN_SBATCH:-}"
read -r -a collect_options <<<"${COLLECT_SBATCH:-}"
mkdir -p logs
plan=$(sbatch --parsable --array="$array" "${plan_options[@]}" "$here/plan.sbatch")
collect=$(sbatch --parsable --array="$array" --dependency="aftercorr:$plan" \
  "${collect_options[@]}" "$here/collect.sbatch" "$@")
merge=$(sbatch --parsable --dependency="afterok:$collect" "${plan_options[@]}" "$here/merge.sbatch")
echo "plan $plan, collect $collect, merge $merge: see squeue, and logs/"
