// Cuts is the position as a line, and what dragging it does: as a whole it is always legal; a lane that is dragged
// alone takes others with it, as the debugger says.
export class Cuts {
  #busy = false;
  #next = null;

  constructor(d) { this.d = d; }

  // edge is the coordinate of the first event that a cut lacks.
  edge(places) {
    let first = Infinity;
    for (const p of places) if (p.next && p.next < first) first = p.next;
    return first === Infinity ? this.d.view.extent.to : this.d.coords.x(first);
  }

  // at is the coordinate at which the line of a cut crosses a row; undefined if the row has no lanes.
  at(row, places) {
    const {view, coords} = this.d;
    if (!row.lanes.length) return undefined;
    let done = 0, next = Infinity;
    for (const lane of row.lanes) {
      done = Math.max(done, places[lane]?.done ?? 0);
      if (places[lane]?.next) next = Math.min(next, places[lane].next);
    }
    const gap = view.axis === 'time' ? Math.min(4, view.scale * 4) : 1;
    const low = done ? coords.x(done) : view.extent.from - gap, high = next === Infinity ? view.extent.to : coords.x(next);
    const edge = this.edge(places);
    if (low === undefined || high === undefined || edge === undefined) return undefined;
    return Math.max(low + gap, Math.min(edge, high));
  }

  // whole drags the line to x: everything follows as fast as it can.
  whole(x) {
    const {d} = this, at = Math.round(Math.min(Math.max(d.view.at(x), d.view.extent.from), d.view.extent.to));
    d.drag = {x, at, held: true, whole: true, rows: d.rows.all.filter(r => r.lanes.length)};
    this.#ask({to: at, lanes: [], choose: s => s.least, go: true});
    d.redraw();
  }

  // lane drags the line in some rows.
  lane(rows, x, {shiftKey, altKey}) {
    const {d} = this, at = Math.round(Math.min(Math.max(d.view.at(x), d.view.extent.from), d.view.extent.to));
    const on = at > (this.at(rows[0], d.cut.places) ?? 0);
    d.drag = {...d.drag, x, at, held: true, whole: false, rows};
    this.#ask({to: at, lanes: rows.flatMap(r => r.lanes), choose: s => shiftKey || on && !altKey ? s.least : s.greatest});
    d.redraw();
  }

  // #ask asks where the cut would snap to; while a question is open, only the last of the following counts.
  async #ask(question) {
    this.#next = question;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#next) {
      const {to, lanes, choose, go} = this.#next;
      this.#next = null;
      try {
        const legal = choose(await this.d.client.call('snap', {axis: this.d.view.axis, to, lanes}));
        if (this.d.drag) Object.assign(this.d.drag, {places: legal.places, position: legal.position});
        if (go && this.d.drag && legal.position !== this.d.cut.position) await this.d.travel(legal.position);
      } catch (e) {
        this.d.app.wrong(e);
      }
      this.d.redraw();
    }
    this.#busy = false;
    if (this.d.drag?.dropped) this.#land();
  }

  // drop ends the drag; take goes to where it has led.
  drop(take) {
    const {d} = this;
    if (!d.drag) return;
    if (!take) d.drag = null;
    else if (this.#busy) d.drag.dropped = true;
    else this.#land();
    d.redraw();
  }

  async #land() {
    const {position} = this.d.drag;
    this.d.drag = null;
    if (position !== undefined) await this.d.app.goto(position);
    this.d.redraw();
  }

  // by drags the line of the chosen row on or back by an event.
  async by(by, other) {
    const {d} = this;
    if (!d.row?.lanes.length) return;
    const places = d.row.lanes.map(l => d.cut.places[l]);
    const to = by > 0 ? Math.min(...places.map(p => p.next || Infinity)) + 1 : Math.max(...places.map(p => p.done));
    if (to === 0 || to === Infinity) return;
    const at = await this.#coordinate(to);
    const legal = await d.client.call('snap', {axis: d.view.axis, to: at, lanes: d.row.lanes}).catch(() => null);
    if (legal) await d.app.goto((by > 0) !== other ? legal.least.position : legal.greatest.position);
  }

  // #coordinate is the coordinate of an event that need not be known yet.
  async #coordinate(number) {
    const {view, client, coords} = this.d;
    return coords.x(number) ?? (await client.call('coordinates', {axis: view.axis, events: [number]}))[0];
  }
}
