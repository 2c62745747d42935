// App is what all windows share: the client, the state that is shown, and what can be done.
import {Abilities} from './abilities.js';
import {Address} from './address.js';
import {Frame} from './frame.js';
import {Layout} from './layout.js';
import {Prefs} from './prefs.js';
import {Status} from './status.js';
import {Top} from './top.js';

export class App {
  state = null; // what the method here has answered
  can = new Abilities();
  prefs = new Prefs();
  layout;
  #top;
  #status;
  #address;
  #serial = 0; // of the state that is shown
  #wanted = 0; // of the newest that is known of
  #known = 0; // when that was heard of, in milliseconds
  #refreshing = null;
  #own = 0; // calls at work that a person has made here
  #mine = 0; // the newest serial that one of them has led to
  #selected = new Set();

  constructor(client) { this.client = client; }

  async start(windows) {
    this.#status = new Status(this);
    this.#top = new Top(document.getElementById('top'), this);
    this.layout = new Layout(document.getElementById('desk'), windows, this, () => this.refresh());
    this.frame = new Frame(this);
    this.client.onChanged(({serial}) => this.#know(serial));
    this.client.on('opened', () => this.#anew());
    this.client.on('hello', ({serial}) => this.#again(serial));
    this.#address = new Address(position => this.goto(position));
    const wanted = this.#address.position;
    await this.client.open();
    if (wanted) await this.goto(wanted);
    await this.refresh();
  }

  // goto goes to a position: as text, as the prompt takes it.
  goto(position) { return this.call('goto', {position}); }

  // command obeys a line of the prompt, and answers its parts. It throws what went wrong.
  async command(line) { return (await this.#make('command', {line})).result; }

  // call makes a call that a person has asked for. What goes wrong is shown; then it answers undefined.
  async call(method, params) {
    try {
      const {result, notices} = await this.#make(method, params);
      for (const sentence of notices ?? []) this.toast(sentence);
      return result;
    } catch (error) {
      this.wrong(error);
    }
  }

  // select tells all windows what is looked at: {thread} or {event}. A thread gets into focus.
  async select(what) {
    if (what.thread) await this.command(`thread ${what.thread}`).catch(e => this.wrong(e));
    for (const f of this.#selected) f(what);
  }

  onSelect(f) { this.#selected.add(f); }

  // show brings a window to the front.
  show(name) { return this.layout.show(name); }

  status(text) { this.#status.say(text); }

  // toast shows a sentence for a while; wrong is what to do about it, if it says what went wrong.
  toast(text, wrong = '') { this.#status.toast(text, wrong); }

  // wrong shows an error, and what to do about it.
  wrong(error) { this.toast(error.message, error.hint || ' '); }

  // refresh draws all windows that are shown, by one batch. While it is at work, others wait for it.
  async refresh() {
    while (this.#refreshing) await this.#refreshing;
    this.#refreshing = this.#draw().catch(e => this.wrong(e)).finally(() => { this.#refreshing = null; });
    return this.#refreshing;
  }

  // #make makes a call of the person at this page: where it leads can be gone back from.
  async #make(method, params) {
    this.#own++;
    try {
      const answer = await this.client.send(method, params);
      this.#mine = Math.max(this.#mine, answer.serial);
      this.#know(answer.serial);
      return answer;
    } finally {
      this.#own--;
    }
  }

  // #know draws a newer state than the one that is shown.
  async #know(serial) {
    if (serial > this.#wanted) {
      this.#wanted = serial;
      this.#known = performance.now();
    }
    while (this.#refreshing) await this.#refreshing;
    if (this.#serial < this.#wanted) await this.refresh();
  }

  // #anew shows another recording, of which no window knows anything.
  #anew() {
    history.replaceState(null, '', location.pathname);
    location.reload();
  }

  // #again begins to listen, at first or once more: machsim may be another one by then, and count from 1.
  async #again(serial) {
    this.#status.say('');
    if (serial < this.#serial) this.#serial = this.#wanted = this.#mine = 0;
    if (this.state) await this.#know(serial);
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
    this.can = new Abilities(can.result);
    this.#address.show(this.state, this.#own > 0 || serial <= this.#mine);
    this.#top.update(this.state, this.can);
    for (const {pane, calls} of panes) {
      try {
        pane.view.update(rest.splice(0, calls.length), this.state);
      } catch (error) { // the others are drawn all the same
        console.error(error);
        this.toast(`the window ${pane.window.title} cannot be drawn: ${error.message}`, ' ');
      }
    }
    this.#measure(serial);
  }

  // #measure notes how long all windows took to show a state after it was heard of: machsim-moved, one of the
  // measures that a browser's profiler shows, and that the tests read.
  #measure(serial) {
    performance.mark('machsim-drawn', {detail: serial});
    if (!this.#known) return;
    performance.measure('machsim-moved', {start: this.#known, end: performance.now(), detail: serial});
    this.#known = 0;
    const all = performance.getEntriesByName('machsim-moved', 'measure');
    if (all.length > 1000) performance.clearMeasures('machsim-moved');
  }
}
