#!/usr/bin/env bash
# Checks every #include under src/ against the table of ARCHITECTURE.md: which
# folder may see which, and which folder alone may use a heavy library.
set -euo pipefail
src=$1
bad=0

# folder: the folders it may include, besides itself.
declare -A may=(
  [base]=""
  [schema]="base"
  [corpus]="base schema"
  [frontend]="base schema"
  [analyze]="base schema"
  [launch]="base schema frontend analyze"
  [plan]="base schema corpus frontend analyze launch predict"
  [collect]="base schema"
  [dataset]="base schema"
  [encode]="base schema"
  [train]="base schema encode"
  [infer]="base schema encode"
  [predict]="base schema frontend analyze encode infer"
  [eval]="base schema predict dataset"
  [author]="base schema predict"
  [report]="base schema predict collect dataset"
  [workflow]="base schema corpus launch plan frontend analyze collect dataset encode infer predict eval report"
  [serve]="base schema predict report"
  [cli]="base schema corpus launch plan frontend analyze collect dataset encode train infer predict eval author report workflow serve"
)

# header pattern: the only folders that may include it.
heavy=(
  '(clang|llvm)/:frontend'
  '(torch|ATen|c10)/:train'
  '(cuda|cupti|nvrtc|nvperf)[a-z_]*\.h:collect'
  'CL/:collect'
  '(arrow|parquet)/:dataset'
  'sqlite3\.h:dataset collect'
  '(ggml|llama|gguf)[a-z-]*\.h:infer'
  'httplib\.h:author serve'
  'CLI/:cli collect infer train'
)

complain() { echo "$1"; bad=1; }

while IFS=: read -r file line text; do
  # Tests hold source texts with lines like these.
  [[ $file == *_test*.cpp || $file == */test_*.cpp ]] && continue
  folder=${file#"$src"/}; folder=${folder%%/*}
  if [ -z "${may[$folder]+known}" ]; then
    complain "$file: folder '$folder' is not in the table of $0"; continue
  fi
  if [[ $text =~ ^[[:space:]]*#[[:space:]]*include[[:space:]]*\"([a-z_]+)/ ]]; then
    target=${BASH_REMATCH[1]}
    if [ "$target" != "$folder" ] && [[ " ${may[$folder]} " != *" $target "* ]]; then
      complain "$file:$line: $folder may not include $target"
    fi
  fi
  for rule in "${heavy[@]}"; do
    pattern=${rule%:*}; owners=${rule##*:}
    if [[ $text =~ \#[[:space:]]*include[[:space:]]*\<$pattern ]] && [[ " $owners " != *" $folder "* ]]; then
      complain "$file:$line: only $owners may include ${text#*include}"
    fi
  done
done < <(find "$src" \
  \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 grep -nE '^[[:space:]]*#[[:space:]]*include' /dev/null)

[ "$bad" -eq 0 ] && echo "every include points the right way"
exit "$bad"
