#!/usr/bin/env bash
# Builds kcast-collect-cuda, kcast-collect-opencl and libkcast-inject.so with g++ alone, for a
# GPU machine that has the CUDA headers and none of the project's other needs.
#
#   src/collect/cuda/build.sh FOLDER
#
# KCAST_HEADERS names a folder with nlohmann/ and CLI/ where they are not installed;
# CUDA_HOME one with include/cuda.h (default /usr/local/cuda).
set -euo pipefail
root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../../..
root=$(readlink -f -- "$root")
out=${1:?usage: build.sh FOLDER}
cuda=${CUDA_HOME:-/usr/local/cuda}
mkdir -p "$out/objects"

# embed ACCESSOR NAMESPACE ROOT: the files whose names below ROOT come in, as CMake embeds them.
embed() {
  printf '#include "base/named_text.h"\nnamespace %s {\nnamespace {\nconstexpr NamedText kTexts[] = {\n' "$2"
  while read -r name; do
    printf '{"%s", R"kcast_embed(' "$name"
    cat "$3/$name"
    printf ')kcast_embed"},\n'
  done
  printf '};\n}\nstd::span<const NamedText> %s() { return kTexts; }\n}\n' "$1"
}
embed embedded_cuda kcast::collect "$root/src" <"$root/src/collect/cuda/embedded_files.txt" \
  >"$out/embedded_cuda.cpp"
embed embedded_machines kcast "$root/data/machines" <<<"h200.json" >"$out/embedded_machines.cpp"

sources() {
  find "$root/src/base" "$root"/src/collect/{*.cpp,cuda,inject,opencl} -name '*.cpp' \
    ! -name '*_test.cpp' ! -name 'main.cpp' ! -name 'version.cpp' ! -name 'inject.cpp' \
    ! -path '*/base/worker/*'
  printf '%s\n' "$root"/src/schema/{gpu/{figure_reader,gpu_json,machine_json},sample_json,metrics,reading,time_part}.cpp \
    "$out"/embedded_{cuda,machines}.cpp \
    "$root"/src/collect/import/{ncu,ncu_table,profiled_launch}.cpp "$root"/src/collect/{cuda,opencl}/main.cpp
}
object() { local name=${1#"$root/"}; echo "$out/objects/${name//\//_}${2:-}.o"; }
# compile SOURCE [ENDING [FLAG...]]: the ending is the object's.
compile() {
  "${CXX:-g++}" -std=c++20 -O2 -I "$root/src" -I "$cuda/include" \
    -I "$cuda/extras/CUPTI/include" \
    ${KCAST_HEADERS:+-I "$KCAST_HEADERS"} "${@:3}" -c "$1" -o "$(object "$1" "${2:-}")"
}
export -f compile object
export root out cuda
sources | xargs -P "$(nproc)" -I{} bash -c 'compile {}'
mapfile -t shared < <(sources | grep -v '/main\.cpp$')
for main in "$root"/src/collect/{cuda,opencl}/main.cpp; do
  tool=$(basename "$(dirname "$main")")
  objects=("$(object "$main")")
  for source in "${shared[@]}"; do objects+=("$(object "$source")"); done
  "${CXX:-g++}" "${objects[@]}" -o "$out/kcast-collect-$tool" -ldl -pthread
done

# The library that the driver loads into applications.
mapfile -t injected < <(sed "s|^|$root/src/|" "$root/src/collect/cuda/inject/inject_files.txt")
printf '%s\n' "${injected[@]}" |
  xargs -P "$(nproc)" -I{} bash -c 'compile {} .pic -fPIC -fvisibility=hidden'
objects=()
for source in "${injected[@]}"; do objects+=("$(object "$source" .pic)"); done
"${CXX:-g++}" -shared "${objects[@]}" -o "$out/libkcast-inject.so" -static-libstdc++ \
  -static-libgcc "-Wl,--version-script=$root/src/collect/cuda/inject/inject.map" -ldl -pthread
