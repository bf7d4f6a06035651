#!/usr/bin/env bash
# kcast ask through llama.cpp's server, with a real small model: it is asked and answers as the same
# model does here, without a server. On request: LLAMA_SERVER names the server, and
# docs/chat-models.md says where its source is. Without it, the test is skipped.
#
#   llama_server.sh KCAST DATASET MODEL.gguf [QUESTIONS]
set -euo pipefail
kcast=$1 set=$2 model=$3 questions=${4:-8}
server=${LLAMA_SERVER:-}
if [[ -z $server || ! -s $model ]]; then
  echo "skipped: LLAMA_SERVER names no server, or there is no model $model"
  exit 77
fi
dir=$(mktemp -d)
failed=0 pid=
trap 'kill "$pid" 2>/dev/null; wait || true; rm -rf "$dir"' EXIT

port=$(python3 -I -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# Templates of models put a system turn of their own before a question that has none; kcast does not.
"$server" --model "$model" --alias small --host 127.0.0.1 --port "$port" --ctx-size 8192 \
  --parallel 1 --chat-template chatml >"$dir/server.log" 2>&1 &
pid=$!
for _ in $(seq 600); do
  if curl -fs "http://127.0.0.1:$port/health" >/dev/null; then break; fi
  kill -0 "$pid" || { tail "$dir/server.log"; exit 1; }
  sleep 0.2
done

# compared TASK: questions, the most tokens by which one differs, answers that are equal. kcast cuts
# texts where code begins and ends, which may make a token more or less there.
compared() {
  python3 -I - "$dir/$1.server/log.jsonl" "$dir/$1.here/log.jsonl" <<'PYTHON'
import json, sys
logs = [{r["id"]: r for r in map(json.loads, open(name))} for name in sys.argv[1:]]
assert logs[0].keys() == logs[1].keys(), "other questions"
pairs = [(logs[0][key], logs[1][key]) for key in logs[0]]
assert all(a["prompt"] == b["prompt"] for a, b in pairs), "other texts"
assert not any(r.get("failure") for pair in pairs for r in pair), "a question without an answer"
tokens = max(abs(a["prompt_tokens"] - b["prompt_tokens"]) for a, b in pairs)
print(len(pairs), tokens, sum(a["answer"].strip() == b["answer"].strip() for a, b in pairs))
PYTHON
}

for task in rq1 rq2 flop-steps; do
  asked=("$set" --task "$task" --questions "$questions")
  "$kcast" ask "${asked[@]}" --endpoint "http://127.0.0.1:$port" --model small --timeout 600 \
    --out "$dir/$task.server" >"$dir/out" || { cat "$dir/out"; exit 1; }
  "$kcast" ask "${asked[@]}" --model "$model" --out "$dir/$task.here" >"$dir/out" || { cat "$dir/out"; exit 1; }
  figures=$(compared "$task") || exit 1
  read -r all tokens equal <<<"$figures"
  echo "$task: $all questions, $tokens tokens apart at most, $equal answers equal"
  if ((tokens > 2)); then failed=1; fi
  # No code, the same tokens; sums in another order now and then choose another one.
  if [[ $task == rq1 ]] && ((tokens > 0 || equal * 10 < all * 9)); then failed=1; fi
done
exit "$failed"
