// A group of windows, of which one is seen: its tabs, which are dragged to other places.
import {h} from '../dom.js';
import {popup} from '../popup.js';

const dragged = 'application/x-machsim-window';

export class Stack {
  leaf;
  element;
  #layout;
  #tabs = new Map();

  constructor(leaf, layout, pane) {
    this.leaf = leaf;
    this.#layout = layout;
    const tabs = h('div', {role: 'tablist', 'aria-label': 'windows', class: 'tabs'});
    for (const name of leaf.tabs) tabs.append(this.#tab(name));
    const buttons = h('div', {class: 'tools'},
      h('button', {class: 'icon', title: 'give it all of the desk, or take that back (double-click on its tab)',
        'aria-label': 'all of the desk', onclick: () => layout.alone(leaf.active)}, '⤢'),
      h('button', {class: 'icon', title: 'open another window here', 'aria-label': 'open another window here',
        onclick: e => this.#more(e.currentTarget)}, '+'));
    this.element = h('section', {class: 'stack', ondragover: e => this.#over(e), ondragleave: () => this.#mark(''),
      ondrop: e => this.#drop(e)}, h('div', {class: 'bar'}, tabs, buttons));
    if (leaf.active) this.element.append(pane(leaf.active).panel);
    else this.element.append(h('p', {class: 'none'}, 'All windows are closed: + opens one.'));
  }

  // reveal scrolls the tabs so that the one of the window that is seen can be seen. The desk stays as it is.
  reveal() {
    const tab = this.#tabs.get(this.leaf.active), row = tab?.parentElement;
    if (!row) return;
    const left = tab.offsetLeft - row.offsetLeft;
    row.scrollLeft = Math.min(left, Math.max(row.scrollLeft, left + tab.offsetWidth - row.clientWidth));
  }

  focus() { this.#tabs.get(this.leaf.active)?.focus(); }

  #tab(name) {
    const {title} = this.#layout.windows.get(name);
    const is = name === this.leaf.active;
    const tab = h('button', {
      role: 'tab', id: `t-${name}`, 'aria-controls': `w-${name}`, 'aria-selected': String(is), tabindex: is ? 0 : -1,
      draggable: 'true', title: this.#layout.windows.get(name).doc,
      onclick: () => { if (!is) this.#layout.show(name, true); },
      ondblclick: () => this.#layout.alone(name),
      onauxclick: e => { if (e.button === 1) this.#layout.close(name); },
      oncontextmenu: e => { e.preventDefault(); this.#menu(name, {x: e.clientX, y: e.clientY}); },
      onkeydown: e => this.#key(e, name),
      ondragstart: e => e.dataTransfer.setData(dragged, name),
    }, title);
    this.#tabs.set(name, tab);
    return tab;
  }

  #key(e, name) {
    const sides = {ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'top', ArrowDown: 'bottom'};
    const {tabs} = this.leaf;
    const to = {ArrowLeft: -1, ArrowRight: 1, Home: -tabs.indexOf(name), End: tabs.length - 1 - tabs.indexOf(name)}[e.key];
    if (sides[e.key] && e.shiftKey) this.#layout.nudge(name, sides[e.key]);
    else if (e.key === 'Delete') this.#layout.close(name);
    else if (e.key === 'ContextMenu') this.#menu(name, e.currentTarget);
    else if (to !== undefined) this.#layout.show(tabs[(tabs.indexOf(name) + to + tabs.length) % tabs.length], true);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  #menu(name, at) {
    const side = (text, to) => ({text, run: () => this.#layout.nudge(name, to), keys: `⇧${{left: '←', right: '→', top: '↑', bottom: '↓'}[to]}`});
    popup([
      {text: 'all of the desk', run: () => this.#layout.alone(name)},
      side('move it left', 'left'), side('move it right', 'right'), side('move it up', 'top'), side('move it down', 'bottom'),
      {text: 'close', keys: 'Del', run: () => this.#layout.close(name)},
    ], at);
  }

  // #more lists the windows that are not here.
  #more(at) {
    popup(this.#layout.grouped(w => this.leaf.tabs.includes(w.name) ? null : {text: w.title, run: () => {
      const here = this.leaf.active;
      this.#layout.show(w.name);
      if (here && here !== w.name) this.#layout.move(w.name, here, 'center');
    }}), at);
  }

  #over(e) {
    if (!e.dataTransfer.types.includes(dragged)) return;
    e.preventDefault();
    this.#mark(this.#side(e));
  }

  #mark(side) { this.element.dataset.drop = side; }

  // #side is where a dragged window would go: a side of this group, or into it.
  #side(e) {
    const box = this.element.getBoundingClientRect();
    const [x, y] = [(e.clientX - box.left) / box.width, (e.clientY - box.top) / box.height];
    if (e.clientY - box.top < 34) return 'center';
    const [near, side] = [[x, 'left'], [1 - x, 'right'], [y, 'top'], [1 - y, 'bottom']].sort((a, b) => a[0] - b[0])[0];
    return near < 0.25 ? side : 'center';
  }

  #drop(e) {
    const name = e.dataTransfer.getData(dragged);
    const side = this.#side(e);
    this.#mark('');
    if (!this.#layout.windows.has(name) || !this.leaf.active) return;
    e.preventDefault();
    if (this.leaf.tabs.includes(name) && (side === 'center' || this.leaf.tabs.length === 1)) return;
    this.#layout.move(name, this.leaf.tabs.find(t => t !== name) ?? this.leaf.active, side);
  }
}
