// Explore: many runs of a program, which of them fail, and how much they have shown of what it can do.
import {h, fill} from '../dom.js';
import {options} from '../buttons.js';
import {s} from '../svg.js';

export default {
  name: 'explore', title: 'Explore', area: 'left', doc: 'many runs of a program: which fail, and how much they have shown',
  needs: () => [{method: 'info'}],
  mount: (root, app) => new Explore(root, app),
};

// What is counted, with the class of its line.
const counts = [['classes', 'classes of schedules'], ['states', 'states'], ['both', 'pairs of steps in both orders']];

const strategies = ['', 'random', 'every', 'pct2', 'pct3', 'pos', 'urw', 'surw', 'group3', 'delay3'];

class Explore {
  #app;
  #asked = false;
  #seen = []; // how far it was, as the server has told
  #busy = false;
  #program = h('select', {'aria-label': 'the program'});
  #args = h('input', {type: 'text', class: 'wide', placeholder: 'n=3 meals=1', 'aria-label': 'parameters of the program, as name=value'});
  #strategy = h('select', {'aria-label': 'who chooses in all runs'});
  #runs = h('input', {type: 'number', min: 1, value: 10000, 'aria-label': 'how many runs there are at most'});
  #start = h('button', {type: 'submit', title: 'make many runs of the program'}, 'explore');
  #chart = h('div');
  #box = h('div', {'aria-live': 'polite'}, h('p', {class: 'none'},
    'Runs of the program are made, each with other choices, until there are so many or all orders have been seen. The first that fails can be opened.'));

  constructor(root, app) {
    this.#app = app;
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#explore(); }},
      this.#start, this.#program, this.#args, 'by', this.#strategy, 'runs', this.#runs), this.#chart, this.#box);
    fill(this.#strategy, strategies.map(name => h('option', {value: name}, name || 'the usual strategies')));
    app.client.on('exploring', now => {
      if (!this.#busy) return;
      this.#seen.push(now);
      this.#draw();
    });
  }

  // update offers the program of the run that is open.
  async update([{result}]) {
    if (this.#asked) return;
    this.#asked = true;
    try {
      options(this.#program, (await this.#app.client.call('programs')).map(p => p.name));
      this.#program.value = result?.program ?? this.#program.value;
      this.#args.value = Object.entries(result?.args ?? {}).map(([name, value]) => `${name}=${value}`).join(' ');
    } catch (error) { // a page without a server makes no runs
      this.#start.disabled = true;
      fill(this.#box, h('p', {class: 'none'}, `No runs can be made here: ${error.message}.`));
    }
  }

  async #explore() {
    this.#seen = [];
    this.#working(true);
    try {
      this.#report(await this.#app.client.call('explore', {program: this.#program.value, args: args(this.#args.value),
        strategy: this.#strategy.value, runs: Number(this.#runs.value)}));
    } catch (error) {
      fill(this.#box, h('p', {class: 'none', role: 'alert'}, error.message));
    }
    this.#working(false);
  }

  #working(busy) {
    this.#busy = busy;
    this.#start.disabled = busy;
    if (!busy) return;
    fill(this.#chart);
    fill(this.#box, h('p', {class: 'none'}, 'runs are made …'));
  }

  // #report shows what came of it. The recording of the first run that failed can be opened.
  #report({summary, lines, proven, failures, seen, file}) {
    this.#seen.push(seen);
    this.#draw();
    const kind = failures?.length ? 'bad' : proven ? 'good' : '';
    fill(this.#box, h('p', {}, h('span', {class: `verdict ${kind}`}, summary)), failures?.length ? ways(failures) : null,
      file ? h('p', {}, h('button', {onclick: () => this.#app.call('open', {file})}, 'open the first run that failed'), ` ${file}`) : null,
      h('ul', {class: 'none'}, lines.map(line => h('li', {}, line))));
  }

  // #draw draws how what was seen has grown, each count up to its greatest.
  #draw() {
    const last = this.#seen.at(-1);
    if (!last?.runs) return;
    const line = ([key]) => {
      const most = Math.max(...this.#seen.map(x => x[key]), 1);
      return [[0, 40], ...this.#seen.map(x => [100 * x.runs / last.runs, 40 - 38 * x[key] / most])].map(p => p.map(n => n.toFixed(2)).join(',')).join(' ');
    };
    fill(this.#chart, h('figure', {class: 'coverage'},
      s('svg', {viewBox: '0 0 100 42', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'how what was seen has grown from run to run'},
        counts.map((c, i) => s('polyline', {points: line(c), class: `line${i}`, fill: 'none', 'vector-effect': 'non-scaling-stroke'}))),
      h('figcaption', {}, `${last.runs} runs${last.failed ? `, ${last.failed} failed` : ''}`,
        counts.map(([key, name], i) => h('span', {class: `key line${i}`}, `${last[key]}${key === 'both' ? ` of ${last.pairs}` : ''} ${name}`)))));
  }
}

// ways lists in which ways runs fail.
const ways = failures => h('table', {'aria-label': 'ways to fail'},
  h('thead', {}, h('tr', {}, ['runs that fail', 'runs', 'first', 'by'].map(c => h('th', {scope: 'col'}, c)))),
  h('tbody', {}, failures.map(f => h('tr', {}, h('td', {}, f.what), h('td', {class: 'number'}, f.runs), h('td', {class: 'number'}, f.run), h('td', {}, f.by)))));

// args reads name=value, with spaces between.
const args = text => Object.fromEntries(text.split(/\s+/).filter(Boolean).map(word => {
  const [name, ...value] = word.split('=');
  return [name, value.join('=')];
}));
