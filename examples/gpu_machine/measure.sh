#!/usr/bin/env bash
# Plans and measures on a GPU machine without a toolchain, from the folder that scripts/gpu-folder
# packs. Planning runs in the background on most cores and goes on between calls; a call that is cut
# off loses nothing that was measured.
#
#   measure.sh cuda STORE SECONDS [OPTION...]     counters; options of kcast collect
#   measure.sh opencl STORE SECONDS [OPTION...]   times
#   measure.sh plan                               planning alone
#
#   PLAN=/tmp/kcast-plan   KERNELS=60000   SEED=2026   LAUNCHES=8   JOBS=three quarters of the cores
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
plan=${PLAN:-/tmp/kcast-plan}
jobs=${JOBS:-$(($(nproc) * 3 / 4))}
for program in kcast kcast-lab; do
  if [[ -x $here/$program ]]; then continue; fi
  xz -dc -T0 "$here/$program.xz" >"$here/$program.new"
  chmod +x "$here/$program.new"
  mv "$here/$program.new" "$here/$program"
done

start_planning() {
  if pgrep -f "corpus generate .*--out $plan\$" >/dev/null; then return; fi
  setsid nice -n 5 "$here/kcast" corpus generate --count "${KERNELS:-60000}" --seed "${SEED:-2026}" \
    --one-language --launches "${LAUNCHES:-8}" --jobs "$jobs" --out "$plan" \
    >"$plan.log" 2>&1 </dev/null &
  local planner=$!
  until [[ -s $plan/plan.tsv ]]; do
    kill -0 "$planner" 2>/dev/null || { echo "planning ended:" >&2; cat "$plan.log" >&2; exit 1; }
    sleep 0.2
  done
}

# What the GPU did meanwhile: the share of samples without a kernel.
watch_gpu() {
  nvidia-smi --query-gpu=utilization.gpu --format=csv,noheader,nounits -lms 100 >"$plan.util" &
  watcher=$!
  trap 'kill "$watcher" 2>/dev/null || true' EXIT
}
tell_gpu() {
  awk '{ idle += 100 - $1; n++ } END { if (n) printf "GPU idle %.1f %% (%d samples)\n", idle / n, n }' "$plan.util"
}

device=${1:?cuda, opencl or plan}
case $device in
  plan) start_planning ;;
  cuda | opencl)
    store=${2:?a store} seconds=${3:?seconds}
    start_planning
    watch_gpu
    if [[ $device == opencl && -d /etc/OpenCL && ! -e /etc/OpenCL/vendors/nvidia.icd ]]; then
      echo libnvidia-opencl.so.1 >/etc/OpenCL/vendors/nvidia.icd
    fi
    follow=(--follow)
    [[ $device == cuda ]] || follow=()
    "$here/kcast" collect --device "$device" --plan "$plan" --out "$store" --for "$seconds" \
      "${follow[@]}" "${@:4}"
    tell_gpu
    wc -l <"$plan/kernels.tsv"
    ;;
  *)
    echo "measure.sh: '$device' is none of cuda, opencl, plan" >&2
    exit 2
    ;;
esac
