-- The lost update of bank, and a package of one's own, debugged by nvim-dap with what machsim editor neovim writes, in a
-- directory with both. It prints where the run stands after each command.
vim.opt.rtp:prepend(vim.env.MACHSIM_NVIM_DAP)
vim.o.swapfile = false
dofile('written/machsim.lua')
local dap = require('dap')

local stops, frame = 0, nil
dap.listeners.after.stackTrace.story = function(_, wrong, body)
  if not wrong then
    stops, frame = stops + 1, body.stackFrames[1]
  end
end

local function after(what, does)
  local before = stops
  does()
  vim.wait(120000, function() return stops > before end, 10)
  vim.wait(100)
  local cursor = vim.api.nvim_buf_get_name(0):match('[^/]*$')
  io.stdout:write(string.format('%s: %s, line %d%s\n', what, frame.name, frame.line,
    cursor == 'lab.go' and ', the cursor in line ' .. vim.fn.line('.') .. ' of ' .. cursor or ''))
end

local function launch(name, more)
  for _, c in ipairs(dap.configurations.go) do
    if c.name == 'machsim: ' .. name then
      dap.run(vim.tbl_extend('force', c, more))
    end
  end
end

local function leave()
  dap.terminate()
  vim.wait(10000, function() return not dap.session() end, 10)
end

after('bank', function() launch('a sample program', {program = 'bank', seed = 9}) end)
after('step back', dap.step_back)
after('step back into', function() vim.cmd('MachsimStepBackInto') end)
after('step back out', function() vim.cmd('MachsimStepBackOut') end)
after('continue', dap.continue)
leave()

vim.cmd('edit lab/lab.go')
vim.fn.search('kernel.RPC')
dap.toggle_breakpoint()
after("a package of one's own", function() launch('this package', {seed = 7}) end)
after('continue', dap.continue)
after('step back', dap.step_back)
after('step back into', function() vim.cmd('MachsimStepBackInto') end)
after('reverse continue', dap.reverse_continue)
leave()
vim.cmd('qa!')
