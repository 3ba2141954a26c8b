-- Every word of a shipped file has a colour in Neovim. Called by `test/neovim`.

local function fail(why)
  io.stderr:write(why .. "\n")
  vim.cmd("cquit 1")
end

vim.cmd("edit " .. vim.fn.fnameescape(vim.env.MANCALA_FILE))
if not vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] then
  fail("tree-sitter does not highlight")
end
local parser = vim.treesitter.get_parser(0, "mancala")
if parser:parse()[1]:root():has_error() then
  fail("the file cannot be read")
end

local seen = 0
for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
  for at in line:gmatch("()%f[%w_][%w_]+") do
    local captures = vim.treesitter.get_captures_at_pos(0, number - 1, at - 1)
    if #captures == 0 then
      fail("no colour in line " .. number .. ": " .. line)
    end
    seen = seen + 1
  end
end
local first = vim.treesitter.get_captures_at_pos(0, 0, 0)
if first[#first].capture ~= "keyword" then
  fail("the first word is no keyword")
end
io.stdout:write("Neovim: " .. seen .. " words have a colour\n")
vim.cmd("qall!")
