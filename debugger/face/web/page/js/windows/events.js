// The events of the run, in recorded order, a piece at a time. A row leads to the position after its event.
import {h, fill, center} from '../dom.js';
import {options} from '../buttons.js';
import {tableOf} from '../parts.js';

const piece = 100;
const everybody = 'all threads';

export default {
  name: 'events', title: 'Events', area: 'left', doc: 'the events of the run, around the position or anywhere',
  needs(state) { return this.view?.needs(state) ?? []; },
  mount(root, app) { return this.view = new Events(root, app); },
};

class Events {
  #app;
  #from = 0; // the first event that is shown; 0 for those around the position
  #shown = [1, piece];
  #total = 0;
  #thread = h('select', {'aria-label': 'of which thread'});
  #where = h('span', {class: 'hint'});
  #box = h('div', {class: 'table'});

  constructor(root, app) {
    this.#app = app;
    const button = (sign, label, does) => h('button', {'aria-label': label, title: label, onclick: does}, sign);
    this.#thread.addEventListener('change', () => app.refresh());
    root.append(h('div', {class: 'fields'}, this.#thread, button('‹', 'events before', () => this.#turn(-piece)), this.#where,
      button('›', 'later events', () => this.#turn(piece)), button('around here', 'the events around the position', () => this.#look(0))), this.#box);
  }

  #look(from) {
    this.#from = from;
    this.#app.refresh();
  }

  #turn(by) { this.#look(Math.max(1, Math.min(this.#shown[0] + by, this.#total - piece + 1))); }

  needs(state) {
    const total = state?.run?.events ?? piece;
    const from = this.#from || Math.max(1, Math.min((state?.prefix ?? 1) - piece / 2, total - piece + 1));
    this.#shown = [from, Math.min(from + piece - 1, total)];
    const who = this.#thread.value === everybody ? '' : this.#thread.value;
    return [{method: 'names', params: {kinds: ['thread']}}, {method: 'events', params: {thread: who, from: this.#shown[0], to: this.#shown[1], most: piece}}];
  }

  update([names, {result, error}], state) {
    this.#total = state.run.events;
    options(this.#thread, [everybody, ...names.result ?? []]);
    fill(this.#where, `${this.#shown[0]} to ${this.#shown[1]} of ${this.#total}`);
    const rows = result?.rows ?? [];
    if (!rows.length) return fill(this.#box, h('p', {class: 'none'}, error?.text ?? 'There are no such events.'));
    fill(this.#box, tableOf(this.#app, {columns, rows: rows.map(cells)}, {title: 'Events'}));
    const here = this.#box.querySelectorAll('tbody tr')[rows.findLastIndex(r => r.done)];
    here?.classList.add('present');
    if (!this.#from && here) center(here, this.#box.closest('.panel'));
  }
}

const columns = [{name: ''}, {name: 'event', right: true}, {name: 'ms', right: true}, {name: 'thread'}, {name: 'what it does'}, {name: 'source'}];

function cells({event, time, actor, action, where, done}) {
  const at = `${Math.floor(time / 1000)}.${String(time % 1000).padStart(3, '0')}`;
  const thread = actor.startsWith('packet ') ? {text: actor} : {text: actor, kind: 'thread', name: actor};
  return [{text: done ? ' ' : '.'}, {text: String(event), goto: String(event)}, {text: at}, thread, {text: action},
    where ? {text: where, kind: 'source', name: where} : {text: ''}];
}
