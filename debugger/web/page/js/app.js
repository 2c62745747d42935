// App is what all windows share: the client, the state that is shown, and what can be done.
import {h} from './dom.js';
import {Frame} from './frame.js';
import {Layout} from './layout.js';
import {Prefs} from './prefs.js';
import {Top} from './top.js';
import {addressOf, positionIn} from './address.js';

export class App {
  state = null; // what the method here has answered
  can = new Map(); // by the name of a command: {command, can, why}
  prefs = new Prefs();
  layout;
  #top;
  #serial = 0; // of the state that is shown
  #wanted = 0; // of the newest that is known of
  #refreshing = null;
  #own = false; // the change that comes is of this page's making
  #selected = new Set();

  constructor(client) { this.client = client; }

  async start(windows) {
    this.#top = new Top(document.getElementById('top'), this);
    this.layout = new Layout(document.getElementById('desk'), windows, this, () => this.refresh());
    this.frame = new Frame(this);
    this.client.onChanged(({serial}) => this.#know(serial));
    this.client.on('hello', ({serial}) => this.#know(serial));
    this.client.on('lost', () => this.status('the connection to machsim is lost'));
    addEventListener('popstate', () => this.#toAddress());
    const wanted = positionIn(location.hash);
    await this.client.open();
    if (wanted) await this.goto(wanted);
    await this.refresh();
  }

  // goto goes to a position: as text, as the prompt takes it.
  goto(position) { return this.call('goto', {position}); }

  // command obeys a line of the prompt, and answers its parts. It throws what went wrong.
  async command(line) {
    this.#own = true;
    const {serial, result} = await this.client.send('command', {line});
    this.#know(serial);
    return result;
  }

  // call makes a call that a person has asked for. What goes wrong is shown; then it answers undefined.
  async call(method, params) {
    this.#own = true;
    try {
      const {serial, result, notices} = await this.client.send(method, params);
      for (const sentence of notices ?? []) this.toast(sentence);
      this.#know(serial);
      return result;
    } catch (error) {
      this.toast(error.message, error.hint || ' ');
    }
  }

  // select tells all windows what is looked at: {thread} or {event}. A thread gets into focus.
  async select(what) {
    if (what.thread) await this.command(`thread ${what.thread}`).catch(e => this.toast(e.message, ' '));
    for (const f of this.#selected) f(what);
  }

  onSelect(f) { this.#selected.add(f); }

  // show brings a window to the front.
  show(name) { return this.layout.show(name); }

  status(text) { document.getElementById('status').textContent = text; }

  // toast shows a sentence for a while; wrong is what to do about it, if it says what went wrong.
  toast(text, wrong = '') {
    const e = h('div', {class: wrong ? 'toast wrong' : 'toast'}, text, wrong.trim() ? h('div', {class: 'hint'}, wrong) : null);
    document.getElementById('toasts').append(e);
    setTimeout(() => e.remove(), 4000 + 40 * text.length);
  }

  // refresh draws all windows that are shown, by one batch. While it is at work, others wait for it.
  async refresh() {
    while (this.#refreshing) await this.#refreshing;
    this.#refreshing = this.#draw().catch(e => this.toast(e.message, ' ')).finally(() => { this.#refreshing = null; });
    return this.#refreshing;
  }

  async #know(serial) {
    this.#wanted = Math.max(this.#wanted, serial);
    while (this.#refreshing) await this.#refreshing;
    if (this.#serial < this.#wanted) await this.refresh();
  }

  async #draw() {
    const panes = this.layout.shown.map(pane => ({pane, calls: pane.window.needs(this.state)}));
    const calls = [{method: 'here'}, {method: 'can'}, ...panes.flatMap(p => p.calls)];
    const {serial, answers} = await this.client.batch(calls);
    const [here, can, ...rest] = answers;
    if (here.error) throw new Error(here.error.text);
    this.#serial = serial;
    this.#wanted = Math.max(this.#wanted, serial);
    this.state = {...here.result, serial};
    this.can = new Map(can.result.map(c => [c.command, c]));
    this.#remember();
    this.#top.update(this.state, this.can);
    for (const {pane, calls} of panes) {
      try {
        pane.view.update(rest.splice(0, calls.length), this.state);
      } catch (error) { // the others are drawn all the same
        console.error(error);
        this.toast(`the window ${pane.window.title} cannot be drawn: ${error.message}`, ' ');
      }
    }
    performance.mark('machsim-drawn', {detail: serial});
  }

  // #remember writes the position into the address: a motion of this page can be gone back on.
  #remember() {
    const address = addressOf(this.state);
    if (location.hash === address) return;
    if (this.#own) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.#own = false;
  }

  async #toAddress() {
    const wanted = positionIn(location.hash);
    if (wanted && wanted !== this.state?.position) {
      await this.goto(wanted);
      this.#own = false;
    }
  }
}
