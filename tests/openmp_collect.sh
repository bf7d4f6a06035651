#!/usr/bin/env bash
# OpenMP kernels from a plan or a file to readings: with the collector that needs no GPU, and, where
# NVRTC is there, with the one for CUDA and a driver that records what it is asked to launch
# (tests/fake_cuda/recording_driver.cpp).
#
#   openmp_collect.sh KCAST [FOLDER-OF-THE-DRIVER]
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$(readlink -f -- "$1") driver=${2:-}
collector=$(dirname "$kcast")/kcast-collect-cuda
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"
fail() { echo "FAILED: $1"; failed=1; }

# A region of a file at sizes, and as its main launches it.
cat >saxpy.c <<'END'
void saxpy(int n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i];
}
END
expect 0 '^ +1000 +32 +32 ' '' collect saxpy.c --device fake --gpu h200 --sizes 1000,1000000 \
  --arg n=size --arg a=2
expect 0 '^ +1000000 +128 +3200 ' '' collect saxpy.c --device fake --gpu h200 --sizes 1e6,1e7 \
  --arg n=size --arg a=2
expect 2 '' 'clauses choose its grid and block' collect saxpy.c --device fake --arg n=1000 --local 64
cp "$tests/checks_openmp/dot.c" .
expect 0 'dot:7 ' '' collect dot.c --device fake --gpu h200

# Plans: generated kernels, and programs with their own host code.
"$kcast" corpus generate --languages openmp --count 40 --seed 3 --launches 3 --out plan >generated
rows=$(awk -F'\t' 'NR > 1 && $2 == "openmp"' plan/plan.tsv | wc -l)
((rows > 20)) || { fail "the plan has only $rows rows"; cat generated; }
awk -F'\t' 'NR > 1 && $8 != ""' plan/kernels.tsv | grep . && fail "kernels do not compile"
expect 0 "^$rows launches measured" '' collect --device fake --plan plan --out one.db
expect 0 '^0 launches measured' '' collect --device fake --plan plan --out one.db
expect 0 'openmp' '' dataset stats one.db
mkdir openmp && cp -r "$tests/../corpus/openmp/reductions" openmp/
expect 0 'launches' '' corpus generate --programs openmp --out own
grep -q 'auth-1:openmp/reductions/dot_and_norms' own/plan.tsv || fail "no rows of dot_and_norms"
own=$(awk -F'\t' 'NR > 1' own/plan.tsv | wc -l)
expect 0 "^$own launches measured" '' collect --device fake --plan own --out own.db

# What the driver sees. The launch environment is all bits set, or two counters and a buffer that
# lies in front of them and has a row for each of 1,024 teams.
if [[ -n $driver && -x $collector ]]; then
  "$kcast" collect --device cuda --plan own --jobs jobs.jsonl --gpu h200
  "$kcast" collect --device cuda --plan plan --jobs more.jsonl --gpu h200
  cat more.jsonl >>jobs.jsonl
  # Math functions are NVIDIA's, not ours, which only say what they compute.
  grep -q '__kc_' jobs.jsonl && fail "a region would run with the functions of the interpreter"
  FAKE_CUDA_RECORD=$dir/record LD_LIBRARY_PATH=$driver "$collector" once <jobs.jsonl >once.jsonl
  python3 "$tests/openmp_record.py" jobs.jsonl record once.jsonl || failed=1
fi
exit $failed
