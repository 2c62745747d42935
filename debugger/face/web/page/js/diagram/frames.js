// Frames draws once a frame at most, and takes down how long that takes: of every frame its work, and of those that
// follow each other the time between them.
const most = 2000;

export class Frames {
  work = [];
  between = [];
  #asked = false;
  #last = 0;

  constructor(draw) { this.draw = draw; }

  ask() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(at => this.#frame(at));
  }

  #frame(at) {
    this.#asked = false;
    const began = performance.now();
    this.draw(at);
    note(this.work, performance.now() - began);
    if (at - this.#last < 100) note(this.between, at - this.#last);
    this.#last = at;
  }

  reset() {
    this.work = [];
    this.between = [];
    this.#last = 0;
  }

  // read are the figures in milliseconds.
  read() {
    return {
      frames: this.work.length, work95: percentile(this.work, 95), workMost: percentile(this.work, 100),
      between50: percentile(this.between, 50), between95: percentile(this.between, 95),
    };
  }
}

function note(list, value) {
  list.push(value);
  if (list.length > most) list.shift();
}

function percentile(list, p) {
  if (!list.length) return 0;
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p / 100))];
}
