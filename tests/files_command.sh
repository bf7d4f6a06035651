#!/usr/bin/env bash
# What commands do to files, and files to commands: two runs at once, a run that is ended, a disk
# without room, bits that changed, names that lead out of their folder.
#
#   files_command.sh KCAST
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
here=$(dirname -- "$(readlink -f -- "$kcast")")
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"
complain() {
  echo "$*"
  failed=1
}

printf '%s\n' syn-1:2 syn-1:3 omni-1:2 motif-1:reduction/warp:1 >recipes.txt
"$kcast" corpus generate --recipes recipes.txt --launches 4 --out plan >/dev/null
"$kcast" collect --device fake --gpu h200 --plan plan --out whole.db >/dev/null
"$kcast" tokenizer train --kernels 20 --vocabulary 400 --out tok.json >/dev/null

# Two at once.
taken='another run of kcast is writing'
flock -o plan sleep 20 &
holder=$!
mkdir shards published
flock -o shards sleep 20 &
holder="$holder $!"
flock -o published sleep 20 &
holder="$holder $!"
sleep 0.3
expect 1 '' "$taken plan;" corpus generate --recipes recipes.txt --launches 4 --out plan
expect 1 '' "$taken shards;" encode whole.db --model tok.json --out shards
expect 1 '' "$taken published;" dataset export whole.db --format omniwise --out published
# shellcheck disable=SC2086  # Three numbers.
kill $holder
wait
expect 0 '.' 'continuing after 4 kernels' corpus generate --recipes recipes.txt --launches 4 --out plan
slow=(collect --device fake --gpu h200 --plan plan --worker "$here/kcast-collect-fake" 400000)
"$kcast" "${slow[@]}" --out busy.db >/dev/null 2>&1 &
holder=$!
for ((i = 0; i < 100; ++i)); do
  [[ -s busy.db ]] && break
  sleep 0.1
done
expect 1 '' "$taken busy.db;" collect --device fake --gpu h200 --plan plan --out busy.db
expect 0 'launches measured' '' collect --device fake --gpu h200 --plan plan --shard 1/2 --out busy.db
kill -9 $holder
wait $holder 2>/dev/null || true
expect 0 'launches measured' '' collect --device fake --gpu h200 --plan plan --out busy.db

# Ended: nothing half-written stays.
for signal in INT TERM; do
  for arguments in "dataset export whole.db --format omniwise" "encode whole.db --model tok.json"; do
    rm -rf ended
    # shellcheck disable=SC2086  # Words.
    (trap - INT && exec "$kcast" $arguments --out ended) >/dev/null 2>&1 </dev/null &
    process=$!
    for ((i = 0; i < 200; ++i)); do
      [[ -d ended ]] && break
      sleep 0.01
    done
    kill -$signal $process 2>/dev/null || true
    wait $process 2>/dev/null || true
    left=$(ls -A ended 2>/dev/null | grep -vE '^(train|val|test)\.(jsonl|safetensors)$|^guide\.json$' || true)
    [[ -z $left ]] || complain "SIG$signal of $arguments leaves $left"
  done
done

# No room: what is counted is what is stored.
for size in 40 64 100; do
  rm -f small.db*
  got=0
  (
    ulimit -f $size
    exec "$kcast" collect --device fake --gpu h200 --plan plan --out small.db
  ) >out 2>err </dev/null || got=$?
  counted=$(grep -oE '^[0-9]+ launches measured' out | grep -oE '^[0-9]+' || echo 0)
  stored=$("$kcast" dataset stats small.db --json 2>/dev/null | grep -oE '"launches": [0-9]+' |
    head -n 1 | grep -oE '[0-9]+' || echo 0)
  [[ $counted == "$stored" ]] || complain "collect says $counted launches and stored $stored"
  if [[ $counted != 16 && $got != 1 ]]; then complain "a store without room: status $got"; fi
  [[ $got == 0 || $(wc -l <err) == 1 ]] || { complain "more than a line:"; cat err; }
done

# Bits that changed are found where they matter, in whatever reads the store.
expect 0 '.' '' dataset stats whole.db
mv out stats
found=0
size=$(stat -c %s whole.db)
for ((i = 1; i <= 40; ++i)); do
  at=$((size * i / 41))
  cp whole.db changed.db
  byte=$(od -An -tu1 -j $at -N 1 whole.db)
  printf "\\x$(printf %02x $((byte ^ 16)))" | dd of=changed.db bs=1 seek=$at conv=notrunc status=none
  if "$kcast" dataset stats changed.db >out 2>err; then
    sed 's/changed\.db/whole.db/g' out | cmp -s - stats || complain "byte $at changes what stats say"
  else
    found=$((found + 1))
    grep -q 'changed.db' err || complain "the damaged store is not named: $(cat err)"
  fi
done
((found > 5)) || complain "only $found of 40 changed bits were found"

# Names that lead out of their folder.
mkdir suite
for name in /etc/hosts ../recipes.txt link.h; do
  ln -sf /etc/hosts suite/link.h
  printf '__global__ void k(float* a) { a[threadIdx.x] = 1; }\nint main() { k<<<1, 32>>>(nullptr); }\n' >suite/k.cu
  printf '{"programs": [{"file": "k.cu", "files": ["%s"]}]}\n' $name >suite/suite.json
  expect 2 '' "suite.json: programs\[0\]: '$name' leads out of suite" eval --suite suite
done
printf '{"programs": [{"file": "k.cu", "flags": "-I /etc"}]}\n' >suite/suite.json
expect 2 '' "'/etc' leads out of suite" eval --suite suite
printf '{"programs": [{"file": 7}]}\n' >suite/suite.json
expect 2 '' 'suite.json: programs\[0\].file has to be a text' eval --suite suite
mkdir set
ln -s "$dir/whole.db" set/store.db
expect 2 '' "'store.db' leads out of set" dataset stats set

# Lines without an end, numbers without sense, keys without a value.
expect 2 '' '/dev/zero:1: a line of more than' eval whole.db --split all --answers compact=/dev/zero --template compact
"$kcast" gpus h200 --json >gpu.json
sed 's/"warps_per_unit": {"value": [0-9]*/"warps_per_unit": {"value": 9223372036854775807/' gpu.json >huge.json
sed -z 's/"warps_per_unit": {\s*"value": [0-9]*/"warps_per_unit": {"value": 9223372036854775807/' gpu.json >huge.json
expect 2 '' 'occupancy.warps_per_unit: is too large' gpus "$dir/huge.json"
printf '{"format": "kcast-prediction-1", "predictions": [{"kernel": 7}]}' >report.json
"$kcast" predict suite/k.cu --json 2>/dev/null | sed 's/"symbol": "[^"]*"/"symbol": 7/' >report.json
expect 2 '' 'report.json: predictions\[0\].symbol has to be a text' diff report.json report.json

exit $failed
