#!/usr/bin/env bash
# The release binary predicts alone: stripped, in an empty environment, from
# another folder, with nothing but the C library, zlib and zstd.
set -euo pipefail
binary=$1 root=$2
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
strip -o "$dir/kcast" "$binary"
bytes=$(stat -c %s "$dir/kcast")
echo "stripped: $bytes bytes"
[ "$bytes" -le 100000000 ] || { echo "larger than 100 MB"; exit 1; }
libs=$(ldd "$dir/kcast" | awk '{print $1}' | sed 's,.*/,,' | grep -vE '^(linux-vdso|libc|libm|libz|libzstd|ld-linux[a-z0-9_-]*)\.so' || true)
[ -z "$libs" ] || { echo "needs more than libc, libm, libz, libzstd: $libs"; exit 1; }
cp "$root/examples/saxpy.cu" "$dir/program.cu"
cd /
out=$(env -i "$dir/kcast" inspect "$dir/program.cu")
echo "$out"
grep -q '^kernel saxpy ' <<< "$out"
grep -q '^PTX of .* by clang for sm_90' <<< "$out"
grep -q '^launch saxpy ' <<< "$out"
