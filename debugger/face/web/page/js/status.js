// The line at the bottom: what is at work, and for how long; and the sentences that are shown for a while.
import {h, fill} from './dom.js';

// farther says how far a live run is that is being made.
export function farther({events, time, computes}) {
  return `event ${events} so far, at ${(time / 1000).toFixed(3)} ms${computes ? `; ${computes}` : ''}`;
}

const glance = 1200; // milliseconds for which a sentence is shown at least

export class Status {
  #line = document.getElementById('status');
  #text = h('span');
  #toasts = document.getElementById('toasts');
  #said = new WeakMap(); // of what state sentences tell, and when they were said, in milliseconds
  #over = ''; // why the session has ended, '' while it has not
  #long = new Map(); // the calls that take long, by id: {element, heard}
  #far = ''; // how far a live run is that is being made, '' if none is

  constructor(app) {
    this.#line.append(this.#text);
    app.client.on('over', ({text}) => { this.#over = text; this.say(text); });
    app.client.on('lost', () => this.say(this.#over || 'the connection to machsim is lost: it has ended, or comes back soon'));
    app.client.on('loaded', ({part}) => this.say(part < 1 ? `the debugger is loaded: ${Math.round(100 * part)} %` : ''));
    app.client.on('progress', p => this.#progress(app, p));
    app.client.on('grew', g => this.#grew(g));
    app.client.onChanged(() => { this.#far = ''; });
    setInterval(() => this.#forget(), 2000);
  }

  say(text) { fill(this.#text, text); }

  // toast shows a sentence for a while, or until what it says has passed: it tells of the state of a serial. wrong is what
  // to do about it, if it says what went wrong. A sentence that is said again takes its own place.
  toast(text, wrong, serial) {
    const hint = wrong.trim() ? h('div', {class: 'hint'}, wrong) : null;
    const e = h('div', {class: wrong ? 'toast wrong' : 'toast'}, text, hint);
    for (const old of this.#toasts.children) if (old.isEqualNode(e)) old.remove();
    this.#toasts.append(e);
    this.#said.set(e, {serial, at: performance.now()});
    setTimeout(() => e.remove(), 4000 + 40 * text.length);
  }

  // passed takes the sentences away that tell of earlier states, once there was a moment to see that they are there.
  passed(serial) {
    for (const e of this.#toasts.children) {
      const said = this.#said.get(e);
      if (said.serial < serial) setTimeout(() => e.remove(), Math.max(0, said.at + glance - performance.now()));
    }
  }

  // #progress shows a call that takes long, with a button that gives it up.
  #progress(app, {id, method, seconds, over}) {
    const known = this.#long.get(id);
    if (over) {
      known?.element.remove();
      this.#long.delete(id);
      return;
    }
    const what = method === 'batch' ? 'what the windows show' : method, time = ` for ${seconds.toFixed(1)} s`;
    if (known) {
      known.heard = performance.now();
      known.element.querySelector('.time').textContent = time;
      return;
    }
    const stop = h('button', {class: 'stop', 'aria-label': `give up ${what}`, onclick: () => app.client.call('cancel', {id}).catch(e => app.wrong(e))}, 'give it up');
    const element = h('span', {class: 'working'}, `${what} has been at work`, h('span', {class: 'time', 'aria-hidden': 'true'}, time), h('span', {class: 'far'}), ' ', stop);
    this.#long.set(id, {element, heard: performance.now()});
    this.#line.append(element);
    if (this.#far) this.#grows();
  }

  // #grew shows how far a live run is: to give up the call that has it made is to halt the run.
  #grew(g) {
    this.#far = `: ${farther(g)}`;
    this.#grows();
  }

  #grows() {
    for (const {element} of this.#long.values()) {
      element.querySelector('.far').textContent = this.#far;
      element.querySelector('.stop').textContent = 'Halt';
    }
  }

  // #forget takes calls away of which nothing was heard for a while: their end was not told.
  #forget() {
    for (const [id, {element, heard}] of this.#long) {
      if (performance.now() - heard < 2000) continue;
      element.remove();
      this.#long.delete(id);
    }
  }
}
