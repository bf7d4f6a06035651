#!/usr/bin/env bash
# `kcast lsp` in a real editor: a headless Neovim with the configuration of editors/neovim.
#
#   neovim_lsp.sh KCAST ROOT
set -euo pipefail
kcast=$1 root=$2
command -v nvim >/dev/null || { echo "no Neovim here"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/kcast-neovim.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/config/nvim/lua" "$work/project"
cp "$root/editors/neovim/kernelcast.lua" "$work/config/nvim/lua/"
cp "$root/examples/saxpy.cu" "$work/project/"
export XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state \
  XDG_CACHE_HOME=$work/cache KCAST=$kcast FILE=$work/project/saxpy.cu
timeout 280 nvim --headless -i NONE -n -c "luafile $root/tests/neovim_lsp.lua"
echo
