#!/usr/bin/env bash
# kcast dataset as a user meets it, on readings of the fake collector.
#
#   dataset_command.sh KCAST BROKEN_STORE
set -euo pipefail
tests=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
kcast=$1
break_store=$2
dir=$(mktemp -d)
failed=0
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# shellcheck source=tests/command_checks.sh
source "$tests/command_checks.sh"
has() { grep -qE -- "$1" "$2" || { echo "$2 lacks '$1'"; head -n 20 "$2"; failed=1; }; }
same() { [[ $1 == "$2" ]] || { echo "got '$1', wanted '$2'"; failed=1; }; }

# A kernel of each generator, two launches each, and an authored program.
printf '%s\n' syn-1:2 omni-1:2 motif-1:reduction/warp:1 motif-1:block_scan/warp:1 >recipes.txt
"$kcast" corpus generate --recipes recipes.txt --launches 2 --out plan >generated
has '^4 kernels, 8 launches' generated
mkdir -p programs/geospatial
"$kcast" corpus show auth-1:geospatial/heatmap_bins >programs/geospatial/heatmap_bins.cu
"$kcast" corpus generate --programs programs --out program_plan >generated
has '^1 kernels, 1 launches' generated
collect() { "$kcast" collect --device fake --gpu h200 "$@" >/dev/null; }
collect --plan plan --shard 0/2 --out part0.db
collect --plan plan --shard 1/2 --out part1.db
collect --plan program_plan --out part1.db
collect --plan program_plan --out whole.db
collect --plan plan --out whole.db --again 4

# merge: everything, once.
expect 0 'with part1.db: 9 launches, 0 repeats, 0 failures' '' dataset merge both.db part0.db part1.db
expect 0 'with part0.db: 9 launches, 0 repeats' '' dataset merge both.db part0.db
expect 1 '' 'there is no store part2.db' dataset merge new.db part0.db part2.db
[[ ! -e new.db ]] || { echo "a failed merge left a store"; failed=1; }
expect 2 '' 'cannot merge both.db with itself' dataset merge both.db both.db
expect 2 '' 'IN is required' dataset merge both.db

# stats and noise.
expect 0 '^9 launches of 5 kernels in 5 families' '' dataset stats both.db
has '^  auth +1 +1 +1' out
has '^  motif +4 +2 +2' out
has '^  fake on h200 +9' out
has '^  time_us +us +9 ' out
has 'no launch was measured twice' out
expect 0 '"launches": 9' '' dataset stats whole.db --json
expect 0 '^9 launches' '' dataset stats whole.db --svg pictures
for picture in quantities figure4-hit-rates figure8-hbm-intensity-gflops; do
  has '</svg>' pictures/$picture.svg
done
echo 'Made for a test.' >about.md
expect 0 '^sheet/README.md and 6 pictures' '' dataset datasheet whole.db --out sheet --title Ours --about about.md
has '^# Ours' sheet/README.md
has '^Made for a test.' sheet/README.md
has '^9 launches of 5 kernels in 5 families' sheet/README.md
has '^\| a GPU that is not there \| fake \| 0 \| 0 \| kcast .* \| [1-9] \|' sheet/README.md
has '^\| `time_us` \| [1-9] \| 0.00 %' sheet/README.md
for picture in $(sed -n 's/^!.*(\(.*\))/\1/p' sheet/README.md); do has '</svg>' "sheet/$picture"; done
expect 2 '' 'out is required' dataset datasheet whole.db
expect 1 '' 'missing.md' dataset datasheet whole.db --out sheet --about missing.md
expect 0 '^  time_us +[1-9] +0.00 % +0.00 %' '' dataset noise whole.db
expect 0 '"relative_p90": 0.0' '' dataset noise whole.db --json

# verify: what is right, and what is not.
expect 0 '^ok +texts made again are those that were measured +5 checked' '' dataset verify whole.db
cp whole.db broken.db
"$break_store" broken.db
expect 1 '^WRONG +hit rates are 0 to 100 +[0-9]+ checked, 1 broken' 'checks found something wrong' dataset \
  verify broken.db
has '^ +syn-1:3 cuda n=4096 .block=256 .seed=1: l1_hit_rate_pct is 101' out
has '^WRONG +no rate is over a roof' out
has 'l2_bytes is -1' out
has '^WRONG +nothing is negative' out

# Samples of the papers.
expect 0 'train.jsonl: [0-9]+ samples' '' dataset export whole.db --out chat --format omniwise
same "$(cat chat/*.jsonl | wc -l)" 9
has '"content":"You are an expert GPU programmer and profiler. Given a code, ' chat/train.jsonl
expect 0 'test.jsonl: [0-9]+ samples' '' dataset export whole.db --out raw --format omniwise-raw --split motif
same "$(grep -c block_scan raw/test.jsonl)" 2
expect 0 'train.jsonl: ' '' dataset export whole.db --out times --format llmperf --split size
same "$(cat times/*.jsonl | wc -l)" 9
has 'local work-group size equals cl::NDRange\([0-9]+\)' times/train.jsonl

# Parquet, where the module is there.
if [[ -e $(dirname "$kcast")/kcast-parquet.so ]]; then
  expect 0 '^launches.parquet: 9 rows, [0-9]+ bytes' '' dataset export whole.db --out files
  has '"relative_p90"' files/noise.json
  expect 0 '^9 launches of 5 kernels' '' dataset stats files
  has '^  size +[0-9]+ +[0-9]+ +[0-9]+' out
  expect 0 '^9 launches of 5 kernels' '' dataset stats files/launches.parquet
  expect 0 '^ok +texts made again .* 5 checked' '' dataset verify files
  head -c 3000 files/launches.parquet >files/cut.parquet
  expect 2 '' 'cannot read files/cut.parquet' dataset stats files
  # A data set of Parquet is exported again, byte by byte.
  rm files/cut.parquet
  expect 0 '^launches.parquet: 9 rows' '' dataset export files --out again
  cmp files/launches.parquet again/launches.parquet || failed=1
  mkdir alone
  cp "$kcast" "$kcast-lab" alone
  kcast=$dir/alone/kcast
fi
expect 1 '' 'kcast-parquet.so is not beside kcast; ./kcast in a checkout fetches' dataset export whole.db --out none

expect 2 '' 'A subcommand is required' dataset
expect 1 '' 'there is no data set missing.db' dataset stats missing.db
expect 2 '' 'recipes.txt is neither a store nor Parquet' dataset verify recipes.txt
expect 1 '' 'pictures has neither stores nor Parquet' dataset noise pictures
expect 2 '' 'csv not in' dataset export whole.db --out none --format csv
expect 2 '' 'random not in' dataset export whole.db --out none --split random
if ((failed == 0)); then echo "kcast dataset behaves"; fi
exit "$failed"
