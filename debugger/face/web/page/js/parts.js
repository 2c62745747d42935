// The answer of a command as elements: texts and tables, whose words lead somewhere. What stands in them is what the
// prompt prints.
import {h, fill} from './dom.js';
import {keep} from './focus.js';
import {actions, follow} from './follow.js';
import {popup} from './popup.js';

// most is how many rows of a table are in the page at once.
const most = 200;

// Parts shows one answer after another in an element. Words that are others than before are marked.
export class Parts {
  #root;
  #app;
  #before = []; // the words of each table, by its rows
  #pages = []; // the first row that is shown, of each table

  constructor(root, app) {
    this.#root = root;
    this.#app = app;
  }

  // update shows an answer of the method command: {result: {parts}} or {error}.
  update({result, error}) {
    if (error) return this.say(error.prompt || error.text);
    return this.show(result.parts);
  }

  // say shows a sentence in place of an answer.
  say(text) {
    this.#before = [];
    fill(this.#root, sentence(text));
  }

  show(parts) {
    let n = 0;
    const before = this.#before;
    this.#before = [];
    const all = parts.map(part => {
      if (!part.table) return lines(this.#app, part);
      const i = n++;
      this.#before[i] = words(part.table);
      return this.#table(part.table, i, before[i]);
    });
    const kept = this.#root.scrollTop;
    fill(this.#root, all);
    this.#root.scrollTop = kept;
  }

  #table(table, i, before) {
    const from = Math.min(this.#pages[i] ?? 0, Math.max(0, table.rows.length - 1));
    const e = tableOf(this.#app, table, {from, before, title: titleOf(this.#root)});
    if (table.rows.length <= most) return h('div', {class: 'table'}, e, more(table));
    const turn = by => {
      this.#pages[i] = Math.max(0, Math.min(from + by, table.rows.length - 1));
      keep(this.#root, () => box.replaceWith(this.#table(table, i, before)));
    };
    const box = h('div', {class: 'table'}, pager(from, table, turn), e, more(table));
    return box;
  }
}

// sentence is what is said in place of an answer. Of several lines one may have a sign below a mistake, so they stay as
// they are.
const sentence = text => text.trim().includes('\n') ? h('pre', {class: 'text mistake'}, text) : h('p', {class: 'none'}, text);

// refusal is why a call has failed.
export const refusal = error => h('div', {role: 'alert'}, sentence(error.prompt || [error.message, error.hint].filter(Boolean).join('; ')));

// listed is a table with what it is about above it. The head of a column of numbers begins with >.
export function listed(caption, heads, rows) {
  const kinds = heads.map(head => head.startsWith('>') ? 'right' : null);
  return h('table', {}, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, heads.map((head, i) => h('th', {scope: 'col', class: kinds[i]}, head.replace('>', ''))))),
    h('tbody', {}, rows.map(r => h('tr', {}, r.map((c, i) => h('td', {class: kinds[i]}, c))))));
}

const more = table => table.more ? h('p', {class: 'none'}, `and ${table.more} more`) : null;

function pager(from, table, turn) {
  const last = Math.min(from + most, table.rows.length);
  return h('nav', {class: 'pager', 'aria-label': 'rows'},
    h('button', {'aria-label': 'rows before', disabled: from === 0, onclick: () => turn(-most)}, '‹'),
    h('span', {}, `rows ${from + 1} to ${last} of ${table.rows.length}`),
    h('button', {'aria-label': 'next rows', disabled: last === table.rows.length, onclick: () => turn(most)}, '›'));
}

// lines are the lines of a text, which may lead somewhere.
function lines(app, part) {
  const text = part.text ?? '';
  if (!part.goto && !part.kind) return h('pre', {class: 'text'}, linked(app, text));
  return h('pre', {class: 'text'}, h('button', {class: 'link line', onclick: () => follow(app, part)},
    text.replace(/\n$/, '').split(/(\bgoto \S+|\S+\.go:\d+)/).map((words, i) => i % 2 ? h('span', {class: 'to'}, words) : words)));
}

// place finds what a text names that can be gone to: a position, a line of a program, an event.
const place = /\bgoto (\S*[^\s.,;:)])|([\w./-]+\.go:\d+)|\bevent (\d+)/g;

// linked is a text with links at the places that it names.
export function linked(app, text) {
  const parts = [];
  let done = 0;
  for (const m of text.matchAll(place)) {
    const [all, position, source, event] = m;
    parts.push(text.slice(done, m.index), h('button', {class: 'link', onclick: () =>
      follow(app, source ? {kind: 'source', name: source} : {goto: position ?? event})}, all));
    done = m.index + all.length;
  }
  parts.push(text.slice(done));
  return parts;
}

// words has the words of each row by its key; null if rows of what has happened, which do not change, or rows without
// keys of their own.
function words(table) {
  const all = new Map();
  const at = keyColumn(table);
  if (['event', 'position'].includes(table.columns[at].kind)) return null;
  for (const row of table.rows) all.set(row[at].text, row.map(c => c.text));
  return all.size === table.rows.length ? all : null;
}

// keyColumn is the first column with a head: what the row is about.
const keyColumn = table => Math.max(0, table.columns.findIndex(c => c.name.trim()));

// titleOf is the title of the window that an element is in, or of the dialog.
const titleOf = e => e.closest('[data-title]')?.dataset.title ?? 'answer';

// tableOf is a table as an element: from is the first row of it that is shown, before the words of earlier rows, and
// title says what it is a table of.
export function tableOf(app, table, {from = 0, before = null, title}) {
  const key = keyColumn(table);
  const wordy = table.columns.map((c, i) => !c.right && table.rows.slice(from, from + most).some(r => r[i].text.length > 20 && r[i].text.includes(' ')));
  const body = h('tbody', {}, table.rows.slice(from, from + most).map(row => {
    const old = before?.get(row[key].text);
    return h('tr', {class: rowClass(table, row, before && !old)},
      row.map((c, i) => cell(app, table.columns[i], c, old && old[i] !== c.text, wordy[i])));
  }));
  const head = table.columns.some(c => c.name) &&
    h('thead', {}, h('tr', {}, table.columns.map((c, i) => h('th', {scope: 'col', class: c.right && 'right', 'aria-label': c.name.trim() ? null : i ? 'kind' : 'sign'}, c.name))));
  const e = h('table', {'aria-label': `${title}, by ${table.columns[key].name.trim() || 'line'}`, onkeydown: arrows}, head || null, body);
  const first = e.querySelector('.link');
  if (first) first.tabIndex = 0;
  return e;
}

// rowClass tells rows by the signs in front of them: a star is the present one, a dot is not done here.
function rowClass(table, row, isNew) {
  const sign = table.columns[0].name === '' ? row[0].text : '';
  return [isNew && 'new', sign === '*' && 'present', sign === '.' && 'later'].filter(Boolean).join(' ') || null;
}

function cell(app, column, c, changed, wordy) {
  const kind = [column.right && 'right', wordy && 'wordy', changed && 'changed'].filter(Boolean).join(' ') || null;
  if (!c.goto && !c.kind) return h('td', {class: kind}, c.text);
  const link = h('button', {
    class: 'link', tabindex: -1, onclick: () => follow(app, c),
    oncontextmenu: e => { e.preventDefault(); menu({x: e.clientX, y: e.clientY}); },
    onkeydown: e => { if (e.key === 'ContextMenu' || e.key === ' ') { e.preventDefault(); menu(link); } },
  }, c.text);
  const menu = at => popup(actions(app, c), at, app.can);
  const dots = actions(app, c).length < 2 || c.goto ? null
    : h('button', {class: 'dots', tabindex: -1, 'aria-label': `what can be done with ${c.text}`, onclick: e => menu(e.currentTarget)});
  return h('td', {class: kind}, link, dots);
}

// arrows moves between the links of a table by the keyboard: the table is one stop of the key Tab.
function arrows(e) {
  const by = {ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1]}[e.key];
  const td = e.target.closest('td');
  if (!by || !td) return;
  const row = td.parentElement;
  let to;
  if (by[0]) {
    const next = by[0] > 0 ? row.nextElementSibling : row.previousElementSibling;
    to = next && (next.children[td.cellIndex].querySelector('.link') ?? next.querySelector('.link'));
  } else {
    const all = [...row.querySelectorAll('.link')];
    to = all[all.indexOf(e.target) + by[1]];
  }
  e.preventDefault();
  if (!to) return;
  e.target.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

// markRows has the strip above the lanes mark the events of the rows of some parts.
export function markRows(app, parts) {
  const rows = parts.flatMap(p => p.table?.rows ?? []);
  app.mark?.(rows.flatMap(r => r.map(c => Number(c.goto)).filter(n => n > 0)).slice(0, 500));
}
