#!/usr/bin/env bash
# Text from outside reaches no terminal as it is: not in source lines, names and other programs'
# files.
#
#   escapes_command.sh KCAST
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
examples=$(dirname -- "$tests")/examples
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Moves the cursor, and one that some terminals take for the same; turns the order around.
esc=$'\x1b[2J'
c1=$'\xc2\x9b2J'
turn=$'\xe2\x80\xae'

# clean PATTERN ARGUMENTS...: whatever becomes of it, nothing harmful is printed, and PATTERN is.
clean() {
  local pattern=$1
  shift
  "$kcast" "$@" >out 2>err </dev/null || true
  cat out err >both
  if LC_ALL=C grep -qP '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' both; then
    echo "kcast $* prints control characters"
    cat -v both | head -n 20
    failed=1
  fi
  grep -qF -- "$pattern" both || { echo "kcast $* lacks '$pattern'"; cat -v both | head -n 20; failed=1; }
}

printf '__global__ void k(float* a) { a[0] = %s%s%s; undeclared(); }\n' "$esc" "$c1" "$turn" >bad.cu
clean 'expected expression' inspect bad.cu
clean 'expected expression' predict bad.cu
printf '__global__ void k(float* a) {\n  a[threadIdx.x] += 1; // %s%s%s\n}\nint main() { k<<<1, 32>>>(nullptr); }\n' \
  "$esc" "$c1" "$turn" >comment.cu
clean '\u001b[2J' predict comment.cu
printf '#line 7 "x%s"\n__global__ void k(float* a) { a[0] = nothing; }\n' "$esc" >line.cu
clean 'nothing' inspect line.cu
printf '#include "a%s.h"\n__global__ void k(float* a) { a[0] = 1; }\n' "$esc" >header.cu
clean '\u001b[2J.h' inspect header.cu
clean '\u001b[2J' predict "missing$esc.cu"
cp "$examples/saxpy.cu" "name$esc.cu"
clean '\u001b[2J' inspect "name$esc.cu"
clean '\u001b[2J' rank "name$esc.cu" "name$esc.cu"
clean '\u001b[2J' "comm${esc}and"
clean 'FILE is required' predict --opt"$esc"ion

# A saved report, a profiler's file and a GPU's file of somebody else.
"$kcast" predict "$examples/saxpy.cu" --json >report.json
sed 's/"kernel": "saxpy/"kernel": "\\u001b[2Jsaxpy/; s/"file": "/"file": "\\u001b[2J/' report.json >theirs.json
clean '\u001b[2J' diff theirs.json theirs.json
sed "s/saxpy/$esc/" "$tests/data/profilers/ncu_base.csv" >ncu.csv
clean '\u001b[2J' collect --import ncu.csv
"$kcast" gpus h200 --json >gpu.json
sed -i 's/"name": "[^"]*"/"name": "\\u001b[2J"/; s/"id": "h200"/"id": "other"/' gpu.json
clean '\u001b[2J' gpus "$dir/gpu.json"
clean '\u001b[2J' predict "$examples/saxpy.cu" --gpu "$dir/gpu.json"

# JSON stays JSON with the same text, and pictures stay XML.
cp "$examples/saxpy.cu" "$turn.cu"
"$kcast" predict "$turn.cu" --json --svg picture.svg >out
python3 -I - "$turn.cu" <<'P' || failed=1
import json, sys, xml.dom.minidom
names = {entry["file"] for entry in json.load(open("out"))["predictions"]}
assert names == {sys.argv[1]}, names
xml.dom.minidom.parse("picture.svg")
P
exit $failed
