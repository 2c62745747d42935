// Written by machsim editor, which replaces it.
'use strict';
const {spawn} = require('node:child_process');
const vscode = require('vscode');

const machsim = () => vscode.workspace.getConfiguration('machsim').get('command');

// folder is where machsim is started: there it looks for packages, and records runs.
const folder = session => session.configuration.cwd ?? session.workspaceFolder?.uri.fsPath;

// adapter is the process that serves a session.
const adapter = session => new vscode.DebugAdapterExecutable(machsim(), ['dap'], {cwd: folder(session)});

// resolve is what is launched where there is no launch.json.
function resolve(_folder, config) {
  if (config.type || config.request || config.name)
    return config;
  return {type: 'machsim', request: 'launch', name: 'machsim', program: '${fileDirname}'};
}

// present is the session in front.
function present() {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== 'machsim')
    throw new Error('machsim does not debug anything now');
  return session;
}

// step makes a step that the protocol does not have.
async function step(request) {
  const session = present(), threadId = vscode.debug.activeStackItem?.threadId;
  if (threadId === undefined)
    throw new Error('choose a thread first');
  await session.customRequest(request, {threadId});
}

const pages = new Set();

// page opens the page of the browser on the recording that a session shows, where that stands.
async function page() {
  const session = present(), {file, position} = await session.customRequest('recording');
  const trust = session.configuration.trust ? ['--trust'] : [];
  const process = spawn(machsim(), ['web', file, '--at', position, '--no-browser', ...trust], {cwd: folder(session)});
  let out = '', errors = '';
  pages.add(process);
  process.stderr.on('data', text => errors += text);
  process.stdout.on('data', text => {
    const seen = out.includes('\n'), line = (out += text).split('\n');
    if (!seen && line.length > 1)
      vscode.env.openExternal(vscode.Uri.parse(line[0]));
  });
  process.on('error', wrong => vscode.window.showErrorMessage(`machsim: ${wrong.message}`));
  process.on('close', code => {
    if (pages.delete(process) && code)
      vscode.window.showErrorMessage(errors || `machsim web ended with code ${code}`);
  });
}

function activate(context) {
  const command = (name, does) => vscode.commands.registerCommand(`machsim.${name}`,
    () => does().catch(wrong => vscode.window.showErrorMessage(wrong.message)));
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('machsim', {createDebugAdapterDescriptor: adapter}),
    vscode.debug.registerDebugConfigurationProvider('machsim', {resolveDebugConfiguration: resolve}),
    command('stepBackIn', () => step('stepBackIn')), command('stepBackOut', () => step('stepBackOut')),
    command('page', page));
}

function deactivate() {
  for (const process of pages) {
    pages.delete(process);
    process.kill('SIGINT');
  }
}

module.exports = {activate, deactivate};
