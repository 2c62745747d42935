// Recordings beside the present one: they are opened, made and deleted here.
import {h, fill} from '../dom.js';
import {Choice} from '../choice.js';
import {refusal} from '../parts.js';

export default {
  name: 'recordings', title: 'Recordings', area: 'right', doc: 'other recordings: open, make, delete',
  needs: () => [{method: 'info'}], // every recording is read for the list, so that is made when it is asked for
  mount: (root, app) => new Recordings(root, app),
};

class Recordings {
  #app;
  #asked = false;
  #list = h('div');
  #choice;
  #seed = h('input', {type: 'number', min: 0, value: 1, 'aria-label': 'the seed, which says which run it is'});
  #record = h('button', {type: 'submit', title: 'make a run, record it, and open that'}, 'record');
  #wrong = h('div');
  #form;

  constructor(root, app) {
    this.#app = app;
    this.#choice = new Choice(app);
    const [program, ...others] = this.#choice.fields;
    this.#form = h('form', {class: 'fields', onsubmit: e => { e.preventDefault(); this.#make(); }},
      this.#record, program, 'seed', this.#seed, others, this.#choice.claims);
    root.append(this.#form, this.#wrong, this.#list);
  }

  update([{result}]) {
    if (!this.#asked) this.#ask(result);
    this.#asked = true;
  }

  // #ask lists the recordings. Another seed of the run that is open is what one wants to record most often.
  async #ask(info) {
    try {
      await this.#choice.offer(info);
      const all = await this.#app.client.call('recordings');
      fill(this.#list, all.length ? this.#table(all) : h('p', {class: 'none'}, 'There are no recordings in this directory or in its .machsim.'));
    } catch (error) { // a page without a server has no others
      this.#form.hidden = true;
      fill(this.#list, h('p', {class: 'none'}, error.message));
    }
  }

  #table(rows) {
    return h('table', {'aria-label': 'recordings'}, h('thead', {}, h('tr', {}, ['recording', 'program', 'seed', 'made', ''].map(c => h('th', {scope: 'col', 'aria-label': c ? null : 'what can be done'}, c)))),
      h('tbody', {}, rows.map(r => h('tr', {}, h('td', {}, this.#open(r)), h('td', {}, r.program + (r.fork ? ', a fork' : '')),
        h('td', {class: 'number'}, r.seed), h('td', {}, r.made), h('td', {}, this.#beside(r, rows), this.#remove(r))))));
  }

  #open({file, present}) {
    if (present) return h('span', {}, file, ' (open now)');
    return h('button', {class: 'link', title: 'open it; forks that were not saved are gone then', onclick: () => this.#app.call('open', {file})}, file);
  }

  // #beside is a button that compares a recording with the present one, if both are of the same program.
  #beside({file, program, present}, rows) {
    if (present || !rows.some(r => r.present && r.program === program)) return null;
    return h('button', {'aria-label': `compare ${file}`, title: `open ${file} as a fork, and show what differs first`, onclick: async () => {
      const run = await this.#app.call('beside', {file});
      if (!run) return;
      this.#app.show('compare');
      this.#app.select({compare: run.number});
    }}, 'compare');
  }

  // #remove is a button that deletes a recording when it is pressed twice.
  #remove({file, present}) {
    if (present) return null;
    const b = h('button', {title: `delete ${file}, with its notes`, onclick: async () => {
      if (b.textContent === 'delete') return say('really?', `really delete ${file}?`);
      await this.#app.call('remove', {file});
      this.#ask();
    }, onblur: () => say('delete', `delete ${file}`)});
    const say = (text, name) => {
      b.textContent = text;
      b.setAttribute('aria-label', name);
    };
    say('delete', `delete ${file}`);
    return b;
  }

  async #make() {
    this.#record.disabled = true;
    fill(this.#wrong);
    await this.#app.client.call('record', {...this.#choice.params, seed: Number(this.#seed.value)}).catch(e => fill(this.#wrong, refusal(e)));
    this.#record.disabled = false;
  }
}
