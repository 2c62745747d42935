// Two runs side by side, from where they differ first: a fork beside its parent, or any two.
import {h, fill} from '../dom.js';
import {obey} from '../follow.js';

export default {
  name: 'compare', title: 'Compare two', area: 'right', doc: 'two runs side by side, and what differs first',
  needs() { return this.view?.needs() ?? []; },
  mount(root, app) { return this.view = new Compare(root, app); },
};

class Compare {
  #app;
  #one = h('select', {'aria-label': 'one run'});
  #other = h('select', {'aria-label': 'the other run'});
  #fields;
  #box = h('div', {class: 'compared'});
  #chosen = null; // the numbers of the runs, null for the present one and its parent
  #asked = null; // what was chosen when the last calls were made

  constructor(root, app) {
    this.#app = app;
    this.#fields = h('div', {class: 'fields', hidden: ''}, this.#one, 'beside', this.#other);
    root.append(this.#fields, this.#box);
    for (const s of [this.#one, this.#other]) {
      s.addEventListener('change', () => {
        this.#chosen = [Number(this.#one.value), Number(this.#other.value)];
        app.refresh();
      });
    }
    app.onSelect(({compare}) => {
      if (compare === undefined) return;
      this.#chosen = [null, Number(compare)];
      app.refresh();
    });
  }

  needs() {
    const [one, other] = (this.#asked = this.#chosen) ?? [];
    return [{method: 'runs'}, {method: 'compare', params: {one: one ?? -1, other: other ?? -1}}];
  }

  update([all, {result, error}]) {
    this.#fields.hidden = !(all.result?.length > 1); // then there is nothing to choose
    if (error) {
      if (this.#asked === this.#chosen) this.#chosen = null; // others may have been chosen since
      return fill(this.#box, h('p', {class: 'none'}, error.text));
    }
    const runs = new Map((all.result ?? []).map(r => [r.number, r.name]));
    for (const [select, n] of [[this.#one, result.one.number], [this.#other, result.other.number]]) {
      fill(select, [...runs].map(([number, name]) => h('option', {value: number, selected: number === n}, name)));
    }
    fill(this.#box, this.#head(result), this.#threads(result), this.#beside(result));
  }

  #head({same, one, other}) {
    if (same === one.events && same === other.events) return h('p', {}, `Both are the same ${same} events.`);
    return h('p', {}, 'Both begin with the same ', h('button', {class: 'link', onclick: () => this.#app.goto(String(same))}, `${same} events`), '; then they differ.');
  }

  // #threads is what each thread does first that it does not do in the other run.
  #threads({threads, one, other}) {
    const rows = threads.filter(t => t.one || t.other);
    if (!rows.length) return null;
    return h('table', {}, h('caption', {}, 'What each thread does first that differs'),
      h('thead', {}, h('tr', {}, ['thread', 'same', one.name, other.name].map((c, i) => h('th', {scope: 'col', class: i === 1 && 'right'}, c)))),
      h('tbody', {}, rows.map(t => h('tr', {}, h('td', {}, t.thread), h('td', {class: 'right'}, t.same),
        [t.one, t.other].map(x => h('td', {class: x ? null : 'none'}, x || 'nothing more'))))));
  }

  #beside({one, other, oneRows, otherRows}) {
    const lines = (run, rows) => h('section', {}, h('h3', {}, run.name, ' ', h('small', {}, run.ended)),
      h('ol', {class: 'beside'}, rows.map(r => h('li', {class: r.same ? 'same' : null},
        h('button', {class: 'link line', onclick: () => this.#go(run, r.event)}, h('span', {class: 'n'}, r.event), ` ${r.actor}  ${r.action}`)))));
    return h('div', {class: 'two'}, lines(one, oneRows), lines(other, otherRows));
  }

  async #go(run, event) {
    if (run.number !== this.#app.state.run.number) await obey(this.#app, `fork ${run.number}`);
    this.#app.goto(String(event));
  }
}
