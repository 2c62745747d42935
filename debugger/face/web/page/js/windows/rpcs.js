// Remote calls as a tree: below each call those that its server has made for it. Its events can be gone to.
import {h, fill} from '../dom.js';
import {options} from '../buttons.js';
import {follow} from '../follow.js';
import {popup} from '../popup.js';

const piece = 200; // how many calls are in the page at once
const which = new Map([['all calls', ''], ['failed', 'failed'], ['orphans', 'orphans'], ['executed again', 'doubled']]);

export default {
  name: 'rpcs', title: 'Remote calls', area: 'right', doc: 'who called whom on which host, for which other call, and what became of it',
  needs() { return this.view?.needs() ?? []; },
  mount(root, app) { return this.view = new Calls(root, app); },
};

class Calls {
  #app;
  #from = 1; // the first call that is shown
  #rows = [];
  #more = false; // there are calls behind those
  #folded = new Set(); // numbers of calls
  #at = 0; // the number of the call that the key Tab leads to
  #which = h('select', {'aria-label': 'which calls'});
  #where = h('span', {class: 'hint'});
  #since = h('p', {class: 'hint', hidden: true});
  #box = h('div');

  constructor(root, app) {
    this.#app = app;
    const turn = (sign, label, by) => h('button', {'aria-label': label, title: label, onclick: () => this.#turn(by)}, sign);
    options(this.#which, [...which.keys()]);
    app.onSelect(({rpcs}) => {
      if (!rpcs) return;
      [this.#which.value, this.#from] = [rpcs, 1];
      app.refresh();
    });
    this.#which.addEventListener('change', () => { this.#from = 1; app.refresh(); });
    root.append(h('div', {class: 'fields'}, this.#which, turn('‹', 'calls before', -piece), this.#where,
      turn('›', 'later calls', piece)), this.#since, this.#box);
  }

  #turn(by) {
    if (by > 0 && !this.#more) return;
    this.#from = Math.max(1, this.#from + by);
    this.#app.refresh();
  }

  needs() {
    const what = this.#which.value;
    return [{method: 'names', params: {kinds: ['thread']}},
      {method: 'rpcs', params: {which: which.get(what) ?? what, from: this.#from, most: piece + 1}}];
  }

  update([names, {result, error}], {run: {since}}) {
    this.#since.hidden = !since;
    fill(this.#since, `These are of event ${since} and later: what was before is not known.`);
    options(this.#which, [...which.keys(), ...names.result ?? []]);
    if (error) return fill(this.#box, h('p', {class: 'none'}, error.text));
    this.#more = result.length > piece;
    this.#rows = result.slice(0, piece);
    if (!this.#rows.length && this.#from > 1) return this.#turn(-piece);
    fill(this.#where, this.#rows.length ? `${this.#from} to ${this.#from + this.#rows.length - 1}${this.#more ? ', and more' : ''}` : '');
    this.#draw();
  }

  // #draw draws the tree. What had the keyboard keeps it.
  #draw() {
    if (!this.#rows.length) return fill(this.#box, h('p', {class: 'none'}, 'There are no such remote calls here.'));
    const focused = this.#box.contains(document.activeElement);
    const below = Map.groupBy(this.#rows, r => r.parent);
    const there = new Set(this.#rows.map(r => r.number));
    if (!there.has(this.#at)) this.#at = this.#rows[0].number;
    const item = r => {
      const inner = below.get(r.number), open = !this.#folded.has(r.number);
      return h('li', {role: 'treeitem', 'aria-label': sentence(r), 'aria-expanded': inner ? String(open) : null, 'data-call': r.number, tabindex: -1},
        this.#row(r, inner, open), inner && open ? h('ul', {role: 'group'}, inner.map(item)) : null);
    };
    fill(this.#box, h('ul', {role: 'tree', class: 'tree calls', 'aria-label': 'remote calls', onkeydown: e => this.#key(e)},
      this.#rows.filter(r => !there.has(r.parent)).map(item)));
    this.#reach(this.#at, focused);
  }

  #row(r, inner, open) {
    const thread = (name, host) => name ? [link(name, () => follow(this.#app, {kind: 'thread', name})), h('span', {class: 'host'}, ` on ${host}`)] : 'nobody yet';
    return h('div', {class: 'call', onclick: () => this.#reach(r.number, true),
      oncontextmenu: e => { e.preventDefault(); this.#menu(r, {x: e.clientX, y: e.clientY}); }},
    inner ? h('button', {class: 'icon fold', tabindex: -1, 'aria-label': `${open ? 'fold' : 'unfold'} call ${r.number}`,
      onclick: () => this.#fold(r.number, open)}, open ? '▾' : '▸') : h('span', {class: 'fold'}),
    h('span', {class: 'number'}, r.number),
    h('span', {}, thread(r.caller, r.callerHost), ' → ', thread(r.server, r.serverHost)),
    h('span', {class: 'request'}, `${r.port}: ${r.request}`),
    word(r) ? h('span', {class: `mark ${word(r)}`}, word(r)) : null, h('span', {class: 'outcome'}, r.text),
    h('span', {class: 'steps'}, steps(r).map(([what, event]) => link(`${what} ${event}`, () => this.#app.goto(String(event))))));
  }

  #menu(r, at) {
    popup([{heading: `call ${r.number}`},
      ...steps(r).map(([what, event]) => ({line: 'goto', text: `go to event ${event}: ${what}`, run: () => this.#app.goto(String(event))})),
      ...[r.caller, r.server].filter(Boolean).map(name => ({line: 'thread', text: `look at ${name}`, run: () => this.#app.select({thread: name})}))],
    at, this.#app.can);
  }

  #fold(number, fold) {
    this.#folded[fold ? 'add' : 'delete'](number);
    this.#at = number;
    this.#draw();
  }

  #items() { return [...this.#box.querySelectorAll('[role=treeitem]')]; }

  // #reach makes a call the one that the key Tab leads to. Of one that is folded away, it is the first.
  #reach(number, focus) {
    const all = this.#items(), to = all.find(e => e.dataset.call === String(number)) ?? all[0];
    for (const e of all) e.tabIndex = e === to ? 0 : -1;
    this.#at = Number(to.dataset.call);
    if (focus) to.focus();
  }

  // #key moves, folds and unfolds as in all trees. Enter goes to the send, the space bar shows what else there is.
  #key(e) {
    const all = this.#items(), item = e.target.closest('[role=treeitem]'), i = all.indexOf(item);
    const r = this.#rows.find(x => String(x.number) === item.dataset.call), open = item.getAttribute('aria-expanded');
    const to = x => x && this.#reach(Number(x.dataset.call), true);
    if (e.target !== item && ['Enter', ' '].includes(e.key)) return; // of a link within
    switch (e.key) {
      case 'ArrowDown': to(all[i + 1]); break;
      case 'ArrowUp': to(all[i - 1]); break;
      case 'Home': to(all[0]); break;
      case 'End': to(all.at(-1)); break;
      case 'ArrowRight': if (open === 'false') this.#fold(r.number, false); else if (open) to(all[i + 1]); break;
      case 'ArrowLeft': if (open === 'true') this.#fold(r.number, true); else to(item.parentElement.closest('[role=treeitem]')); break;
      case 'Enter': this.#app.goto(String(r.sent)); break;
      case ' ': case 'ContextMenu': this.#menu(r, item.firstChild); break;
      default: return;
    }
    e.preventDefault();
  }
}

const link = (text, does) => h('button', {class: 'link', tabindex: -1, onclick: does}, text);

const word = r => r.orphan ? 'orphan' : r.failed ? 'failed' : r.marked?.executions > 1 ? 'executed again' : '';

// steps are the events of a call, in their order: of one by a protocol of the program's own, those of its packets.
const steps = r => [...(r.marked ? r.marked.packets.flatMap(packet) : [['sent', r.sent], ['received', r.dequeued], ['replied', r.replied],
  ['reply received', r.received]]), ['given up', r.gaveUp], ['lost', r.lost]].filter(([, event]) => event).sort(([, a], [, b]) => a - b);

const packet = p => [[`${p.step} sent`, p.copy === 1 && p.sent], [`${p.step} received`, p.got], [`${p.step} lost`, p.lost]];

// sentence is all of a row, for who does not see it.
function sentence(r) {
  return [`call ${r.number}${r.parent ? `, for call ${r.parent}` : ''}`, `${r.caller} on ${r.callerHost} to ${r.server ? `${r.server} on ${r.serverHost}` : 'nobody yet'}`,
    `${r.port}: ${r.request}`, word(r), r.text, steps(r).map(([what, event]) => `${what} at event ${event}`).join(', ')].filter(Boolean).join('; ');
}
