// The transport without a server: the debugger runs in a worker (guest.js). A call that does not come back cannot be
// interrupted there. So the worker is ended then, and another one gets the recording, and once more the calls that
// have changed something: a debugger that is given the same calls comes to the same state.
import {WireError} from './client.js';
import {given, script} from './given.js';

const soon = 300; // milliseconds after which a call takes long
const packed = 'debugger.bin';

export class Worker {
  onEvent = () => {};
  #worker;
  #module; // the compiled debugger, which the next worker needs not compile again
  #calls = new Map(); // at work, by id: {request, done, began, timer, told}
  #journal = []; // the requests that have changed something
  #serial = 0; // of the last answer
  #passed = 0; // how many serials earlier workers have used
  #begun; // is told when the worker has opened the recording
  #begins = true; // it has not yet
  #held = []; // the requests that wait until a worker is where it has to be, null when one is
  #lost = null; // why there is no worker any more
  #of;
  #script;
  #started;

  // It is made of: the script of the worker; the recording, which is asked for; the position that is shown first; and the
  // compiled debugger, or, where that is not there yet, its version.
  constructor(of = site()) {
    this.#of = of;
    this.#module = of.module;
    this.#script = script(of.script);
    this.#started = this.#start(); // at once: it takes longer than what the page has to do meanwhile
  }

  // open ends when the debugger has started and the recording is open.
  async open() {
    await this.#started;
    await this.#make({id: 'begin', method: 'goto', params: {position: this.#of.position}});
    if (this.#held) this.#release(); // else it was given up, and another worker is there
    this.onEvent('hello', {serial: this.#serial});
  }

  send(request) {
    if (request.method === 'cancel') return this.#cancel(request);
    return this.#ask(request);
  }

  async #start() {
    this.#begins = true;
    this.#worker = new globalThis.Worker(this.#script);
    this.#worker.addEventListener('message', ({data}) => this.#heard(data));
    this.#worker.addEventListener('error', e => this.#ended(e.message || 'the debugger cannot be started'));
    const begun = new Promise(resolve => { this.#begun = resolve; });
    this.#worker.postMessage({begin: {module: this.#module, version: this.#of.version}});
    if (!this.#module) this.#hand(this.#worker);
    this.#record(this.#worker);
    const wrong = await begun;
    this.#begins = false;
    if (wrong) throw new WireError({text: `the recording cannot be opened: ${wrong}`, kind: 'lost'});
  }

  // #hand hands the packed debugger to a worker, in pieces as they come. The page reads it, because it can begin before
  // there is a worker.
  async #hand(worker) {
    try {
      const size = Number(said('size'));
      for (let have = 0, reader = (await given(packed)).body.getReader();;) {
        const {done, value} = await reader.read();
        if (done) break;
        have += value.length;
        this.onEvent('loaded', {part: have / size});
        worker.postMessage({packed: value}, [value.buffer]);
      }
      worker.postMessage({whole: true});
    } catch (error) {
      worker.postMessage({missing: error.message});
    }
  }

  // #record hands the recording to a worker.
  async #record(worker) {
    try {
      const recording = await this.#of.recording();
      worker.postMessage({recording}, [recording]);
    } catch (error) {
      worker.postMessage({missing: error.message});
    }
  }

  #heard({module, begun, wrong, ended, name, event, answer}) {
    if (module) this.#module = module;
    else if (begun) this.#begun(wrong);
    else if (ended) this.#ended(ended);
    else if (answer) this.#answered(answer);
    else if (name === 'changed') this.onEvent(name, {...event, serial: event.serial + this.#passed});
  }

  // #ask makes a call, once there is a worker that can answer it.
  #ask(request) {
    const answer = this.#call(request);
    if (this.#lost) this.#fail([this.#calls.get(request.id)], this.#lost);
    else if (this.#held) this.#held.push(request);
    else this.#worker.postMessage({request});
    return answer;
  }

  // #make makes a call that brings the worker where it has to be.
  #make(request) {
    const answer = this.#call(request);
    this.#worker.postMessage({request});
    return answer;
  }

  // #call takes note of a call that is to be made.
  #call(request) {
    return new Promise(done => {
      const call = {request, done, began: performance.now(), told: false};
      call.timer = setInterval(() => this.#progress(call, false), soon);
      this.#calls.set(request.id, call);
    });
  }

  // #release makes the calls that had to wait for a worker.
  #release() {
    const held = this.#held;
    this.#held = null;
    for (const request of held) this.#worker.postMessage({request});
  }

  #progress(call, over) {
    call.told = true;
    const {id, method} = call.request;
    this.onEvent('progress', {id, method, seconds: (performance.now() - call.began) / 1000, over});
  }

  #answered(answer) {
    const call = this.#calls.get(answer.id);
    if (!call) return; // a call of the journal, made again
    answer.serial += this.#passed;
    if (answer.serial > this.#serial && !answer.error && answer.id !== 'again') this.#note(call.request);
    this.#serial = Math.max(this.#serial, answer.serial);
    this.#over(call, answer);
  }

  // #note keeps a request. Of a motion that the windows follow in the same batch, it keeps the motion alone. A motion
  // to a position makes the one before it superfluous.
  #note({id, method, params}) {
    const [first] = method === 'batch' ? params.calls : [];
    const request = first?.method === 'goto' ? {id, ...first} : {id, method, params};
    if (request.method === 'goto' && this.#journal.at(-1)?.method === 'goto') this.#journal.pop();
    this.#journal.push(request);
  }

  #over(call, answer) {
    clearInterval(call.timer);
    this.#calls.delete(call.request.id);
    if (call.told) this.#progress(call, true);
    call.done(answer);
  }

  #fail(calls, error) {
    for (const call of calls) this.#over(call, {id: call.request.id, serial: this.#serial, error});
  }

  // #cancel gives up all calls, whatever is asked for: they share one thread. While another worker is brought where the
  // last one was, those that wait for it are given up.
  async #cancel(request) {
    const calls = this.#calls.size, error = {text: 'interrupted: everything is as it was before', kind: 'interrupted'};
    if (this.#held && !this.#calls.has('begin')) this.#fail(this.#held.splice(0).map(r => this.#calls.get(r.id)), error);
    else if (calls) await this.#again(error);
    return {id: request.id, serial: this.#serial, result: {calls}};
  }

  // #ended begins again when the worker has ended by itself: a program can do that. What ends a worker that is being
  // brought where the last one was would end the next, too.
  #ended(why) {
    const again = this.#calls.get('again');
    if (this.#begins) this.#begun(why);
    else if (again) this.#fail([again], {text: why});
    else this.#again({text: `the program has ended the debugger (${why}); it was started again where it was`, kind: 'interrupted'});
  }

  // #again ends the worker, answers all calls with an error, and brings another worker where this one was. Calls that
  // come meanwhile wait for that.
  async #again(error) {
    this.#worker.terminate();
    const given = [...this.#calls.values()];
    this.#calls.clear();
    this.#held = [];
    this.#passed = this.#serial;
    try {
      await this.#start();
      for (const request of this.#journal) this.#worker.postMessage({request});
      const here = await this.#make({id: 'again', method: 'here'});
      if (here.error) throw new WireError(here.error);
    } catch ({message}) {
      this.#lost = {text: `the debugger cannot be started again: ${message}`, hint: 'load this page anew', kind: 'lost'};
      this.onEvent('lost', {});
      return this.#fail([...given, ...this.#calls.values()], this.#lost);
    }
    this.#fail(given, error);
    this.#release();
    this.onEvent('hello', {serial: this.#serial});
  }
}

// site is what the worker of a static site is made of.
const site = () => ({script: 'js/guest.js', version: said('version'), position: said('position'),
  recording: async () => (await given(said('recording'))).arrayBuffer()});

// said is what the page says of itself.
function said(name) { return document.querySelector(`meta[name=machsim-${name}]`).content; }
