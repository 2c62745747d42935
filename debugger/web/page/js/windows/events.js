// The events of the run, in recorded order, a piece at a time.
import {h, fill} from '../dom.js';
import {Parts} from '../parts.js';
import {options} from '../buttons.js';

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
  #thread = h('select', {'aria-label': 'of which thread'});
  #where = h('span', {class: 'where'});
  #parts;
  #box;
  #total = 0;

  constructor(root, app) {
    this.#app = app;
    this.#box = h('div', {class: 'events'});
    this.#parts = new Parts(this.#box, app);
    const button = (sign, label, does) => h('button', {type: 'button', 'aria-label': label, title: label, onclick: does}, sign);
    this.#thread.addEventListener('change', () => app.refresh());
    root.append(h('div', {class: 'line'}, this.#thread, button('‹', 'events before', () => this.#turn(-piece)), this.#where,
      button('›', 'later events', () => this.#turn(piece)), button('◎', 'around the position', () => this.#look(0))), this.#box);
  }

  #look(from) {
    this.#from = from;
    this.#app.refresh();
  }

  #turn(by) { this.#look(Math.max(1, Math.min((this.#from || this.#middle()) + by, Math.max(1, this.#total - piece + 1)))); }

  #middle() { return Math.max(1, (this.#app.state?.prefix ?? 1) - piece / 2); }

  needs(state) {
    const from = this.#from || Math.max(1, (state?.prefix ?? 1) - piece / 2);
    const who = this.#thread.value === everybody ? '' : this.#thread.value;
    const to = Math.min(from + piece - 1, state?.run?.events || piece);
    this.shown = [from, to];
    return [{method: 'command', params: {line: `events ${who} ${from} ${to}`}}];
  }

  update([answer], state) {
    this.#total = state.run.events;
    options(this.#thread, [everybody, ...state.cut.map(l => l.thread)]);
    fill(this.#where, `${this.shown[0]} to ${this.shown[1]} of ${this.#total}`);
    this.#parts.update(answer);
    const here = [...this.#box.querySelectorAll('.line')].findLast(e => e.textContent.startsWith(' '));
    here?.parentElement.classList.add('present');
    if (!this.#from) here?.scrollIntoView({block: 'center'});
  }
}
