#!/usr/bin/env bash
# scripts/pieces: a file comes back whole, and nothing else does.
set -euo pipefail
pieces=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/pieces
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
failed=0
# refused PATTERN: joining fails with this message and leaves no file.
refused() {
  if "$pieces" join carried file back 2>err; then
    echo "joined, although: $1"
    failed=1
  fi
  grep -qE -- "$1" err || { echo "no '$1' in: $(cat err)"; failed=1; }
  [[ ! -e back && ! -e back.unfinished ]] || { echo "a file was left: $1"; failed=1; }
}

head -c 2500000 /dev/urandom >file
"$pieces" split file carried 1M >said
grep -qx 'carried/file: 3 pieces' said || failed=1
mv carried/file.part01 elsewhere
refused '2 of 3 pieces are here'
head -c 1000000 elsewhere >carried/file.part01
refused 'would have 2451424 bytes instead of 2500000'
{ head -c 1048575 elsewhere; printf '\n'; } >carried/file.part01
cmp -s elsewhere carried/file.part01 || refused 'wrong SHA-256'
mv elsewhere carried/file.part01
"$pieces" join carried file back >said
cmp file back || failed=1

# A link stands for its file.
ln -s file linked
"$pieces" split linked carried 1M >said
"$pieces" join carried linked again >said || failed=1
cmp file again || failed=1
exit "$failed"
