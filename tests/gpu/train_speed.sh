#!/usr/bin/env bash
# Training and generation beside transformers + peft, in turn, on one GPU: ratios.
#
#   tests/gpu/train_speed.sh [PART...] [-- OUT]     parts: check lm task generate; all without one
#   SHAPES="qwen2.5-0.5b qwen2.5-1.5b" DEVICE=cuda TYPE=bf16 STEPS=8 LIMIT=330
#
# Training is measured a second time while less than LIMIT seconds have passed; the better one of
# each program counts. Every measurement is a line of JSON in OUT/train_speed.jsonl as soon as it is there; a run that is
# cut off loses nothing, and the ratios can be printed again from the file:
#   tests/gpu/train_speed.sh ratios [-- OUT]
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
parts=()
while (($# > 0)) && [[ $1 != -- ]]; do
  parts+=("$1")
  shift
done
out=${2:-${OUT:-$root/build/train_speed}}
mkdir -p "$out"
results=$out/train_speed.jsonl
((${#parts[@]} > 0)) || parts=(check lm task generate)

: "${SHAPES:=qwen2.5-0.5b qwen2.5-1.5b}" "${DEVICE:=cuda}" "${TYPE:=bf16}" "${STEPS:=8}" "${LIMIT:=330}"
: "${BATCH:=16}" "${LENGTH:=1024}" "${MANY:=64}" "${NEW_TOKENS:=0}" "${EACH:=120}"
python=${PYTHON:-python3}
lengths=$root/bench/train/compact_lengths.tsv
guide=$root/bench/train/compact_guide_qwen2.5.json

# One line of a program. One that fails, or takes EACH seconds, says so and ends nothing.
ours() { timeout "$EACH" "$programs/train_bench" "$@" --device "$DEVICE" --type "$TYPE"; }
theirs() { timeout "$EACH" "$python" "$root/tests/reference/train_speed.py" "$@" --device "$DEVICE" --type "$TYPE"; }
measure() {
  local who=$1 line
  shift
  if line=$("$who" "$@" 2>"$out/error.txt"); then
    echo "$line" | tail -n 1 | tee -a "$results"
  else
    echo "$who $* failed: $(tail -n 3 "$out/error.txt")" | tee -a "$out/failed.txt" >&2
  fi
}

training() {
  local part=$1 shape
  for shape in $SHAPES; do
    local -a how=("$part" --shape "$shape" --batch "$BATCH" --length "$LENGTH" --steps "$STEPS")
    [[ $part == lm ]] || how+=(--lengths "$lengths")
    measure ours "${how[@]}"
    measure theirs "${how[@]}"
  done
}

generation() {
  local shape batch
  for shape in $SHAPES; do
    for batch in 1 "$MANY"; do
      local -a how=(generate --shape "$shape" --batch "$batch" --lengths "$lengths"
        --new-tokens "$NEW_TOKENS" --prompts "$batch" --warmup 1)
      measure ours "${how[@]}" --guide "$guide"
      measure ours "${how[@]}"
      measure theirs "${how[@]}"
    done
  done
}

# The best of each program's rounds beside the other's.
ratios() {
  "$python" - "$results" <<'EOF'
import collections
import json
import sys

TARGETS = {("lm", "tokens_per_s"): 1.3, ("task", "samples_per_s"): 2.5,
           ("task", "peak_gib"): 2.0, ("generate", "answers_per_s"): 3.0}
best = collections.defaultdict(dict)
for line in open(sys.argv[1]):
    try:
        row = json.loads(line)
    except ValueError:
        continue
    rate = "answers_per_s" if row["part"] == "generate" else "tokens_per_s"
    who = row["program"] + (" guided" if row["guided"] else "")
    kept = best[row["part"], row["shape"], row["batch"]]
    if who not in kept or kept[who][rate] < row[rate]:
        kept[who] = row
for (part, shape, batch), rows in best.items():
    theirs = rows.get("transformers+peft")
    for who, row in rows.items():
        if not who.startswith("kcast") or theirs is None:
            continue
        for key in ("tokens_per_s", "samples_per_s", "answers_per_s", "peak_gib", "mfu_pct"):
            if key not in row:
                continue
            ratio = theirs[key] / row[key] if key == "peak_gib" else row[key] / theirs[key]
            # Answers of JSON are what the guide gives; without it the two do the same work.
            target = TARGETS.get((part, key)) if part != "generate" or row["guided"] else None
            verdict = "" if target is None else (
                f"  (target {target}x: {'reached' if ratio >= target else 'MISSED'})")
            print(f"{part} {shape} batch {batch} {who}: {key} {row[key]:.4g} against "
                  f"{theirs[key]:.4g}, {ratio:.2f}x{verdict}")
EOF
}

# shellcheck source=tests/gpu/train_programs.sh
[[ ${parts[*]} == ratios ]] || source "$root/tests/gpu/train_programs.sh"
for part in "${parts[@]}"; do
  echo "-- $part ($SECONDS s)" >&2
  case $part in
    check)
      "$programs/train_check" "$root/tests/data/train" "$DEVICE" "$TYPE" | tee -a "$out/check.txt" ||
        echo "the device does not compute what the CPU does: do not trust what follows" >&2
      ;;
    lm | task) training "$part" ;;
    generate) generation ;;
    ratios) ;;
    *)
      echo "unknown part '$part'" >&2
      exit 2
      ;;
  esac
done
for part in "${parts[@]}"; do
  if [[ $part == lm || $part == task ]] && ((SECONDS < LIMIT - 60)); then
    echo "-- $part again ($SECONDS s)" >&2
    training "$part"
  fi
done
if [[ -s $results ]]; then ratios | tee "$out/ratios.txt"; fi
echo "-- done ($SECONDS s)" >&2
