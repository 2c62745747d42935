// Queries: a SELECT over the tables of the run. The rows lead to their events, which the strip above the lanes marks.
import {h, fill} from '../dom.js';
import {options} from '../buttons.js';
import {markRows, Parts} from '../parts.js';

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
  #table = h('select', {'aria-label': 'a table to ask for rows'});
  #columns = h('div', {class: 'fields', 'aria-label': 'the columns of the table'});
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
      h('button', {type: 'submit'}, 'ask'), this.#table, h('button', {type: 'button', onclick: () => this.#ask('')}, 'which there are')), this.#columns, this.#box);
    app.client.call('tables').then(all => this.#offer(all), () => this.#table.remove());
    app.onSelect(({draft}) => { if (draft !== undefined) this.#input.value = draft; });
  }

  // #offer lets a table be chosen. Its columns are written into the query by a click.
  #offer(tables) {
    options(this.#table, ['a table …', ...tables.map(t => t.name)]);
    this.#table.addEventListener('change', () => {
      const table = tables.find(t => t.name === this.#table.value);
      this.#table.title = table?.doc ?? '';
      fill(this.#columns, (table?.columns ?? []).map(c => h('button', {type: 'button', class: 'link', title: c.doc, onclick: () => this.#write(c.name)}, c.name)));
      if (table) this.#input.value = `SELECT * FROM ${table.name} LIMIT 20`;
    });
  }

  // #write writes a word in the place of the star, or where the cursor is: behind another word after a comma.
  #write(word) {
    const {value, selectionStart: from, selectionEnd: to} = this.#input, star = value.indexOf('*');
    if (star >= 0) this.#input.setRangeText(word, star, star + 1, 'end');
    else this.#input.setRangeText(/\w$/.test(value.slice(0, from)) ? `, ${word}` : word, from, to, 'end');
    this.#input.focus();
  }

  #ask(text) {
    this.#asked = `query ${text.replaceAll('\n', ' ').trim()}`.trim();
    this.#app.refresh();
  }

  needs() { return this.#asked ? [{method: 'command', params: {line: this.#asked}}] : []; }

  update([answer]) {
    if (!answer) return this.#parts.say('A query is one of SQL, over the tables of this run; docs/EVENTS.md lists them.');
    this.#parts.update(answer);
    markRows(this.#app, answer.result?.parts ?? []);
  }
}
