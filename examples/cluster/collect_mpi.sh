#!/usr/bin/env bash
# Measures one plan under MPI: a rank for each GPU. mpirun ends all ranks when one of them fails;
# what was measured is kept, and the same command goes on.
#
#   PLAN=plan RANKS=8 ./collect_mpi.sh [OPTION of kcast collect...]
#   MPIRUN='mpirun --hostfile hosts' PLAN=plan RANKS=32 ./collect_mpi.sh
set -euo pipefail

read -r -a mpirun <<<"${MPIRUN:-mpirun}"
# Each rank compiles on several cores: mpirun must not tie it to one.
exec "${mpirun[@]}" -n "${RANKS:?how many GPUs}" --bind-to none \
  "${KCAST:-kcast}" collect --device "${DEVICE:-cuda}" --plan "${PLAN:-plan}" \
  --shard auto --out 'stores/{part}.db' "$@"
