// Buttons and forms that obey commands. A command that makes no sense now is grey, and says why.
import {h} from './dom.js';
import {obey} from './follow.js';

// Bar is a row of buttons, each [line, sign, title].
export class Bar {
  element;
  #app;
  #buttons = [];

  constructor(app, label, rows) {
    this.#app = app;
    this.element = h('div', {role: 'toolbar', class: 'toolbar', 'aria-label': label}, rows.map(r => r ? this.#button(...r) : h('span', {class: 'gap'})));
  }

  #button(line, sign, title) {
    const b = h('button', {'aria-label': title, title, onclick: () => {
      if (b.getAttribute('aria-disabled') !== 'true') obey(this.#app, line);
    }}, sign);
    this.#buttons.push({b, line, title});
    return b;
  }

  // update greys what cannot be done now.
  update() {
    for (const {b, line, title} of this.#buttons) grey(this.#app, b, line, `${title} (${line})`);
  }
}

// grey greys a button whose command makes no sense now, and lets it say why.
export function grey(app, button, line, title) {
  const {can: may = true, why = ''} = app.can.get(line) ?? {};
  button.setAttribute('aria-disabled', String(!may));
  button.title = may ? title : why;
}

// form is a line with fields, and a button that obeys what lineOf makes of their words. A field is a word of text, or
// {label, placeholder, wide} for an input, or {label, options} for a choice that is filled by the returned fill.
export function form(app, title, fields, lineOf) {
  const inputs = [];
  const parts = fields.map(f => {
    if (typeof f === 'string') return h('span', {}, f);
    const e = f.choice ? h('select', {'aria-label': f.label})
      : h('input', {type: 'text', 'aria-label': f.label, placeholder: f.placeholder ?? '', class: f.wide ? 'wide' : null,
        autocomplete: 'off', spellcheck: 'false'});
    inputs.push(e);
    return e;
  });
  const button = h('button', {type: 'submit'}, title);
  const element = h('form', {class: 'fields', onsubmit: async e => {
    e.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') return;
    const line = lineOf(...inputs.map(i => i.value.trim()));
    if (line && await obey(app, line)) for (const i of inputs) if (i instanceof HTMLInputElement) i.value = '';
  }}, parts, button);
  return {
    element, inputs,
    update: () => grey(app, button, lineOf(...inputs.map(() => '0')) || 'run', lineOf(...inputs.map(i => i.placeholder ?? i.value))),
  };
}

// options gives a choice other words, and keeps what is chosen if that is still there. Where there is nothing to choose,
// it says so.
export function options(select, words) {
  select.disabled = !words.length;
  if (!words.length) words = [''];
  const chosen = select.value;
  const same = select.options.length === words.length && words.every((w, i) => select.options[i].value === w);
  if (same) return;
  select.replaceChildren(...words.map(w => h('option', {value: w}, w || 'none')));
  if (words.includes(chosen)) select.value = chosen;
}
