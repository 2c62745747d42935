// Explore: many runs of a program, which of them fail, and how much they have shown of what it can do.
import {h, fill} from '../dom.js';
import {Choice} from '../choice.js';
import {listed} from '../parts.js';
import {s} from '../svg.js';
import {Work} from '../work.js';

const wide = 640, high = 150, left = 44, bottom = 24; // of the chart

export default {
  name: 'explore', title: 'Explore', area: 'left', doc: 'many runs of a program: which fail, and how much they have shown',
  needs: () => [{method: 'info'}],
  mount: (root, app) => new Explore(root, app),
};

// What is counted, with the class of its line.
const counts = [['classes', 'schedules that differ'], ['states', 'states'], ['both', 'pairs of steps in both orders']];

const strategies = ['', 'random', 'every', 'pct2', 'pct3', 'pos', 'urw', 'surw', 'group3', 'delay3'];

class Explore {
  #seen = []; // how far it was, as the server has told
  #choice;
  #strategy = h('select', {'aria-label': 'who chooses in all runs'});
  #runs = h('input', {type: 'number', min: 1, value: 10000, 'aria-label': 'how many runs there are at most'});
  #receipts = h('input', {type: 'checkbox'});
  #start = h('button', {type: 'submit', title: 'make many runs of the program'}, 'explore');
  #chart = h('div');
  #work;

  constructor(root, app) {
    this.#choice = new Choice(app);
    this.#work = new Work(app, 'explore', this.#start, 'Runs of the program are made, each with other choices, until there are so many or all ' +
      'orders have been seen. The first that fails can be opened.', x => this.#report(x));
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#explore(); }},
      this.#start, this.#choice.fields, 'by', this.#strategy, h('label', {title: 'runs are of one class if every receive gets the same message: for programs whose threads share nothing but messages'}, this.#receipts, 'by receipt'), 'runs', this.#runs, this.#choice.claims), this.#work.element, this.#chart);
    fill(this.#strategy, strategies.map(name => h('option', {value: name}, name || 'the usual strategies')));
    app.client.on('exploring', now => {
      if (!this.#work.busy) return;
      this.#seen.push(now);
      this.#draw();
    });
  }

  // update offers the program of the run that is open.
  update([{result}]) { this.#choice.offer(result).catch(e => this.#work.refuse(e)); }

  #explore() {
    this.#seen = [];
    fill(this.#chart);
    this.#work.make({...this.#choice.params, strategy: this.#strategy.value, by_receipt: this.#receipts.checked, runs: Number(this.#runs.value)});
  }

  // #report is what came of it. The recording of the first run that failed can be opened.
  #report({summary, lines, proven, failures, goals, seen, file}) {
    this.#seen.push(seen);
    this.#draw();
    const kind = failures?.length || goals?.some(g => !g.runs) ? 'bad' : proven ? 'good' : '';
    return [h('p', {}, h('span', {class: `verdict ${kind}`}, summary)), failures?.length ? ways(failures) : null,
      file ? h('p', {}, h('button', {onclick: () => this.#work.open('open', {file})}, 'open the first run that failed'), ` ${file}`) : null,
      goals?.map(g => g.file ? h('p', {}, h('button', {onclick: () => this.#work.open('open', {file: g.file})}, `open a run that has reached ${g.what}`), ` ${g.file}${g.event ? `, event ${g.event}` : ''}`) : null),
      h('ul', {class: 'none'}, lines.map(line => h('li', {}, line)))];
  }

  // #draw draws how what was seen has grown, each count as a part of what it has come to.
  #draw() {
    const last = this.#seen.at(-1);
    if (!(last?.runs > 1)) return; // one run has no course
    const x = runs => left + runs / last.runs * (wide - left - 8), y = part => 8 + (1 - part) * (high - bottom - 8);
    const line = ([key]) => {
      const most = Math.max(...this.#seen.map(now => now[key]), 1);
      return [{runs: 0, [key]: 0}, ...this.#seen].map(now => `${x(now.runs).toFixed(1)},${y(now[key] / most).toFixed(1)}`).join(' ');
    };
    fill(this.#chart, h('figure', {class: 'coverage'},
      s('svg', {viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': 'how what was seen has grown from run to run'},
        [0, 0.5, 1].map(part => [s('line', {class: 'grid', x1: left, x2: wide - 8, y1: y(part), y2: y(part)}),
          s('text', {x: left - 6, y: y(part) + 4, 'text-anchor': 'end'}, `${100 * part} %`)]),
        ticks(last.runs).map(n => [s('line', {class: 'grid', x1: x(n), x2: x(n), y1: y(0), y2: y(0) + 4}),
          s('text', {x: x(n), y: y(0) + 16, 'text-anchor': n ? n === last.runs ? 'end' : 'middle' : 'start'}, `${n.toLocaleString('en')}${n === last.runs ? ' runs' : ''}`)]),
        counts.map((c, i) => s('polyline', {points: line(c), class: `line${i}`, fill: 'none'}))),
      h('figcaption', {}, `${last.runs} runs${last.failed ? `, ${last.failed} failed` : ''}${last.left ? `, ${last.left}` : ''}; of what was seen so far:`,
        counts.map(([key, name], i) => h('span', {class: `key line${i}`}, `${last[key]}${key === 'both' ? ` of ${last.pairs}` : ''} ${name}`)))));
  }
}

// ticks are the numbers of runs that the axis names: round ones, and the last.
function ticks(runs) {
  const step = [1, 2, 5].flatMap(k => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map(p => k * p)).sort((a, b) => a - b).find(n => runs / n <= 5) ?? runs;
  const all = [];
  for (let n = 0; n < runs - step / 2; n += step) all.push(n);
  return [...all, runs];
}

// ways lists in which ways runs fail.
const ways = failures => listed('Ways to fail', ['runs that fail', '>runs', '>first', 'by'], failures.map(f => [f.what, f.runs, f.run, f.by]));
