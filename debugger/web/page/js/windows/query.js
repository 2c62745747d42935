// Queries: a SELECT over the tables of the run. The rows lead to their events, which the strip above the lanes marks.
import {h} from '../dom.js';
import {Parts} from '../parts.js';

const mostMarked = 500;

export default {
  name: 'query', title: 'Query', area: 'left', doc: 'ask for rows of the tables of this run, by SELECT', late: true,
  needs() { return this.view?.needs() ?? []; },
  mount(root, app) { return this.view = new Query(root, app); },
};

class Query {
  #app;
  #asked = ''; // the query whose rows are shown
  #input = h('textarea', {'aria-label': 'a query', rows: 2, spellcheck: 'false', class: 'wide',
    placeholder: "SELECT n, thread, kind FROM events WHERE kind = 'message-transmission' LIMIT 20"});
  #box = h('div');
  #parts;

  constructor(root, app) {
    this.#app = app;
    this.#parts = new Parts(this.#box, app);
    this.#input.addEventListener('keydown', e => {
      if (e.key !== 'Enter' || e.shiftKey) return;
      e.preventDefault();
      this.#ask(this.#input.value);
    });
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#ask(this.#input.value); }}, this.#input,
      h('button', {type: 'submit'}, 'ask'), h('button', {type: 'button', onclick: () => this.#ask('')}, 'which there are')), this.#box);
    app.onSelect(({draft}) => { if (draft !== undefined) this.#input.value = draft; });
  }

  #ask(text) {
    this.#asked = `query ${text.replaceAll('\n', ' ').trim()}`.trim();
    this.#app.refresh();
  }

  needs() { return this.#asked ? [{method: 'command', params: {line: this.#asked}}] : []; }

  update([answer]) {
    if (!answer) return this.#parts.say('A query is one of SQL, over the tables of this run; docs/EVENTS.md lists them.');
    this.#parts.update(answer);
    const rows = answer.result?.parts.flatMap(p => p.table?.rows ?? []) ?? [];
    const events = rows.flatMap(r => r.map(c => Number(c.goto)).filter(n => n > 0)).slice(0, mostMarked);
    this.#app.mark?.(events);
  }
}
