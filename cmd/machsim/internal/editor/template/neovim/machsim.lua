-- Written by machsim editor, which replaces it.
local dap = require('dap')
local machsim = "{{machsim}}"

-- A package is built when it is launched, which takes longer than nvim-dap waits by itself.
dap.adapters.machsim = {
  type = 'executable', command = machsim, args = {'dap'}, options = {initialize_timeout_sec = 60},
}

-- asks is a part of a launch that is asked for; without an answer it is left out.
local function asks(prompt, default, convert)
  return function()
    local text = vim.fn.input(prompt .. ': ', default)
    return text ~= '' and convert(text) or nil
  end
end

local function launch(name, more)
  local all = {type = 'machsim', request = 'launch', name = 'machsim: ' .. name}
  table.insert(dap.configurations.go, vim.tbl_extend('error', all, more))
end

dap.configurations.go = dap.configurations.go or {}
launch('this package', {program = '${fileDirname}', seed = asks('seed', '', tonumber)})
launch('a sample program', {program = asks('program', 'bank', tostring), seed = asks('seed', '9', tonumber)})
launch('a recording', {recording = asks('recording', '.machsim/', tostring)})
launch('this package, live', {program = '${fileDirname}', live = true})

-- session is the session in front, if it stands somewhere.
local function session()
  local s = dap.session()
  if not s or s.config.type ~= 'machsim' or not s.stopped_thread_id then
    vim.notify('machsim does not debug anything now', vim.log.levels.WARN)
    return
  end
  return s
end

local function command(name, about, does)
  vim.api.nvim_create_user_command(name, function()
    local s = session()
    if s then
      does(s)
    end
  end, {desc = about})
end

command('MachsimStepBackInto', 'step back, into calls', function(s)
  s:_step('stepBackIn')
end)

command('MachsimStepBackOut', 'step back, out of the function', function(s)
  s:_step('stepBackOut')
end)

command('MachsimPage', 'open the page on this recording', function(s)
  s:request('recording', nil, function(wrong, body)
    if wrong then
      vim.notify(wrong.message or tostring(wrong), vim.log.levels.ERROR)
    else
      vim.fn.jobstart({machsim, 'web', body.file, '--at', body.position})
    end
  end)
end)
