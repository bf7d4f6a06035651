#!/usr/bin/env bash
# kcast encode and kcast tokenizer as a user meets them, on readings of the fake collector.
#
#   encode_command.sh KCAST
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"
has() { grep -qE -- "$1" "$2" || { echo "$2 lacks '$1'"; head -n 20 "$2"; failed=1; }; }
same() { [[ $1 == "$2" ]] || { echo "got '$1', wanted '$2'"; failed=1; }; }

# A tokenizer of a few kernels, and one that generates its own.
for recipe in syn-1:2 omni-1:2 motif-1:reduction/warp:1; do
  "$kcast" corpus show "$recipe" >"$(tr -c 'a-z0-9\n' _ <<<"$recipe").cu"
done
expect 0 '^tok.json: 400 tokens, 140 merges, from [0-9]+ different words' '' tokenizer train ./*.cu \
  --vocabulary 400 --out tok.json
expect 0 '^drawn.json: 600 tokens' '' tokenizer train --kernels 40 --vocabulary 600 --out drawn.json
cp drawn.json again.json
expect 0 '^drawn.json: 600 tokens' '' tokenizer train --kernels 40 --vocabulary 600 --out drawn.json --jobs 2
cmp drawn.json again.json || failed=1
printf 'a1\n' >text
"$kcast" tokenizer encode --model tok.json text >ids
same "$(wc -w <ids)" 3
same "$("$kcast" tokenizer encode --model tok.json --count <text)" '3 tokens, 3 bytes'
expect 2 '' 'a vocabulary of 100 tokens is too small' tokenizer train text --vocabulary 100 --out no.json
expect 2 '' 'text: no JSON' tokenizer encode --model text text
expect 1 '' 'missing.json' tokenizer encode --model missing.json text
expect 2 '' 'out is required' tokenizer train
[[ ! -e no.json ]] || { echo "a failed training left a file"; failed=1; }

# Readings: a kernel of each generator, two launches each, and an authored program.
printf '%s\n' syn-1:2 omni-1:2 motif-1:reduction/warp:1 motif-1:block_scan/warp:1 >recipes.txt
"$kcast" corpus generate --recipes recipes.txt --launches 2 --out plan >/dev/null
mkdir -p programs/geospatial
"$kcast" corpus show auth-1:geospatial/heatmap_bins >programs/geospatial/heatmap_bins.cu
"$kcast" corpus generate --programs programs --out program_plan >/dev/null
for plan in plan program_plan; do
  "$kcast" collect --device fake --gpu h200 --plan "$plan" --out whole.db >/dev/null
done

# samples DIR: how many its three shards have, by the lines of their ids.
samples() {
  local file sum=0
  for file in train val test; do
    sum=$((sum + $(tail -c 3000 "$1/$file.safetensors" | grep -acE $'\th200$' || true)))
  done
  echo "$sum"
}

for template in omniwise omniwise-raw llmperf roofline roofline-few-shot compact; do
  expect 0 '^shards/train.safetensors: [0-9]+ samples, [0-9]+ tokens; a sample has [0-9]+ \(median\)' '' \
    encode whole.db --model tok.json --template $template --out shards
  same "$(samples shards)" 9
  head -c 600 shards/val.safetensors | grep -aq "\"template\":\"$template\"" || { echo "no $template"; failed=1; }
done
same "$(find shards -type f -printf '%f\n' | sort | paste -sd' ')" \
  'guide.json test.safetensors train.safetensors val.safetensors'

expect 0 'train' '' encode whole.db --model tok.json --template roofline --out shards
[[ ! -e shards/guide.json ]] || { echo "a guide of another template has stayed"; failed=1; }

# The same bytes, however many threads; fewer tokens without answers.
expect 0 'train' '' encode whole.db --model tok.json --out one --jobs 1
expect 0 'train' '' encode whole.db --model tok.json --out two --jobs 3
for side in train val test; do cmp one/$side.safetensors two/$side.safetensors || failed=1; done
expect 0 'train' '' encode whole.db --model tok.json --out bare --no-answer
(($(stat -c %s bare/train.safetensors) < $(stat -c %s one/train.safetensors))) || { echo "answers are still there"; failed=1; }
expect 0 'were cut in the middle' '' encode whole.db --model tok.json --out short --max-tokens 700
has '\(95 %\), (700|[1-6][0-9]{2}) \(most\)' out
expect 0 'left out, over the limit: [1-9]' '' encode whole.db --model tok.json --out few --limit 1
has 'train.safetensors: 1 samples' out
has 'test.safetensors: [01] samples' out
# Four kernels of two launches and a program of one: each once.
expect 0 'left out, over the limit: 4' '' encode whole.db --model tok.json --out once --per-kernel 1
same "$(samples once)" 5
expect 0 'train.safetensors: 1 samples' '' encode whole.db --model tok.json --out sided --limit 1,0,0
same "$(($(samples sided) - 1))" "$(($(samples one) - $(tail -c 3000 one/train.safetensors | grep -acE $'\th200$')))"
expect 2 '' '--limit takes one number, or three' encode whole.db --model tok.json --out no --limit 1,2
expect 0 'left out, it is too long' '' encode whole.db --model tok.json --out none --max-tokens 64

# Texts of kernels that nobody measured.
expect 0 '^texts/train.safetensors: [0-9]+ samples' '' encode --kernels 60 --model tok.json --out texts
has 'left out, the split tests it: [1-9]' out
head -c 600 texts/val.safetensors | grep -aq '"template":"text"' || { echo "no texts"; failed=1; }
[[ ! -e texts/test.safetensors ]] || { echo "kernels of the test side were written"; failed=1; }
expect 0 'train' '' encode --kernels 60 --model tok.json --out again --jobs 1
for side in train val; do cmp texts/$side.safetensors again/$side.safetensors || failed=1; done
expect 2 '' 'excludes' encode whole.db --kernels 60 --model tok.json --out no

# Features: from a store that has them, or worked out now; the same numbers.
expect 1 '' 'has no features of this version .* run kcast dataset features whole.db' encode whole.db \
  --model tok.json --out shards --features whole.db
"$kcast" dataset features whole.db --gpu h200 >/dev/null
expect 0 'train' '' encode whole.db --model tok.json --out stored --features whole.db
expect 0 'train' '' encode whole.db --model tok.json --out analysed --analyse
head -c 6000 stored/train.safetensors | grep -aq 'control.warps' || { echo "no features"; failed=1; }
for side in train val test; do cmp stored/$side.safetensors analysed/$side.safetensors || failed=1; done

# A GGUF file is kcast-llm's business; here a script stands for it.
mkdir bin
cp "$kcast" "$kcast-lab" bin
printf 'GGUF and more' >model.gguf
(
  kcast=$dir/bin/kcast
  expect 1 '' 'kcast-llm is not beside kcast; ./kcast in a checkout' encode whole.db --model model.gguf --out piped
  printf '#!/bin/sh\n[ "$*" = "tokenize --model model.gguf" ] || exit 9\nexec "%s" tokenizer serve --model tok.json\n' \
    "$kcast" >bin/kcast-llm
  chmod +x bin/kcast-llm
  expect 0 'train' '' encode whole.db --model model.gguf --out piped
  for side in train val test; do cmp one/$side.safetensors piped/$side.safetensors || failed=1; done
  printf '#!/bin/sh\nexit 7\n' >bin/kcast-llm
  expect 1 '' 'kcast-llm ended before it said hello: exit status 7' encode whole.db --model model.gguf --out no
  exit "$failed"
) || failed=1

expect 2 '' 'gpt not in' encode whole.db --model tok.json --out no --template gpt
expect 1 '' 'there is no data set missing.db' encode missing.db --model tok.json --out no
expect 2 '' 'a tokenizer of another kind|no tokenizer.json|no JSON' encode whole.db --model recipes.txt --out no
expect 2 '' 'DATASET is required, or --kernels' encode --model tok.json --out no
[[ ! -e no ]] || { echo "a failed command left a folder"; failed=1; }
if ((failed == 0)); then echo "kcast encode behaves"; fi
exit "$failed"
