// Which runs are to be made: of a program, with parameters, and what is claimed of them.
import {h, fill} from './dom.js';
import {options} from './buttons.js';

// kinds are those of claims, each with what it says, and an example.
const kinds = {
  always: ['is true after every step', 'sum of balance <= 600'],
  never: ['is true after no step', 'a.using = 1 and worker1.using = 1'],
  finally: ['is true at the end', 'account[0] = 100'],
  'no-state': ['is true in no state that the run could have come to', 'a.using = 1 and worker1.using = 1'],
  sometimes: ['is true after a step of some run', '2 different nodes (candidate)'],
  linearizable: ['the remote calls fit a model: register, map, counter or queue', 'map:port=bank'],
};

// Choice is fields for them: fields go into a line of a form, and claims, which become more, below it.
export class Choice {
  #client;
  #programs = []; // those that there are
  #asked = null; // the answer of the first question
  #program = h('select', {'aria-label': 'the program', onchange: () => this.#offerArgs()});
  #args = h('input', {type: 'text', class: 'wide', 'aria-label': 'parameters of the program, as name=value', autocomplete: 'off', spellcheck: 'false'});
  #faults = h('input', {type: 'text', 'aria-label': 'what may go wrong', placeholder: 'no faults', title: 'what may go wrong, as crash=1,loss=30%', autocomplete: 'off', spellcheck: 'false'});
  #more = h('button', {type: 'button', title: 'claim something of the runs: one that breaks a claim has failed', onclick: () => this.#claim().querySelector('input').focus()}, 'claim …');
  claims = h('div', {class: 'claiming'});

  constructor(app) { this.#client = app.client; }

  get fields() { return [this.#program, this.#args, this.#faults, this.#more]; }

  // offer offers the programs, and at first what the run that is open was made of. It throws why no runs can be made here.
  offer(info) { return this.#asked ??= this.#offer(info); }

  async #offer(info) {
    this.#programs = await this.#client.call('programs');
    options(this.#program, this.#programs.map(p => p.name));
    this.#program.value = info?.program ?? this.#program.value;
    this.#args.value = Object.entries(info?.args ?? {}).map(([name, value]) => `${name}=${value}`).join(' ');
    this.#faults.value = info?.faults ?? '';
    this.#offerArgs();
    const words = info?.claims ?? [];
    for (let i = 0; i < words.length; i += 2) this.#claim(words[i].replace(/^--/, ''), words[i + 1]);
  }

  // #offerArgs shows which parameters there are, with their defaults.
  #offerArgs() {
    const params = this.#programs.find(p => p.name === this.#program.value)?.params ?? [];
    this.#args.placeholder = params.map(p => `${p.name}=${p.default}`).join(' ') || 'no parameters';
    this.#args.title = params.map(p => `${p.name}: ${p.doc}`).join('\n');
  }

  // params are those of the methods that make runs.
  get params() { return {program: this.#program.value, args: args(this.#args.value), faults: this.#faults.value.trim(), claims: this.#claims}; }

  get #claims() {
    return [...this.claims.children].map(e => ({kind: e.querySelector('select').value, text: e.querySelector('input').value.trim()})).filter(c => c.text);
  }

  // #claim adds a line for a claim, and returns it.
  #claim(kind = 'never', text = '') {
    const says = h('span', {class: 'none'});
    const input = h('input', {type: 'text', class: 'wide', value: text, 'aria-label': 'what is claimed', autocomplete: 'off', spellcheck: 'false'});
    const select = h('select', {'aria-label': 'the kind of claim', onchange: () => explain()}, Object.keys(kinds).map(k => h('option', {value: k, selected: k === kind}, k)));
    const explain = () => {
      const [doc, example] = kinds[select.value];
      fill(says, doc);
      input.placeholder = example;
    };
    const line = h('div', {class: 'fields'}, select, input, h('button', {type: 'button', class: 'icon', 'aria-label': 'forget this claim', onclick: () => { line.remove(); this.#more.focus(); }}, '×'), says);
    explain();
    this.claims.append(line);
    return line;
  }
}

// args reads name=value, with spaces between.
const args = text => Object.fromEntries(text.split(/\s+/).filter(Boolean).map(word => {
  const [name, ...value] = word.split('=');
  return [name, value.join('=')];
}));
