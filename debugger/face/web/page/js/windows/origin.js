// Where a value comes from: the statements that have given it on, over hosts. The answer is of the position at which it
// was asked, and stays while one walks its rows, which the strip above the lanes marks.
import {h} from '../dom.js';
import {obey} from '../follow.js';
import {markRows, Parts} from '../parts.js';

export default {
  name: 'origin', title: 'Origin', area: 'left', doc: 'where a value comes from, over hosts',
  needs: () => [],
  mount(root, app) { return new Origin(root, app); },
};

class Origin {
  #app;
  #input = h('input', {type: 'text', 'aria-label': 'a value', placeholder: 'a value, as balance[0]; of a failed check: nothing', class: 'wide',
    autocomplete: 'off', spellcheck: 'false'});
  #parts;

  constructor(root, app) {
    const box = h('div');
    this.#app = app;
    this.#parts = new Parts(box, app);
    const walk = (line, text) => h('button', {type: 'button', onclick: () => obey(app, line)}, text);
    root.append(h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#ask(); }}, this.#input,
      h('button', {type: 'submit'}, 'ask'), walk('next row back', 'previous mark'), walk('next row', 'next mark')), box);
    this.#parts.say('Name a value. Its sources are marked in the strip above the lanes.');
    app.onSelect(({origin}) => {
      if (origin === undefined) return;
      this.#input.value = origin;
      this.#ask();
    });
  }

  async #ask() {
    const parts = await obey(this.#app, `origin ${this.#input.value.trim()}`.trim());
    if (!parts) return;
    this.#parts.show(parts);
    markRows(this.#app, parts);
  }

  update() {}
}
