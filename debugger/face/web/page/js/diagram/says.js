// Says is the diagram in words: beside the pointer, below the lanes, and for screen readers.
import {h, fill, zoomOf} from '../dom.js';
import {placed} from '../top.js';

export class Says {
  tip = h('div', {class: 'diagram-tip', hidden: true});
  #said = h('span', {id: 'diagram-said', role: 'status', 'aria-live': 'polite'});
  #counts = h('span', {class: 'counts'});
  element = h('div', {class: 'diagram-says'}, this.#said, this.#counts);
  #at = null; // what the pointer is at: {row, x, y}
  #busy = false;
  #shown = '';
  #seen = ''; // the part of the run that the lanes showed then

  constructor(d) { this.d = d; }

  say(text) { fill(this.#said, text); }

  // event says what an event is.
  event({number, event}) {
    const inside = event.done ? '' : '; the position does not hold it';
    this.say(`event ${number} of ${event.actor}: ${event.action}${event.where ? ` (${event.where})` : ''}${inside}`);
  }

  // state says where one stands.
  state() {
    const {state} = this.d.app, {cut} = this.d;
    const ring = cut.waits.filter(w => w.inCycle).map(w => w.thread);
    const parts = [state && placed(state)];
    if (ring.length) parts.push(`${ring.join(', ')} wait for each other`);
    if (cut.held.length) parts.push(`${cut.held.length} ${cut.held.length === 1 ? 'message is' : 'messages are'} held`);
    this.say(parts.filter(Boolean).join('; '));
  }

  // counts says what is left out.
  counts() {
    const {arrows, view, events} = this.d;
    const shown = Math.round(Math.min(view.to, view.extent.to) - Math.max(view.from, view.extent.from));
    const parts = [view.axis === 'time' ? `${(shown / 1000).toLocaleString('en')} ms` :
      `${Math.min(shown, events).toLocaleString('en')} of ${events.toLocaleString('en')} events`];
    if (arrows.wide) parts.push('zoom in for arrows');
    else if (arrows.left) parts.push(`${arrows.left.toLocaleString('en')} shorter arrows are left out`);
    const text = parts.join(' · ');
    if (text !== this.#shown) fill(this.#counts, this.#shown = text);
  }

  // hover looks for the event under the pointer, one question at a time.
  async hover(row, x, y) {
    this.#at = row?.lanes.length ? {row, x, y} : null;
    this.#seen = this.#part;
    if (this.#busy) return;
    this.#busy = true;
    for (let done = undefined; done !== this.#at;) {
      done = this.#at;
      const found = done && await this.d.find(done.row, done.x);
      if (done === this.#at) this.#tip(found, done);
    }
    this.#busy = false;
  }

  // follow lets go of what the pointer was at once the lanes show another part of the run: something else is there.
  follow() {
    if (this.#at && this.#seen !== this.#part) this.hover(null);
  }

  // #part is which part of the run the lanes show, as far as it places events.
  get #part() {
    const {view, rows} = this.d;
    return [view.axis, view.from, view.scale, view.top, rows.version].join();
  }

  #tip(found, at) {
    const {d, tip} = this;
    tip.hidden = !found;
    d.lookAt(found?.number ?? d.event?.number ?? 0);
    if (!found) return;
    const {event} = found;
    fill(tip, h('b', {}, `${found.number.toLocaleString('en')} ${event.actor}`), h('span', {class: 'time'}, ` ${(event.time / 1000).toFixed(2)} ms`),
      h('div', {}, event.action), event.where ? h('div', {class: 'where'}, event.where) : null);
    const box = d.canvas.getBoundingClientRect(), outer = d.element.getBoundingClientRect();
    const zoom = zoomOf(d.element), left = (box.left - outer.left) / zoom + at.x + 14;
    tip.style.left = `${Math.min(left, outer.width / zoom - tip.offsetWidth - 8)}px`;
    tip.style.top = `${Math.min((box.top - outer.top) / zoom + at.y + 16, outer.height / zoom - tip.offsetHeight - 8)}px`;
  }
}
