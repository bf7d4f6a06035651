#!/usr/bin/env bash
# The same base in llama.cpp and in our LibTorch code: greedy tokens and logits along the answers of
# N kernels of the data set, each answer given, so that one difference does not make the next.
#
#   llama_agreement.sh BIN MODEL.gguf KERNELS [WORK [SHARD]]
#
# BIN holds kcast, kcast-llm and kcast-train (kcast is not needed where SHARD, a token shard of this
# model's tokenizer, is given). WORK keeps what is made: run it again after a cut-off and it goes on.
# Two comparisons:
#   exact      the dequantised weights as numbers in both: implementations alone may differ
#   quantised  the GGUF file as it is: llama.cpp also rounds what goes into its matrices
# KCAST_LEAST (default 95): greedy tokens that must be equal, percent. KCAST_TOKENS (default 32): of
# each answer. KCAST_THREADS: of llama.cpp; OMP_NUM_THREADS: of LibTorch, KCAST_DEVICE: cpu or cuda.
set -euo pipefail
checkout=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..
bin=$(readlink -f -- "$1") gguf=$2 kernels=$3
work=${4:-$(mktemp -d)}
shard=${5:-$work/shards/test.safetensors}
threads=(--threads "${KCAST_THREADS:-$(nproc)}")
mkdir -p "$work"
[[ -n ${4:-} ]] || trap 'rm -rf "$work"' EXIT

# step FILE COMMAND...: unless it was made before. Commands leave no half-written file.
step() {
  local file=$1
  shift
  [[ -e $file ]] || "$@"
}
step "$work/base/model.safetensors" \
  "$bin/kcast-llm" models dequantize "$gguf" --out "$work/base" --type f32
step "$shard" "$bin/kcast" encode "$checkout/datasets/h200-v1" --model "$gguf" --template compact \
  --limit "$kernels" --max-tokens 3000 --out "$work/shards"
step "$work/logits.safetensors" "$bin/kcast-train" logits "$shard" --base "$work/base" \
  --device "${KCAST_DEVICE:-cpu}" --limit "$kernels" --tokens "${KCAST_TOKENS:-32}" --out "$work/logits.safetensors"
step "$work/exact.gguf" "$bin/kcast-llm" models import "$work/base" --out "$work/exact.gguf" --type f32
failed=0
echo "exact, the dequantised weights in both:"
"$bin/kcast-llm" logits "$shard" --model "$work/exact.gguf" --against "$work/logits.safetensors" \
  "${threads[@]}" --least 99 --most 0.01 || failed=1
echo "quantised, $(basename "$gguf") in llama.cpp:"
"$bin/kcast-llm" logits "$shard" --model "$gguf" --against "$work/logits.safetensors" \
  "${threads[@]}" --least "${KCAST_LEAST:-95}" --most "${KCAST_MOST:-0.1}" || failed=1
exit "$failed"
