-- Rules of sowing games in Neovim: the server `mancala lsp`, `:MancalaExample`, and highlighting where the parser is at hand.

local group = vim.api.nvim_create_augroup("mancala", { clear = true })

-- Shows a text beside the file.
local function show(text)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n"))
  vim.cmd("belowright split")
  vim.api.nvim_win_set_buf(0, buffer)
end

-- Runs the example that the cursor is in, or the last one above it.
local function run_example()
  local line = vim.api.nvim_win_get_cursor(0)[1]
  local number = -1
  for _, text in ipairs(vim.api.nvim_buf_get_lines(0, 0, line, false)) do
    if text:match("^example%s") then
      number = number + 1
    end
  end
  local params = { command = "mancala.runExample", arguments = { vim.uri_from_bufnr(0), math.max(number, 0) } }
  vim.lsp.buf_request(0, "workspace/executeCommand", params, function(failure, told)
    show(failure and failure.message or told or "there is no example here")
  end)
end

-- Colours by tree-sitter, if this Neovim can read the parser `parser/mancala.so` (0.11 can).
local function highlight(buffer)
  if vim.treesitter.start then
    pcall(vim.treesitter.start, buffer, "mancala")
  end
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = group,
  pattern = "*.mancala",
  callback = function(event)
    vim.bo[event.buf].filetype = "mancala"
    vim.bo[event.buf].commentstring = "# %s"
    highlight(event.buf)
    local name = vim.api.nvim_buf_get_name(event.buf)
    local client = vim.lsp.start_client({
      name = "mancala",
      cmd = { vim.g.mancala_path or "mancala", "lsp" },
      root_dir = vim.fn.fnamemodify(name, ":p:h"),
    })
    if client then
      vim.lsp.buf_attach_client(event.buf, client)
    end
    vim.api.nvim_buf_create_user_command(event.buf, "MancalaExample", run_example, {})
  end,
})
