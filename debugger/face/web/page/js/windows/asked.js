// Windows that show what a command answers about something that a person names, or chooses in another window.
import {h} from '../dom.js';
import {Parts} from '../parts.js';

// asked makes such a window. what is the key by which it is told of a choice (App.select), lineOf the command line.
export function asked(name, title, area, doc, what, placeholder, lineOf) {
  return {
    name, title, area, doc,
    needs() { return this.view?.needs() ?? []; },
    mount(root, app) { return this.view = new Asked(root, app, what, placeholder, lineOf); },
  };
}

class Asked {
  #about = '';
  #lineOf;
  #parts;
  #placeholder;

  constructor(root, app, what, placeholder, lineOf) {
    const box = h('div');
    const input = h('input', {type: 'text', 'aria-label': placeholder, placeholder, class: 'wide', autocomplete: 'off', spellcheck: 'false'});
    this.#lineOf = lineOf;
    this.#placeholder = placeholder;
    this.#parts = new Parts(box, app);
    root.append(h('form', {class: 'fields', onsubmit: e => {
      e.preventDefault();
      this.#about = input.value.trim();
      app.refresh();
    }}, input), box);
    app.onSelect(chosen => {
      if (chosen[what] === undefined) return;
      this.#about = input.value = chosen[what];
      app.refresh();
    });
  }

  needs() { return this.#about ? [{method: 'command', params: {line: this.#lineOf(this.#about)}}] : []; }

  update([answer]) {
    if (answer) this.#parts.update(answer);
    else this.#parts.say(`Name ${this.#placeholder}.`);
  }
}
