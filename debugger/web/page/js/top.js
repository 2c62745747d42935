// The top of the page: which run this is, where one stands in it, and the usual motions.
import {h, fill} from './dom.js';
import {obey} from './follow.js';

const motions = [
  ['start', '⇤', 'to the start'], ['continue back', '«', 'back to a breakpoint'], ['event back', '◀', 'one event back'],
  ['event', '▶', 'one event on'], ['continue', '»', 'on to a breakpoint'], ['end', '⇥', 'to the end'], ['undo', '↶', 'undo the last motion'],
];

export class Top {
  #where = h('span', {class: 'where'});
  #run = h('span', {class: 'run'});
  #buttons;

  constructor(root, app) {
    this.#buttons = motions.map(([line, sign, title]) =>
      h('button', {'data-command': line, title, 'aria-label': title, onclick: () => obey(app, line)}, sign));
    root.append(h('h1', {}, 'machsim'), h('nav', {'aria-label': 'motions'}, this.#buttons), this.#where, this.#run);
  }

  update(state, can) {
    for (const [e, text] of [[this.#where, state.describe], [this.#run, `${state.run.name}; ${state.ended}`]]) {
      fill(e, text);
      e.title = text; // there may be no room for all of it
    }
    for (const b of this.#buttons) {
      const {can: may = true, why = ''} = can.get(b.dataset.command) ?? {};
      b.setAttribute('aria-disabled', String(!may));
      b.title = may ? b.getAttribute('aria-label') : why;
    }
  }
}
