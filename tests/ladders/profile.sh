#!/usr/bin/env bash
# Reads both ladders with Nsight Compute, on a machine with an NVIDIA GPU and nvcc: caches are
# emptied before every launch and clocks left alone.
#
#   tests/ladders/profile.sh OUT_FOLDER
#
# Writes OUT_FOLDER/<ladder>.csv (ncu --csv --page raw), from which readings_h200.tsv was made.
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
out=${1:?name a folder}
work=$(mktemp -d)
nvcc -O3 -arch=sm_90 -o "$work/verify" "$here/verify.cu"
"$work/verify"
metrics=gpu__time_duration.sum,launch__registers_per_thread
metrics+=,smsp__inst_executed.sum,l1tex__t_bytes.sum,lts__t_bytes.sum
metrics+=,dram__bytes_read.sum,dram__bytes_write.sum
metrics+=,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum
metrics+=,smsp__sass_thread_inst_executed_op_fadd_pred_on.sum
metrics+=,smsp__sass_thread_inst_executed_op_integer_pred_on.sum
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
for ladder in matmul reduce; do
  nvcc -O3 -arch=sm_90 -o "$work/$ladder" "$here/$ladder.cu"
  ncu --clock-control none --cache-control all --csv --page raw --print-units base \
    --log-file "$out/$ladder.csv" --metrics "$metrics" "$work/$ladder"
done
