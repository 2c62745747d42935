// Overview is the strip with the whole run, above the lanes and to the scale that these have when they show all of it:
// how full it is, what stands out, what is shown, and where one stands.
import {h, pointed} from '../dom.js';

const height = 46;
const bins = 480;
const signs = {breakpoint: '▲', stop: '★', output: '▪', change: '✎', variable: '◆', row: '●', failure: '✖'};

export class Overview {
  element = h('canvas', {class: 'diagram-overview', 'aria-hidden': 'true'});
  variable = '';
  bytes = 0;
  #data = null;
  #asked = '';
  #drag = null;
  #rows = []; // marks of rows that were asked for

  constructor(d) {
    this.d = d;
    this.element.addEventListener('pointerdown', e => this.#down(e));
    this.element.addEventListener('pointermove', e => this.#move(e));
    this.element.addEventListener('pointerup', () => { this.#drag = null; });
    this.element.addEventListener('wheel', e => {
      d.view.zoom(2 ** (e.deltaY / 240));
      d.redraw();
      e.preventDefault();
    }, {passive: false});
  }

  // want asks for the strip, if it shows something else than the present one.
  async want(set) {
    const key = JSON.stringify([this.d.view.axis, this.variable, set, this.d.run, this.d.events]);
    if (key === this.#asked) return;
    this.#asked = key;
    try {
      const data = await this.d.client.call('overview', {axis: this.d.view.axis, bins, variable: this.variable});
      if (key !== this.#asked) return; // what was asked for since then comes, or is there
      this.#data = {...data, full: bytes(data.full), classes: bytes(data.classes)};
    } catch (e) {
      if (key !== this.#asked) return;
      this.#asked = ''; // the frame after the next motion asks again
      if (!this.variable) return;
      this.variable = '';
      this.d.app.wrong(e);
      await this.want(set);
    }
    this.d.redraw();
  }

  get marks() {
    const failed = this.d.failed.map(f => f.number);
    return [...this.#data?.marks ?? [], ...this.#rows, ...failed.length ? [{kind: 'failure', text: 'a thread fails', events: failed}] : []];
  }

  // mark marks the events of rows that a person has asked for.
  mark(events) {
    this.#rows = events.length ? [{kind: 'row', text: 'a row', events}] : [];
    this.d.redraw();
  }

  draw() {
    const {d, element} = this, dpr = d.dpr;
    const width = element.clientWidth;
    if (element.width !== Math.round(width * dpr)) {
      element.width = Math.round(width * dpr);
      element.height = height * dpr;
    }
    const c = element.getContext('2d');
    c.setTransform(dpr, 0, 0, dpr, 0, 0);
    c.fillStyle = d.colours.band;
    c.fillRect(0, 0, width, height);
    if (!this.#data) return;
    this.#bars(c);
    this.#signs(c);
    this.#window(c, width);
  }

  #bars(c) {
    const {full, classes} = this.#data, {view} = this.d, w = view.whole / view.widest / full.length, left = view.strip(view.extent.from);
    for (let i = 0; i < full.length; i++) {
      if (!full[i]) continue;
      const tall = 2 + (height - 18) * Math.sqrt(full[i] / 255);
      c.fillStyle = this.d.colours.classes[classes[i]];
      c.globalAlpha = classes[i] === 7 ? 1 : 0.6;
      c.fillRect(left + i * w, height - tall, Math.max(1, w - (w > 3 ? 1 : 0)), tall);
    }
    c.globalAlpha = 1;
  }

  #signs(c) {
    const {colours, coords, view} = this.d;
    const inks = {breakpoint: colours.classes[7], stop: colours.classes[6], output: colours.text, change: colours.classes[7],
      variable: colours.classes[4], row: colours.focus, failure: colours.classes[7]};
    c.font = `9px ${colours.font}`;
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    for (const m of this.marks) {
      c.fillStyle = inks[m.kind];
      for (const n of m.events) {
        const at = coords.x(n);
        if (at !== undefined) c.fillText(signs[m.kind], view.strip(at), m.kind === 'output' ? 14 : 7);
      }
    }
    c.textAlign = 'left';
  }

  #window(c, width) {
    const {view, colours, cut} = this.d;
    const from = Math.max(0, view.strip(view.from)), to = Math.min(width, view.strip(view.to));
    c.fillStyle = colours.back;
    c.globalAlpha = 0.6;
    c.fillRect(0, 0, from, height);
    c.fillRect(to, 0, width - to, height);
    c.globalAlpha = 1;
    c.strokeStyle = colours.focus;
    c.lineWidth = 1.5;
    c.strokeRect(from + 0.75, 0.75, Math.max(3, to - from - 1.5), height - 1.5);
    const at = cut && this.d.edge(cut.places);
    if (at === undefined || at === null) return;
    c.fillStyle = colours.cut;
    c.fillRect(view.strip(at) - 1, 0, 2, height);
  }

  #at(e) { return this.d.view.fromStrip(pointed(e).x); }

  #down(e) {
    const {view} = this.d, at = this.#at(e);
    this.element.setPointerCapture(e.pointerId);
    const inside = at >= view.from && at <= view.to && view.to - view.from < view.whole * 0.98;
    this.#drag = {off: inside ? at - view.from : (view.to - view.from) / 2, start: at, part: e.shiftKey};
    this.#move(e);
  }

  #move(e) {
    if (!this.#drag) return this.#tell(e);
    const {view} = this.d, at = this.#at(e);
    if (this.#drag.part && at !== this.#drag.start) view.show(Math.min(at, this.#drag.start), Math.max(at, this.#drag.start));
    else view.from = at - this.#drag.off;
    view.clamp();
    this.d.redraw();
  }

  // #tell says what the sign is that the pointer is at.
  #tell(e) {
    const {view} = this.d;
    let best = null, near = 6;
    for (const m of this.marks) {
      for (const n of m.events) {
        const at = this.d.coords.x(n), far = at === undefined ? Infinity : Math.abs(view.strip(at) - pointed(e).x);
        if (far < near) [best, near] = [`${m.text}: event ${n}`, far];
      }
    }
    this.element.title = best ?? 'the whole run: drag to move, with Shift to choose a part';
  }
}

function bytes(text) { return Uint8Array.from(atob(text ?? ''), c => c.charCodeAt(0)); }
