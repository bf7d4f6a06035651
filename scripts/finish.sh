# What remains to be done to a group after unpacking. Sourced by scripts/fetch.
# shellcheck shell=bash

: "${cache:?set by scripts/fetch}" "${arch:?set by scripts/fetch}"

# finish GROUP FOLDER
finish() {
  case $1 in
    cuda) finish_cuda "$2/nvidia/cu13" ;;
    torch) link_libraries "$2/nvidia/cu13/lib" ;;
    arrow) link_libraries "$2/pyarrow" ;;
    llama) finish_llama "$2" ;;
  esac
}

# link_libraries FOLDER: wheels have libx.so.1 alone; a linker looks for libx.so.
link_libraries() {
  local file
  for file in "$1"/lib*.so.*; do
    if [[ ! -e ${file%%.so.*}.so ]]; then ln -s "${file##*/}" "${file%%.so.*}.so"; fi
  done
}

# Wheels lose the run bits, and nvcc links against lib64.
finish_cuda() {
  find "$1/bin" "$1/nvvm/bin" -maxdepth 1 -type f ! -name '*.profile' -exec chmod 755 {} +
  link_libraries "$1/lib"
  ln -s lib "$1/lib64"
}

# Static libraries and headers of ggml and llama.cpp; the source goes. GGML_NATIVE asks
# the CPU what it can do, and virtual machines do not always keep that promise;
# AVX2 with FMA and F16C is what every x86-64 machine with a recent GPU has.
finish_llama() {
  local source log=$cache/llama-build.log
  local -a options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF
    -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF
    -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF
    -DLLAMA_BUILD_APP=OFF -DLLAMA_OPENSSL=OFF -DGGML_CCACHE=OFF)
  if [[ $arch == x86_64 ]]; then
    options+=(-DGGML_AVX=ON -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON)
  fi
  install_groups build
  source=$(echo "$1"/*/vendor/llama.cpp)
  say "  building llama.cpp (about 5 minutes on 2 cores; log: $log)"
  if ! { cmake -S "$source" -B "$1/.build" "${options[@]}" >"$log" 2>&1 </dev/null &&
    build "$1/.build" "$log" "building llama.cpp" &&
    cmake --install "$1/.build" --prefix "$1" >>"$log" 2>&1; }; then
    progress_end
    show_failure "$log"
    die "building llama.cpp failed (whole log: $log)"
  fi
  progress_end
  cp "$source/LICENSE" "$1/LICENSE"
  # CMake's package files find themselves; those of pkg-config name a wrong prefix.
  rm -rf "$1/.build" "$1/lib/pkgconfig" "${source%/vendor/llama.cpp}"
}
