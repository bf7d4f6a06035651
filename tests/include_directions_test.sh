#!/usr/bin/env bash
# The include check must notice what it is there for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d); trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/base" "$tree/schema" "$tree/cli" "$tree/analyze/ptx" "$tree/analyze/exec/ops" \
  "$tree/corpus/neutral" "$tree/corpus/dedupe" "$tree/collect/cuda" "$tree/workflow/encode" \
  "$tree/train/model" "$tree/infer" "$tree/dataset/attic"
expect() { # expect STATUS FILE LINE
  echo "$3" > "$tree/$2"
  status=0; "$here/include_directions.sh" "$tree" > /dev/null || status=1
  rm "$tree/$2"
  [ "$status" = "$1" ] || { echo "wrong answer for $2: $3"; exit 1; }
}
expect 0 schema/a.h '#include "base/result.h"'
expect 1 base/a.h '#include "schema/gpu.h"'
expect 1 schema/a.cpp '#include <clang/AST/Decl.h>'
expect 1 base/a.cpp '  #  include <httplib.h>'
expect 0 cli/a.cpp '#include <CLI/CLI.hpp>'
expect 1 cli/a.cpp '#include "tests/golden.h"'
expect 0 workflow/encode/a.cpp '#include "report/table.h"'
expect 1 workflow/encode/a.cpp '#include "cli/options.h"'
# Rooms of a folder.
expect 0 analyze/exec/a.cpp '#include "analyze/ptx/ptx.h"'
expect 0 analyze/exec/ops/a.cpp '#include "analyze/ptx/ptx.h"'
expect 0 analyze/exec/ops/a.cpp '#include "analyze/exec/exec.h"'
expect 1 analyze/ptx/a.h '#include "analyze/exec/exec.h"'
expect 1 analyze/exec/a.h '#include "analyze/analyze.h"'
expect 0 analyze/a.cpp '#include "analyze/exec/exec.h"'
expect 1 corpus/neutral/a.cpp '#include "corpus/dedupe/code_tokens.h"'
expect 0 corpus/neutral/a.cpp '#include "corpus/draw.h"'
expect 1 corpus/neutral/a.cpp '#include "corpus/recipe.h"'
expect 1 corpus/draw.h '#include "corpus/neutral/tree.h"'
mkdir -p "$tree/corpus/attic"
expect 1 corpus/attic/a.cpp '#include "corpus/draw.h"'
expect 0 collect/cuda/a.cpp '#include "collect/job.h"'
expect 1 collect/cuda/a.cpp '#include "collect/opencl/outputs.h"'
expect 1 collect/a.cpp '#include "collect/cuda/device.h"'
expect 0 train/a.cpp '#include "train/model/decoder.h"'
expect 1 train/model/a.cpp '#include "train/trainer.h"'
expect 0 train/model/a.cpp '#include "train/torch.h"'
expect 1 infer/a.cpp '#include "infer/llm/commands.h"'
expect 0 dataset/attic/a.cpp '#include "dataset/store.h"'  # no rule for its rooms
mkdir -p "$tree/utils"
expect 1 utils/a.h '#include <vector>'
echo "the include check notices"
