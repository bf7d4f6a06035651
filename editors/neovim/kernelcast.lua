-- Kernelcast in Neovim (0.7 or newer): a line above each kernel that says how fast it will be.
--
--   require("kernelcast").setup({ settings = { gpus = { "h200" } } })
--
-- docs/editors.md lists the settings.
local M = {}

local filetypes = { "cuda", "hip", "opencl" }

local function root_of(buf)
  local dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buf), ":p:h")
  for _, mark in ipairs({ ".kernelcast.json", ".git", "compile_commands.json" }) do
    local found = vim.fn.finddir(mark, dir .. ";")
    if found == "" then found = vim.fn.findfile(mark, dir .. ";") end
    if found ~= "" then return vim.fn.fnamemodify(found, ":p:h" .. (found:match("%.git/?$") and ":h" or "")) end
  end
  return dir
end

-- Asks for the lines of a buffer again and shows them.
function M.refresh(buf)
  local params = { textDocument = vim.lsp.util.make_text_document_params(buf) }
  vim.lsp.buf_request(buf, "textDocument/codeLens", params, vim.lsp.codelens.on_codelens)
end

local function on_refresh(_, _, ctx)
  for _, buf in ipairs(vim.lsp.get_buffers_by_client_id(ctx.client_id)) do
    M.refresh(buf)
  end
  return vim.NIL
end

function M.attach(buf, opts)
  local root = root_of(buf)
  for _, client in ipairs(vim.lsp.get_active_clients()) do
    if client.name == "kernelcast" and client.config.root_dir == root then
      vim.lsp.buf_attach_client(buf, client.id)
      return client.id
    end
  end
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities.workspace.codeLens = { refreshSupport = true }
  local id = vim.lsp.start_client({
    name = "kernelcast",
    cmd = opts.cmd or { "kcast", "lsp" },
    root_dir = root,
    capabilities = capabilities,
    settings = { kernelcast = opts.settings or {} },
    handlers = {
      ["workspace/codeLens/refresh"] = on_refresh,
      ["kcast/status"] = function() end,
    },
  })
  vim.lsp.buf_attach_client(buf, id)
  return id
end

function M.setup(opts)
  opts = opts or {}
  vim.filetype.add({ extension = { cu = "cuda", cuh = "cuda", hip = "hip", cl = "opencl" } })
  vim.api.nvim_create_autocmd("FileType", {
    group = vim.api.nvim_create_augroup("kernelcast", { clear = true }),
    pattern = filetypes,
    callback = function(args) M.attach(args.buf, opts) end,
  })
end

return M
