// Shrink: the failing run of the present recording is made smaller, and the smaller one can be opened.
import {h} from '../dom.js';
import {listed} from '../parts.js';
import {Work} from '../work.js';

export default {
  name: 'shrink', title: 'Shrink', area: 'left', doc: 'the failing run made smaller: fewer events and switches, smaller parameters',
  needs: () => [],
  mount: (root, app) => new Shrink(root, app),
};

class Shrink {
  #app;
  #runs = h('input', {type: 'number', min: 1, value: 10000, 'aria-label': 'how many runs are made at most'});
  #start = h('button', {type: 'submit', title: 'make the run that is open smaller'}, 'shrink');
  #work;
  #asked = false;

  constructor(root, app) {
    this.#app = app;
    this.#work = new Work(app, 'shrink', this.#start, 'A smaller run that fails in the same way is looked for. ' +
      'It is recorded beside the one that is open. Given up, the search ends with the smallest so far.', x => this.#show(x));
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#work.make({runs: Number(this.#runs.value)}); }},
      this.#start, 'by at most', this.#runs, 'runs'), this.#work.element);
  }

  // update asks once whether there is anybody here who makes runs.
  update() {
    if (!this.#asked) this.#app.client.call('programs').catch(e => this.#work.refuse(e));
    this.#asked = true;
  }

  #show({failure, sizes, ends, minimal, segments, more, file}) {
    return [h('p', {}, h('span', {class: 'verdict bad'}, failure), '. ', h('span', {class: `verdict ${minimal ? 'good' : ''}`}, ends)),
      file ? h('p', {}, h('button', {onclick: () => this.#work.open('open', {file})}, 'open the smaller run'), ` ${file}`) : null,
      h('div', {class: 'pair'}, listed('How large it is', ['', '>before', '>after'], sizes.map(s => [s.of, s.before, s.after])),
        listed(`What is left${more ? `, without ${more} more at its end` : ''}`, ['>event', 'who', 'does'], segments.map(s => [s.event, s.who, s.does.join('; ')])))];
  }
}
