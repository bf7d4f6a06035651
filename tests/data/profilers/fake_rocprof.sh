#!/bin/sh
# Stands for AMD's profilers in tests, by the name it is started with: logs its arguments, runs the
# program, and puts fixtures where the real one would write. KCAST_FAKE_MODE says what goes wrong.
name=$(basename "$0")
printf '%s|' "$name" "$@" >>"$KCAST_FAKE_LOG"
echo >>"$KCAST_FAKE_LOG"
case $KCAST_FAKE_MODE in
  fails) echo 'starting'; echo 'counters do not fit' >&2; exit 3 ;;
  nothing) exit 0 ;;
  hangs) sleep 60 ;;
esac
while [ $# -gt 0 ]; do
  case $1 in
    -i) input=$2; shift 2 ;;
    -d | -o) out=$2; shift 2 ;;
    --timestamp | --output-format) shift 2 ;;
    --kernel-trace) shift ;;
    --) shift; break ;;
    *) break ;;
  esac
done
grep -q '^pmc: ' "$input" || exit 4
case $name in
  rocprof)
    sh -c "$1" || exit 5
    cp "$KCAST_FIXTURES/rocprof_mi200/$(basename "$input" .txt)/results_rocprof.csv" "$out" ;;
  rocprofv2)
    "$@" || exit 5
    mkdir -p "$out" && cp -r "$KCAST_FIXTURES"/rocprofv2_mi200/* "$out" ;;
  *)
    "$@" || exit 5
    mkdir -p "$out" && cp -r "$KCAST_FIXTURES"/rocprofv3_mi300x/* "$out" ;;
esac
if [ "$KCAST_FAKE_MODE" = partial ]; then rm -r "$out/pmc_3"; fi
