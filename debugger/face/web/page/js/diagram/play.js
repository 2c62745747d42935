// Play moves the position by itself, in both directions, so many events a second. The next motion begins when all
// windows show the last.
export const speeds = [1, 2, 5, 10, 25, 100, 500, 2500];

export class Play {
  way = 0; // 1 onwards, -1 backwards, 0 not at all
  speed = 5;

  constructor(d) { this.d = d; }

  toggle(way) {
    if (this.way === way) return this.stop();
    const idle = this.way === 0;
    this.way = way;
    if (idle) this.#run();
    this.d.tools.update();
  }

  stop() {
    this.way = 0;
    this.d.tools.update();
  }

  faster(by) {
    const i = speeds.indexOf(this.speed);
    this.speed = speeds[Math.min(Math.max(i + by, 0), speeds.length - 1)];
    this.d.tools.update();
  }

  async #run() {
    let last = performance.now(), owed = 0;
    while (this.way) {
      const now = performance.now();
      owed += (now - last) / 1000 * this.speed;
      last = now;
      const n = Math.floor(owed);
      if (n > 0) {
        owed -= n;
        if (!await this.#move(n * this.way)) break;
      }
      await new Promise(resolve => setTimeout(resolve, Math.max(30, 1000 / this.speed - (performance.now() - now))));
    }
    this.stop();
  }

  // #move goes some events on or back; it answers false at the end, and if it cannot.
  async #move(by) {
    const {prefix} = this.d.app.state, to = Math.min(Math.max(prefix + by, 0), this.d.events);
    if (to === prefix && this.d.app.state.whole) return false;
    return this.d.travel(String(to));
  }
}
