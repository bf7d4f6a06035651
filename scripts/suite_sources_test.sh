#!/usr/bin/env bash
# scripts/suite_sources: every repository at its commit, once; what cannot be fetched is named.
set -euo pipefail
suite_sources=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/suite_sources
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export GIT_CONFIG_GLOBAL=/dev/null
failed=0
fail() { echo "FAILED: $*"; failed=1; }
commit() { git -C "$1" -c user.name=a -c user.email=a@b commit -q --allow-empty -m "$2"; }

# A repository whose newest commit is not the wanted one.
git init -q host/some/kernels
echo old >host/some/kernels/a.cu
git -C host/some/kernels add a.cu
commit host/some/kernels first
wanted=$(git -C host/some/kernels rev-parse HEAD)
echo new >host/some/kernels/a.cu
git -C host/some/kernels add a.cu
commit host/some/kernels second
git -C host/some/kernels config uploadpack.allowAnySHA1InWant true
{
  printf '{"id":"a","repository":"some/kernels","commit":"%s","side":"open"}\n' "$wanted"
  printf '{"id":"b","repository":"some/kernels","commit":"%s","side":"open"}\n' "$wanted"
} >programs.jsonl
export KCAST_SUITE_HOST=file://$dir/host KCAST_SUITE_PROGRAMS=$dir/programs.jsonl

"$suite_sources" out 2>said || fail "$(cat said)"
[[ $(cat out/some+kernels/a.cu) == old ]] || fail "not the wanted commit"
grep -qx '1 repositories, 0 not fetched' said || fail "$(cat said)"
[[ $(git -C out/some+kernels rev-list --count HEAD) == 1 ]] || fail "history was fetched"

# Again: nothing to fetch, and nobody's changes are lost.
echo mine >out/some+kernels/a.cu
"$suite_sources" out some/kernels 2>said || fail "$(cat said)"
grep -qx 'some/kernels: there' said || fail "$(cat said)"
[[ $(cat out/some+kernels/a.cu) == mine ]] || fail "a change was lost"

# A folder that a broken fetch left is completed.
rm -rf out/some+kernels && git init -q out/some+kernels
"$suite_sources" out 2>said || fail "$(cat said)"
[[ $(cat out/some+kernels/a.cu) == old ]] || fail "not completed"

printf '{"id":"c","repository":"some/gone","commit":"%s","side":"open"}\n' "$wanted" >>programs.jsonl
if "$suite_sources" out 2>said; then fail "a missing repository passed"; fi
grep -q 'not fetched: some/gone; run it again for these$' said || fail "$(cat said)"
if "$suite_sources" out some/typo 2>said; then fail "an unknown name passed"; fi
grep -q 'some/typo is no repository of the suite' said || fail "$(cat said)"
exit "$failed"
