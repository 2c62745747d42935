// Assertions: what a person claims of the run, with what the recorded order of its events says to it, and all orders.
import {h, fill} from '../dom.js';

const mostShown = 20; // positions of one assertion

export default {
  name: 'assertions', title: 'Assertions', area: 'left', doc: 'claims about the run, with what the recorded order and all orders of its events say to them',
  needs: () => [{method: 'info'}],
  mount(root, app) { return new Assertions(root, app); },
};

class Assertions {
  #app;
  #program = '';
  #run = ''; // that the answers are about
  #texts = []; // of the assertions
  #said = new Map(); // the answers, by keyOf; null while one is worked at
  #input = h('input', {type: 'text', 'aria-label': 'an assertion', placeholder: 'every lock fork1 leads to unlock fork1 within 30 ms', class: 'wide',
    autocomplete: 'off', spellcheck: 'false'});
  #mistake = h('div', {role: 'alert'});
  #box = h('div', {class: 'table'});

  constructor(root, app) {
    this.#app = app;
    root.append(h('form', {class: 'fields claim', onsubmit: e => { e.preventDefault(); this.#add(this.#input.value.trim()); }},
      this.#input, h('button', {type: 'submit'}, 'check')), this.#mistake, this.#box);
  }

  // update asks what another run says. Motions do not change that.
  update([{result}], {run}) {
    const now = `${run.number} ${run.events}`;
    if (result?.program === this.#program && now === this.#run) return;
    this.#program = result?.program ?? '';
    this.#run = now;
    this.#texts = this.#app.prefs.get('assertions')?.[this.#program] ?? [];
    this.#said = new Map();
    this.#draw();
    for (const text of this.#texts) this.#ask(text, false);
  }

  // #add keeps an assertion that has no mistake in it, and has it checked.
  async #add(text) {
    if (!text) return;
    this.#mark(text, null);
    const answer = await this.#ask(text, false);
    if (!answer) return;
    if (answer.error) return this.#mark(text, answer.error);
    this.#input.value = '';
    this.#keep([...this.#texts.filter(t => t !== text), text]);
    this.#ask(text, true);
  }

  // #mark shows a mistake under its character, where the cursor goes to; null for none.
  #mark(text, error) {
    this.#input.setAttribute('aria-invalid', String(Boolean(error)));
    fill(this.#mistake, error && mistake(error));
    if (!error) return;
    const at = error.column ? [...text].slice(0, error.column - 1).join('').length : text.length;
    this.#input.value = text;
    this.#input.focus();
    this.#input.setSelectionRange(at, at);
  }

  // #ask has an assertion checked in the recorded order or in all of them, once for each run. What was given up can be
  // asked again.
  async #ask(text, all) {
    const said = this.#said, key = keyOf(text, all);
    if (said.has(key)) return said.get(key);
    said.set(key, null);
    this.#draw();
    const answer = await this.#check(text, all).then(result => ({result}), error => ({error}));
    if (answer.error) said.delete(key);
    if (!answer.error || answer.error.kind !== 'interrupted' && this.#texts.includes(text)) said.set(key, answer);
    if (said === this.#said) this.#draw();
    return answer;
  }

  // #check makes the calls. An assertion about time has a verdict over the recorded order in any case, one on states is
  // looked for in the recorded ones then.
  async #check(predicate, orders) {
    const result = await this.#app.client.call('check', {predicate, orders});
    return orders || result.verdict ? result : this.#app.client.call('check', {predicate, states: 'recorded'});
  }

  #keep(texts) {
    this.#texts = texts;
    this.#app.prefs.set('assertions', {...this.#app.prefs.get('assertions'), [this.#program]: texts});
    this.#draw();
  }

  // #draw draws the table. A button in it that has the keyboard gives it to the one that takes its place.
  #draw() {
    const buttons = () => [...this.#box.querySelectorAll('button')], at = buttons().indexOf(document.activeElement);
    this.#table();
    if (at >= 0) (buttons()[at] ?? this.#input).focus({preventScroll: true});
  }

  #table() {
    if (!this.#texts.length) {
      return fill(this.#box, h('p', {class: 'none'}, 'An assertion is a predicate, on time or on states; docs/PREDICATES.md says how it is written.'));
    }
    const head = ['assertion', 'recorded order', 'all orders', ''].map(name => h('th', {scope: 'col'}, name));
    fill(this.#box, h('table', {class: 'claims', 'aria-label': 'assertions'}, h('thead', {}, h('tr', {}, head)),
      h('tbody', {}, this.#texts.map(text => this.#row(text)))));
  }

  #row(text) {
    const edit = () => { this.#input.value = text; this.#input.focus(); };
    return h('tr', {}, h('td', {}, h('button', {class: 'link', title: 'write it anew', onclick: edit}, text),
      (this.#said.get(keyOf(text, false))?.result?.remarks ?? []).map(none)),
      this.#cell(text, false, recorded), this.#cell(text, true, others),
      h('td', {}, h('button', {class: 'icon', 'aria-label': `forget ${text}`, onclick: () => this.#keep(this.#texts.filter(t => t !== text))}, '×')));
  }

  #cell(text, all, show) {
    const key = keyOf(text, all), answer = this.#said.get(key);
    if (answer === null) return h('td', {class: 'none', 'aria-busy': 'true'}, 'at work …');
    if (answer?.error) return h('td', {}, mistake(answer.error));
    if (answer) return h('td', {}, show(this.#app, answer.result));
    const label = `check ${all ? 'all orders' : 'the recorded order'}`;
    return h('td', {}, h('button', {'aria-label': `${label}: ${text}`, onclick: () => this.#ask(text, all)}, label));
  }
}

const keyOf = (text, all) => `${all ? 'all' : 'recorded'} ${text}`;

// mistake is what is wrong: the sentence has the text and, under the character where its mistake is, a sign.
const mistake = ({message, hint}) => h('pre', {class: 'text mistake'}, [message, hint].filter(Boolean).join('\n'));

const none = text => h('div', {class: 'none'}, text);

const verdict = (kind, text) => h('span', {class: `verdict ${kind}`}, text);

const place = (app, position, text) => position ? h('div', {}, h('button', {class: 'link', onclick: () => app.goto(position)}, text)) : null;

const kinds = {true: 'good', false: 'bad', mixed: 'bad', unknown: ''};

// recorded shows what the recorded order says.
function recorded(app, {verdict: said, truth, refuted, found, position, event, why}) {
  if (!said) {
    return found ? [verdict('', 'satisfied'), place(app, position, `at first after event ${event}`), ...why.map(none)]
      : verdict('', 'satisfied at no position');
  }
  const more = refuted.length - mostShown;
  return [verdict(kinds[truth], said), ...refuted.slice(0, mostShown).map(r => place(app, r.position, r.why)),
    more > 0 ? none(`and ${more} more`) : null, refuted.length ? null : place(app, position, 'go there')];
}

// others shows what all orders of the same events say.
function others(app, {verdict: said, truth, orders, inOrders, other, first, found, position}) {
  const kind = truth === 'false' && inOrders === 'mixed' ? '' : kinds[inOrders];
  if (said) return [verdict(kind, orders), first ? none(first) : null, place(app, other, 'go to where it is otherwise')];
  return found ? [verdict('', 'satisfied in some order'), place(app, position, 'go to its first state')] : verdict('', 'satisfied in no order');
}
