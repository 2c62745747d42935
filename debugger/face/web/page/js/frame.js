// The frame around the windows: menus, the palette, keys, and the panic button.
import {h} from './dom.js';
import {presets} from './desk/presets.js';
import {obey} from './follow.js';
import {menus} from './menus.js';
import {Palette} from './palette.js';
import {popup} from './popup.js';
import {sizes} from './scale.js';
import {tours} from './windows/tour.js';

// talking are commands whose answer is more than the windows show: it goes to a window of its own.
const talking = {why: 'why', races: 'races', forks: 'forks', checkpoints: 'marks', notes: 'marks'};

export class Frame {
  #app;
  #palette;
  #keys = new Map(); // what a key does

  constructor(app) {
    this.#app = app;
    this.#palette = new Palette(app, () => this.#everything());
    app.ask = (line, question) => this.#palette.ask(line, question);
    for (const [, items] of menus) for (const item of items) if (item?.[2]) this.#keys.set(item[2], () => this.#do(item[0], item[1]));
    this.#keys.set('!', () => this.panic()).set('?', () => this.help()).set(':', () => this.#palette.ask('', 'a command'))
      .set('F6', e => app.layout.next(e.shiftKey ? -1 : 1));
    document.addEventListener('keydown', e => this.#key(e));
    this.#top(document.getElementById('top'));
  }

  #top(top) {
    const bar = h('nav', {class: 'menus', role: 'menubar', 'aria-label': 'menus'});
    const open = [...menus.map(([title, items]) => [title, () => items.map(i => this.#item(i))]), ['Windows', () => this.#windows()]];
    for (const [title, items] of open) {
      const b = h('button', {role: 'menuitem', 'aria-haspopup': 'menu', tabindex: bar.childElementCount ? -1 : 0, onclick: () => popup(items(), b, this.#app.can),
        onkeydown: e => this.#across(e, bar)}, title);
      bar.append(b);
    }
    top.querySelector('.about').after(bar);
    top.append(h('button', {class: 'quiet find', title: 'find a command or a window (Ctrl K)', onclick: () => this.#palette.open()}, h('span', {}, 'find '), h('kbd', {}, 'Ctrl K')),
      this.#size(),
      h('button', {class: 'quiet icon', title: 'the keys (?)', 'aria-label': 'the keys', onclick: () => this.help()}, '?'),
      h('button', {class: 'panic', title: 'panic button: give up what is at work, and say what all threads are doing (!)', onclick: () => this.panic()}, 'Panic'));
  }

  // #size is a button that lists how large everything can be.
  #size() {
    const {scale} = this.#app;
    const b = h('button', {class: 'quiet icon', title: 'how large everything is', 'aria-label': 'how large everything is', 'aria-haspopup': 'menu',
      onclick: () => popup(sizes.map(n => ({text: `${n === scale.now ? '✓' : '\u2003'} ${100 * n} %`, run: () => scale.use(n)})), b)}, 'A');
    return b;
  }

  #across(e, bar) {
    const all = [...bar.children];
    const by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (e.key === 'ArrowDown') e.target.click();
    else if (by) all[(all.indexOf(e.target) + by + all.length) % all.length].focus();
    else return;
    e.preventDefault();
  }

  #item(item) {
    if (!item) return {heading: ''};
    const [line, text, keys] = item;
    return {line, text, keys, run: () => this.#do(line, text)};
  }

  // #do obeys a line, or asks for the rest of it.
  async #do(line, text) {
    if (line.endsWith(' ')) return this.#palette.ask(line, text.replace(/ …$/, ''));
    if (line.startsWith('show ')) return this.#app.show(line.slice('show '.length));
    const {can: may = true, why = ''} = this.#app.can.get(line) ?? {};
    if (!may) return this.#app.toast(`${line}: ${why}`, ' ');
    if (talking[line]) return this.#app.show(talking[line]);
    if (line === 'info' || line === 'diff') return this.#palette.obey(line);
    return obey(this.#app, line);
  }

  #windows() {
    const {layout} = this.#app;
    return [{heading: 'Arrange'}, ...Object.entries(presets).map(([name, p]) => ({text: p.title, run: () => layout.arrange(name)})),
      ...layout.grouped(w => ({text: `${layout.isOpen(w.name) ? '✓' : '\u2003'} ${w.title}`, run: () => layout.show(w.name, true)}))];
  }

  // #everything is what the palette finds.
  #everything() {
    const {layout} = this.#app;
    return [
      ...menus.flatMap(([title, items]) => items.filter(Boolean).map(i => ({group: title, ...this.#item(i)}))),
      ...[...layout.windows.values()].map(w => ({group: 'Window', text: w.title, doc: w.doc, run: () => layout.show(w.name, true)})),
      ...Object.entries(presets).map(([name, p]) => ({group: 'Arrange', text: p.title, run: () => layout.arrange(name)})),
      ...tours.map(t => ({group: 'Tour', text: t.title, run: () => { layout.show('tour'); this.#app.select({tour: t.name}); }})),
      {group: 'Page', text: 'panic', keys: '!', run: () => this.panic()}, {group: 'Page', text: 'keys', keys: '?', run: () => this.help()},
      {group: 'Page', text: 'everything larger', run: () => this.#app.scale.by(1)}, {group: 'Page', text: 'everything smaller', run: () => this.#app.scale.by(-1)},
      {group: 'Page', text: 'save a picture of the diagram', run: () => { this.#app.show('diagram'); return this.#app.saveDiagram(); }}, {group: 'Page', text: 'print this page', run: () => print()},
    ];
  }

  // panic gives up what is at work, and shows what all threads are doing.
  async panic() {
    await this.#app.client.call('cancel').catch(() => {});
    this.#app.show('panic');
  }

  help() {
    const rows = [...menus.flatMap(([, items]) => items.filter(i => i?.[2]).map(([, text, key]) => [key, text.replace(/ …$/, '')])),
      ['Ctrl K', 'find a command or a window'], [':', 'a command'], ['!', 'panic'], ['?', 'these keys'], ['F6', 'the next group of windows'],
      ['← →', 'on a tab: the next window'], ['⇧ ← ↑ → ↓', 'on a tab: move the window'], ['Del', 'on a tab: close the window'],
      ['arrows', 'in a table: the next row or column'], ['space', 'on a name: what can be done with it'], ['Esc', 'close']];
    this.#palette.dialog('Keys', h('table', {class: 'keys', 'aria-label': 'keys'}, h('tbody', {}, rows.map(([key, text]) => h('tr', {}, h('td', {role: 'rowheader'}, h('kbd', {}, key)), h('td', {}, text))))));
  }

  #key(e) {
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === 'k') {
      this.#palette.open();
      return e.preventDefault();
    }
    const typing = e.target.closest?.('input, select, textarea, dialog, [role=menu]');
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing && e.key !== 'F6') return;
    const does = this.#keys.get(e.key);
    if (!does) return;
    e.preventDefault();
    does(e);
  }
}
