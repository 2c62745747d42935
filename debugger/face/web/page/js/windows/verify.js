// Verify: the run of a seed is made twice. A program whose runs differ cannot be debugged.
import {h} from '../dom.js';
import {Choice} from '../choice.js';
import {Work} from '../work.js';

export default {
  name: 'verify', title: 'Verify', area: 'left', doc: 'the run of a seed made twice: is the program deterministic?',
  needs: () => [{method: 'info'}],
  mount: (root, app) => new Verify(root, app),
};

class Verify {
  #choice;
  #seed = h('input', {type: 'number', min: 0, value: 1, 'aria-label': 'the seed, which says which run it is'});
  #start = h('button', {type: 'submit', title: 'make this run twice, and compare'}, 'verify');
  #work;
  #offered = false;

  constructor(root, app) {
    this.#choice = new Choice(app);
    this.#work = new Work(app, 'verify', this.#start, 'The run is made twice, event by event in turns. The first event that differs is named.', show);
    const [program, args] = this.#choice.fields;
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#make(); }}, this.#start, program, 'seed', this.#seed, args), this.#work.element);
  }

  update([{result}]) {
    this.#choice.offer(result).catch(e => this.#work.refuse(e));
    if (!this.#offered && result) this.#seed.value = result.seed;
    this.#offered = true;
  }

  #make() {
    const {program, args, faults} = this.#choice.params;
    this.#work.make({program, args, faults, seed: Number(this.#seed.value)});
  }
}

const show = ({same, known, lines: [first, ...others]}) =>
  [h('p', {}, h('span', {class: `verdict ${same ? 'good' : known ? 'bad' : ''}`}, first)), others.length ? h('pre', {class: 'text'}, others.map(line => line.replace(/^ {2}/, '')).join('\n')) : null];
