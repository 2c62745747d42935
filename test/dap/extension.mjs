// Holds the extension that machsim editor vscode writes against VS Code's own schemas, and against what its code does:
//
//	node extension.mjs FOLDER RECORDING
//
// It prints what was found, and ends with code 1 if something is wrong.
import {readFileSync} from 'node:fs';
import Module, {createRequire} from 'node:module';
import {setTimeout} from 'node:timers/promises';
import Ajv from 'ajv';
import '@codingame/monaco-vscode-debug-service-override/vscode/vs/workbench/contrib/debug/common/debugSchemas';
import {schemas} from '@codingame/monaco-vscode-api/any';

const [folder, recording] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

function check(holds, what) {
  console.log(`${holds ? 'holds' : 'FAILS'}: ${what}`);
  if (!holds)
    process.exitCode = 1;
}

const ajv = new Ajv({strict: false});

// against is what VS Code has against contributions.
function against(contributes) {
  for (const name of ['debuggers', 'breakpoints']) {
    if (!ajv.validate(schemas[name], contributes[name]))
      return ajv.errorsText(ajv.errors, {dataVar: name});
  }
  return '';
}

check(against(manifest.contributes) === '', `VS Code's schemas accept it ${against(manifest.contributes)}`);
const broken = {
  'debuggers are no list': c => c.debuggers = c.debuggers[0],
  'a debugger has a word that is unknown': c => c.debuggers[0].typ = 'machsim',
  'its type is a number': c => c.debuggers[0].type = 7,
  'its label is a list': c => c.debuggers[0].label = ['machsim'],
  'its languages are a text': c => c.debuggers[0].languages = 'go',
  'its arguments are a text': c => c.debuggers[0].args = 'dap',
  'its attributes are a list': c => c.debuggers[0].configurationAttributes = [],
  'its snippets are an object': c => c.debuggers[0].configurationSnippets = {},
  'its first configurations are a number': c => c.debuggers[0].initialConfigurations = 1,
  'a debugger is a text': c => c.debuggers.push('machsim'),
  'breakpoints are no list': c => c.breakpoints = {language: 'go'},
  'a language of breakpoints is a list': c => c.breakpoints[0].language = ['go'],
  'breakpoints have a word that is unknown': c => c.breakpoints[0].lang = 'go',
};
for (const [what, breaks] of Object.entries(broken)) {
  const c = structuredClone(manifest.contributes);
  breaks(c);
  check(against(c), `refused, as ${what}: ${against(c)}`);
}

// What a person is offered is made of words that a launch has.
const {configurationAttributes, configurationSnippets, initialConfigurations} = manifest.contributes.debuggers[0];
for (const body of [...configurationSnippets.map(s => s.body), ...initialConfigurations]) {
  const words = [...Object.keys(configurationAttributes[body.request].properties), 'type', 'request', 'name'];
  const unknown = Object.keys(body).filter(word => !words.includes(word));
  check(!unknown.length, `${body.name} is a ${body.request}${unknown}`);
}

// In place of VS Code: what the extension uses of it, and what it did.
const commands = {}, asked = [], opened = [], told = [], registered = {};
const session = {
  type: 'machsim', configuration: {},
  customRequest: async (...request) => (asked.push(request), {file: recording, position: '41'}),
};
const vscode = {
  workspace: {getConfiguration: () => ({
    get: name => manifest.contributes.configuration.properties[`machsim.${name}`].default,
  })},
  DebugAdapterExecutable: class { constructor(...words) { this.words = words; } },
  Uri: {parse: text => text},
  env: {openExternal: url => opened.push(url)},
  window: {showErrorMessage: text => told.push(text)},
  commands: {registerCommand: (name, does) => commands[name] = does},
  debug: {
    activeDebugSession: session, activeStackItem: {threadId: 3},
    registerDebugAdapterDescriptorFactory: (type, factory) => registered.adapter = {type, factory},
    registerDebugConfigurationProvider: (type, provider) => registered.provider = {type, provider},
  },
};
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest);
const extension = createRequire(import.meta.url)(`${folder}/${manifest.main}`);
extension.activate({subscriptions: []});

const type = manifest.contributes.debuggers[0].type;
check(registered.adapter.type === type && registered.provider.type === type, 'it serves the type that it contributes');
const {words: started} = registered.adapter.factory.createDebugAdapterDescriptor(session);
check(started[1].join() === 'dap', `an adapter is machsim ${started[1].join(' ')}`);
const launch = registered.provider.provider.resolveDebugConfiguration(undefined, {});
check(launch.type === type && launch.program, `without a launch.json ${launch.program} is launched`);
const contributed = manifest.contributes.commands.map(c => c.command);
check(contributed.sort().join() === Object.keys(commands).sort().join(), `the commands are there: ${contributed.join(' ')}`);
const buttons = manifest.contributes.menus['debug/toolBar'].map(m => m.command);
check(buttons.sort().join() === contributed.join(), 'each has a button');

for (const request of ['stepBackIn', 'stepBackOut']) {
  await commands[`machsim.${request}`]();
  const [name, args] = asked.pop();
  check(name === request && args.threadId === 3, `${request} is asked for, of the thread in front`);
}
await commands['machsim.page']();
for (let i = 0; i < 600 && !opened.length && !told.length; i++)
  await setTimeout(100);
check(opened[0]?.startsWith('http://127.0.0.1:'), 'the page opens on the recording');
const answer = opened[0] && await fetch(opened[0]);
check(answer?.ok, 'and is there');
extension.deactivate();
vscode.debug.activeDebugSession = undefined;
await commands['machsim.page']();
check(told.join() === 'machsim does not debug anything now', 'without a session a command says so');
