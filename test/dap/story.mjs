// The lost update of bank, found from an editor: told by VS Code's own client for tests.
//
//	node story.mjs MACHSIM         over standard streams
//	node story.mjs MACHSIM PORT    to an adapter that listens
//
// It prints a transcript: each request, its answer, and the events in between that the story waits for.
import {createRequire} from 'node:module';
const {DebugClient} = createRequire(import.meta.url)('@vscode/debugadapter-testsupport');

const [machsim, port] = process.argv.slice(2);
const client = new DebugClient(machsim, 'dap', 'machsim');
client.defaultTimeout = 60_000;
const asked = new Set();

function show(mark, name, body) {
  const text = JSON.stringify(body ?? {}).replaceAll(process.cwd(), '/home/me');
  console.log(`${mark} ${name} ${text.length > 700 ? text.slice(0, 700) + '...' : text}`);
}

// ask makes a request, and shows it with its answer.
async function ask(command, args) {
  asked.add(command);
  show('>', command, args);
  try {
    const {body} = await client.send(command, args);
    show('<', command, body);
    return body;
  } catch (wrong) {
    show('<', command, {error: wrong.message});
  }
}

// event waits for an event that something brings about, and shows it.
async function event(name, makes) {
  const comes = client.waitForEvent(name);
  const made = await makes?.();
  const {body} = await comes;
  show('!', name, body);
  return name === 'stopped' ? body : made;
}

const moves = (command, args) => event('stopped', () => ask(command, args));
const title = text => console.log(`\n# ${text}`);

// top is the innermost function that a thread is in.
async function top(threadId) {
  const {stackFrames} = await ask('stackTrace', {threadId, startFrame: 0, levels: 1});
  return stackFrames[0];
}

// scope is the variables of a scope of a frame.
async function scope(frameId, name) {
  const {scopes} = await ask('scopes', {frameId});
  return (await ask('variables', {variablesReference: scopes.find(s => s.name === name).variablesReference})).variables;
}

const bank = {path: '/home/me/machsim/programs/bank/bank.go'};

await client.start(port && +port);
title('launch: without breakpoints it stops where the run fails');
await ask('initialize', {adapterID: 'machsim', linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path'});
await event('initialized', () => ask('launch', {program: 'bank', seed: 9}));
await ask('setExceptionBreakpoints', {filters: ['check', 'deadlock']});
const failed = await moves('configurationDone', {});
const thread = failed.threadId;
await ask('threads');
await ask('exceptionInfo', {threadId: thread});

title('the account with the wrong sum: a data breakpoint, and back to who wrote it');
let frame = await top(thread);
let account = (await scope(frame.id, 'Locals')).find(v => v.name === 'account');
await ask('variables', {variablesReference: account.variablesReference, filter: 'indexed', start: 0, count: 3});
const data = await ask('dataBreakpointInfo', {variablesReference: account.variablesReference, name: '[1]'});
await ask('setDataBreakpoints', {breakpoints: [{dataId: data.dataId, accessType: 'write'}]});
await moves('reverseContinue', {threadId: thread});
frame = await top(thread);
console.log(frame.line === 81 ? 'it stands before the line that wrote' : `it stands in line ${frame.line}`);
await ask('evaluate', {expression: 'r.Balance', frameId: frame.id, context: 'hover'});
await scope(frame.id, 'Locals');
await ask('source', {sourceReference: frame.source.sourceReference, source: frame.source});
await ask('stackTrace', {threadId: thread});

title('steps, both ways');
await moves('stepBack', {threadId: thread, granularity: 'statement'});
await top(thread);
await moves('next', {threadId: thread});
await moves('stepBackOut', {threadId: thread});
await moves('continue', {threadId: thread});
await moves('stepOut', {threadId: thread});
await moves('reverseContinue', {threadId: thread});
await moves('stepBackIn', {threadId: thread});
await moves('next', {threadId: thread, granularity: 'instruction'});

title('breakpoints of other kinds');
await ask('setDataBreakpoints', {breakpoints: []});
await ask('breakpointLocations', {source: bank, line: 76, endLine: 90});
await ask('setBreakpoints', {source: bank, breakpoints: [{line: 111, condition: 'amount > 4'},
  {line: 81, hitCondition: '% 3', logMessage: 'account {r.Account} has {r.Balance}'}]});
const hit = await moves('reverseContinue', {threadId: thread});
const teller = hit.threadId;
await ask('stepInTargets', {frameId: (frame = await top(teller)).id})
  .then(({targets}) => moves('stepIn', {threadId: teller, targetId: targets[0].id}));
frame = await top(teller);
await moves('restartFrame', {frameId: frame.id});
await ask('setFunctionBreakpoints', {breakpoints: [{name: 'byGetAndPut'}]});
await moves('reverseContinue', {threadId: teller});
await ask('setFunctionBreakpoints', {breakpoints: []});
await ask('setInstructionBreakpoints', {breakpoints: [{instructionReference: 'send to port bank'}]});
await moves('continue', {threadId: teller});
frame = await top(teller);
await ask('disassemble', {memoryReference: frame.instructionPointerReference, instructionOffset: -3, instructionCount: 5});
await ask('setInstructionBreakpoints', {breakpoints: []});

title('the debug console, and where a line is passed');
await ask('completions', {text: 'breakp', column: 7});
await event('stopped', () => ask('evaluate', {expression: 'goto 41', context: 'repl'}));
await ask('evaluate', {expression: 'threads', context: 'repl'});
const {targets} = await ask('gotoTargets', {source: bank, line: 81});
await moves('goto', {threadId: thread, targetId: targets.at(-1).id});
await ask('readMemory', {memoryReference: 'bank.1@0x10000', count: 8});
await ask('loadedSources');
await ask('recording');

title('what if: another balance, in a fork');
frame = await top(thread);
account = (await scope(frame.id, 'Locals')).find(v => v.name === 'account');
await event('stopped', () => ask('setVariable', {variablesReference: account.variablesReference, name: '[1]', value: '42'}));
await ask('recording');
frame = await top(thread);
await event('stopped', () => ask('setExpression', {expression: 'r.Balance', value: '43', frameId: frame.id}));

title('what cannot be');
await ask('scopes', {frameId: 1});
await ask('next', {threadId: 99});
await ask('attach', {});
await ask('nonsense', {});
await ask('cancel', {requestId: 1});
await event('stopped', () => ask('pause', {threadId: thread}));

title('again, by another seed');
await event('stopped', () => ask('restart', {arguments: {program: 'bank', seed: 3}}));
await event('terminated', () => ask('terminate', {}));
await ask('disconnect', {});
console.log(`\n${asked.size} sorts of request were made`);
process.exit(0);
