// Mutants: weakened copies of the program, and which of them its tests have noticed.
import {h, fill} from '../dom.js';
import {listed} from '../parts.js';

export default {
  name: 'mutants', title: 'Mutants', area: 'left', doc: 'weakened copies of the program, and which of them its tests notice',
  needs: () => [{method: 'info'}],
  mount: (root, app) => new Mutants(root, app),
};

class Mutants {
  #app;
  #program = '';
  #list = h('div');

  constructor(root, app) {
    this.#app = app;
    root.append(h('div', {class: 'fields'}, h('button', {title: 'look once more at what machsim mutate has found', onclick: () => this.#ask()}, 'look again')), this.#list);
  }

  update([{result}]) {
    if (!result || result.program === this.#program) return;
    this.#program = result.program;
    this.#ask();
  }

  async #ask() {
    try {
      fill(this.#list, this.#found(await this.#app.client.call('mutants', {program: this.#program})));
    } catch (error) {
      fill(this.#list, h('p', {class: 'none'}, `${error.message}.`));
    }
  }

  #found({all, tests, seeds, interrupted}) {
    const some = status => all.filter(m => m.status === status).length;
    const survive = some('survives');
    return [h('p', {}, h('span', {class: `verdict ${survive ? 'bad' : 'good'}`}, `${all.length} mutants of ${this.#program}: ${some('noticed')} noticed, ${survive} survive, ${some('same') + some('not reached')} run like the program`),
      `, held against ${tests ? `the tests in ${tests} and ` : ''}${seeds} seeds${interrupted ? '; not all were tried' : ''}`),
    h('div', {class: 'table'}, listed('Those that survive come first', ['mutant', 'change', '', 'by'],
      [...all.filter(m => m.status === 'survives'), ...all.filter(m => m.status !== 'survives')].map(row)))];
  }
}

// row is a row of the table. The run of a mutant is shown by a machsim that has the mutant.
const row = m => [m.name, h('pre', {class: 'text'}, m.change.join('\n')), m.status,
  h('div', {}, m.by?.map(text => h('div', {}, text)), m.pair?.length ? h('div', {}, `seed ${m.seed}, event ${m.event}: ${m.pair[1] || 'its end'}, not ${m.pair[0] || 'its end'}`) : null,
    m.open ? h('code', {}, m.open.replace('machsim debug', 'machsim web')) : null)];
