#!/usr/bin/env bash
# Checks every #include under src/ against the table of ARCHITECTURE.md: which
# folder may see which, which room of a folder may see which other room, and
# which folder alone may use a heavy library.
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
  [trees]="base schema"
  [launch]="base schema frontend analyze"
  [plan]="base schema corpus frontend analyze trees launch predict"
  [collect]="base schema"
  [dataset]="base schema"
  [encode]="base schema"
  [train]="base schema encode"
  [infer]="base schema encode"
  [predict]="base schema launch frontend analyze trees encode infer"
  [eval]="base schema predict dataset"
  [endpoint]="base"
  [author]="base schema launch predict endpoint"
  [report]="base schema predict dataset collect"
  [workflow]="base schema corpus launch plan frontend analyze trees collect dataset encode train infer predict eval endpoint author report"
  [serve]="base schema predict report workflow"
  [cli]="base schema corpus launch plan frontend analyze trees collect dataset encode train infer predict eval endpoint author report workflow serve"
)

# folder/room: the other rooms of the folder that it may include. "." is what stands in the folder
# itself. A folder without a line here has no rule for its rooms.
declare -A rooms=(
  [analyze/ptx]=""
  [analyze/machine]="ptx"
  [analyze/cost]="ptx machine"
  [analyze/exec]="ptx cost"
  [analyze/memory]="exec"
  [analyze/time]="ptx exec"
  [analyze/sim]="ptx"
  [analyze/tools]="machine"
  [analyze/.]="ptx machine cost exec memory sim time"
  [frontend/parse]=""
  [frontend/assume]="parse"
  [frontend/slice]="parse"
  [frontend/openmp]="parse"
  [frontend/lower]="parse openmp"
  [frontend/host]="parse openmp"
  [frontend/toolkit]="parse"
  [frontend/process]=""
  [frontend/.]="parse assume slice openmp lower host toolkit process"
  [corpus/neutral]=""
  [corpus/authored]="neutral"
  [corpus/motif]="neutral"
  [corpus/synthetic]="neutral"
  [corpus/dedupe]=""
  [corpus/.]="neutral authored motif synthetic dedupe"
  [collect/.]=""
  [collect/import]=""
  [collect/inject]=""
  [collect/cuda]=". import inject"
  [collect/opencl]="."
  [collect/rocm]="import"
  [collect/fake]="."
  [train/model]=""
  [train/.]="model"
  [infer/.]=""
  [infer/llm]="."
  [workflow/.]="project"
  [workflow/project]=""
  [workflow/collect]="."
  [workflow/dataset]="."
  [workflow/corpus]=". dataset collect"
  [workflow/encode]=". dataset"
  [workflow/eval]=". dataset ask"
  [workflow/ask]="."
  [workflow/chat]="dataset ask"
  [serve/api]="."
  [serve/http]="api"
  [serve/rpc]=""
  [serve/.]="rpc"
  [serve/lsp]=". rpc"
  [serve/mcp]=". rpc"
  [workflow/trees]=". dataset"
)
# Headers at the top of such a folder that all of its rooms may include: they include no room.
for_all_rooms=" frontend/request.h corpus/draw.h train/torch.h train/device_tensor.h "
# Includes against the table that are known; the list may only become shorter.
known=(
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
  'httplib\.h:endpoint'
  'CLI/:cli collect infer train'
  'seccomp\.h:base'
)

complain() { echo "$1"; bad=1; }

# room_of PATH: the room of a path below src/, "." for what stands in the folder itself.
room_of() {
  local rest=${1#*/}
  case $rest in */*) room=${rest%%/*} ;; *) room=. ;; esac
}

check_rooms() { # FILE LINE TARGET, both below src/ and in one folder
  local folder=${1%%/*} from to
  room_of "$1"; from=$room
  room_of "$3"; to=$room
  if [ -z "${rooms[$folder/$from]+known}" ]; then
    # Only folders that are in the table have rules for their rooms.
    [[ " ${!rooms[*]} " == *" $folder/"* ]] && complain "$1:$2: room '$folder/$from' is not in the table of $0"
    return 0
  fi
  if [ "$from" = "$to" ]; then
    return 0
  elif [ "$to" = . ] && [[ $for_all_rooms == *" $3 "* ]]; then
    return 0
  elif [[ $for_all_rooms == *" $1 "* ]]; then
    complain "$1:$2: a header for all rooms may not include $3"
  elif [[ " ${known[*]} " == *" $1:$3 "* ]]; then
    return 0
  elif [[ " ${rooms[$folder/$from]} " != *" $to "* ]]; then
    complain "$1:$2: $folder/$from may not include $folder/$to"
  fi
}

while IFS=: read -r file line text; do
  # Tests hold source texts with lines like these.
  [[ $file == *_test*.cpp || $file == */test_*.cpp ]] && continue
  folder=${file#"$src"/}; folder=${folder%%/*}
  if [ -z "${may[$folder]+known}" ]; then
    complain "$file: folder '$folder' is not in the table of $0"; continue
  fi
  if [[ $text =~ ^[[:space:]]*#[[:space:]]*include[[:space:]]*\"(([a-z_]+)/[^\"]*)\" ]]; then
    target=${BASH_REMATCH[2]}
    [ "$target" != "$folder" ] || check_rooms "${file#"$src"/}" "$line" "${BASH_REMATCH[1]}"
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
