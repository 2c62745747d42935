// The variables of the chosen function, and expressions that a person watches.
import {h, fill} from '../dom.js';
import {Parts} from '../parts.js';

export default {
  name: 'variables', title: 'Variables', area: 'right', late: true, doc: 'the variables of the chosen function, and watch expressions',
  needs() { return this.view?.needs() ?? [{method: 'command', params: {line: 'locals'}}]; },
  mount(root, app) { return this.view = new Variables(root, app); },
};

class Variables {
  #app;
  #watched; // expressions
  #before = new Map(); // their values
  #body = h('tbody');
  #locals;

  constructor(root, app) {
    this.#app = app;
    this.#watched = app.prefs.get('watched') ?? [];
    const box = h('div');
    this.#locals = new Parts(box, app);
    const input = h('input', {type: 'text', 'aria-label': 'an expression to watch', placeholder: 'watch an expression, as balance[0]',
      class: 'wide', autocomplete: 'off', spellcheck: 'false'});
    root.append(h('table', {class: 'watched', 'aria-label': 'watched expressions'}, this.#body),
      h('form', {class: 'fields', onsubmit: e => {
        e.preventDefault();
        if (input.value.trim()) this.#keep([...this.#watched, input.value.trim()]);
        input.value = '';
      }}, input), box);
    app.onSelect(({watch}) => { if (watch) this.#keep([...this.#watched, watch]); });
  }

  needs() {
    return ['locals', ...this.#watched.map(e => `print ${e}`)].map(line => ({method: 'command', params: {line}}));
  }

  update([locals, ...values]) {
    this.#locals.update(locals);
    const before = this.#before;
    this.#before = new Map();
    fill(this.#body, this.#watched.slice(0, values.length).map((e, i) => this.#row(e, i, values[i], before)));
  }

  #row(expression, i, {result, error}, before) {
    const value = error ? error.text : valueOf(expression, result.parts);
    this.#before.set(expression, value);
    const changed = before.has(expression) && before.get(expression) !== value;
    return h('tr', {}, h('td', {role: 'rowheader'}, h('button', {class: 'link', title: 'all its changes', onclick: () => {
      this.#app.show('changes');
      this.#app.select({changes: expression});
    }}, expression)), h('td', {class: error ? 'none' : changed ? 'changed' : null}, value),
    h('td', {}, h('button', {class: 'icon', 'aria-label': `do not watch ${expression}`, onclick: () => {
      this.#keep(this.#watched.filter((_, n) => n !== i));
    }}, '×')));
  }

  #keep(watched) {
    this.#watched = [...new Set(watched)];
    this.#app.prefs.set('watched', this.#watched);
    this.#app.refresh();
  }
}

// valueOf is the value in what the command print answers.
function valueOf(expression, parts) {
  const table = parts.find(p => p.table)?.table;
  if (table) return table.rows.map(r => r.at(-1).text).join(', ');
  const text = parts.map(p => p.text ?? '').join('').trim();
  return text.startsWith(`${expression} is `) ? text.slice(expression.length + 4) : text;
}
