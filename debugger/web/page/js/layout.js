// The desk: four areas, each with the tabs of its windows. The window of one tab is shown in each.
import {h} from './dom.js';

export class Layout {
  #areas = new Map();
  #panes = [];

  // onShow is called when another window is shown.
  constructor(desk, windows, app, onShow) {
    for (const name of ['center', 'left', 'right', 'bottom']) {
      const tabs = h('div', {role: 'tablist', 'aria-label': name});
      const area = h('section', {class: `area ${name}`}, tabs);
      this.#areas.set(name, {tabs, area});
      desk.append(area);
    }
    this.#panes = windows.map(w => this.#pane(w, app, onShow));
    for (const name of this.#areas.keys()) {
      const all = this.#panes.filter(p => p.window.area === name);
      if (all.length) this.#choose(all.find(p => p.window.name === app.prefs.get(name)) ?? all[0]);
    }
  }

  // shown are the panes that can be seen.
  get shown() { return this.#panes.filter(p => !p.panel.hidden); }

  // show brings a window to the front.
  show(name) {
    const pane = this.#panes.find(p => p.window.name === name);
    if (pane) pane.tab.click();
    return pane;
  }

  #pane(window, app, onShow) {
    const {tabs, area} = this.#areas.get(window.area);
    const panel = h('div', {role: 'tabpanel', id: `w-${window.name}`, 'aria-labelledby': `t-${window.name}`, hidden: true});
    const tab = h('button', {
      role: 'tab', id: `t-${window.name}`, 'aria-controls': `w-${window.name}`, 'aria-selected': 'false', tabindex: -1,
      onclick: () => {
        this.#choose(pane);
        app.prefs.set(window.area, window.name);
        onShow();
      },
      onkeydown: e => this.#arrow(e, tabs),
    }, window.title);
    tabs.append(tab);
    area.append(panel);
    const pane = {window, tab, panel, view: window.mount(panel, app)};
    return pane;
  }

  #choose(pane) {
    for (const p of this.#panes.filter(p => p.window.area === pane.window.area)) {
      p.panel.hidden = p !== pane;
      p.tab.setAttribute('aria-selected', String(p === pane));
      p.tab.tabIndex = p === pane ? 0 : -1;
    }
  }

  // #arrow moves between the tabs of an area by the keyboard.
  #arrow(e, tabs) {
    const by = {ArrowLeft: -1, ArrowRight: 1}[e.key];
    if (!by) return;
    const all = [...tabs.children];
    const next = all[(all.indexOf(e.target) + by + all.length) % all.length];
    next.focus();
    next.click();
    e.preventDefault();
  }
}
