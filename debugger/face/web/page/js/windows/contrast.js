// Compare many: what failing runs of a program have that good ones have not.
import {h} from '../dom.js';
import {Choice} from '../choice.js';
import {listed} from '../parts.js';
import {Work} from '../work.js';

export default {
  name: 'contrast', title: 'Compare many', area: 'left', doc: 'many runs of a program: what failing ones have that good ones have not',
  needs: () => [{method: 'info'}],
  mount: (root, app) => new Contrast(root, app),
};

class Contrast {
  #choice;
  #seeds = h('input', {type: 'number', min: 2, value: 1000, 'aria-label': 'how many seeds are tried'});
  #start = h('button', {type: 'submit', title: 'make many runs of the program, and compare those that fail with those that do not'}, 'compare');
  #work;
  #asked = null; // what was compared

  constructor(root, app) {
    this.#choice = new Choice(app);
    this.#work = new Work(app, 'contrast', this.#start, 'Runs of the program are made, each with another seed. What more of the ' +
      'failing ones have than chance explains is told: an order of events, a lost message, a value.', x => this.#show(x));
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#make(); }},
      this.#start, this.#choice.fields, 'seeds', this.#seeds, this.#choice.claims), this.#work.element);
  }

  // update offers the program of the run that is open.
  update([{result}]) { this.#choice.offer(result).catch(e => this.#work.refuse(e)); }

  #make() {
    this.#asked = this.#choice.params;
    this.#work.make({...this.#asked, seeds: Number(this.#seeds.value)});
  }

  #show({summary, nothing, classes, good, remarks}) {
    return [h('p', {}, h('b', {}, summary), nothing ? `; ${nothing}` : ''), ...classes.map(c => this.#class(c, good)), ...remarks.map(none)];
  }

  // #class is runs that fail in one way, with what tells them apart.
  #class(c, good) {
    const head = h('p', {}, h('span', {class: 'verdict bad'}, c.what), ` in ${c.runs} run${c.runs === 1 ? '' : 's'}, first in `, this.#open(c.first, `seed ${c.first.seed}`));
    if (!c.tells.length) return h('div', {}, head, c.nothing ? none(c.nothing) : null);
    return h('div', {class: 'table'}, head, listed(`These of ${c.tested} features tell them apart; p is that of Fisher’s exact test, corrected by Holm’s method`, ['>failing', '>good', '>p', '', 'shown by', 'a good run'],
      c.tells.map(l => [`${l.failing}/${c.runs}`, `${l.good}/${good}`, l.p, h('div', {}, l.what, l.also.map(none)),
        h('div', {}, this.#open(l.run, `seed ${l.run.seed}`), none(eventsOf(l))), l.without ? this.#open(l.without, `seed ${l.without.seed}`) : 'none is without'])));
  }

  // #open is a link that records one of the runs, and opens it.
  #open(run, text) {
    return h('button', {class: 'link', title: 'record this run, and open it', onclick: () => this.#work.open('record', {...this.#asked ?? this.#choice.params, ...run})}, text);
  }
}

const none = text => h('div', {class: 'none'}, text);

const eventsOf = ({events}) => `event${events.length === 1 ? '' : 's'} ${events.join(', ')}`;
