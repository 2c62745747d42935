// The desk: windows beside and behind each other, which a person opens, closes, moves and resizes, and which are as they
// were left when the page comes back.
import {h} from './dom.js';
import {Stack} from './desk/stack.js';
import {splitter} from './desk/split.js';
import {presets} from './desk/presets.js';
import * as tree from './desk/tree.js';

export class Layout {
  windows; // all that there are, by name
  #desk;
  #groups; // of windows, each [title, windows]
  #app;
  #tree;
  #panes = new Map(); // of windows that were shown once
  #stacks = [];
  #scrolled = new WeakMap(); // where elements were scrolled to when they were in the page last
  #alone = null; // the window that has all of the desk, null for none
  #onShow;

  // onShow is called when another window is seen.
  constructor(desk, windows, groups, app, onShow) {
    this.#desk = desk;
    this.#groups = groups;
    this.#app = app;
    this.#onShow = onShow;
    this.windows = new Map(windows.map(w => [w.name, w]));
    this.#tree = this.#kept() ?? this.#preset(presets.overview);
    this.#draw();
  }

  // shown are the panes that can be seen.
  get shown() {
    if (this.#alone) return [this.#pane(this.#alone)];
    return tree.leaves(this.#tree).filter(l => l.active).map(l => this.#pane(l.active));
  }

  // grouped lists windows for a menu: itemOf makes the items, or null for a window that is left out.
  grouped(itemOf) {
    return this.#groups.flatMap(([heading, windows]) => {
      const items = windows.map(itemOf).filter(Boolean);
      return items.length ? [{heading}, ...items] : [];
    });
  }

  isOpen(name) { return Boolean(tree.leafOf(this.#tree, name)); }

  isShown(name) { return this.shown.some(p => p.window.name === name); }

  // show brings a window to the front. One that is closed is opened where it usually is.
  show(name, focus = false) {
    if (!this.windows.has(name)) return null;
    if (this.#alone && this.#alone !== name) this.#alone = null;
    const at = tree.leafOf(this.#tree, name);
    if (at) at.active = name;
    else tree.open(this.#tree, name, this.#usual(name));
    this.#changed();
    this.#stackOf(name)?.element.scrollIntoView({block: 'nearest'}); // of a narrow page, only a part can be seen
    if (focus) this.#stackOf(name)?.focus();
    return this.#pane(name);
  }

  close(name) {
    this.#alone = null;
    this.#tree = tree.close(this.#tree, name);
    this.#changed();
  }

  // move moves a window to another one: 'center' for beside its tab, or to a side of it.
  move(name, to, side) {
    this.#tree = tree.move(this.#tree, name, tree.leafOf(this.#tree, to), side);
    this.#changed();
    this.#stackOf(name)?.focus();
  }

  // nudge moves a window by the keyboard: to the neighbour on a side, or to that side of its own group.
  nudge(name, side) {
    const stack = this.#stackOf(name);
    const next = this.#neighbour(stack, side);
    if (next) return this.move(name, next.leaf.active, 'center');
    if (stack.leaf.tabs.length > 1) this.move(name, stack.leaf.tabs.find(t => t !== name), side);
  }

  // alone gives all of the desk to a window, or takes it back.
  alone(name) {
    this.#alone = this.#alone === name ? null : name;
    this.#changed();
    this.#stackOf(name)?.focus();
  }

  // next puts the focus into the next group of windows.
  next(by = 1) {
    const at = this.#stacks.findIndex(s => s.element.contains(document.activeElement));
    this.#stacks[(at + by + this.#stacks.length) % this.#stacks.length]?.focus();
  }

  arrange(preset) {
    this.#alone = null;
    this.#tree = this.#preset(presets[preset]);
    this.#changed();
  }

  #preset({tree: make}) {
    return tree.known(make(), new Set(this.windows.keys())) ?? tree.leaf(...this.windows.keys());
  }

  #kept() {
    const kept = this.#app.prefs.get('desk');
    return kept && tree.known(kept, new Set(this.windows.keys()));
  }

  // #usual is the leaf for a window: the one with the most windows of its area.
  #usual(name) {
    const {area} = this.windows.get(name);
    const alike = l => l.tabs.filter(t => this.windows.get(t).area === area).length;
    return tree.leaves(this.#tree).reduce((best, l) => alike(l) > alike(best) ? l : best);
  }

  #pane(name) {
    if (!this.#panes.has(name)) {
      const window = this.windows.get(name);
      const panel = h('div', {role: 'tabpanel', id: `w-${name}`, 'aria-labelledby': `t-${name}`, class: 'panel', tabindex: 0, 'data-title': window.title});
      this.#panes.set(name, {window, panel, view: window.mount(panel, this.#app)});
    }
    return this.#panes.get(name);
  }

  #stackOf(name) { return this.#stacks.find(s => s.leaf.tabs.includes(name)); }

  // #neighbour is the nearest stack on a side of one.
  #neighbour(stack, side) {
    const a = stack.element.getBoundingClientRect();
    const [x, y] = [(a.left + a.right) / 2, (a.top + a.bottom) / 2];
    const far = {
      left: b => a.left - b.right, right: b => b.left - a.right, top: b => a.top - b.bottom, bottom: b => b.top - a.bottom,
    }[side];
    const off = b => side === 'left' || side === 'right' ? Math.abs((b.top + b.bottom) / 2 - y) : Math.abs((b.left + b.right) / 2 - x);
    const some = this.#stacks.filter(s => s !== stack).map(s => ({s, b: s.element.getBoundingClientRect()}))
      .filter(({b}) => far(b) > -8).sort((p, q) => far(p.b) - far(q.b) || off(p.b) - off(q.b));
    return some[0]?.s;
  }

  #changed() {
    this.#app.prefs.set('desk', this.#tree);
    this.#draw();
    this.#onShow();
  }

  #draw() {
    for (const e of this.#scrolling()) this.#scrolled.set(e, [e.scrollTop, e.scrollLeft]);
    const had = document.activeElement, left = this.#stacks.find(s => s.element.contains(had));
    this.#stacks = [];
    const at = this.#alone && {tabs: [this.#alone], active: this.#alone};
    this.#desk.replaceChildren(this.#node(at || this.#tree));
    this.#refocus(had, left);
    for (const s of this.#stacks) s.reveal();
    for (const e of this.#scrolling()) [e.scrollTop, e.scrollLeft] = this.#scrolled.get(e) ?? [0, 0];
  }

  // #refocus gives the focus back to the element that had it in a group of windows, or to the group, if its window is
  // seen no more.
  #refocus(had, left) {
    if (!left) return;
    if (this.#desk.contains(had)) had.focus({preventScroll: true});
    else (this.#stacks.find(s => s.leaf === left.leaf) ?? this.#stackOf(left.leaf.active) ?? this.#stacks[0])?.focus();
  }

  // #scrolling are the elements of windows in the page that a person scrolls.
  #scrolling() { return this.#desk.querySelectorAll('.panel, .code, .log'); }

  #node(node) {
    if (node.tabs) {
      const stack = new Stack(node, this, name => this.#pane(name));
      this.#stacks.push(stack);
      return stack.element;
    }
    const box = h('div', {class: `split ${node.split}`});
    node.parts.forEach((part, i) => {
      if (i > 0) box.append(splitter(box, node, i, () => this.#app.prefs.set('desk', this.#tree)));
      const e = this.#node(part);
      e.style.flexGrow = node.sizes[i];
      box.append(e);
    });
    return box;
  }
}
