#!/usr/bin/env bash
# kcast ask as a user meets it, against a server that misbehaves in every way.
#
#   ask_command.sh KCAST SCRIPTED_SERVER
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
  "$kcast" ask "$@" >"$dir/out" 2>"$dir/err" </dev/null 9>&- || got=$?
  if [[ $got != "$status" ]] || ! matches "$out" "$dir/out" || ! matches "$err" "$dir/err"; then
    echo "kcast ask $*: status $got, wanted $status; stdout ~ /$out/, stderr ~ /$err/"
    sed 's/^/  out: /' "$dir/out"
    sed 's/^/  err: /' "$dir/err"
    failed=1
  fi
}
same() { [[ $1 == "$2" ]] || { echo "got '$1', wanted '$2'"; failed=1; }; }

quiz=(--task rq1 --endpoint "$url" --model m --questions 36 --shots 0)

# Every ninth answer does not follow the format; all else is right in the end.
expect 0 '^\| m \| 36 \| 88\.9 ' '' "${quiz[@]}" --jobs 8 --timeout 5 --out "$dir/run"
grep -q '^4 answers do not follow the format' "$dir/out" || { cat "$dir/out"; failed=1; }
grep -q 'is neither Compute nor Bandwidth' "$dir/out" || failed=1
same "$(wc -l <"$dir/run/log.jsonl")" 36

# Again: nothing is asked twice. Half a line of a killed run is asked again.
before=$(sha256sum <"$dir/run/log.jsonl")
expect 0 '^\| m \| 36 \| 88\.9 ' '' "${quiz[@]}" --out "$dir/run"
same "$(sha256sum <"$dir/run/log.jsonl")" "$before"
truncate -s -9 "$dir/run/log.jsonl"
expect 0 '^\| m \| 36 \| 88\.9 ' '' "${quiz[@]}" --out "$dir/run"
same "$(wc -l <"$dir/run/log.jsonl")" 36

# Prices, and runs side by side.
echo '{"m": {"input": 1000, "output": 0}}' >"$dir/prices.json"
# Eleven tokens a question at a thousandth of a dollar.
expect 0 ', 11\.00 dollars$' '' "${quiz[@]}" --out "$dir/run" --prices "$dir/prices.json"
expect 0 '^\| m \| rq1 \| 88\.9 .*\| 11\.00 \|$' '' --compare "$dir/run" --svg "$dir/cost.svg"
python3 -I -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$dir/cost.svg" ||
  { echo "no picture"; failed=1; }

# Answers that others gave: the questions are made once, and each model has its report.
expect 0 '^\| b \| 36 \| 88\.9 ' '' --task rq1 --questions 36 --shots 0 --answers "$dir/run/log.jsonl" \
  --model a --out "$dir/a" --also b "$dir/run/log.jsonl" "$dir/b"
expect 0 '^\| b \| rq1 \| 88\.9 ' '' --compare "$dir/a" "$dir/b"
same "$(grep -c '^| best constant ' "$dir/out")" 1
expect 2 '' '--also requires --answers' --task rq1 --model a --out "$dir/x" --also b c d
expect 1 '' 'has no price of other' --task rq1 --endpoint "$url" --model other --out "$dir/x" \
  --prices "$dir/prices.json"

# A key is used and written nowhere.
KCAST_TEST_KEY=geheim expect 0 'm' '' "${quiz[@]}" --out "$dir/keyed" --api-key-env KCAST_TEST_KEY
if grep -rq geheim "$dir/keyed"; then echo "the key was written"; failed=1; fi

expect 0 'max bandwidth of .* compute-bound or bandwidth-bound' '' --task rq1 --questions 2 --show
expect 2 '' '--cot is for --task rq1' --task rq2 --cot --endpoint "$url" --model m --out "$dir/x"
expect 2 '' '--model is required' --task rq1 --endpoint "$url" --out "$dir/x"
expect 2 '' '--out is required' --task rq1 --endpoint "$url" --model m
expect 2 '' "'localhost:80' is no URL" --task rq1 --endpoint localhost:80 --model m --out "$dir/x"
expect 2 '' 'rq9 not in' --task rq9
expect 1 '' 'no connection to http://127.0.0.1:1; is the server running' --task rq1 \
  --endpoint http://127.0.0.1:1 --model m --out "$dir/none"
expect 1 '' 'there is no data set .*missing.db' "$dir/missing.db" --task rq2 --endpoint "$url" --model m --out "$dir/x"
if ((failed == 0)); then echo "kcast ask behaves"; fi
exit "$failed"
