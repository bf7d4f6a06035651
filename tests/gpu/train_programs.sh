# Finds kcast-train, train_bench and train_check for a GPU machine. Sourced by the scripts beside it.
# shellcheck shell=bash
#
# Sets `programs`, the folder that has them, and `torch`, that of PyTorch, and exports
# LD_LIBRARY_PATH. Programs that were built somewhere else with the same version of LibTorch are
# taken as they are (build/train/bin, or $KCAST_TRAIN_BIN); where they do not start, or there are
# none, they are built on the spot, which takes a minute on 16 cores.

here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
python=${PYTHON:-python3}
torch=${LIBTORCH:-$("$python" -c 'import torch; print(torch.__path__[0])')}
export LIBTORCH=$torch
# In front of everything: the folder that the carried programs were linked with is not here.
export LD_LIBRARY_PATH=$torch/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

programs=
for folder in "${KCAST_TRAIN_BIN:-}" "$here/build/train/bin"; do
  [[ -n $folder ]] || continue
  # The check loads LibTorch and runs models of each architecture on the CPU.
  if "$folder/kcast-train" --help >/dev/null 2>&1 &&
    "$folder/train_check" "$here/tests/data/train" cpu fp32 >/dev/null 2>&1; then
    programs=$folder
    echo "programs as carried: $folder" >&2
    break
  fi
done
if [[ -z $programs ]]; then
  echo "building kcast-train with $torch" >&2
  build=$here/build/train-here
  if ! cmake -S "$here/src/train" -B "$build" -DCMAKE_BUILD_TYPE=Release >&2 ||
    ! cmake --build "$build" -j "$(nproc)" --target kcast-train train_bench train_check >&2; then
    echo "kcast-train could not be built" >&2
    exit 1
  fi
  programs=$build/bin
fi
