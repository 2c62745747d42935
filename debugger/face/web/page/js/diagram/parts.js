// Parts of the run in detail: single events where there is room for them, and arrows. Both are asked for in parts of
// the axis that are somewhat greater than what is shown, and kept.

const keptParts = 40;
const mostArrows = 500;

// Marks are the events of a part, with a few words each.
export class Marks {
  #parts = new Map(); // by key: a list of events, null if there are too many, undefined while they are asked for

  constructor(client, ready) { this.client = client; this.ready = ready; }

  clear() { this.#parts = new Map(); }

  // get are the events shown by a view; null if there are too many or they are not there yet.
  get(view) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, view.width * view.scale / 2)));
    const all = [];
    for (let i = Math.floor(view.from / size); i * size < view.to; i++) {
      if (i < 0) continue;
      const part = this.#part(view.axis, size, i);
      if (!part) return null;
      all.push(...part);
    }
    return all;
  }

  #part(axis, size, index) {
    const key = `${axis}/${size}/${index}`;
    if (!this.#parts.has(key)) {
      this.#parts.set(key, undefined);
      this.#ask(key, {axis, from: index * size, to: (index + 1) * size});
      for (const old of this.#parts.keys()) {
        if (this.#parts.size <= keptParts) break;
        this.#parts.delete(old);
      }
    }
    return this.#parts.get(key);
  }

  async #ask(key, params) {
    const parts = this.#parts;
    try {
      const x = await this.client.call('marks', params);
      const blocks = new Set(x.blocks);
      parts.set(key, x.many ? null : x.events.map((event, i) => (
        {event, lane: x.lanes[i], kind: x.kinds[x.kind[i]], label: x.labels[i], blocks: blocks.has(i)})));
      if (parts === this.#parts) this.ready();
    } catch {
      parts.delete(key); // the frame after the next motion asks again
    }
  }
}

// Arrows are those of what is shown. The last ones are kept until the next are there.
export class Arrows {
  rows = [];
  left = 0;
  wide = false;
  #key = '';
  #wanted = null;
  #busy = false;
  #asked = ''; // the key of those that are on their way
  #cleared = 0; // how often

  constructor(client, ready) { this.client = client; this.ready = ready; }

  // clear forgets all arrows, those that are on their way too.
  clear() {
    this.rows = [];
    this.left = 0;
    this.wide = false;
    this.#key = this.#asked = '';
    this.#wanted = null;
    this.#cleared++;
  }

  // want asks for the arrows of what a view shows, if they are others than those that are there.
  want(view) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(8, view.width * view.scale / 2)));
    const from = Math.floor(view.from / size) * size, to = Math.ceil(view.to / size) * size;
    const key = `${view.axis}/${from}/${to}`;
    this.#wanted = null;
    if (key === (this.#busy ? this.#asked : this.#key)) return;
    this.#wanted = {key, params: {axis: view.axis, from: Math.max(0, from), to, most: mostArrows}};
  }

  async fetch() {
    if (this.#busy || !this.#wanted) return;
    this.#busy = true;
    const {key, params} = this.#wanted, cleared = this.#cleared;
    this.#asked = key;
    this.#wanted = null;
    try {
      const x = await this.client.call('arrows', params);
      if (cleared === this.#cleared) this.#set(key, x);
      this.ready();
    } catch { /* the page says that the connection is lost: the frame after the next motion asks again */ }
    this.#busy = false;
    if (this.#wanted) this.fetch();
  }

  #set(key, {kinds, kind, from, to, fromLanes, toLanes, left, wide}) {
    this.rows = from.map((from, i) => ({kind: kinds[kind[i]], from, to: to[i], fromLane: fromLanes[i], toLane: toLanes[i]}));
    [this.left, this.wide] = [left, wide];
    this.#key = key;
  }
}
