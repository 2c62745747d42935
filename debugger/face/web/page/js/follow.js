// Where the words of an answer lead, and what can be done with what they name.

// follow goes where a link leads: to a position, or to the window of an object.
export function follow(app, {goto, kind, name}) {
  if (goto) return app.goto(goto);
  switch (kind) {
    case 'thread': return app.select({thread: name});
    case 'source': return look(app, 'source', {source: placeIn(name)});
    case 'frame': return obey(app, `frame ${name}`);
    case 'fork': return obey(app, name === '0' ? 'fork 0' : `fork ${name}`);
    case 'history': return look(app, 'history', {history: name});
    case 'port': return look(app, 'port', {port: name});
    case 'variable': return look(app, 'changes', {changes: name});
    case 'checkpoint': return obey(app, `rollback ${name}`);
    case 'breakpoint': return look(app, 'breakpoints', {});
    case 'note': return look(app, 'marks', {});
    default: return look(app, 'history', {history: name});
  }
}

// look shows a window, and tells it what to show.
function look(app, window, what) {
  app.show(window);
  return app.select(what);
}

// placeIn is the first place that a text names: bank.go:94 in "bank.go:94; locked at :72".
export const placeIn = text => text.match(/[^\s;()]+:\d+/)?.[0] ?? text;

// obey obeys a line of the prompt. What goes wrong is said.
export async function obey(app, line) {
  try {
    const {parts} = await app.command(line);
    return parts;
  } catch (error) {
    app.wrong(error);
    return null;
  }
}

// asked are actions for which a person is asked for words first.
const ask = (app, line, question) => app.ask(line, question);

// actions are what can be done with a cell: a list of {line, text, run}. line is the command, by which it can be told
// whether it makes sense now.
export function actions(app, {goto, kind, name}) {
  const does = (line, text) => ({line, text, run: () => obey(app, line)});
  const all = [];
  if (goto) {
    all.push({line: 'goto', text: 'go there', run: () => app.goto(goto)});
    if (/^\d+$/.test(goto)) {
      all.push({line: 'goto', text: `go to the least position that holds event ${goto}`, run: () => app.goto(`past ${goto}`)},
        {line: 'goto', text: `go to the greatest position without event ${goto}`, run: () => app.goto(`without ${goto}`)},
        does(`drop ${goto}`, 'what if its message were lost?'), does(`reorder ${goto} first`, 'what if its message were the next of its queue?'),
        {line: 'alter', text: 'what if its message said …', run: () => ask(app, `alter ${goto} `, 'a field = a value')});
    }
    return all;
  }
  switch (kind) {
    case 'thread': return [
      {line: 'thread', text: 'look at it', run: () => app.select({thread: name})},
      {line: 'list', text: 'show its source', run: () => { app.show('source'); return app.select({thread: name}); }},
      does(`event ${name}`, 'one event of it on'), does(`event ${name} back`, 'one event of it back'),
      does(`choose ${name}`, 'what if it went next?'), does(`abort ${name}`, 'what if its wait ended here?'), does(`kill thread ${name}`, 'what if it ended here?'),
      {line: 'history', text: 'its history', run: () => follow(app, {kind: 'history', name})},
    ];
    case 'task': return [does(`kill task ${name}`, 'what if it ended here?'), does(`isolate ${name}`, 'run it alone'),
      {line: 'history', text: 'its history', run: () => follow(app, {kind: 'history', name})}];
    case 'host': return [does(`kill host ${name}`, 'what if it crashed here?')];
    case 'port': return [
      {line: 'port', text: 'show it', run: () => follow(app, {kind, name})},
      {line: 'inject', text: 'what if a message came …', run: () => ask(app, `inject ${name} `, 'an id, and items')},
      does(`break receive port ${name}`, 'stop who receives from it'), does(`break send port ${name}`, 'stop who sends to it'),
      {line: 'history', text: 'its history', run: () => follow(app, {kind: 'history', name})}];
    case 'mutex': return [does(`break lock ${name}`, 'stop who locks it'),
      {line: 'history', text: 'its history', run: () => follow(app, {kind: 'history', name})}];
    case 'variable': return [
      {line: 'history', text: 'all its changes', run: () => look(app, 'changes', {changes: name})},
      {line: 'origin', text: 'where it comes from', run: () => look(app, 'origin', {origin: name})},
      {line: 'print', text: 'watch it', run: () => look(app, 'variables', {watch: name})},
      does(`watch ${name}`, 'stop who changes it'), does(`rwatch ${name}`, 'stop who reads it'),
      {line: 'set', text: 'what if it had another value …', run: () => ask(app, `set ${name} = `, 'a value')}];
    case 'checkpoint': return [does(`rollback ${name}`, 'go there'), does(`diff ${name}`, 'what is different here'), does(`delete ${name}`, 'forget it')];
    case 'note': return [does(`delete note ${name}`, 'delete it')];
    case 'breakpoint': return [does(`enable ${name}`, 'let it stop threads'), does(`disable ${name}`, 'let it stop nobody'),
      does(`delete ${name}`, 'delete it'), does(`switch ${name}`, 'make it the primary one')];
    case 'fork': return [does(`fork ${name}`, 'enter it'),
      {line: 'fork', text: 'compare it with its parent', run: () => look(app, 'compare', {compare: name})},
      does(`close ${name}`, 'close it')];
  }
  return [];
}
