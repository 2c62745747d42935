// Pointer is what mice and fingers do to the lanes: move them, zoom, hover over events, drag the cut.
import {pointed} from '../dom.js';
import {rulerHeight} from './draw.js';

const near = 6; // pixels within which the line of the cut is taken
const still = 4; // pixels that a click may move

export class Pointer {
  #down = new Map(); // by pointer: where it is
  #act = null; // what the pointer that is down does: {kind, x, y, moved, rows}
  #pinch = 0;

  constructor(d) {
    this.d = d;
    const c = d.canvas;
    c.addEventListener('pointerdown', e => this.#press(e));
    c.addEventListener('pointermove', e => this.#move(e));
    c.addEventListener('pointerup', e => this.#release(e));
    c.addEventListener('pointercancel', e => this.#release(e, true));
    c.addEventListener('pointerleave', () => d.hover(null));
    c.addEventListener('dblclick', e => d.zoomAt(0.25, pointed(e).x));
    c.addEventListener('wheel', e => this.#wheel(e), {passive: false});
  }

  #row(e) { return this.d.rows.atY(pointed(e).y - rulerHeight + this.d.view.top); }

  // #taken is the row whose cut is under the pointer.
  #taken(e) {
    const row = this.#row(e), {cut, view} = this.d;
    if (!row?.lanes.length || !cut) return null;
    const at = this.d.cutAt(row, cut.places);
    return at !== undefined && Math.abs(view.x(at) - pointed(e).x) <= near ? row : null;
  }

  #press(e) {
    if (e.button > 0) return;
    this.d.canvas.focus({preventScroll: true});
    this.d.canvas.setPointerCapture(e.pointerId);
    this.#down.set(e.pointerId, pointed(e));
    if (this.#down.size === 2) {
      this.#act = {kind: 'pinch'};
      this.#pinch = this.#spread();
      return;
    }
    const row = this.#taken(e);
    const kind = pointed(e).y < rulerHeight ? 'whole' : row ? 'lane' : 'pan';
    this.#act = {kind, x: pointed(e).x, y: pointed(e).y, moved: false, rows: row ? [row] : null};
    if (kind === 'whole') this.d.dragWhole(pointed(e).x);
  }

  #move(e) {
    const act = this.#act, {d} = this;
    const before = this.#down.get(e.pointerId);
    if (!before || !act) return this.#hover(e);
    this.#down.set(e.pointerId, pointed(e));
    if (act.kind === 'pinch') return this.#pinched();
    act.moved ||= Math.hypot(pointed(e).x - act.x, pointed(e).y - act.y) > still;
    if (!act.moved) return;
    if (act.kind === 'pan') {
      d.view.top -= pointed(e).y - before.y;
      d.pan(before.x - pointed(e).x);
    } else if (act.kind === 'whole') d.dragWhole(pointed(e).x);
    else d.dragLane(act.rows, pointed(e).x, e);
  }

  #release(e, cancelled = false) {
    const act = this.#act;
    this.#down.delete(e.pointerId);
    if (this.#down.size) return;
    this.#act = null;
    if (!act || act.kind === 'pinch') return;
    if (cancelled) this.d.dropDrag(false);
    else if (act.kind === 'whole' || act.kind === 'lane' && act.moved) this.d.dropDrag(true);
    else if (!act.moved) this.d.click(this.#row(e), pointed(e).x, e);
  }

  #hover(e) {
    const {d} = this, row = this.#row(e);
    d.canvas.style.cursor = pointed(e).y < rulerHeight || this.#taken(e) ? 'ew-resize' : 'default';
    d.hover(pointed(e).y < rulerHeight ? null : row, pointed(e).x, pointed(e).y);
  }

  #wheel(e) {
    const {d} = this, sideways = e.shiftKey && !e.deltaX ? e.deltaY : e.deltaX;
    e.preventDefault();
    const unit = e.deltaMode === 1 ? 16 : 1;
    if (e.altKey) {
      d.view.top += e.deltaY * unit;
      d.pan(0);
    } else if (Math.abs(sideways) > Math.abs(e.shiftKey ? 0 : e.deltaY)) d.pan(sideways * unit);
    else d.zoomAt(2 ** (e.deltaY * unit / (e.ctrlKey ? 60 : 240)), pointed(e).x);
  }

  #spread() {
    const [a, b] = this.#down.values();
    return Math.max(20, Math.abs(a.x - b.x));
  }

  #pinched() {
    const [a, b] = this.#down.values();
    if (!b) return;
    const now = this.#spread();
    this.d.zoomAt(this.#pinch / now, (a.x + b.x) / 2);
    this.#pinch = now;
  }
}
