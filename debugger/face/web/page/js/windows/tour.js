// Tours: stories that lead a class through a run, a step at a time. A step moves all windows.
import {h, fill} from '../dom.js';
import {obey} from '../follow.js';
import access from '../tours/access.js';
import deadlock from '../tours/deadlock.js';
import twice from '../tours/twice.js';

export const tours = [deadlock, access, twice];

export default {
  name: 'tour', title: 'Tour', area: 'left', doc: 'a story about this run, step by step',
  needs: () => [{method: 'info'}],
  mount(root, app) { return new Guide(root, app); },
};

class Guide {
  #app;
  #root;
  #tour = null;
  #at = -1; // the step that is shown; -1 is what comes before the first
  #info = null;
  #left = false; // a step is at work
  #story = h('p', {class: 'story', 'aria-live': 'polite'});

  constructor(root, app) {
    this.#app = app;
    this.#root = root;
    root.classList.add('tour');
    app.onSelect(({tour}) => { if (tour) this.#begin(tours.find(t => t.name === tour)); });
  }

  update([info]) {
    if (info.error) return;
    this.#info = info.result;
    const fits = tours.find(t => this.#fits(t)); // also after a run was recorded for it
    if (!this.#tour && fits) this.#tour = fits;
    this.#draw();
  }

  #fits(t) { return this.#info && this.#info.program === t.program && (this.#info.fork || Number(this.#info.seed) === t.seed); }

  #begin(tour) {
    this.#tour = tour;
    this.#at = -1;
    this.#draw();
  }

  #draw() {
    const t = this.#tour;
    if (!t || !this.#fits(t)) return fill(this.#root, this.#others());
    const last = t.steps.length - 1, text = this.#at < 0 ? t.intro : t.steps[this.#at].text;
    if (this.#root.contains(this.#story) && this.#story.textContent === text) return;
    if (!this.#root.contains(this.#story)) fill(this.#root, h('h2'), this.#story, h('div', {class: 'fields'}));
    const [title, , fields] = this.#root.children;
    fill(title, t.title);
    fill(this.#story, text); // the same element, so that it is read aloud
    fill(fields,
      h('button', {disabled: this.#at < 0, onclick: () => this.#to(this.#at - 1)}, '‹ back'),
      h('button', {class: 'main', disabled: this.#at === last, onclick: () => this.#to(this.#at + 1)}, this.#at < 0 ? 'begin ›' : 'next ›'),
      h('span', {class: 'dots', role: 'img', 'aria-label': `step ${this.#at + 1} of ${t.steps.length}`},
        t.steps.map((_, i) => h('i', {class: i === this.#at ? 'on' : i < this.#at ? 'past' : null}))));
  }

  #others() {
    return [h('p', {class: 'none'}, 'A tour leads through a run that is known beforehand:'), h('ul', {}, tours.map(t =>
      h('li', {}, `${t.title}: `, h('button', {class: 'link', title: 'make this run, record it, and open that',
        onclick: () => this.#app.call('record', {program: t.program, seed: t.seed, faults: t.faults ?? ''})}, `${t.program}, seed ${t.seed}`))))];
  }

  // #to shows a step. Going back does again what the step does, without the forks that it makes.
  async #to(n) {
    if (this.#left) return;
    this.#left = true;
    this.#root.ariaBusy = 'true';
    const back = n < this.#at;
    if (n === 0 && !back) await this.#begins();
    this.#at = n;
    this.#draw();
    try {
      const {lines = [], show = [], select} = this.#tour.steps[n] ?? {};
      for (const line of lines) if (!(back && /^(choose|stop|parent)/.test(line))) await this.#line(line);
      for (const name of show) this.#app.show(name);
      this.#app.show('tour');
      if (select) await this.#app.select(select);
    } finally {
      this.#left = false;
      this.#root.ariaBusy = 'false';
    }
  }

  // #begins arranges the windows for the tour, in the recording.
  async #begins() {
    this.#app.layout.arrange('tour');
    if (this.#app.state.run.number) await obey(this.#app, 'fork 0');
  }

  // #line obeys a line. One goes back to the recording only from a fork.
  #line(line) {
    if (line === 'parent' && !this.#app.state.run.number) return null;
    return obey(this.#app, line);
  }
}
