# Copies of a group that the user already has. Sourced by scripts/fetch.
# shellcheck shell=bash

# installed GROUP: prints the prefix of an installed copy, or fails.
installed() {
  case $1 in
    cuda) installed_cuda ;;
    torch) installed_torch ;;
    arrow) installed_by_pkg_config arrow parquet ;;
    llama) installed_by_pkg_config llama ;;
    *) return 1 ;;
  esac
}

# Older toolkits do not know PTX 8.5, which kcast writes.
installed_cuda() {
  local prefix release
  for prefix in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda; do
    [[ -n $prefix && -x $prefix/bin/nvcc && -x $prefix/bin/ptxas ]] || continue
    release=$("$prefix/bin/nvcc" --version | sed -n 's/.*release \([0-9]*\)\.\([0-9]*\).*/\1 * 100 + \2/p')
    if ((release >= 1205)); then
      echo "$prefix"
      return
    fi
  done
  return 1
}

installed_torch() {
  local prefix
  # Torch_DIR, as CMake has it, is the folder share/cmake/Torch of the prefix.
  for prefix in "${LIBTORCH:-}" "${Torch_DIR:+$Torch_DIR/../../..}"; do
    if [[ -n $prefix && -f $prefix/lib/libtorch_cpu.so ]]; then
      readlink -f "$prefix"
      return
    fi
  done
  return 1
}

installed_by_pkg_config() {
  command -v pkg-config >/dev/null && pkg-config --exists "$@" &&
    pkg-config --variable=prefix "$1"
}
