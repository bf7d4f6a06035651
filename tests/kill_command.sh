#!/usr/bin/env bash
# kill -9 at random moments: nothing that was acknowledged is lost, nothing is left over, and the
# same command goes on to the same result.
#
#   kill_command.sh KCAST [TIMES [SEED]]     TIMES for each command (50)
#
# Models are trained where kcast-train lies beside KCAST.
set -euo pipefail
kcast=$1
times=${2:-50}
RANDOM=${3:-1}
here=$(dirname -- "$(readlink -f -- "$kcast")")
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

now_ms() { date +%s%3N; }
complain() { echo "$*"; failed=1; }

# same_folder A B: the same names with the same bytes.
same_folder() { diff -r "$1" "$2" >difference 2>&1 || { head -n 5 difference; return 1; }; }

# only_names FOLDER PATTERN: every name below it matches.
only_names() {
  local other
  other=$(find "$1" -mindepth 1 -printf '%P\n' | grep -vE "^($2)$" || true)
  [[ -z $other ]] || complain "left over in $1: $other"
}

killed=0 ended=0
# kill_one MILLISECONDS COMMAND...: started, and killed at a random moment of so many.
kill_one() {
  local span=$1 process got=0
  shift
  "$@" >/dev/null 2>&1 </dev/null &
  process=$!
  sleep "$(printf '%d.%03d' $((RANDOM % (span + 1) / 1000)) $((RANDOM % (span + 1) % 1000)))"
  kill -9 $process 2>/dev/null || true
  wait $process 2>/dev/null || got=$?
  if [[ $got == 137 ]]; then killed=$((killed + 1)); else ended=$((ended + 1)); fi
}

# took COMMAND...: its milliseconds go to `span`.
took() {
  local begin
  begin=$(now_ms)
  "$@" >/dev/null 2>&1 </dev/null || { complain "it fails undisturbed: $*"; return 1; }
  span=$(($(now_ms) - begin))
}

result() { echo "$1: $killed killed, $ended had ended before"; killed=0 ended=0; }

printf '%s\n' syn-1:2 syn-1:3 syn-1:5 omni-1:2 motif-1:reduction/warp:1 motif-1:stencil/naive:1 \
  motif-1:block_scan/warp:1 >recipes.txt

# Generate: the folder is taken up where it was left.
took "$kcast" corpus generate --recipes recipes.txt --launches 3 --out plan
for ((i = 0; i < times; ++i)); do
  kill_one "$span" "$kcast" corpus generate --recipes recipes.txt --launches 3 --out half
  [[ ! -d half ]] || only_names half '(corpus\.json|recipes\.txt|kernels\.tsv|plan\.tsv)'
  if ((i % 3 == 2)); then
    "$kcast" corpus generate --recipes recipes.txt --launches 3 --out half >/dev/null 2>err ||
      complain "generate does not go on: $(cat err)"
    same_folder plan half || complain "generate: another result after $i kills"
    rm -rf half
  fi
done
rm -rf half
result generate

# Collect: what a run has stored stays, and the rest is measured by the next.
collect() { "$kcast" collect --device fake --gpu h200 --plan plan --worker "$here/kcast-collect-fake" 20000 --out "$1"; }
rows() { "$kcast" dataset stats "$1" --json 2>/dev/null | grep -oE '"launches": [0-9]+' | head -n 1 | grep -oE '[0-9]+' || echo 0; }
took collect whole.db
whole=$(rows whole.db)
before=0
for ((i = 0; i < times; ++i)); do
  kill_one "$span" "$kcast" collect --device fake --gpu h200 --plan plan \
    --worker "$here/kcast-collect-fake" 20000 --out half.db
  if [[ -s half.db ]]; then
    "$kcast" dataset stats half.db >/dev/null 2>err || grep -q 'no launches\|has no' err ||
      complain "collect: the store cannot be read: $(cat err)"
    now=$(rows half.db)
    ((now >= before)) || complain "collect: $before launches were stored, $now are left"
    before=$now
  fi
  if ((i % 5 == 4)); then
    collect half.db >/dev/null 2>err || complain "collect does not go on: $(cat err)"
    [[ $(rows half.db) == "$whole" ]] || complain "collect: $(rows half.db) of $whole launches"
    rm -f half.db*
    before=0
  fi
done
rm -f half.db*
result collect

# Merge: all of a store or nothing.
for ((i = 0; i < times; ++i)); do
  rm -f merged.db*
  kill_one 150 "$kcast" dataset merge merged.db whole.db
  if [[ -s merged.db ]]; then
    now=$(rows merged.db)
    [[ $now == 0 || $now == "$whole" ]] || complain "merge: $now of $whole launches"
  fi
  "$kcast" dataset merge merged.db whole.db >/dev/null 2>err || complain "merge: $(cat err)"
  [[ $(rows merged.db) == "$whole" ]] || complain "merge: $(rows merged.db) of $whole launches"
done
result merge

# Export and encode: whole files or none.
formats=(omniwise)
[[ ! -e $here/kcast-parquet.so ]] || formats+=(parquet)
for format in "${formats[@]}"; do
  took "$kcast" dataset export whole.db --format "$format" --out "whole_$format"
  for ((i = 0; i < times; ++i)); do
    kill_one "$span" "$kcast" dataset export whole.db --format "$format" --out half
    [[ ! -d half ]] || only_names half '(launches|repeats|failures)\.parquet|noise\.json|(train|val|test)\.jsonl'
    "$kcast" dataset export whole.db --format "$format" --out half >/dev/null 2>err ||
      complain "export: $(cat err)"
    same_folder "whole_$format" half || complain "export --format $format: another result"
    rm -rf half
  done
  result "export --format $format"
done
"$kcast" tokenizer train --kernels 20 --vocabulary 400 --out tok.json >/dev/null
took "$kcast" encode whole.db --model tok.json --out shards
for ((i = 0; i < times; ++i)); do
  kill_one "$span" "$kcast" encode whole.db --model tok.json --out half
  [[ ! -d half ]] || only_names half '(train|val|test)\.safetensors|guide\.json'
  "$kcast" encode whole.db --model tok.json --out half >/dev/null 2>err || complain "encode: $(cat err)"
  same_folder shards half || complain "encode: another result"
  rm -rf half
done
result encode

# Training: adapters, heads and all weights; the same bytes in the end.
if [[ -x $here/kcast-train ]]; then
  python3 -I - shards/train.safetensors <<'PYTHON'
import json, random, struct, sys
with open(sys.argv[1], "rb") as file:
    about = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))["__metadata__"]
about = {key: about[key] for key in ("format", "split", "template", "tokenizer", "targets")}
about["features"] = ""
random.seed(1)
samples = [[random.randrange(97) for _ in range(12)] for _ in range(64)]
tensors = [("offsets", "I64", [65], struct.pack("<65q", *range(0, 65 * 12, 12))),
           ("tokens", "I32", [64 * 12], b"".join(struct.pack("<12i", *s) for s in samples)),
           ("answer", "I32", [64], struct.pack("<64i", *[2] * 64)),
           ("label", "I32", [64], struct.pack("<64i", *[i % 2 for i in range(64)])),
           ("targets", "F32", [64, 12], struct.pack("<768f", *[i % 7 for i in range(768)])),
           ("origin", "F32", [64, 12], struct.pack("<768f", *[0] * 768)),
           ("features", "F32", [64, 0], b""),
           ("ids", "U8", [64 * 3], b"".join(b"%02d\n" % i for i in range(64)))]
header, at = {"__metadata__": about}, 0
for name, kind, shape, data in tensors:
    header[name] = {"dtype": kind, "shape": shape, "data_offsets": [at, at + len(data)]}
    at += len(data)
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
with open("train.safetensors", "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + b"".join(t[3] for t in tensors))
PYTHON
  # config NAME KEYS: a run of 80 steps that saves often.
  config() {
    printf '{"base": "%s/data/train/llama", "out": "%s", "train": ["train.safetensors"], ' "$tests" "$1"
    printf '"batch_size": 8, "micro_tokens": 64, "max_steps": 80, "epochs": 1000, "save_every": 4, %s}\n' "$2"
  }
  lora='"lora": {"rank": 4, "alpha": 8}'
  for kind in "lora $lora" "head $lora, \"head\": {\"kind\": \"class\"}" 'full "mode": "full"'; do
    name=${kind%% *}
    config "whole_$name" "${kind#* }" >whole.json
    config "half_$name" "${kind#* }" >half.json
    took "$here/kcast-train" train whole.json || continue
    for ((i = 0; i < times; ++i)); do
      kill_one "$span" "$here/kcast-train" train half.json
      if ((i % 4 == 3)); then
        "$here/kcast-train" train half.json >/dev/null 2>err || complain "train: $(cat err)"
        same_folder "whole_$name/last" "half_$name/last" || complain "train $name: another result"
        only_names "half_$name" '(checkpoint-[0-9]+|last|best)(/.*)?|log\.jsonl|index\.html'
        rm -rf "half_$name"
      fi
    done
    rm -rf "half_$name"
    result "train $name"
  done
else
  echo "train: not tried, kcast-train is not there"
fi

# Models: the file that was meant or none; the next run goes on and clears up what a killed one left.
if python3 -m pip --version >/dev/null 2>&1; then
  mkdir models && cd models
  export KCAST_LOCK=$PWD/deps.lock KCAST_MODELS=$PWD/models.json XDG_CACHE_HOME=$PWD/cache
  export KCAST_CHECKOUT=${tests%/*} KCAST_NO_INSTALL=1
  export PIP_NO_INDEX=1 PIP_FIND_LINKS=$PWD/index PIP_CONFIG_FILE=/dev/null TMPDIR=$PWD/tmp
  mkdir tmp
  # shellcheck source=tests/tiny_models.sh
  source "$tests/tiny_models.sh"
  get=("$here/kcast-llm" models get tiny)
  if [[ ! -x $here/kcast-llm ]]; then
    echo "models get: kcast-llm is not there, scripts/fetch is killed instead"
    get=("$KCAST_CHECKOUT/scripts/fetch" tiny)
  fi
  # kill_group MILLISECONDS COMMAND...: all its processes at once, as a machine does that stops.
  kill_group() {
    local span=$1 process got=0
    shift
    setsid "$@" >/dev/null 2>&1 </dev/null &
    process=$!
    sleep "$(printf '%d.%03d' $((RANDOM % (span + 1) / 1000)) $((RANDOM % (span + 1) % 1000)))"
    kill -9 -- -$process 2>/dev/null || true
    wait $process 2>/dev/null || got=$?
    if [[ $got == 137 ]]; then killed=$((killed + 1)); else ended=$((ended + 1)); fi
  }
  took "${get[@]}"
  rm -rf "$XDG_CACHE_HOME"
  for ((i = 0; i < times; ++i)); do
    if ((i % 2)); then kill_group "$span" "${get[@]}"; else kill_one "$span" "${get[@]}"; fi
    while read -r file; do
      cmp -s "$file" whole.gguf || complain "models get: $file is not whole"
    done < <(find "$XDG_CACHE_HOME" -path '*/tiny-1.0-*/tiny.gguf' 2>/dev/null)
    if ((i % 3 == 2)); then
      "${get[@]}" >/dev/null 2>err || complain "models get does not go on: $(cat err)"
      file=$(find "$XDG_CACHE_HOME" -name tiny.gguf)
      cmp -s "$file" whole.gguf || complain "models get: not the file that was meant: $file"
      only_names "$XDG_CACHE_HOME/kcast" '\.lock|wheels|tiny-1\.0-[0-9a-f]+(/(tiny\.gguf|\.complete))?'
      [[ -z $(ls tmp) ]] || complain "models get: left over in the temporary folder: $(ls tmp)"
      rm -rf "$XDG_CACHE_HOME"
    fi
  done
  result "models get"
  cd ..
else
  echo "models get: not tried, there is no pip"
fi
exit $failed
