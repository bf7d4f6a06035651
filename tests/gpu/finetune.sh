#!/usr/bin/env bash
# A trial run of the Omniwise arm on a GPU machine: a base model is fine-tuned to JSON counters,
# and both answer about kernels that were held back. What scripts/finetune-folder made is carried
# here in several calls; every step goes on where a call that was cut off has ended.
#
#   finetune.sh take FILE...        keeps carried files in $WORK
#   finetune.sh run                 everything that is not done: base, untuned answers, training,
#                                    tuned answers; ends after $LIMIT_S seconds at the latest
#   finetune.sh pack FOLDER         adapter, losses, answers and log, as files of at most 15 MiB
#
# Variables: KCAST_TRAIN (the program; required for run), WORK (/tmp/finetune), TEMPLATE
# (omniwise), DEVICE (cuda), TYPE (bf16), LIMIT_S (540), BATCH (64 prompts at a time), ANSWER_TOKENS
# (320), ANSWERS (all prompts of the test shard).
# Exit status of run: 0 all done, 75 call it again.
set -euo pipefail
self=$(readlink -f -- "${BASH_SOURCE[0]}")
work=${WORK:-/tmp/finetune}
template=${TEMPLATE:-omniwise}
device=${DEVICE:-cuda}
type=${TYPE:-bf16}
limit=${LIMIT_S:-540}
# Answers of 500 kernels and files on their way back.
reserve=${RESERVE_S:-60}
if [[ -n ${KCAST_TRAIN:-} ]]; then KCAST_TRAIN=$(readlink -f -- "$KCAST_TRAIN"); fi
mkdir -p "$work"
cd "$work"

say() { printf '%s  %s\n' "$(date +%T)" "$*" | tee -a log.txt; }
die() {
  say "finetune: $*"
  exit 1
}

# timed STEP COMMAND...: its seconds go to minutes.txt, of all tries.
timed() {
  local step=$1 begin=$SECONDS status=0
  shift
  "$@" >>log.txt 2>&1 || status=$?
  echo "$step $((SECONDS - begin)) s, status $status" | tee -a minutes.txt
  return "$status"
}

make_base() {
  [[ ! -e base/.done ]] || return 0
  chmod +x kcast-llm pieces
  [[ -e model.gguf ]] || timed join ./pieces join . model model.gguf || die "$(tail -n 1 log.txt)"
  rm -rf base
  timed dequantize ./kcast-llm models dequantize model.gguf --out base --type bf16 ||
    die "the base was not made: $(tail -n 1 log.txt)"
  touch base/.done
}

unpack_shards() {
  [[ ! -e shards-$template/.done ]] || return 0
  xz -dc "shards-$template.tar.xz" | tar -xf -
  touch "shards-$template/.done"
}

# The token that ends a turn.
end_token() { sed -n 's/.*"eos_token_id": *\([0-9]*\).*/\1/p' base/config.json; }

# answer NAME [ADAPTER]: the prompts of the test shard.
answer() {
  local name=$1 seconds=$((limit - SECONDS))
  [[ ! -e answers-$template-$name.safetensors ]] || return 0
  ((seconds > 20)) || return 75
  local -a options=(--base base --device "$device" --type "$type" --batch "${BATCH:-64}"
    --max-new-tokens "${ANSWER_TOKENS:-320}" --stop "$(end_token)")
  if [[ -e shards-$template/guide.json ]]; then options+=(--guide "shards-$template/guide.json"); fi
  if [[ -n ${2:-} ]]; then options+=(--adapter "$2"); fi
  if [[ -n ${ANSWERS:-} ]]; then options+=(--limit "$ANSWERS"); fi
  rm -f unfinished.safetensors
  timed "answers of $name" timeout --signal=TERM "$seconds" "$KCAST_TRAIN" generate \
    "shards-$template/test.safetensors" "${options[@]}" --out unfinished.safetensors ||
    { say "answers of $name: $(tail -n 1 log.txt)"; return 75; }
  mv unfinished.safetensors "answers-$template-$name.safetensors"
}

train() {
  [[ ! -e run-$template/.done ]] || return 0
  local seconds=$((limit - reserve - SECONDS)) status=0
  ((seconds > 30)) || return 75
  sed "s/DEVICE/$device/; s/TYPE/$type/" "config-$template.json" >"config-used-$template.json"
  # An interrupted run saves a checkpoint, and the same command goes on from there.
  timed training timeout --signal=INT --kill-after=45 "$seconds" "$KCAST_TRAIN" train \
    "config-used-$template.json" || status=$?
  case $status in
    0) touch "run-$template/.done" ;;
    124 | 130 | 137) say "training goes on in the next call"; return 75 ;;
    *) die "training failed: $(tail -n 1 log.txt)" ;;
  esac
}

run() {
  : "${KCAST_TRAIN:?the program kcast-train}"
  make_base
  unpack_shards
  # The untuned model first: it shows within a minute whether answering works.
  local status=0
  answer untuned || status=$?
  ((status == 0)) || exit "$status"
  train || status=$?
  ((status == 0)) || exit "$status"
  answer tuned "run-$template/best" || status=$?
  ((status == 0)) || exit "$status"
  say "all done"
  cat minutes.txt
}

# The adapter of 0.5B parameters has 53 MB: it comes back as pieces.
pack() {
  local folder=$1 file
  local -a files=(log.txt minutes.txt)
  mkdir -p "$folder"
  for file in "answers-$template-"*.safetensors "run-$template/log.jsonl" "config-used-$template.json"; do
    if [[ -e $file ]]; then files+=("$file"); fi
  done
  tar -cf - "${files[@]}" | xz -6 >"$folder/results-$template.tar.xz"
  if [[ -d run-$template/best ]]; then
    tar -C "run-$template" -cf "adapter-$template.tar" best
    ./pieces split "adapter-$template.tar" "$folder" 15M
  fi
  ls -l "$folder"
}

case ${1:-} in
  take)
    shift
    cd - >/dev/null
    cp -- "$@" "$work/"
    ;;
  run) run ;;
  pack) pack "$(cd - >/dev/null && readlink -m -- "${2:?FOLDER}")" ;;
  *) die "usage: ${self##*/} take FILE... | run | pack FOLDER" ;;
esac
