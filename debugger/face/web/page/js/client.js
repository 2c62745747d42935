// Client makes calls of the protocol (docs/PROTOCOL.md) over a transport: an object with
// send(request), which answers a promise of the answer, and onEvent, which is told events by name.

// WireError is why a call has failed: its message is a sentence; hint says what to do, prompt what the prompt says of
// it, column where in a typed text the mistake is.
export class WireError extends Error {
  constructor({text, hint = '', prompt = '', column = 0, kind = ''}) {
    super(text);
    Object.assign(this, {hint, prompt, column, kind});
  }
}

export class Client {
  #transport;
  #page = Math.random().toString(36).slice(2); // calls of other pages on the same session have other names
  #calls = 0;
  #listeners = new Map();

  constructor(transport) {
    this.#transport = transport;
    transport.onEvent = (name, data) => {
      for (const f of this.#listeners.get(name) ?? []) f(data);
    };
  }

  // open begins to listen to events. It ends when calls can be made.
  open() { return this.#transport.open(); }

  // send makes a call, and answers all that came back: {serial, result, notices}. One that yields is given up when
  // another call comes: it throws an error of the kind yielded.
  async send(method, params = {}, yields = false) {
    const id = `${this.#page}.${++this.#calls}`;
    const answer = await this.#transport.send({id, method, params, yields});
    if (answer.error) throw new WireError(answer.error);
    return answer;
  }

  // call makes a call, and answers its result.
  async call(method, params) { return (await this.send(method, params)).result; }

  // batch makes several calls that see one state, each {method, params}. It answers {serial, answers}, where each
  // answer has a result or an error.
  async batch(calls, yields = false) {
    const {serial, result} = await this.send('batch', {calls}, yields);
    return {serial, answers: result};
  }

  // on lets f be told events of a name: changed ({serial, position, run}), opened (the same, of another recording that
  // has taken the place of the present one), progress ({id, method, seconds, over}), grew ({events, time, wrote, before, computes}: how far a live
  // run is while a call has it made), made and exploring (how far a call
  // is that makes many runs), loaded ({part}: of the debugger of a page without a server), over ({text}: the session ends), lost (the connection is gone) and hello (it is there).
  on(name, f) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), f]);
  }

  onChanged(f) { this.on('changed', f); }
}
