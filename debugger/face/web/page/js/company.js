// Who is in the session that is shown, and who moves. Where nobody else can be, it shows nothing.
import {h, fill} from './dom.js';

export class Company {
  element = h('span', {class: 'company', hidden: true});
  #app;
  #shown = '';

  constructor(app) { this.#app = app; }

  // update shows who is there. Who is at this page is asked, for all pages that look are answered the same else.
  async update({name, guests}) {
    this.element.hidden = !name;
    if (!name) return;
    const you = await this.#app.client.call('you').catch(() => null);
    const now = JSON.stringify([name, guests, you]);
    if (!you || now === this.#shown) return;
    this.#shown = now;
    const mover = guests.find(g => g.moves), others = guests.filter(g => !g.moves);
    const who = g => g.name === you.name ? `${g.name} (you)` : g.name;
    const moves = mover ? `${who(mover)} moves` : 'nobody moves';
    const looks = others.length > 3 ? `${others.length} look` : others.map(who).join(', ') + (others.length > 1 ? ' look' : ' looks');
    this.element.title = guests.map(g => `${who(g)}: ${g.face}, ${g.moves ? 'moves' : 'looks'}`).join('\n');
    fill(this.element, h('b', {}, name), ` ${moves}${others.length ? `; ${looks}` : ''} `, this.#buttons(you, mover, others));
  }

  #buttons(you, mover, others) {
    if (!you.why) return others.map(g => h('button', {class: 'quiet', onclick: () => this.#does('give', {name: g.name})}, `let ${g.name} move`)).slice(0, 3);
    const me = others.find(g => g.name === you.name);
    return me?.looks ? null : h('button', {class: 'take', title: you.why, onclick: () => this.#does('take', {})}, 'Take over');
  }

  #does(method, params) { return this.#app.call(method, params); }
}
