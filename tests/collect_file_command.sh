#!/usr/bin/env bash
# kcast collect FILE as a user meets it: with the collector that needs no device, and on PoCL.
#
#   collect_file_command.sh KCAST [pocl]
set -euo pipefail
kcast=$(realpath "$1")
fake=$(dirname "$kcast")/kcast-collect-fake
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export POCL_CACHE_DIR=$dir/cache

fail() { echo "FAILED: $1"; failed=1; }

matches() { if [[ -z $1 ]]; then [[ ! -s $2 ]]; else grep -qE -- "$1" "$2"; fi; }

# expect STATUS PATTERN-IN-STDOUT PATTERN-IN-STDERR ARGUMENTS...
expect() {
  local status=$1 out=$2 err=$3 got=0
  shift 3
  "$kcast" collect "$@" >out 2>err </dev/null || got=$?
  if [[ $got != "$status" ]] || ! matches "$out" out || ! matches "$err" err; then
    echo "kcast collect $*: status $got, wanted $status; stdout ~ /$out/, stderr ~ /$err/"
    head -n 30 out | sed 's/^/  out: /'
    sed 's/^/  err: /' err
    failed=1
  fi
}

# Rows of the table of times whose first columns are these.
row() { grep -cE "^ +$1 +$2 " out || true; }
# same WHAT FOUND WANTED
same() { [[ $2 == "$3" ]] || { fail "$1: $2 instead of $3"; head -n 30 out; }; }

signature='__kernel void k(__global const float* x, __global volatile float* y, int n)'
cat >good.cl <<END
$signature { int i = get_global_id(0); if (i < n) y[i] = 2 * x[i]; }
END
# These go wrong where n is over 5000.
cat >crash.cl <<END
$signature { int i = get_global_id(0); if (n > 5000) y = (__global float*)8; y[i] = x[i]; }
END
cat >hang.cl <<END
$signature { int i = get_global_id(0); while (n > 5000 && y[i] != -1) ; y[i] = x[i]; }
END

on_pocl() {
  local got=0
  "$kcast" collect good.cl --sizes 64 --local 64 >out 2>err || got=$?
  if [[ $got != 0 ]] && grep -q 'no OpenCL' err; then
    cat err
    exit 77
  fi
  # No GPU of ours is called as the CPU is.
  expect 0 'no prediction: no GPU of data/gpus is called' '' \
    good.cl --sizes 1e3,1e5 --local 64,256 --repeat 3 --out readings.jsonl --csv all.csv
  same "times, size by size" "$(row 1024 64)$(row 1024 256)$(row 100096 64)$(row 100096 256)" 1111
  same "lines" "$(wc -l <readings.jsonl)" 4
  same "repeats" "$(grep -cE '"times_us":\[[0-9.e-]+,[0-9.e-]+,[0-9.e-]+\]' readings.jsonl)" 4
  # Times alone: all other columns of what was measured are empty.
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i ~ /^measured_/ && $i != "measured_time_us") c[i] }
    NR > 1 { for (i in c) if ($i != "") exit 1 }' all.csv || fail "counters that OpenCL does not read"
  expect 0 'another device than the one that measured' '' good.cl --sizes 1e4 --local 64 --gpu h200
  ! grep -q error out || fail "two devices are compared"
  expect 0 '"same_device": false' '' good.cl --sizes 1e4 --local 64 --gpu h200 --json

  # Macros, and headers beside the file, reach the device too.
  mkdir -p sub
  echo '#define TIMES FACTOR *' >sub/times.h
  printf '#include "times.h"\n%s { y[get_global_id(0)] = TIMES x[get_global_id(0)] + n; }\n' \
    "$signature" >sub/macro.cl
  expect 0 'k +sub/macro.cl' '' sub/macro.cl --sizes 1e3 --local 64 -D FACTOR=3

  # What a launch does to the device costs itself; the interpreter sees it before.
  for kind in crash hang; do
    expect 0 'not run: ' '' $kind.cl --sizes 1e3,1e4 --local 64,128
    same "$kind: rows that are not run" "$(grep -c ' not run$' out)" 2
  done
  expect 0 '2 launches, crash: the worker ended' 'a worker ended early' \
    crash.cl --sizes 1e3,1e4 --local 64,128 --unchecked
  same "crashes" "$(grep -cE ' crash$' out)$(grep -cE ' [num]?s +[0-9]+ %$' out)" 22
  expect 0 '2 launches, timeout: the launch took longer than 2 s' 'a worker ended early' \
    hang.cl --sizes 1e3,1e4 --local 64,128 --unchecked --timeout 2
  exit $failed
}
[[ ${2:-} != pocl ]] || on_pocl

# Readings of the fake device are 2 us and 0.01 to 0.02 ns for a thread; what is printed follows.
expect 0 'n=size; give others with --arg' '' good.cl --device fake --gpu h200 --sizes 1e3..1e7 \
  --local 64,128,256 --csv all.csv --svg plot.svg --out readings.jsonl
same "sizes and local sizes" "$(row '[0-9]+' '(64|128|256)' | head -n 1)" 54
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
  { threads = $at["blocks"] * $at["local"]; time = $at["measured_time_us"]
    bad += threads != $at["size"] || time < 2 + threads * 1e-5 || time > 2 + threads * 2e-5
    bad += $at["predicted_time_us_low"] > $at["predicted_time_us"] }
  END { exit bad || NR != 28 }' all.csv || fail "the CSV is not what the fake device reads"
# Two in every decade, rounded up to multiples of 256.
same "sizes" "$(awk -F, 'NR > 1 { print $1 }' all.csv | uniq | tr '\n' ' ')" \
  '1024 3328 10240 31744 100096 316416 1000192 3162368 10000128 '
same "lines" "$(wc -l <readings.jsonl)" 27
same "n is the size" "$(sed -E 's/.*"size":([0-9]+),.*"name":"n"[^}]*"integer":([0-9]+),.*/\1 \2/' \
  readings.jsonl | awk '$1 != $2' | wc -l)" 0
# size, local, blocks, measured, its unit, spread, %, predicted, its unit, interval, ratio, error
awk '/ us .* to .* us / { ratio = $8 / $4; error = 100 * (ratio - 1); rows += 1
    bad += ($(NF-2) / ratio - 1)^2 > 1e-4 || ($(NF-1) - error)^2 > 2 }
  END { exit bad || rows < 20 }' out || { fail "ratio and error do not follow"; cat out; }
grep -q 'median error' out || fail "no score"
same "counters" "$(grep -cE '^ +[0-9]+ +[0-9]+ +measured( +[0-9.]+ %){2}( +[0-9.]+ .B/s){2}' out)" 27
same "points" "$(grep -o 'data-kind="[a-z]*"' plot.svg | sort | uniq -c | tr -s ' \n' ' ')" \
  ' 30 data-kind="measured" 27 data-kind="predicted" ' # three of them in the legend
expect 0 '"format": "kcast-collected-1"' '' good.cl --device fake --gpu h200 --sizes 1e4 --json
same "entries" "$(grep -c '"predicted": {' out)" 3

# What is given; and launches of a program's kernel with the block that its host code takes.
expect 0 '^  x\[5000\], y\[size\], n=77' '' good.cl --device fake --gpu h200 --sizes 1e4 \
  --arg x=5000 --arg y=size --arg n=77
cat >two.cu <<'END'
__global__ void first(float* x, int n) { int i = blockIdx.x * 96 + threadIdx.x; if (i < n) x[i] = 1; }
__global__ void second(float* x) { x[threadIdx.x] = 2; }
int main() { float* x; cudaMalloc(&x, 4000); first<<<11, 96>>>(x, 1000); }
END
expect 2 '' 'two.cu has several kernels: first, second; choose one with --kernel' \
  two.cu --device fake
expect 0 '^ +1056 +96 +11 ' '' two.cu --device fake --kernel first --gpu h200 --sizes 1e3

cat >keeps.cu <<'END'
__device__ int next_of(int by) { static __device__ int calls; return atomicAdd(&calls, by); }
__global__ void keeps(int* x, int n) { if (threadIdx.x < n) x[threadIdx.x] = next_of(1); }
END
expect 1 '' 'kernel keeps cannot be measured: a variable of the GPU keeps its value .*outside' \
  keeps.cu --device fake --gpu h200 --sizes 1e3

# What goes wrong costs the launch alone.
expect 0 '1 launch, not run: ' '' crash.cl --device fake --sizes 1e3,1e4 --local 64
expect 1 'k +crash.cl +not measured' 'no launch was measured' \
  crash.cl --device fake --sizes 1e4 --local 64
! grep -q predicted out || fail "a prediction for no device"
expect 0 ' us +3 %$' '' crash.cl --device fake --sizes 1e3,1e4 --local 64
for word in CRASH REFUSE FAULT; do
  echo "// KCAST_FAKE_$word" | cat - good.cl >bad.cl
  expect 1 '2 launches, (crash|launch|fault): ' 'no launch was measured' \
    bad.cl --device fake --sizes 1e3 --local 64,128
done
echo '// KCAST_FAKE_HANG' | cat - good.cl >bad.cl
expect 1 '1 launch, timeout: ' 'no launch was measured' \
  bad.cl --device fake --sizes 1e3 --local 64 --timeout 1

# Ctrl-C shows what was measured so far, and keeps it.
"$kcast" collect good.cl --sizes 1e3..1e6 --local 64 --device fake --gpu h200 --out kept.jsonl \
  --worker "$fake" 500000 >out 2>err &
run=$!
for _ in $(seq 100); do
  [[ ! -s kept.jsonl ]] || break
  sleep 0.1
done
kill -INT $run
got=0
wait $run || got=$?
kept=$(wc -l <kept.jsonl)
same "status after Ctrl-C" "$got" 1
grep -q "interrupted after $kept of 7 launches" err || { fail "Ctrl-C"; cat err; }
((kept >= 1 && kept < 7)) || fail "$kept launches before Ctrl-C"
same "rows after Ctrl-C" "$(grep -cE ' us +3 % ' out)" "$kept"

# Bad input.
expect 1 '' 'nowhere.cl' nowhere.cl --device fake
expect 2 '' "no kernel 'l' in good.cl" good.cl --device fake --kernel l
expect 2 '' "cannot read --sizes '1e5..1e3'" good.cl --device fake --sizes 1e5..1e3
expect 2 '' "cannot read --local '2048'" good.cl --device fake --local 2048
expect 2 '' "--gpu takes one GPU here, not 'all'" good.cl --device fake --gpu all
expect 2 '' "kernel k has no argument 'm'; there are x, y, n" good.cl --device fake --arg m=1
expect 2 '' 'give a FILE.jsonl' good.cl --device fake --out store.db
expect 2 '' '--device cuda does not run opencl; --device opencl does' good.cl --device cuda
expect 2 '' '--device opencl does not run cuda' two.cu --kernel first --device opencl
expect 1 '' 'no/such/worker' good.cl --worker no/such/worker
sed 's/n)/m)/' good.cl >broken.cl
expect 2 '' "broken.cl:1: .*'n'" broken.cl --device fake
exit $failed
