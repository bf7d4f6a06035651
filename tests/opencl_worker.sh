#!/usr/bin/env bash
# kcast-collect-opencl with kernels that crash, hang and do not compile: each loses itself only.
# Needs an OpenCL device; PoCL is one. Without any it says so and is skipped.
#
#   opencl_worker.sh KCAST_COLLECT_OPENCL
set -euo pipefail
tool=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/kcast-opencl.XXXXXX")
trap 'rm -rf "$work"' EXIT
export POCL_CACHE_DIR=$work/cache
failed=0

fail() {
  echo "FAILED: $1"
  shift
  printf '  %s\n' "$@"
  failed=1
}

# expect WHAT PATTERN FILE: a line of the file matches.
expect() { grep -q -E -- "$2" "$3" || fail "$1: no line like $2" "$(cut -c1-300 "$3")"; }

signature='__kernel void k(__global const int* x, __global volatile int* y, int n)'
good="$signature { int i = get_global_id(0); if (i < n) y[i] = 3 * x[i] + i; }"
crash="$signature { *(__global int*)(ulong)(n - 2) = 1; }"
hang="$signature { while (y[0] != n) ; }"
bad="$signature { y[0] = z; }"

# launch N TYPE: x holds 5 6 7 8, y zeros; N is the last argument.
launch() {
  printf '{"kernel": "k", "grid": [2, 1, 1], "block": [2, 1, 1], "arguments": ['
  printf '{"name": "x", "element_type": "%s", "elements": 4, ' "${2:-int}"
  printf '"fill": {"kind": "iota", "low": 5}}, '
  printf '{"name": "y", "element_type": "int", "elements": 4, "fill": {"kind": "zero"}}, '
  printf '{"name": "n", "element_type": "int", "integer": %d}]}' "$1"
}
# output_job ID SOURCE [TYPE]
output_job() {
  printf '{"id": %d, "kernel": "k", "source": "%s", "flags": [], "launch": %s}\n' \
    "$1" "$2" "$(launch 3 "${3:-int}")"
}

out=$work/outputs
{
  output_job 1 "$good"
  output_job 2 "$crash"
  output_job 3 "$bad"
  output_job 4 "$hang"
  output_job 5 "$good" matrix
  output_job 6 "$good"
} >"$work/jobs"
if ! "$tool" outputs --timeout 10 <"$work/jobs" >"$out" 2>"$work/err"; then
  if grep -q 'no OpenCL' "$work/err"; then
    cat "$work/err"
    exit 77
  fi
  fail "outputs ends with an error" "$(cat "$work/err")"
fi
# 3 * 5 + 0, 3 * 6 + 1, 3 * 7 + 2, and the last one is not below n.
result='"buffers":\[\{"argument":0,"unchanged":true\},\{"argument":1,"hex":"0f000000130000001700000000000000"\}\]'
expect "a launch" "\"id\":1,$result" "$out"
expect "a crash" '"id":2,"reason":"fault","error":"the process (was killed|ended)' "$out"
expect "a compiler's complaint" '"id":3,"reason":"compile","error":".*undeclared identifier' "$out"
expect "a hang" '"id":4,"reason":"timeout"' "$out"
expect "an unknown type" '"id":5,"reason":"argument","error":"unknown element type' "$out"
expect "a launch after all that" "\"id\":6,$result" "$out"
expect "the sum" '^4 launches failed' "$work/err"

# The worker by itself: times, and the launch that runs is told before it does.
job() {
  printf '{"kernel": "k", "language": "opencl", "source": "%s", "flags": [], "launches": [' "$1"
  printf '{"id": %d, "launch": %s}, {"id": %d, "launch": %s}]}\n' \
    "$2" "$(launch 4)" $(($2 + 1)) "$(launch 2)"
}
for builders in 0 2; do
  out=$work/work$builders
  { job "$good" 10; job "$bad" 20; job "$good" 30; } |
    "$tool" work --repeat 3 --builders $builders >"$out" 2>/dev/null || fail "work ends with $?"
  expect "the device" '"worker":\{"gpu_name":"..*"' "$out"
  for id in 10 11 30 31; do
    expect "announced" "^\{\"at\":$id\}" "$out"
    expect "three times" "\"times_us\":\[[0-9.e-]+,[0-9.e-]+,[0-9.e-]+\].*\"id\":$id\b" "$out"
  done
  expect "no times" '"id":21,"reason":"compile"' "$out"
done

# A worker that dies has said at which launch.
if job "$crash" 40 | "$tool" work >"$work/died" 2>/dev/null; then fail "a crash ends with 0"; fi
[[ $(tail -n 1 "$work/died") == '{"at":40}' ]] ||
  fail "the last line is the culprit" "$(tail -n 1 "$work/died")"

# Bad input.
if echo nonsense | "$tool" work >/dev/null 2>"$work/err"; then fail "nonsense ends with 0"; fi
expect "nonsense" "a job's line" "$work/err"
if "$tool" work --device-index 99 </dev/null 2>"$work/err"; then fail "no such device, but 0"; fi
expect "no such device" 'no OpenCL device 99; there are [0-9]+, counted from 0' "$work/err"

exit $failed
