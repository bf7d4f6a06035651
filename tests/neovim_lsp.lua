-- Run by neovim_lsp.sh in a headless Neovim: opens a file, edits it, and looks at the line above
-- the kernel. KCAST names the server.
local function fail(message)
  io.stderr:write("FAILED: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local function lens_text()
  local texts = {}
  for _, lens in ipairs(vim.lsp.codelens.get(0)) do
    if lens.command then table.insert(texts, lens.command.title) end
  end
  return table.concat(texts, "\n")
end

-- Waits until the line fits, and gives it.
local function wait_lens(what, fits)
  local ok = vim.wait(60000, function() return fits(lens_text()) end, 10)
  if not ok then fail(what .. "; the line is '" .. lens_text() .. "'") end
  return lens_text()
end

require("kernelcast").setup({ cmd = { vim.env.KCAST, "lsp" }, settings = { gpus = { "h200" } } })
vim.cmd("filetype on")
vim.cmd("edit " .. vim.env.FILE)

local first = wait_lens("no line above the kernel", function(text)
  return text:match("^[%d.]+ us on H200, bandwidth%-bound, %d+ %% of HBM") ~= nil
end)
print("opened: " .. first)

-- Four times the elements.
for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  local at = line:find("1 << 24", 1, true)
  if at then
    vim.api.nvim_buf_set_text(0, number - 1, at - 1 + 5, number - 1, at - 1 + 7, { "26" })
    break
  end
end
local second = wait_lens("the line did not change", function(text) return text ~= first and text ~= "" end)
print("edited: " .. second)
local before, after = tonumber(first:match("^[%d.]+")), tonumber(second:match("^[%d.]+"))
if not (after > 3 * before and after < 5 * before) then fail(first .. " became " .. second) end

-- Broken, and mended by undo.
vim.cmd("undo")
wait_lens("undo did not bring the first line back", function(text) return text == first end)
vim.cmd("%s/if (i < n)/if (i < n/")
wait_lens("broken text lost its result", function(text) return text:find("last good", 1, true) ~= nil end)
vim.cmd("undo")
wait_lens("mended text kept the old line", function(text) return text == first end)

local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", {
  textDocument = vim.lsp.util.make_text_document_params(0),
  position = { line = vim.fn.search("__global__ void", "nw") - 1, character = 20 },
}, 60000)
for _, answer in pairs(hover or {}) do
  local value = answer.result and answer.result.contents.value or ""
  if not value:find("| time |", 1, true) then fail("hover without a table: " .. value) end
  print("hover: " .. value:gsub("\n.*", ""))
  vim.cmd("qall!")
end
fail("no hover")
