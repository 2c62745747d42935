// Analysis: what can be known of the program before it runs. A click on a call shows its line.
import {h, fill} from '../dom.js';
import {follow} from '../follow.js';
import {linked} from '../parts.js';
import {s} from '../svg.js';

export default {
  name: 'analysis', title: 'Analysis', area: 'left', doc: 'who sends what to whom, and who can know what of others, in all runs',
  needs: () => [{method: 'info'}],
  mount: (root, app) => new Analysis(root, app),
};

class Analysis {
  #app;
  #program = '';
  #box = h('div', {class: 'graph'});

  constructor(root, app) {
    this.#app = app;
    root.append(this.#box);
  }

  update([{result}]) {
    if (!result || result.program === this.#program) return;
    this.#program = result.program;
    this.#ask(result.program);
  }

  async #ask(program) {
    fill(this.#box, h('p', {class: 'none'}, 'The source is read …'));
    const found = await this.#app.client.call('analyse', {program}).then(x => this.#found(x), error => h('p', {class: 'none'}, `${error.message}.`));
    if (program === this.#program) fill(this.#box, found);
  }

  #found({picture, width, height, boxes, says}) {
    const look = name => follow(this.#app, {kind: 'source', name});
    return [s('svg', {width, height, role: 'group', 'aria-label': 'who sends what to whom'},
      s('image', {href: `data:image/svg+xml,${encodeURIComponent(picture)}`, width, height}),
      boxes.map(({where, ...at}) => s('rect', {...at, class: 'call', role: 'link', tabindex: 0, 'aria-label': where,
        onclick: () => look(where), onkeydown: e => e.key === 'Enter' && look(where)}))),
    h('pre', {class: 'text'}, linked(this.#app, says.join('\n')))];
  }
}
