// The top of the page: which run this is and how it ended, where one stands in it, and the usual motions.
import {Company} from './company.js';
import {h, fill} from './dom.js';
import {obey} from './follow.js';
import {farther} from './status.js';

const motions = [
  ['start', '⇤', 'to the start'], ['continue back', '«', 'back to a breakpoint'], ['event back', '◀', 'one event back'],
  ['event', '▶', 'one event on'], ['continue', '»', 'on to a breakpoint'], ['end', '⇥', 'to the end'], ['undo', '↶', 'undo the last motion'],
];

export class Top {
  #program = h('h1');
  #run = h('span', {class: 'run'});
  #where = h('span', {class: 'where'});
  #company;
  #buttons;

  constructor(root, app) {
    this.#buttons = motions.map(([line, sign, title]) =>
      h('button', {'data-command': line, title, 'aria-label': title, onclick: () => obey(app, line)}, sign));
    this.#company = new Company(app);
    app.client.on('grew', g => fill(this.#where, farther(g)));
    root.append(h('div', {class: 'about'}, this.#program, this.#run, this.#where), this.#company.element, h('nav', {'aria-label': 'motions'}, this.#buttons));
  }

  // update shows a state of a program's run, and who is in the session.
  update(state, can, program, session) {
    this.#company.update(session);
    const {run} = state, fork = run.number ? `${run.name}, ` : '';
    for (const [e, text] of [[this.#program, program], [this.#run, `${fork}seed ${run.seed}; ${state.ended}`], [this.#where, placed(state)]]) {
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

// placed says where one stands. A statement of the thread in focus is named by its line, where that is known.
export function placed({describe, focus, computing}) {
  if (computing) return `${describe}; ${computing.thread} computes at ${computing.source}`;
  if (!focus?.code || !focus.source) return describe;
  return describe.replace(/statement \d+ of (\S+)$/, (all, thread) => thread === focus.thread ? `${focus.source} of ${thread}` : all);
}
