#!/usr/bin/env bash
# The command line as a user meets it: exit codes, streams, messages.
set -euo pipefail
kcast=$1
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
failed=0

# An empty pattern wants an empty stream.
matches() { if [ -z "$1" ]; then [ ! -s "$2" ]; else grep -qE -- "$1" "$2"; fi; }

# expect STATUS PATTERN-IN-STDOUT PATTERN-IN-STDERR ARGUMENTS...
expect() {
  local status=$1 out=$2 err=$3; shift 3
  local got=0
  "$kcast" "$@" > "$dir/out" 2> "$dir/err" < /dev/null || got=$?
  if [ "$got" != "$status" ] || ! matches "$out" "$dir/out" || ! matches "$err" "$dir/err"; then
    echo "kcast $*: status $got, wanted $status; stdout ~ /$out/, stderr ~ /$err/"
    sed 's/^/  out: /' "$dir/out"; sed 's/^/  err: /' "$dir/err"
    failed=1
  fi
}
printf '__global__ void k(float* a) { a[threadIdx.x] = 1; }\n' > "$dir/k.cu"
printf 'nothing here\n' > "$dir/notes.txt"
printf '{}\n' > "$dir/gpu.json"

expect 2 '' 'usage: kcast <command>'
expect 0 'inspect .*show the kernels' '' help
expect 0 'usage|kcast inspect' '' inspect --help
expect 0 'example:' '' help inspect
expect 0 '^kcast [0-9]+\.[0-9]+\.[0-9]+$' '' --version
expect 2 '' "unknown command 'inspct'; did you mean 'inspect'" inspct
expect 0 'complete .*kcast' '' completion bash
expect 0 '#compdef kcast' '' completion zsh
expect 0 'complete -c kcast' '' completion fish
expect 2 '' "no completion for 'tcsh'; known: bash, zsh, fish" completion tcsh
expect 2 '' '--host 0.0.0.0 can be reached from other machines: give --token-file' serve --host 0.0.0.0
expect 2 '' '--port' serve --port 70000
expect 0 '' '' lsp
expect 0 '' '' mcp
expect 0 'kcast lsp' '' lsp --help
expect 0 'H200' '' gpus
expect 0 '"id": "h200"' '' gpus h200 --json
expect 1 '' "unknown gpu .h20000., did you mean .h200." gpus h20000
expect 0 'reduction .*reductions' '' corpus list
expect 0 '__global__ void' '' corpus show motif-1:reduction/shared:1
expect 0 '__kernel void' '' corpus show motif-1:stencil/naive:1 --language opencl
expect 0 'hipMalloc' '' corpus show motif-1:matrix_product/naive:1+2 --language hip --host
expect 0 '"blocks"' '' corpus show motif-1:reduction/shared:1 --contract
expect 0 'omp target teams distribute parallel for' '' corpus show motif-1:stencil/naive:1 --language openmp
expect 0 'omp target data' '' corpus show motif-1:matrix_product/naive:1+2 --language openmp --host
expect 1 '' 'openmp has no warp functions' corpus show motif-1:reduction/warp:1 --language openmp
expect 0 'collapse\(2\)' '' corpus show auth-1:openmp/dense/gemm_collapse --language openmp
expect 1 '' 'is a program in openmp' corpus show auth-1:openmp/dense/gemm_collapse
expect 1 '' 'opencl has no warp functions' corpus show motif-1:reduction/warp:1 --language opencl
expect 1 '' "no motif 'reductoin'; did you mean 'reduction'" corpus show motif-1:reductoin/warp:1
expect 2 '' 'wants the form syn-1:SEED' corpus show syn-1:nothing
printf '# two of one family\n\nsyn-1:5\nsyn-1:5+1\n syn-1:6 \n' >"$dir/recipes.txt"
printf 'syn-1:5\nauth-1:a/b\n' >"$dir/authored.txt"
printf 'syn-1:5\nsyn-1\n' >"$dir/bad_recipes.txt"
mkdir "$dir/copies" "$dir/nothing"
cp "$dir/k.cu" "$dir/copies/a.cu"
cp "$dir/k.cu" "$dir/copies/b.hip"
expect 0 'near-duplicates between families  2 \(100.00 %\)' '' corpus dedupe "$dir/copies"
expect 0 'a.cu  \(1.000 with .*b.hip\)' '' corpus dedupe "$dir/copies" "$dir/copies/a.cu"
expect 0 'near-duplicates between families  0 \(0.00 %\)' '' corpus dedupe --recipes "$dir/recipes.txt"
expect 0 '"pairs_between_families": 1' '' corpus dedupe "$dir/copies" --json --jobs 2
expect 2 '' 'no kernels; name files' corpus dedupe
expect 2 '' 'nothing has no \*.cu, \*.hip or \*.cl files' corpus dedupe "$dir/nothing"
expect 1 '' 'missing.cu: No such file' corpus dedupe "$dir/missing.cu"
expect 1 '' 'authored.txt:2: no authored program' corpus dedupe --recipes "$dir/authored.txt"
expect 2 '' "bad_recipes.txt:2: recipe 'syn-1' wants the form" corpus dedupe --recipes "$dir/bad_recipes.txt"
expect 2 '' '--threshold' corpus dedupe "$dir/copies" --threshold 2
expect 0 'auth-1:geospatial/heatmap_bins  atomic' '' corpus list --authored
expect 0 '^authored programs: [0-9]+ in [0-9]+ domains' '' corpus list
expect 0 'hipMalloc\(&dLat' '' corpus show auth-1:geospatial/heatmap_bins --language hip
expect 0 '__global__ void' '' corpus show auth-1:geospatial/heatmap_bins+1
expect 1 '' "cuda only: 'mma.h' .*no counterpart in HIP" corpus show auth-1:tensor_core_wmma/wmma_row_sums --language hip
expect 1 '' 'is an authored program: it has no neutral text' corpus show auth-1:geospatial/heatmap_bins --neutral
expect 1 '' "did you mean 'geospatial/heatmap_bins'" corpus show auth-1:geospatial/heatmap_bin
expect 0 'n = 1234;' '' corpus show auth-1:losses_metrics/confusion_counts:n=1234
expect 2 '' "no integer constant 'rows'; there are NCLS, hits, n" corpus show auth-1:losses_metrics/confusion_counts:rows=1234
expect 2 '' 'give constants as NAME=VALUE' corpus show auth-1:losses_metrics/confusion_counts:n=12k
expect 1 '' 'kcast corpus job prints its launches' corpus show auth-1:losses_metrics/confusion_counts --launch host:0
expect 0 '"grid": \[' '' corpus job auth-1:losses_metrics/confusion_counts:n=1234
expect 0 '"kernel": "_Z9confusionPKhS0_jPj"' '' corpus job auth-1:losses_metrics/confusion_counts --json
expect 1 '' "no launch 'host:4': host code makes 1" corpus job auth-1:losses_metrics/confusion_counts --launch host:4
expect 0 '"cooperative": true' '' corpus job auth-1:heat_wave_pde/poisson_jacobi_gridsync --json
expect 2 '' '--programs has --features only with --variants' corpus generate --programs "$dir/copies" --features --out "$dir/plan"
expect 2 '' 'wants the form auth-1:DOMAIN/NAME' corpus generate --programs "$dir/copies" --variants 8 --out "$dir/plan"
expect 0 '^kernel k ' '' inspect "$dir/k.cu"
expect 0 '"mangled": "_Z1kPf"' '' inspect "$dir/k.cu" --json
expect 0 '^\.visible \.entry _Z1kPf' '' inspect "$dir/k.cu" --ptx
expect 1 'no kernel found' "no kernel named 'nope'" inspect "$dir/k.cu" --kernel nope
expect 1 '' 'missing.cu.*No such file' inspect "$dir/missing.cu"
expect 2 '' 'notes.txt: the ending names no language; say --language' inspect "$dir/notes.txt"
expect 2 '' "unknown language 'fortran'; known: cuda, hip, opencl" inspect "$dir/k.cu" --language fortran
expect 0 "note: flag '-fplugin=x.so' is not known and was left out" '' inspect "$dir/k.cu" --flags '-fplugin=x.so'
expect 1 'no kernel found' "no kernel named 'kk' in .*; did you mean 'k'\?" inspect "$dir/k.cu" --kernel kk
expect 2 '' "unknown standard 'c\+\+99'" inspect "$dir/k.cu" --std c++99
expect 2 '' "unknown architecture 'gfx90a'" inspect "$dir/k.cu" --arch gfx90a
expect 2 '' 'it is a folder' inspect "$dir"
expect 2 '' 'kcast inspect --help' inspect
expect 2 '' 'kcast inspect --help' inspect --no-such-flag "$dir/k.cu"
printf '__global__ void scale(float* a, int n, float f) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = a[i] * f;\n}\n' > "$dir/scale.cu"
expect 0 'example:' '' help predict
expect 0 'scale .*scale.cu:1 .*H200' '' predict "$dir/scale.cu"
expect 0 'assumed grid of 65536 blocks' '' predict "$dir/scale.cu"
expect 0 '"format": "kcast-prediction-1"' '' predict "$dir/scale.cu" --json --arg n=1e6 --svg "$dir/r.svg"
grep -q '</svg>' "$dir/r.svg" || { echo "predict --svg wrote no picture"; failed=1; }
cp "$dir/out" "$dir/saved.json"
expect 0 '^kernel,file,line,gpu' '' predict "$dir/scale.cu" --csv
expect 0 'never validated' '' predict "$dir/scale.cu" --gpu all
expect 0 'block .*time' '' predict "$dir/scale.cu" --sweep block=64,128
expect 0 'H200.*, L2 warm, time by events' 'predicted with L2 warm, time by events' \
  predict "$dir/scale.cu" --l2 warm --timing event
expect 0 '"l2": "program"' '' predict "$dir/scale.cu" --l2 program --json
expect 0 '"timing": "kernel"' '' predict "$dir/scale.cu" --json
expect 2 '' '--l2: hot not in' predict "$dir/scale.cu" --l2 hot
expect 2 '' '--timing: wall not in' predict "$dir/scale.cu" --timing wall
expect 0 'time_us .*same' '' diff "$dir/saved.json" "$dir/scale.cu" --arg n=1e6
expect 1 'time_us' "scale on h200: time_us>1 " diff "$dir/saved.json" "$dir/saved.json" --fail-if 'time_us>1'
expect 0 'time_us .*same' '' diff "$dir/saved.json" "$dir/saved.json" --fail-if 'time_us>+10%'
expect 0 ' 2 .*scale' '' rank "$dir/scale.cu" "$dir/k.cu"
expect 1 '' "no kernel named 'nope'" predict "$dir/scale.cu" --kernel nope
expect 1 '' "unknown gpu .h20000." predict "$dir/scale.cu" --gpu h20000
expect 2 '' "no kernel has an argument 'm'" predict "$dir/scale.cu" --arg m=3
expect 2 '' "cannot read '16x'; write it like 256, 16x16" predict "$dir/scale.cu" --block 16x
expect 2 '' "no metric 'speed'" rank "$dir/scale.cu" --by speed
expect 2 '' "cannot read 'time_us'" diff "$dir/saved.json" "$dir/saved.json" --fail-if time_us
expect 2 '' 'no prediction report' diff "$dir/gpu.json" "$dir/saved.json"
# Typing errors.
expect 2 '' 'not expected: --gpuu; did you mean --gpu\?' predict "$dir/scale.cu" --gpuu h200
expect 1 '' "no kernel named 'scal' in .*; did you mean 'scale'\?" predict "$dir/scale.cu" --kernel scal
expect 1 '' "no kernel named 'nope' in .*; there are scale" predict "$dir/scale.cu" --kernel nope
expect 1 '' "scal.cu: No such file.*; did you mean '$dir/scale.cu'\?" predict "$dir/scal.cu"
# Who asks for JSON gets JSON, and once.
expect 1 '"code": "not_found"' "no kernel named 'scal'" predict "$dir/scale.cu" --kernel scal --json
expect 2 '"message": "cannot read .16x' 'cannot read' predict "$dir/scale.cu" --block 16x --json
expect 2 '"message": "The following argument' 'did you mean --json' predict "$dir/scale.cu" --jsom --json
expect 1 '"broken_rules"' 'time_us>1' diff "$dir/saved.json" "$dir/saved.json" --json --fail-if 'time_us>1'
python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$dir/out" || { echo "diff --json is no JSON"; failed=1; }
# Build lines as nvcc takes them.
expect 0 'scale .*H200' '' predict "$dir/scale.cu" --flags '-gencode arch=compute_80,code=sm_80 -arch=native -Xptxas -v -Xcompiler -fPIC -lcublas -L /x -O3 -o x -c -rdc=true --expt-relaxed-constexpr -I /usr/include'
expect 0 'scale .*H200' "^note: flag '--frobnicate' is not known and was left out$" predict "$dir/scale.cu" --flags --frobnicate
# A project: ELEMS is what the grid and the buffer follow from.
mkdir -p "$dir/proj/src" "$dir/proj/inc" "$dir/proj/build"
printf '#pragma once\n#ifndef SCALE\n#define SCALE 1\n#endif\nconst int ELEMS = SCALE * 4194304;\n' > "$dir/proj/inc/size.h"
printf '#include "../inc/size.h"\n__global__ void k(float *x, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) x[i] += 1; }\nint main() { float *x; cudaMalloc(&x, ELEMS * 4); k<<<ELEMS / 256, 256>>>(x, ELEMS); }\n' > "$dir/proj/src/a.cu"
expect 0 'launch assumed' "a.cu:1: header '../inc/size.h' lies outside the project and was not read; -I $dir/proj/inc" predict "$dir/proj/src/a.cu"
expect 0 'x\[4194304\]' '' predict "$dir/proj/src/a.cu" -I "$dir/proj/inc"
expect 0 'x\[4194304\]' '' predict "$dir/proj"
mkdir "$dir/proj/.git"
expect 0 'x\[4194304\]' '' predict "$dir/proj/src/a.cu"
expect 0 'x\[8388608\]' '' predict "$dir/proj/src/a.cu" --flags -DSCALE=2
printf 'NVCCFLAGS = -O3 -DSCALE=4\n' > "$dir/proj/src/Makefile"
expect 0 'x\[16777216\]' 'note: build flags from .*src/Makefile: -DSCALE=4' predict "$dir/proj/src/a.cu"
printf '[{"directory": "%s", "file": "../src/a.cu", "command": "nvcc -DSCALE=8 -c ../src/a.cu -o a.o"}]\n' "$dir/proj/build" > "$dir/proj/build/compile_commands.json"
expect 0 'x\[33554432\]' 'note: build flags of .*a.cu from .*compile_commands.json' predict "$dir/proj/src/a.cu"
expect 0 'x\[33554432\]' 'compile_commands.json' predict "$dir/proj/src/a.cu" -p "$dir/proj/build"
expect 0 'x\[8388608\]' 'compile_commands.json' predict "$dir/proj/src/a.cu" --flags -DSCALE=2
expect 1 '' '-p .*/inc: no compile_commands.json there' predict "$dir/proj/src/a.cu" -p "$dir/proj/inc"
# A header that a link brings in from outside is not read.
printf '#define ELEMS 256\n' > "$dir/outside.h"
ln -s "$dir/outside.h" "$dir/proj/inc/link.h"
printf '#include "../inc/link.h"\n__global__ void k(float *x) { x[threadIdx.x] = ELEMS; }\n' > "$dir/proj/src/link.cu"
expect 0 'assumed macros: ELEMS=8' "header '../inc/link.h' lies outside the project and was not read" predict "$dir/proj/src/link.cu"
# Folders of programs, C++ with CUDA, standard input.
mkdir "$dir/many"
printf 'void run(float* x, int n);\n#include <cuda_runtime.h>\nint main() { float* x; cudaMalloc((void**)&x, 4096 * 4); run(x, 4096); }\n' > "$dir/many/main.cpp"
printf '__global__ void one(float* x, int n) { int i = blockIdx.x * 256 + threadIdx.x; if (i < n) x[i] = 1; }\nvoid run(float* x, int n) { one<<<n / 256, 256>>>(x, n); }\n' > "$dir/many/run.cu"
expect 0 '16 blocks of 256 threads: x\[4096\], n=4096' '' predict "$dir/many"
printf '#include <cuda_runtime.h>\n__global__ void two(float* x) { x[threadIdx.x] = 1; }\nint main() { float* x; cudaMalloc(&x, 128); two<<<1, 32>>>(x); }\n' > "$dir/many/two.cpp"
expect 0 '32 +two' '' predict "$dir/many"
expect 0 '256 +one' '' predict "$dir/many"
expect 1 '' 'nothing: no .cu, .hip or .cl below it' predict "$dir/nothing"
from_stdin() { "$kcast" predict - "${@:2}" < "$1" > "$dir/out" 2>&1 || true; }
from_stdin "$dir/scale.cu" --language cuda
grep -q 'scale .*stdin:1' "$dir/out" || { echo "standard input is not read"; cat "$dir/out"; failed=1; }
from_stdin "$dir/notes.txt"
grep -q 'say --language cuda, hip, opencl or openmp' "$dir/out" || { echo "standard input without a language"; failed=1; }
# Nothing silent: what a kernel needs is said first, what none needs is counted.
printf 'typedef missing_t real;\n__global__ void bad(real* x) { x[0] = 1; }\n__global__ void good(float* x) { x[threadIdx.x] = 1; }\nint main() { float* x; cudaMalloc(&x, 128); good<<<1, 32>>>(x); nowhere(1); elsewhere(2); }\n' > "$dir/errors.cu"
expect 0 'good .*errors.cu:3' "errors.cu:1: unknown type name 'missing_t'" predict "$dir/errors.cu"
expect 0 'good .*errors.cu:3' '^2 errors in host code that no kernel needs; kcast inspect lists them$' predict "$dir/errors.cu"
# The kernel gathers: the index costs 4 sectors of 32 bytes per request of a warp. Its
# values cost 4 where they ascend and 32 where they are random: 4 and 18 on average.
gather() {
  printf '#include <cstdlib>\n__global__ void gather(const float* x, const int* idx, float* y) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  y[i] = x[idx[i]];\n}\nint main() {\n  int n = 1 << 22;\n  int *h = (int*)malloc(n * 4), *idx;\n  float *x, *y;\n  cudaMalloc(&idx, n * 4); cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4);\n  for (int i = 0; i < n; ++i) h[i] = %s;\n  cudaMemcpy(idx, h, n * 4, cudaMemcpyHostToDevice);\n  gather<<<n / 256, 256>>>(x, idx, y);\n}\n' "$1" > "$dir/gather.cu"
}
gather i
expect 0 '"sectors_per_load": 4(\.0)?,' '' predict "$dir/gather.cu" --json
expect 0 "'idx' holds iota, as host code fills it" '' predict "$dir/gather.cu"
expect 0 '"sectors_per_load": (17\.9|18)' '' predict "$dir/gather.cu" --json --fill idx=index_into:x
gather 'rand() % n'
expect 0 '"sectors_per_load": (17\.9|18)' '' predict "$dir/gather.cu" --json
expect 0 '"sectors_per_load": 4(\.0)?,' '' predict "$dir/gather.cu" --json --fill idx=iota
gather 'i * 8 % n'
expect 0 '"sectors_per_load": 18(\.0)?,' '' predict "$dir/gather.cu" --json
expect 2 '' "cannot read 'idx=iota:a'" predict "$dir/gather.cu" --fill idx=iota:a
# Of 8192 threads, n[1] = 1000 read 4 bytes each.
printf 'struct P { char c; double d; float* p; int n[3]; };\n__global__ void k(P s) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < s.n[1]) s.p[i] = s.p[i] * (float)s.d;\n}\nint main() {\n  P s; s.c = 1; s.d = 2; s.n[0] = 5; s.n[1] = 1000; s.n[2] = 7;\n  cudaMalloc(&s.p, 32768);\n  k<<<32, 256>>>(s);\n}\n' > "$dir/struct.cu"
expect 0 '"unique_read_bytes": 4000(\.0)?,' '' predict "$dir/struct.cu" --json
# What is open is assumed: a suggestion that is printed works as it is printed.
printf 'struct T { int ne[4]; float* data; };\n__global__ void k(float* x, int n) {\n  int i = blockIdx.x * 256 + threadIdx.x;\n  if (i < n) x[i] = i;\n}\nvoid op(T* dst, int m) { k<<<(dst->ne[0] + 255) / 256, 256>>>(dst->data, dst->ne[0] * m); }\ntemplate <int N> __global__ void t(float* x, int flavour) {\n  for (int i = 0; i < N; ++i) x[blockIdx.x * 256 + threadIdx.x] += i * flavour;\n}\n' > "$dir/open.cu"
expect 0 "-D 'dst.ne.0.=VALUE'" '' predict "$dir/open.cu"
expect 0 'launch line 6: 4 blocks of 256' '' predict "$dir/open.cu" -D 'dst.ne[0]=1000'
expect 0 't<8> .*open.cu' '' predict "$dir/open.cu"
expect 0 't<3> .*open.cu' '' predict "$dir/open.cu" --kernel 't<3>'
expect 0 '"in_program": false' '' predict "$dir/open.cu" --json
# The collector may or may not be built; a copy of kcast alone never has it beside itself.
cp "$kcast" "$kcast-lab" "$dir"; built=$kcast; kcast=$dir/kcast
remedy='is not beside kcast; ./kcast in a checkout fetches and builds it$'
expect 1 '' "^kcast roofline: kcast-collect-cuda $remedy" roofline
expect 1 '' "^kcast train: kcast-train $remedy" train x.json
expect 1 '' "^kcast models: kcast-llm $remedy" models list
expect 1 '' "^kcast answers: kcast-answers $remedy" answers compare a b
expect 1 '' "^kcast ask-model: kcast-llm $remedy" ask-model --model m "$dir/struct.cu"
expect 1 '' "^kcast collect: kcast-collect-cuda $remedy" collect "$dir/k.cu"
# Nothing is fetched to show a help.
expect 0 'fine-tune a language model' '' train --help
expect 0 "its options are kcast-llm's" '' help models
# Only ./kcast of the checkout that holds this very file is asked to build.
KCAST_CHECKOUT=$dir expect 1 '' "^kcast train: kcast-train $remedy" train x.json
kcast=$built
[ "$failed" -eq 0 ] && echo "the command line behaves"
exit "$failed"
