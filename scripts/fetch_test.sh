#!/usr/bin/env bash
# Tests scripts/fetch without a network: tiny wheels in a temporary folder, a lock file
# that pins them, and pip pointed at that folder. Exits 77 (skipped) without pip.
# shellcheck disable=SC2317  # Called through expect().
set -euo pipefail

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
if ! python3 -m pip --version >/dev/null 2>&1; then
  echo "skipped: no pip"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/index"
export KCAST_LOCK=$work/deps.lock XDG_CACHE_HOME=$work/cache KCAST_NO_INSTALL=1
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$work/index PIP_CONFIG_FILE=/dev/null
unset CUDA_HOME CUDA_PATH LIBTORCH Torch_DIR

n_failed=0
# expect WHAT COMMAND...: the command must succeed.
expect() {
  local what=$1
  shift
  if "$@"; then
    echo "ok    $what"
  else
    echo "FAIL  $what"
    sed 's/^/      | /' "$work/log"
    n_failed=$((n_failed + 1))
  fi
}
fails() { ! "$@"; }
fetch() { "$root/scripts/fetch" "$@" >"$work/log" 2>&1; }
said() { grep -qF -- "$1" "$work/log"; }

# make_wheel NAME MEMBER TEXT: a wheel of version 1.0 in the index.
make_wheel() {
  python3 -I - "$work/index" "$@" <<'PYTHON'
import sys, zipfile
folder, name, member, text = sys.argv[1:]
with zipfile.ZipFile(f"{folder}/{name}-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr(member, text)
    info = f"{name}-1.0.dist-info/"
    wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(info + "RECORD", "")
PYTHON
}

# package GROUP NAME [SHA256]: the line of the lock file for a wheel of the index.
package() {
  local file=$2-1.0-py3-none-any.whl sum
  sum=$(sha256sum <"$work/index/$file")
  echo "package $1 $2 1.0 any $(stat -c %s "$work/index/$file") ${3:-${sum%% *}} MIT $file"
}

make_wheel one pair/bin/one first
make_wheel two pair/two second
make_wheel left left/data/part1.bin "left half, "
make_wheel right right/data/part2.bin "right half"
whole=$(printf 'left half, right half' | sha256sum)
zeros=$(printf '0%.0s' {1..64})
{
  echo "group pair 1.0 pair the test"
  package pair one
  package pair two
  echo "group joined 1.0 . the test"
  package joined left
  package joined right
  echo "join joined 21 ${whole%% *} MIT whole.txt */data/part*.bin"
  echo "group forged 1.0 . the test"
  package forged one "$zeros"
  echo "group torn 1.0 . the test"
  package torn left
  echo "join torn 11 $zeros MIT whole.txt */data/part*.bin"
} >"$KCAST_LOCK"

expect "a group that is not there has no folder" fails fetch --where pair
expect "fetches a group" fetch pair
folder=$("$root/scripts/fetch" --where pair)
expect "unpacks side by side" test "$(cat "$folder/bin/one" "$folder/two")" = firstsecond
expect "keeps the archives" test -f "$XDG_CACHE_HOME/kcast/wheels/two-1.0-py3-none-any.whl"

mv "$work/index" "$work/away"
expect "a second checkout pays nothing" fetch pair
rm -rf "${folder%/pair}"
expect "unpacks again from its archives" fetch pair
rm -rf "${folder%/pair}" "$XDG_CACHE_HOME/kcast/wheels/two-1.0-py3-none-any.whl"
expect "an unreachable index is an error" fails fetch pair
expect "which leaves no folder" fails fetch --where pair
mv "$work/away" "$work/index"
expect "goes on with the missing archive" fetch pair
expect "and only that" said "one 1.0 is there"
rm -rf "${folder%/pair}"
echo broken >"$XDG_CACHE_HOME/kcast/wheels/two-1.0-py3-none-any.whl"
expect "replaces a damaged archive" fetch pair
expect "and says so" said "two-1.0-py3-none-any.whl is not the file that deps.lock pins"

expect "joins the parts of a file" fetch joined
expect "in order" grep -qx 'left half, right half' "$XDG_CACHE_HOME"/kcast/joined-1.0-*/whole.txt
expect "without keeping the parts" fails test -e "$XDG_CACHE_HOME/kcast/wheels/left-1.0-py3-none-any.whl"

# The archive of `pair` has the same name, so this refuses both it and pip's.
expect "refuses a wrong hash" fails fetch forged
expect "names both hashes" said "$zeros"
expect "removes the file" fails test -e "$XDG_CACHE_HOME/kcast/wheels/one-1.0-py3-none-any.whl"
expect "and makes no folder" fails fetch --where forged
expect "refuses a joined file with a wrong hash" fails fetch torn
expect "and makes no folder of it" fails fetch --where torn
expect "leaves no temporary folder" test -z "$(find "$XDG_CACHE_HOME/kcast" -name '.unpack.*')"

expect "refuses an unknown group" fails fetch nothing
expect "and lists the groups" said "there are: pair joined forged torn"
expect "prunes" fetch --prune
expect "but keeps the groups of the lock file" fetch --where pair

# The lock file of the project itself.
unset KCAST_LOCK
malformed=$(awk '
  /^#/ || /^$/ { next }
  $1 == "group" && NF >= 5 { groups[$2] = 1; next }
  $1 == "package" && NF == 9 && groups[$2] && $5 ~ /^(x86_64|aarch64|any)$/ &&
    $6 ~ /^[0-9]+$/ && length($7) == 64 && index($9, "-" $4) { next }
  $1 == "join" && NF == 7 && groups[$2] && length($4) == 64 { next }
  { print FILENAME ":" FNR ": " $0 }' "$root/deps.lock")
echo "$malformed" >"$work/log"
expect "deps.lock is well formed" test -z "$malformed"
expect "lists the groups of deps.lock" fetch --list

echo "$n_failed failed"
exit $((n_failed > 0))
