// The prompt: every command of machsim debug, with what was typed before, and completion.
import {h} from '../dom.js';
import {Parts} from '../parts.js';

const mostAnswers = 60; // that are kept in the page

export default {
  name: 'prompt', title: 'Prompt', area: 'left', doc: 'every command, as at the prompt of machsim debug',
  needs: () => [],
  mount(root, app) { return new Prompt(root, app); },
};

class Prompt {
  #app;
  #log = h('div', {class: 'log', role: 'log', 'aria-label': 'answers'},
    h('p', {class: 'none'}, 'Type a command: help lists them, Tab completes, and the arrow keys bring back earlier ones.'));
  #input = h('input', {type: 'text', 'aria-label': 'command', placeholder: 'help', autocomplete: 'off', spellcheck: 'false',
    autocapitalize: 'off', 'aria-autocomplete': 'list', 'aria-controls': 'offers'});
  #sign = h('span', {class: 'sign', 'aria-hidden': 'true'});
  #offers = h('div', {id: 'offers', class: 'offers', role: 'status'});
  #typed;
  #at;

  constructor(root, app) {
    this.#app = app;
    this.#typed = app.prefs.get('typed') ?? [];
    this.#at = this.#typed.length;
    root.classList.add('filled');
    this.#input.addEventListener('keydown', e => this.#key(e));
    root.append(this.#log, this.#offers, h('form', {class: 'ask', onsubmit: e => {
      e.preventDefault();
      this.obey(this.#input.value);
    }}, this.#sign, this.#input));
    this.#log.addEventListener('click', () => { if (getSelection().isCollapsed) this.#input.focus({preventScroll: true}); });
  }

  update(_, state) {
    const more = state.whole ? `${state.prefix}` : `${state.prefix}+${state.holds - state.prefix}`;
    this.#sign.textContent = `(machsim ${more}${state.run.number ? ` ${state.run.name}` : ''})`;
  }

  async obey(line) {
    this.#input.value = '';
    this.#offers.textContent = '';
    if (!line.trim()) return;
    if (this.#typed.at(-1) !== line) this.#typed.push(line);
    this.#typed.splice(0, this.#typed.length - 200);
    this.#at = this.#typed.length;
    this.#app.prefs.set('typed', this.#typed);
    const box = h('div', {class: 'answer'});
    this.#log.append(h('div', {class: 'typed'}, h('span', {class: 'sign'}, this.#sign.textContent), ' ', line), box);
    while (this.#log.childElementCount > 2 * mostAnswers) this.#log.firstChild.remove();
    try {
      const {parts} = await this.#app.command(line);
      new Parts(box, this.#app).show(parts);
    } catch (error) {
      box.append(h('pre', {class: 'text wrong-text'}, (error.prompt || error.message).trimEnd()));
    }
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #key(e) {
    if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
      this.#at = Math.max(0, Math.min(this.#typed.length, this.#at + (e.key === 'ArrowUp' ? -1 : 1)));
      this.#input.value = this.#typed[this.#at] ?? '';
    } else if (e.key === 'Tab' && !e.shiftKey && this.#input.value) {
      this.#complete();
    } else if (e.key === 'Escape') {
      this.#input.value = '';
      this.#offers.textContent = '';
      return;
    } else return;
    e.preventDefault();
  }

  // #complete adds what all words that would fit have in common.
  async #complete() {
    const line = this.#input.value;
    const {head, words} = await this.#app.client.call('complete', {line}).catch(() => ({head: '', words: []}));
    if (!words?.length || this.#input.value !== line) return;
    let common = words[0];
    for (const w of words) while (!w.startsWith(common)) common = common.slice(0, -1);
    const begun = line.slice(head.length);
    if (words.length === 1) this.#input.value = `${head}${words[0]} `;
    else if (common.length > begun.length) this.#input.value = head + common;
    this.#offers.textContent = words.length > 1 ? words.slice(0, 60).join('   ') + (words.length > 60 ? ` … ${words.length - 60} more` : '') : '';
  }
}
