-- Neovim with the settings of `editors/neovim/`: a file is opened, broken, and mended by the fix that the server offers; then an
-- example of it is run. Called by `tests/lsp/neovim`.

local function fail(why)
  io.stderr:write(why .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(30000, holds, 20) then
    fail("waited in vain for " .. what)
  end
end

local function diagnostics()
  return vim.diagnostic.get(0)
end

local function line_of(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:find(text, 1, true) then
      return number
    end
  end
  fail("no line holds " .. text)
end

vim.cmd("edit " .. vim.fn.fnameescape(vim.env.MANCALA_FILE))
local client
wait("the server", function()
  client = vim.lsp.get_active_clients()[1]
  return client ~= nil and client.initialized
end)

local whole = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local at = line_of("lift pit")
local good = whole[at]
vim.api.nvim_buf_set_lines(0, at - 1, at, false, { (good:gsub("lift pit", "lift pitt")) })
wait("a problem", function() return #diagnostics() == 1 end)
local problem = diagnostics()[1]
if problem.lnum ~= at - 1 or not problem.message:find("did you mean `pit`", 1, true) then
  fail("another problem: " .. vim.inspect(problem))
end

local params = {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = {
    start = { line = problem.lnum, character = problem.col },
    ["end"] = { line = problem.end_lnum, character = problem.end_col },
  },
  context = { diagnostics = {} },
}
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 30000)
local actions = answers and answers[client.id] and answers[client.id].result or {}
if #actions ~= 1 then
  fail("no fix: " .. vim.inspect(answers))
end
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
if vim.api.nvim_buf_get_lines(0, at - 1, at, false)[1] ~= good then
  fail("the fix does not mend the line")
end
wait("nothing to be wrong", function() return #diagnostics() == 0 end)

vim.api.nvim_win_set_cursor(0, { line_of("example "), 0 })
vim.cmd("MancalaExample")
wait("the example", function()
  local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  return shown:find("comes out as it says", 1, true) ~= nil
end)
io.stdout:write("Neovim: opened, broken, mended, example run\n")
vim.cmd("qall!")
