// App is what all windows share: the client, the state that is shown, and what can be done.
import {Abilities} from './abilities.js';
import {Address} from './address.js';
import {WireError} from './client.js';
import {Frame} from './frame.js';
import {Layout} from './layout.js';
import {Prefs} from './prefs.js';
import {Scale} from './scale.js';
import {Status} from './status.js';
import {Top} from './top.js';

const rest = 40; // milliseconds without a motion, after which windows follow for which programs have to run again
const mostYields = 3; // how often these give way to other calls

export class App {
  state = null; // what the method here has answered
  program = ''; // whose runs these are, once that is known
  #print = ''; // the fingerprint of the recording, likewise
  can = new Abilities();
  prefs = new Prefs();
  scale = new Scale(this.prefs);
  layout;
  #top;
  #status;
  #address;
  #serial = 0; // of the state that is shown
  #boot = ''; // tells one start of machsim from another
  #wanted = 0; // of the newest that is known of
  #known = 0; // when that was heard of, in milliseconds
  #told = {}; // the serial of the measure that was taken last, by its name
  #refreshing = null;
  #own = 0; // calls at work that a person has made here
  #mine = 0; // the newest serial that one of them has led to
  #selected = new Set();
  #timer = 0; // of the windows that are drawn when nothing has moved for a moment

  constructor(client) { this.client = client; }

  async start(windows, groups) {
    this.#status = new Status(this);
    this.#top = new Top(document.getElementById('top'), this);
    this.layout = new Layout(document.getElementById('desk'), windows, groups, this, () => this.refresh());
    this.frame = new Frame(this);
    this.client.onChanged(({serial}) => this.#know(serial));
    this.client.on('opened', () => this.#anew());
    this.client.on('hello', ({serial, opened, boot}) => this.#again(serial, opened, boot));
    this.#address = new Address((position, thread) => this.#visit(position, thread), text => this.toast(text, ' '));
    const {position, thread, print} = this.#address;
    await this.client.open();
    if (position && await this.#fits(print)) await this.#visit(position, thread);
    if (!this.state) await this.refresh();
  }

  // goto goes to a position: as text, as the prompt takes it. What goes wrong is shown.
  goto(position) { return this.#byPerson(() => this.#go(position)).then(a => this.#result(a), e => this.wrong(e)); }

  // #visit goes where an address leads: to a position, and a thread.
  async #visit(position, thread) {
    if (position !== this.state?.position) await this.goto(position);
    if (thread && thread !== this.state?.focus?.thread) await this.command(`thread ${thread}`).catch(e => this.wrong(e));
  }

  // #fits says whether a link is about this recording: it names one by a fingerprint, or none.
  async #fits(print) {
    if (!print) return true;
    const info = await this.client.call('info').catch(() => null);
    if (!info || info.fingerprint === print) return true;
    this.toast(`the link is about another recording, with the fingerprint ${print}; this one has ${info.fingerprint}`, ' ');
    return false;
  }

  // travel is goto without a place of its own in the browser's history. It throws what went wrong.
  async travel(position) { return this.#result(await this.#go(position)); }

  // command obeys a line of the prompt, and answers its parts. It throws what went wrong.
  async command(line) { return (await this.#make('command', {line})).result; }

  // call makes a call that a person has asked for. What goes wrong is shown; then it answers undefined.
  async call(method, params) {
    try {
      return this.#result(await this.#make(method, params));
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

  // toast shows a sentence for a while, or until the position is another; wrong is what to do about it, if it says what
  // went wrong.
  toast(text, wrong = '') { this.#status.toast(text, wrong, this.#wanted); }

  // wrong shows an error, and what to do about it.
  wrong(error) { this.toast(error.message, error.hint || ' '); }

  // refresh draws all windows that are shown.
  refresh() { return this.#redraw().catch(e => this.wrong(e)); }

  // #redraw draws all windows that are shown, by one batch, which can begin with a motion: its answer comes back, and
  // the windows follow without a way of their own there and back. While this is at work, others wait for it.
  async #redraw(motion) {
    while (this.#refreshing) await this.#refreshing;
    const drawing = this.#draw(motion);
    this.#refreshing = drawing.catch(() => {}).finally(() => { this.#refreshing = null; });
    return drawing;
  }

  async #go(position) {
    const asked = performance.now();
    const answer = await this.#redraw({method: 'goto', params: {position}});
    measure('machsim-went', asked, answer.serial);
    return answer;
  }

  // #make makes a call of the person at this page.
  #make(method, params) {
    return this.#byPerson(async () => {
      const answer = await this.client.send(method, params);
      this.#know(answer.serial);
      return answer;
    });
  }

  // #byPerson does what the person at this page wants: where it leads can be gone back from.
  async #byPerson(does) {
    this.#own++;
    try {
      const answer = await does();
      this.#mine = Math.max(this.#mine, answer.serial);
      return answer;
    } finally {
      this.#own--;
    }
  }

  // #result is that of an answer. What has to be said beside it is shown.
  #result({result, notices}) {
    for (const sentence of notices ?? []) this.toast(sentence);
    if (result?.stands) this.toast(result.stands);
    for (const sentence of result?.breaks ?? []) this.toast(sentence, ' ');
    return result;
  }

  // #hear takes note of a state.
  #hear(serial) {
    if (serial <= this.#wanted) return;
    this.#wanted = serial;
    this.#known = performance.now();
  }

  // #know draws a newer state than the one that is shown.
  async #know(serial) {
    this.#hear(serial);
    while (this.#refreshing) await this.#refreshing;
    if (this.#serial < this.#wanted) await this.refresh();
  }

  // #anew shows another recording, of which no window knows anything.
  #anew() {
    history.replaceState(null, '', location.pathname);
    location.reload();
  }

  // #again begins to listen, at first or once more: machsim may be another one by then, and count from 1, or another
  // recording may have been opened, with the serial opened, while nobody heard of it.
  async #again(serial, opened, boot) {
    this.#status.say('');
    if (this.#boot && boot !== this.#boot) this.#serial = this.#wanted = this.#mine = 0;
    this.#boot = boot;
    if (this.state && opened > this.#serial && opened <= serial) return this.#anew();
    if (serial < this.#serial) this.#serial = this.#wanted = this.#mine = 0;
    if (this.state || this.#refreshing) await this.#know(serial);
  }

  async #draw(motion) {
    const panes = this.layout.shown.sort((a, b) => Boolean(b.window.first) - Boolean(a.window.first));
    const soon = panes.filter(p => !p.window.late);
    const before = [...motion ? [motion] : [], ...this.program ? [] : [{method: 'info'}], {method: 'here'}, {method: 'can'}, {method: 'session'}];
    const {serial, answers} = await this.#ask(soon, before);
    const went = motion && answers.shift(), [session, can, here, info] = answers.reverse();
    if (here.error) throw new Error(here.error.text);
    this.program ||= info?.result?.program ?? '';
    this.#print ||= info?.result?.fingerprint ?? '';
    this.#hear(serial);
    this.#serial = serial;
    if (this.state && this.state.position !== here.result.position) this.#status.passed(serial);
    this.state = {...here.result, serial};
    this.can = new Abilities(can.result);
    const shared = session.result ?? {name: '', guests: []};
    this.#top.update(this.state, this.can, this.program, shared);
    const others = soon.filter(p => !same(p.calls, p.window.needs(this.state)));
    this.#update(soon.filter(p => !others.includes(p)));
    this.#address.show(this.state, {session: shared.name, program: this.program, print: this.#print}, this.#own > 0 || serial <= this.#mine);
    if (others.length) {
      await this.#ask(others);
      this.#update(others);
    }
    this.#measure('machsim-moved', serial);
    this.#later(panes.filter(p => p.window.late));
    if (went?.error) throw new WireError(went.error);
    return {...went, serial};
  }

  // #ask makes the calls of panes, in the state that is known, after some others, whose answers come back.
  async #ask(panes, before = [], yields = false) {
    const calls = panes.map(p => p.window.needs(this.state));
    const {serial, answers} = await this.client.batch([...before, ...calls.flat()], yields);
    const theirs = answers.splice(0, before.length);
    panes.forEach((p, i) => Object.assign(p, {calls: calls[i], answers: answers.splice(0, calls[i].length)}));
    return {serial, answers: theirs};
  }

  #update(panes) {
    for (const {window, view, answers} of panes) {
      try {
        view.update(answers, this.state);
      } catch (error) { // the others are drawn all the same
        console.error(error);
        this.toast(`the window ${window.title} cannot be drawn: ${error.message}`, ' ');
      }
    }
  }

  // #later draws the panes for which programs have to run again, once nothing has moved for a moment: who drags the
  // cut must not wait for them. They give way to whatever is done then, and begin anew after it, but not for ever.
  #later(panes, yielded = 0) {
    clearTimeout(this.#timer);
    for (const p of panes) p.panel.setAttribute('aria-busy', 'true');
    this.#timer = panes.length && setTimeout(() => this.#drawLate(panes, yielded).catch(e => this.wrong(e)), rest);
  }

  async #drawLate(panes, yielded) {
    const timer = this.#timer;
    await seen();
    if (timer !== this.#timer) return; // others have come in their place
    try {
      const {serial} = await this.#ask(panes, [], yielded < mostYields);
      if (serial !== this.#serial) return; // they are drawn again, with the newer state
      this.#update(panes);
      for (const p of panes) p.panel.removeAttribute('aria-busy');
      this.#measure('machsim-rested', serial);
    } catch (error) {
      if (error.kind !== 'yielded') throw error;
      if (timer === this.#timer) this.#later(panes, yielded + 1);
    }
  }

  // #measure notes how long windows took to show a state after it was heard of: machsim-moved all that follow at
  // once, machsim-rested the others, too; machsim-went is from the wish of a person to all that follow at once.
  #measure(name, serial) {
    performance.mark('machsim-drawn', {detail: serial});
    if (!this.#known || serial !== this.#wanted || this.#told[name] === serial) return;
    this.#told[name] = serial;
    measure(name, this.#known, serial);
  }
}

// measure makes a measure up to now, which a browser's profiler shows, and which tests read.
function measure(name, start, serial) {
  performance.measure(name, {start, end: performance.now(), detail: serial});
  if (performance.getEntriesByName(name, 'measure').length > 1000) performance.clearMeasures(name);
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// seen waits until the page can be seen: it may be behind another one.
async function seen() {
  while (document.hidden) await new Promise(done => document.addEventListener('visibilitychange', done, {once: true}));
}
