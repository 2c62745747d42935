// Histories: what happened to objects of a kind, or to one object.
import {h} from '../dom.js';
import {options} from '../buttons.js';
import {Parts} from '../parts.js';

const overview = 'which there are';

export default {
  name: 'history', title: 'Histories', area: 'left', doc: 'what happened to objects, as rows that lead to their events',
  needs() { return this.view?.needs() ?? []; },
  mount(root, app) { return this.view = new Histories(root, app); },
};

class Histories {
  #about = ''; // a kind, or an object
  #kind = h('select', {'aria-label': 'history'});
  #object = h('input', {type: 'text', 'aria-label': 'of an object', placeholder: 'of an object', autocomplete: 'off', spellcheck: 'false'});
  #parts;

  constructor(root, app) {
    const box = h('div');
    this.#parts = new Parts(box, app);
    const look = (about, object) => {
      this.#about = `${about === overview ? '' : about} ${object}`.trim();
      app.refresh();
    };
    this.#kind.addEventListener('change', () => look(this.#kind.value, this.#object.value));
    root.append(h('form', {class: 'fields', onsubmit: e => {
      e.preventDefault();
      look(this.#kind.value, this.#object.value);
    }}, this.#kind, this.#object), box);
    app.onSelect(({history}) => {
      if (history === undefined) return;
      const kind = [...this.#kind.options].some(o => o.value === history);
      this.#kind.value = kind ? history : overview;
      this.#object.value = kind ? '' : history;
      look(this.#kind.value, this.#object.value);
    });
  }

  needs() { return [{method: 'histories'}, {method: 'command', params: {line: `history ${this.#about}`.trim()}}]; }

  update([kinds, answer]) {
    if (kinds.result) options(this.#kind, [overview, ...kinds.result.map(k => k.name)]);
    this.#parts.update(answer);
  }
}
