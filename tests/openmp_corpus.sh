#!/usr/bin/env bash
# The OpenMP programs: each is on the list, is right on the host with small arguments, and has a
# prediction for each of its target regions.
#
#   openmp_corpus.sh KCAST CORPUS
#
# Clang and libomptarget run the regions on the CPU as a device with memory of its own, so that a
# value that no map clause carries is missing there as it is on a GPU. Without them GCC runs the
# regions as plain code.
# shellcheck disable=SC2317  # check is called through xargs.
set -euo pipefail
kcast=$(readlink -f -- "$1")
cd "$2"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export kcast folder

listed=$(tail -n +2 problems.tsv | cut -f 1)
found=$(find . -name '*.c' -o -name '*.cpp' | sed 's|^\./||' | LC_ALL=C sort)
if [[ $listed != "$found" ]]; then
  echo "problems.tsv and the files differ: $(diff <(echo "$listed") <(echo "$found") | head -5)"
  exit 1
fi

llvm=/usr/lib/llvm-19/lib
offload=
if command -v clang-19 >/dev/null; then
  offload="-fopenmp-targets=$(clang-19 -print-target-triple) -L$llvm -Wl,-rpath,$llvm"
  cat >"$folder/probe.c" <<'END'
int main(void) {
  int x = 1;
#pragma omp target map(to : x)
  x = 0;
  return x - 1;
}
END
  # shellcheck disable=SC2086  # Several words.
  clang-19 -fopenmp $offload "$folder/probe.c" -o "$folder/probe" 2>"$folder/probe.err" &&
    "$folder/probe" 2>"$folder/probe.err" || offload=
fi
export offload

compile() {
  local source=$1 program=$2 clang=clang-19 gcc=gcc
  [[ $source == *.cpp ]] && clang=clang++-19 gcc=g++
  if [[ -n $offload ]]; then
    # shellcheck disable=SC2086  # Several words.
    "$clang" -O1 -fopenmp $offload -Wno-pass-failed "$source" -o "$program" -lm
  else
    "$gcc" -O1 -fopenmp -foffload=disable "$source" -o "$program" -lm
  fi
}

# check FILE ARGUMENTS REGIONS: says what is wrong.
check() {
  local source=$1 regions=$3 program=$folder/${1//\//.}
  if compile "$source" "$program" 2>"$program.err"; then
    # shellcheck disable=SC2086  # Several arguments.
    OMP_NUM_THREADS=2 timeout 60 "$program" $2 >"$program.out" 2>"$program.err" &&
      grep -q '^ok' "$program.out" && ! grep -qv '^ok' "$program.out" ||
      echo "$source $2: $(head -q -n 2 "$program.out" "$program.err" | paste -sd ' ')"
  elif ! grep -q 'internal compiler error' "$program.err"; then
    echo "$source: not compiled: $(head -n 2 "$program.err" | paste -sd ' ')"
  fi
  rm -f "$program"
  [[ $regions == - ]] && return
  if ! "$kcast" predict "$source" --json >"$program.json" 2>"$program.err"; then
    echo "$source: kcast predict: $(head -n 1 "$program.err")"
    return
  fi
  python3 "$folder/judge.py" "$source" "$regions" "$program.json"
}
export -f check compile

cat >"$folder/judge.py" <<'END'
import json, re, sys
source, regions, prediction = sys.argv[1], int(sys.argv[2]), sys.argv[3]
launching = r"\s*#pragma omp target\b(?! (data|enter|exit|update)\b)"
with open(source) as file:
    lines = [i for i, line in enumerate(file, 1) if re.match(launching, line)]
if len(lines) != regions:
    print(f"{source}: {len(lines)} regions, problems.tsv says {regions}")
with open(prediction) as file:
    predicted = json.load(file)["predictions"]
for line in lines:
    times = [p["metrics"]["time_us"]["value"] for p in predicted if p["line"] == line]
    if not times:
        print(f"{source}:{line}: no prediction")
    for time in times:
        if time is None or not 0.5 <= time <= 60e6:
            print(f"{source}:{line}: {time} us")
END

# Three fields for each call, so that a small argument may be several words.
tail -n +2 problems.tsv | cut -f 1,2,4 | tr '\t\n' '\0\0' |
  xargs -0 -n 3 -P "$(nproc)" bash -c 'check "$@"' check >"$folder/failures"
cat "$folder/failures"
tail -n +2 problems.tsv |
  awk -F '\t' '$4 != "-" { regions += $4 } END { print NR " programs, " regions + 0 " regions" }'
[[ ! -s $folder/failures ]]
