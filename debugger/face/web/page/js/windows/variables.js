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
  #watched = []; // what is displayed: expressions with their numbers and values
  #before = new Map(); // their values
  #body = h('tbody');
  #locals;

  constructor(root, app) {
    this.#app = app;
    const box = h('div');
    this.#locals = new Parts(box, app);
    const input = h('input', {type: 'text', 'aria-label': 'an expression to watch', placeholder: 'watch an expression, as balance[0]',
      class: 'wide', autocomplete: 'off', spellcheck: 'false'});
    root.append(h('table', {class: 'watched', 'aria-label': 'watched expressions'}, this.#body),
      h('form', {class: 'fields', onsubmit: e => {
        e.preventDefault();
        if (input.value.trim()) this.#watch(input.value.trim());
        input.value = '';
      }}, input), box);
    app.onSelect(({watch}) => { if (watch) this.#watch(watch); });
  }

  needs() { return [{method: 'command', params: {line: 'locals'}}, {method: 'displays'}]; }

  update([locals, {result}]) {
    this.#locals.update(locals);
    const before = this.#before;
    this.#before = new Map();
    this.#watched = result ?? [];
    fill(this.#body, this.#watched.map(x => this.#row(x, before)));
  }

  #row({number, expression, value: known, why: error}, before) {
    const value = error || known;
    this.#before.set(expression, value);
    const changed = before.has(expression) && before.get(expression) !== value;
    return h('tr', {}, h('td', {role: 'rowheader'}, h('button', {class: 'link', title: 'all its changes', onclick: () => {
      this.#app.show('changes');
      this.#app.select({changes: expression});
    }}, expression)), h('td', {class: error ? 'none' : changed ? 'changed' : null}, value),
    h('td', {}, h('button', {class: 'icon', 'aria-label': `do not watch ${expression}`, onclick: () => {
      this.#app.call('undisplay', {numbers: [number]});
    }}, '×')));
  }

  #watch(expression) {
    if (!this.#watched.some(x => x.expression === expression)) this.#app.call('display', {expression});
  }
}
