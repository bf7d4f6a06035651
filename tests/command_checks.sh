# shellcheck shell=bash
# For tests of kcast's command line: sourced with kcast=KCAST and failed=0 set.

# matches PATTERN FILE: an empty pattern wants an empty file.
matches() { if [[ -z $1 ]]; then [[ ! -s $2 ]]; else grep -qE -- "$1" "$2"; fi; }

# expect STATUS PATTERN-IN-STDOUT PATTERN-IN-STDERR ARGUMENTS...; the streams stay in out and err.
expect() {
  local status=$1 out=$2 err=$3 got=0
  shift 3
  "$kcast" "$@" >out 2>err </dev/null || got=$?
  if [[ $got != "$status" ]] || ! matches "$out" out || ! matches "$err" err; then
    echo "kcast $*: status $got, wanted $status; stdout ~ /$out/, stderr ~ /$err/"
    head -n 30 out | sed 's/^/  out: /'
    sed 's/^/  err: /' err
    # shellcheck disable=SC2034  # The test ends with it.
    failed=1
  fi
}
