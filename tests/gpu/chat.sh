#!/usr/bin/env bash
# Chat models on a GPU machine: answers to the shards of kcast ask, and fine-tuned ones (RQ4). What
# scripts/chat-folder made is carried here in several calls, beside this script.
#
#   chat.sh           takes the carried pieces (FOLDER-p*), starts a model's work in the background
#                     as soon as all its pieces are here, and says what is going on
#   chat.sh finish S  waits S seconds for it at most, then packs answers and logs into $OUT
#
# What is done stays, and what failed is repeated by the same command. One model at a time uses the
# GPU, answers first and then one training after the other: so memory is enough, and the seconds are
# those of a model alone. Variables: MODELS, WORK (/tmp/kcast-chat), DEVICE (cuda), TYPE (bf16),
# BATCH (64 prompts at a time), LIMIT (prompts of a shard), EPOCHS (2), STEPS (of training, at most).
set -uo pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
device=${DEVICE:-cuda}
type=${TYPE:-bf16}
work=${WORK:-/tmp/kcast-chat}
read -ra models <<<"${MODELS:-smollm2-135m qwen2.5-coder-0.5b qwen2.5-coder-1.5b}"
train=$work/bin/kcast-train
shopt -s nullglob
mkdir -p "$work/parts" "$work/bin" "$work/done" "$work/answers"
where='import importlib.util as u; print(u.find_spec("torch").submodule_search_locations[0])'
torch=${LIBTORCH:-$(python3 -c "$where")}
# In front of everything: the folder that the carried program was linked with is not here.
export LD_LIBRARY_PATH=$torch/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export work device type train

# unpack PROGRAM
unpack() {
  [[ ! -x $work/bin/$1 ]] || return 0
  xz -dc "$here/$1.xz" >"$work/bin/$1.new"
  chmod +x "$work/bin/$1.new"
  mv "$work/bin/$1.new" "$work/bin/$1"
}

take() {
  local file
  for file in "$here"-p*/*.part* "$here"-p*/*.sha256; do mv -f "$file" "$work/parts/"; done
  unpack kcast-train
  unpack kcast-llm
  [[ ! -e $work/shards ]] || return 0
  mkdir -p "$work/unpacking"
  xz -dc "$here/shards.tar.xz" | tar -C "$work/unpacking" -xf - && mv "$work/unpacking/shards" "$work/shards"
}

pieces_here() {
  local -a parts=("$work/parts/$1.gguf".part*)
  echo "${#parts[@]}"
}
has_all_pieces() {
  local count
  [[ -f $work/parts/$1.gguf.sha256 ]] || return 1
  read -r _ _ count <"$work/parts/$1.gguf.sha256"
  [[ $(pieces_here "$1") == "$count" ]]
}

# timed WHAT COMMAND...: its seconds go to seconds.txt.
timed() {
  local what=$1 begin=$EPOCHREALTIME status=0
  shift
  "$@" || status=$?
  awk -v what="$what" -v begin="$begin" -v end="$EPOCHREALTIME" -v status=$status \
    'BEGIN { printf "%s: %.1f s, status %d\n", what, end - begin, status }' >>"$work/seconds.txt"
  return "$status"
}

shards_of() { echo "$work/shards/${1%%[0-9]*}"; }
end_token() { sed -n 's/.*"eos_token_id": *\([0-9]*\).*/\1/p' "$work/$1/base/config.json"; }

# answer MODEL SHARD NAME [OPTIONS...]: in smaller batches where memory is short.
answer() {
  local model=$1 shard=$2 name=$3 out=$work/answers/$1.$3.safetensors batch tokens=16
  local -a more=("${@:4}")
  [[ ! -s $out ]] || return 0
  case $shard in *-cot | counters) tokens=512 ;; esac
  if [[ -n ${LIMIT:-} ]]; then more+=(--limit "$LIMIT"); fi
  for batch in "${BATCH:-64}" 16; do
    timed "$model, $name, $batch at a time" "$train" generate "$(shards_of "$model")/$shard.safetensors" \
      --base "$work/$model/base" --device "$device" --type "$type" --batch "$batch" \
      --max-new-tokens "$tokens" --stop "$(end_token "$model")" "${more[@]}" \
      --out "$work/$model/$name.safetensors" >>"$work/$model.answers.log" 2>&1 || continue
    mv "$work/$model/$name.safetensors" "$out"
    return 0
  done
  return 1
}

# tune MODEL word|class: learns the train side, then answers the test side.
tune() {
  local model=$1 kind=$2 folder=$work/$1/$2 head=''
  local -a more=(--adapter "$folder/run/last")
  mkdir -p "$folder"
  if [[ $kind == class ]]; then
    head='"head": {"kind": "class"},'
    more+=(--head "$folder/run/last/head.safetensors")
  fi
  cat >"$folder/config.json" <<JSON
{"base": "$work/$model/base", "train": "$(shards_of "$model")/tune.safetensors", "out": "run", $head
 "device": "$device", "type": "$type", "lora": {"rank": 16, "alpha": 32, "dropout": 0.05},
 "batch_size": 32, "micro_tokens": 16384, "max_length": 2048, "epochs": ${EPOCHS:-2},
 "max_steps": ${STEPS:-0}, "learning_rate": 2e-4, "save_every": 100000, "seed": 1}
JSON
  if [[ ! -e $folder/run/last ]]; then
    timed "$model, training, $kind" "$train" train "$folder/config.json" >>"$work/$model.$kind.log" 2>&1 || return 1
  fi
  cp "$folder/run/log.jsonl" "$work/answers/$model.tuned-$kind.losses.jsonl"
  answer "$model" rq3-2 "tuned-$kind" "${more[@]}"
}
export -f timed shards_of end_token answer

# The long ones first.
shard_names() {
  local file name
  for file in "$(shards_of "$1")"/*.safetensors; do
    name=$(basename "$file" .safetensors)
    case $name in tune) ;; *-cot | counters) echo "0 $name" ;; *) echo "1 $name" ;; esac
  done | sort -s -k1,1n | cut -d' ' -f2
}

# answer_all MODEL
answer_all() {
  local at_once=6
  if [[ $1 == *1.5b ]]; then at_once=4; fi
  # shellcheck disable=SC2016
  shard_names "$1" | xargs -P "$at_once" -I{} bash -c 'answer "$1" "$2" "$2"' answer "$1" {}
}

# alone COMMAND...: while no other model is at work.
alone() { (flock 9 && "$@") 9>"$work/gpu.lock"; }

work_of() {
  local model=$1 kind failed=0
  mkdir -p "$work/$model"
  cd "$work/$model" || exit 1
  if [[ ! -e base/.done ]]; then
    timed "$model, joining" bash "$here/pieces" join "$work/parts" "$model.gguf" model.gguf || exit 1
    rm -rf base
    timed "$model, dequantizing" "$work/bin/kcast-llm" models dequantize model.gguf --out base --type bf16 || exit 1
    touch base/.done
  fi
  alone answer_all "$model" || failed=1
  for kind in word class; do alone tune "$model" "$kind" || failed=1; done
  ((failed)) || touch "$work/done/$model"
}

is_busy() {
  [[ -e $work/$1.started && ! -e $work/done/$1 ]] && kill -0 "$(<"$work/$1.started")" 2>/dev/null
}

state_of() {
  if [[ -e $work/done/$1 ]]; then echo "done"; elif is_busy "$1"; then echo "at work"; else echo "waiting"; fi
}

finish() {
  local end=$((SECONDS + $1)) model busy=1
  while ((busy && SECONDS < end)); do
    busy=0
    for model in "${models[@]}"; do if is_busy "$model"; then busy=1; fi; done
    sleep 1
  done
  tail -n 3 "$work"/*.log >"$work/answers/ends-of-logs.txt" 2>&1
  cp "$work/seconds.txt" "$work/answers/"
  tar -C "$work" -cf - answers | xz -6 >"$OUT/answers.tar.xz"
  cat "$work/seconds.txt"
}

case ${1:-} in
  work) work_of "$2" ;;
  finish) finish "${2:-420}" ;;
  *)
    take
    for model in "${models[@]}"; do
      if has_all_pieces "$model" && [[ $(state_of "$model") == waiting ]]; then
        setsid nohup bash "$here/chat.sh" work "$model" >"$work/$model.log" 2>&1 </dev/null &
        echo $! >"$work/$model.started"
      fi
      echo "$model: $(pieces_here "$model") pieces, $(state_of "$model")"
    done
    tail -n 4 "$work/seconds.txt" 2>/dev/null
    ;;
esac
