// Work shows how far a call is that makes many runs, and then what came of it.
import {h, fill} from './dom.js';
import {refusal} from './parts.js';

export class Work {
  element = h('div', {class: 'work', 'aria-live': 'polite'});
  busy = false;
  #app;
  #method;
  #start;
  #show;
  #result = null; // what is shown

  // start is the button that begins it, about says what it is, and show returns what is shown of a result.
  constructor(app, method, start, about, show) {
    this.#app = app;
    this.#method = method;
    this.#start = start;
    this.#show = show;
    this.say(about);
    app.client.on('made', m => { if (this.busy && m.method === method) this.say(`${m.runs} of ${m.of} runs${m.best ? `; the smallest so far: ${m.best}` : ''} …`); });
    this.#again();
  }

  say(text) { fill(this.element, h('p', {class: 'none'}, text)); }

  // refuse says that no runs can be made here: a page without a server has none.
  refuse(error) {
    this.#start.disabled = true;
    this.say(`No runs can be made here: ${error.message}.`);
  }

  async make(params) {
    this.#working(true);
    try {
      this.#draw(await this.#app.client.call(this.#method, params));
    } catch (error) {
      fill(this.element, refusal(error));
    }
    this.#working(false);
  }

  // open opens another recording by a call. The page comes anew with it, and shows the result once more. That may be
  // before the answer is there, which is lost then.
  async open(method, params) {
    this.#keep(JSON.stringify(this.#result));
    try {
      await this.#app.client.call(method, params);
    } catch (error) {
      if (error.kind === 'lost') return;
      this.#keep('');
      this.#app.wrong(error);
    }
  }

  #keep(text) {
    try {
      sessionStorage.setItem(this.#method, text);
    } catch { /* then the page that comes does not know of it */ }
  }

  #again() {
    try {
      const kept = sessionStorage.getItem(this.#method);
      if (kept) this.#draw(JSON.parse(kept));
    } catch { /* there is no storage, or what is in it is no use */ }
    this.#keep('');
  }

  #draw(result) {
    this.#result = result;
    fill(this.element, this.#show(result));
  }

  #working(busy) {
    this.busy = this.#start.disabled = busy;
    if (busy) this.say('runs are made …');
  }
}
