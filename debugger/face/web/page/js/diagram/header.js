// Header is the names of the rows, beside them: a list in which rows are chosen, folded, moved and left out.
import {h, zoomOf} from '../dom.js';

export class Header {
  element = h('div', {class: 'diagram-names', role: 'listbox', 'aria-label': 'lanes'});
  #inner = h('div', {class: 'diagram-names-inner'});
  #drag = null;
  #version = -1;
  #shown = [];

  constructor(d) {
    this.d = d;
    this.element.append(this.#inner);
    this.element.addEventListener('wheel', e => {
      d.view.top += e.deltaY;
      d.view.clamp();
      d.redraw();
      e.preventDefault();
    }, {passive: false});
  }

  // update follows the rows. Only those are elements that can be seen.
  update() {
    const {rows, view} = this.d;
    const shown = rows.all.filter(r => r.y + r.height > view.top - 50 && r.y < view.top + view.height + 50);
    const same = this.#version === rows.version && shown.length === this.#shown.length && shown[0] === this.#shown[0];
    if (!same) {
      this.#inner.replaceChildren(...shown.map(r => this.#row(r)));
      this.#version = rows.version;
      this.#shown = shown;
    }
    this.#inner.style.transform = `translateY(${-view.top}px)`;
    [...this.#inner.children].forEach((e, i) => e.setAttribute('aria-selected', String(shown[i] === this.d.row)));
  }

  #row(r) {
    const {d} = this;
    const fold = r.node.children.length
      ? h('button', {
        class: 'fold', tabindex: -1, 'aria-label': `${r.head ? 'fold' : 'unfold'} ${r.node.label}`,
        onclick: () => d.fold(r),
      }, r.head ? '▾' : '▸')
      : h('span', {class: 'fold'});
    const ending = r.node.lane?.ending ?? '';
    const sign = {blocked: '‖', failed: '✖'}[ending] ?? '';
    const e = h('div', {
      role: 'option', class: `lane${r.head ? ' head' : ''}${ending ? ` ${ending.replaceAll(' ', '-')}` : ''}`, title: r.node.title,
      'aria-label': r.node.title, onclick: () => d.choose(r), ondblclick: () => d.fold(r),
    }, fold, h('span', {class: 'name'}, r.node.label), sign ? h('span', {class: 'sign'}, sign) : null,
    h('button', {class: 'hide', tabindex: -1, 'aria-label': `hide ${r.node.label}`, title: 'hide', onclick: ev => {
      ev.stopPropagation();
      d.hide(r);
    }}, '×'));
    e.style.top = `${r.y}px`;
    e.style.height = `${r.height}px`;
    e.style.paddingLeft = `${2 + 10 * r.depth}px`;
    e.addEventListener('pointerdown', ev => this.#take(ev, r));
    return e;
  }

  // #take begins to drag a row among its neighbours.
  #take(ev, row) {
    if (ev.target.closest('button')) return;
    this.#drag = {row, y: ev.clientY};
    const move = e => this.#move(e);
    const up = () => {
      this.#drag = null;
      removeEventListener('pointermove', move);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up, {once: true});
  }

  #move(e) {
    const {row, y} = this.#drag;
    if (Math.abs(e.clientY - y) < row.height * 0.8 * zoomOf(this.element)) return;
    const id = row.node.id;
    this.d.move(row, e.clientY > y ? 1 : -1);
    const now = this.d.rows.all.find(r => r.node.id === id);
    if (now) this.#drag = {row: now, y: e.clientY};
  }
}
