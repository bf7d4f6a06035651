#!/usr/bin/env bash
# kcast corpus author as a user meets it, against a server that answers as it is told.
#
#   author_command.sh KCAST SCRIPTED_SERVER
set -euo pipefail
kcast=$1
dir=$(mktemp -d)
failed=0
# The server lives as long as its standard input.
mkfifo "$dir/hold"
"$2" <"$dir/hold" >"$dir/url" &
server=$!
exec 9>"$dir/hold"
trap 'exec 9>&-; wait "$server" || true; rm -rf "$dir"' EXIT
until [[ -s $dir/url ]]; do
  kill -0 "$server" || { echo "the server did not start"; exit 1; }
  sleep 0.05
done
url=$(<"$dir/url")

# An empty pattern wants an empty stream.
matches() { if [[ -z $1 ]]; then [[ ! -s $2 ]]; else grep -qE -- "$1" "$2"; fi; }

# expect STATUS PATTERN-IN-STDOUT PATTERN-IN-STDERR ARGUMENTS...
expect() {
  local status=$1 out=$2 err=$3 got=0
  shift 3
  "$kcast" corpus author "$@" >"$dir/out" 2>"$dir/err" </dev/null 9>&- || got=$?
  if [[ $got != "$status" ]] || ! matches "$out" "$dir/out" || ! matches "$err" "$dir/err"; then
    echo "kcast corpus author $*: status $got, wanted $status; stdout ~ /$out/, stderr ~ /$err/"
    sed 's/^/  out: /' "$dir/out"
    sed 's/^/  err: /' "$dir/err"
    failed=1
  fi
}
same() { [[ $1 == "$2" ]] || { echo "got '$1', wanted '$2'"; failed=1; }; }

printf 'problem\tdomain\tlevel\n' >"$dir/list.tsv"
for word in good fenced prose wrong hostonly cutoff; do
  printf '%s sum of floats\tsums\tnaive\n' "$word" >>"$dir/list.tsv"
done
printf 'problem\nunauthorised sum\n' >"$dir/refused.tsv"
model=(--model m)
list=(--problems "$dir/list.tsv")
made=(--endpoint "$url" --out "$dir/made")
common=("${made[@]}" "${model[@]}" "${list[@]}")

expect 0 '^6 answers in ' '' "${common[@]}" --jobs 2
for line in '4  hold a whole program' '3  compile' '2  have a kernel' '2  run through' '2  are kept' \
  '1  does not compile' '1  has no kernel' '1  the answer was cut off' '1  the answer holds no code'; do
  grep -qE "^ +($line)" "$dir/out" || { echo "the summary lacks '$line'"; cat "$dir/out"; failed=1; }
done
same "$(cd "$dir/made" && find . -name '*.cu' | LC_ALL=C sort | paste -sd ' ')" \
  './sums/fenced_sum_of_floats_naive_0.cu ./sums/good_sum_of_floats_naive_0.cu'
same "$(wc -l <"$dir/made/answers.jsonl")" 6
grep -q '"outcome":"not_compiled","reason":"line 14: use of undeclared' "$dir/made/answers.jsonl" ||
  { echo "no record says why"; failed=1; }
"$kcast" inspect "$dir/made/sums/good_sum_of_floats_naive_0.cu" >/dev/null

# Again: nothing is asked twice, more is asked on top, and half a record does no harm.
expect 0 '6 of them from before' '' "${common[@]}"
printf '{"key": "half' >>"$dir/made/answers.jsonl"
expect 0 '^8 answers in .*, 6 of them from before' '' "${common[@]}" --count 8
same "$(wc -l <"$dir/made/answers.jsonl")" 8
# The server says the same again.
expect 0 '  is too much like another' '' "${common[@]}" --count 12

expect 2 '' "has answers of model 'm' in cuda; give another --out" "${made[@]}" "${list[@]}" \
  --model other
expect 2 '' 'status 401: no key; --api-key-env names' --endpoint "$url" "${model[@]}" \
  --problems "$dir/refused.tsv" --out "$dir/refused"
expect 1 '' 'no connection to http://127.0.0.1:1; is the server running' "${model[@]}" "${list[@]}" \
  --endpoint http://127.0.0.1:1 --out "$dir/none"
expect 2 '' "'localhost:80' is no URL" "${model[@]}" "${list[@]}" --endpoint localhost:80
expect 2 '' "unknown level 'fast'; known: naive, shared" "${common[@]}" --levels naive,fast
expect 2 '' "cannot read '0.2,hot'" "${common[@]}" --temperatures 0.2,hot
expect 2 '' 'has no variable KCAST_NO_SUCH_KEY' "${common[@]}" --api-key-env KCAST_NO_SUCH_KEY
expect 2 '' "unknown language 'fortran'" "${common[@]}" --language fortran
expect 2 '' 'not both' "${common[@]}" --count 1 --per-problem 1
expect 1 '' 'missing.tsv' "${made[@]}" "${model[@]}" --problems "$dir/missing.tsv"
cp "$kcast" "$kcast-lab" "$dir"
kcast=$dir/kcast
expect 1 '' 'kcast-http.so is not beside kcast; ./kcast in a checkout' "${common[@]}" --count 9
if ((failed == 0)); then echo "kcast corpus author behaves"; fi
exit "$failed"
