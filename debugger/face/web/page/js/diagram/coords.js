// Coords says where events lie on the axis. In recorded order their numbers say it; of another axis the debugger is
// asked, once for all that a frame lacks.
export class Coords {
  axis = 'recorded';
  #known = new Map();
  #wanted = new Set();
  #busy = false;

  constructor(client, ready) { this.client = client; this.ready = ready; }

  use(axis) {
    this.axis = axis;
    this.#known = new Map();
    this.#wanted.clear();
  }

  // x is the coordinate of an event, given by its number; undefined if it is not known yet.
  x(number) {
    if (this.axis === 'recorded') return number - 1;
    const x = this.#known.get(number);
    if (x === undefined) this.#wanted.add(number);
    return x;
  }

  async fetch() {
    if (this.#busy || !this.#wanted.size) return;
    this.#busy = true;
    const events = [...this.#wanted].slice(0, 20000);
    const known = this.#known;
    this.#wanted.clear();
    try {
      const at = await this.client.call('coordinates', {axis: this.axis, events});
      events.forEach((n, i) => known.set(n, at[i]));
      this.ready(); // the next frame asks for what this one had to wait with
    } catch { /* the page says that the connection is lost: the frame after the next motion asks again */ }
    this.#busy = false;
  }
}
