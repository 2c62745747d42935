// Diagram is the space-time diagram as the page's control: the run's lanes at any size, with the position as a line
// through them.
import {h, zoomOf} from '../dom.js';
import {Arrows, Marks} from './parts.js';
import {Coords} from './coords.js';
import {paint, rulerHeight} from './draw.js';
import {Frames} from './frames.js';
import {Header} from './header.js';
import {Keys} from './keys.js';
import {Overview} from './overview.js';
import {palette} from './ink.js';
import {save} from './picture.js';
import {Play} from './play.js';
import {Pointer} from './pointer.js';
import {Rows} from './rows.js';
import {Says} from './says.js';
import {Tiles, bins, block} from './tiles.js';
import {Tools} from './tools.js';
import {View} from './view.js';
import {Cuts} from './cuts.js';

const paper = 680; // pixels that a sheet is wide
const legend = 24; // pixels that the legend is high there, which is all that is printed of the tools

export class Diagram {
  static whole = [{method: 'lanes'}, {method: 'info'}]; // what it asks for once for each run
  view = new View();
  rows = new Rows();
  options = {waits: false};
  run = -1;
  events = 0;
  cut = null; // what the method cut has answered
  drag = null; // {rows, x, places}: the cut while it is dragged
  cone = null; // of the event that is looked at
  event = null; // in focus: {number, lane, event}
  row = null; // that is chosen
  failed = []; // the last events of the threads that failed: {number, lane}
  look = 0; // goes up when tiles have to be drawn anew
  dpr = 1;
  #lanes = [];
  #program = ''; // of the run
  #axes = new Map();
  #cone = {want: 0, busy: false};

  constructor(root, app) {
    this.app = app;
    this.client = app.client;
    const ready = () => this.redraw();
    this.tiles = new Tiles(this.client, ready);
    this.marks = new Marks(this.client, ready);
    this.arrows = new Arrows(this.client, ready);
    this.coords = new Coords(this.client, ready);
    this.frames = new Frames(() => this.#draw());
    this.canvas = h('canvas', {
      class: 'diagram-lanes', tabindex: 0, role: 'application', 'aria-label': 'space-time diagram; press ? for the keys',
      'aria-describedby': 'diagram-said',
    });
    this.header = new Header(this);
    this.overview = new Overview(this);
    this.says = new Says(this);
    this.play = new Play(this);
    this.tools = new Tools(this);
    this.cuts = new Cuts(this);
    this.element = h('div', {class: 'diagram'}, this.tools.element, h('div', {class: 'diagram-strip'}, this.overview.element),
      h('div', {class: 'diagram-body'}, h('div', {class: 'diagram-side'}, h('div', {class: 'diagram-corner'}), this.header.element),
        h('div', {class: 'diagram-view'}, this.canvas)), this.says.element, this.says.tip);
    root.append(this.element);
    root.diagram = this; // for tests, and whoever is curious
    this.keys = new Keys(this);
    new Pointer(this);
    new ResizeObserver(() => this.#resize()).observe(this.canvas.parentElement);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#recolour());
    addEventListener('beforeprint', () => { this.#forPaper(); this.#recolour(true); this.#draw(); });
    addEventListener('afterprint', () => { this.#forScreen(); this.#recolour(); });
    app.saveDiagram = () => this.savePicture();
    app.mark = events => this.overview.mark(events);
    app.metrics = {...app.metrics, diagram: () => ({...this.frames.read(), bytes: this.tiles.bytes, requests: this.tiles.asked})};
    this.#recolour();
  }

  // knows says whether the diagram has the lanes of a state's run.
  knows(state) { return state?.run.number === this.run && state.run.events === this.events; }

  // update shows another state: cut is what the method of that name has answered, whole what those have that say which
  // lanes there are, if these are not known.
  update(cut, state, whole) {
    const at = this.cut?.position;
    this.cut = cut;
    if (!this.drag?.held) this.drag = null;
    if (!this.knows(state)) this.#open(state, whole);
    else if (cut.position !== at) this.showCut(false);
    if (cut.position !== at) this.says.state();
    this.redraw();
  }

  // #open shows another run: answers are those to Diagram.whole. It asks for tiles at once, which come while other
  // windows are drawn.
  #open(state, answers) {
    [this.run, this.events] = [state.run.number, state.run.events];
    const {rows, axes} = answers[0].result;
    this.#program = answers[1].result?.program ?? '';
    this.#lanes = [];
    for (const l of rows) this.#lanes[l.lane] = l;
    this.failed = rows.filter(l => l.ending === 'failed').map(l => ({number: l.last, lane: l.lane}));
    this.#axes = new Map(axes.map(a => [a.axis, a]));
    this.rows = this.rows.set(rows, this.app.prefs.get('rows')?.[this.#program]);
    this.event = this.cone = this.row = null;
    this.#forget();
    this.view.extent = this.#axes.get(this.view.axis);
    this.#resize();
    this.#lay();
    this.view.fit();
    this.#draw();
  }

  #forget() {
    for (const x of [this.tiles, this.marks, this.arrows]) x.clear();
    this.coords.use(this.view.axis);
  }

  #lay() {
    const id = this.row?.node.id;
    this.rows.lay(this.view.height);
    this.row = this.rows.all.find(r => r.node.id === id) ?? null;
    this.view.rowsHeight = this.rows.height;
    this.view.clamp();
    this.tiles.clear();
    this.tools.update();
    this.redraw();
  }

  #resize() {
    const box = this.canvas.parentElement, dpr = (devicePixelRatio || 1) * zoomOf(box);
    const width = Math.max(100, box.clientWidth), height = Math.max(60, box.clientHeight);
    if (width === this.view.width && height - rulerHeight === this.view.height && dpr === this.dpr) return;
    const whole = this.view.scale >= this.view.widest * 0.95;
    this.dpr = dpr;
    this.look++;
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    Object.assign(this.view, {width, height: height - rulerHeight});
    this.#lay();
    if (whole) this.view.fit();
  }

  // #forPaper keeps the diagram as it is on the screen, made smaller so that it fits on a page.
  #forPaper() {
    const {style, offsetWidth, offsetHeight} = this.element;
    Object.assign(style, {width: `${offsetWidth}px`, height: `${offsetHeight - this.tools.element.offsetHeight + legend}px`, zoom: Math.min(1, paper / offsetWidth)});
  }

  #forScreen() { Object.assign(this.element.style, {width: '', height: '', zoom: ''}); }

  #recolour(paper = false) {
    this.colours = palette(this.element, paper);
    this.look++;
    this.redraw();
  }

  redraw() { this.frames.ask(); }

  #draw() {
    if (!this.colours || this.run < 0) return;
    this.arrows.want(this.view);
    paint(this.canvas.getContext('2d', {alpha: false}), this);
    this.overview.draw();
    this.header.update();
    this.says.follow();
    this.tiles.trim();
    this.tiles.fetch();
    this.arrows.fetch();
    this.coords.fetch();
    if (this.tiles.idle) this.overview.want(this.cut?.set); // its first answer takes long: the lanes do not wait for it
    this.says.counts();
  }

  // close says whether single events are drawn.
  get close() { return this.view.axis === 'time' ? this.view.scale <= 4 : this.view.scale <= 0.2; }

  // standing is how a lane lives at a coordinate, as far as its tile says.
  standing(lane, at) {
    const l = this.#lanes[lane], row = this.rows.of(lane), born = l.born ? this.coords.x(l.born) : this.view.extent.from;
    const index = Math.floor(Math.max(0, at) / bins), first = Math.floor(row.index / block);
    const tile = this.tiles.get(this.view.axis, 1, index, this.rows.all.slice(first * block, (first + 1) * block), first);
    const mark = tile?.marks[row.index % block][Math.floor(Math.max(0, at)) % bins] ?? 16;
    const alive = l.kind === 'thread' && (born ?? 0) <= at && this.goneAt(lane) > at;
    return {alive, from: Math.max(born ?? 0, at - this.view.width * this.view.scale), waits: mark === 8};
  }

  // goneAt is the coordinate at which a lane ends.
  goneAt(lane) {
    const {gone} = this.#lanes[lane];
    return gone ? (this.coords.x(gone) ?? this.view.extent.to) + this.view.middle : this.view.extent.to;
  }

  lane(n) { return this.#lanes[n]; }

  cutAt(row, places) { return this.cuts.at(row, places); }

  edge(places) { return this.cuts.edge(places); }

  savePicture() { return save(this).catch(e => this.app.wrong(e)); }

  // --- moving ---

  pan(pixels) { this.view.pan(pixels); this.redraw(); }

  zoomAt(factor, x) { this.view.zoom(factor, x); this.redraw(); }

  zoom(factor) {
    const at = this.event ? this.coords.x(this.event.number) : undefined;
    const x = at === undefined ? undefined : this.view.x(at);
    this.zoomAt(factor, x > 0 && x < this.view.width ? x : this.view.width / 2);
  }

  fit() { this.view.fit(); this.view.top = 0; this.redraw(); }

  closeUp() {
    const at = this.event ? this.coords.x(this.event.number) : this.edge(this.cut.places);
    this.view.scale = this.view.axis === 'time' ? 0.4 : 1 / 24;
    this.view.center(at ?? 0, true);
    this.redraw();
  }

  // showCut moves so that the position can be seen.
  showCut(always) {
    const at = this.cut && this.edge(this.cut.places);
    if (at !== undefined && at !== null) this.view.center(at, always);
    this.redraw();
  }

  useAxis(axis) {
    this.view.axis = axis;
    this.view.extent = this.#axes.get(axis);
    this.#forget();
    this.view.fit();
    this.tools.update();
    this.redraw();
  }

  nextAxis() {
    const all = [...this.#axes.keys()];
    this.useAxis(all[(all.indexOf(this.view.axis) + 1) % all.length]);
    this.says.say(`axis: ${this.view.axis}`);
  }

  toggleWaits() {
    this.options.waits = !this.options.waits;
    this.tools.update();
    this.redraw();
  }

  markVariable(name) {
    this.overview.variable = name;
    this.overview.want(this.cut?.set);
    this.tools.update();
  }

  // --- rows ---

  choose(row) {
    this.row = row;
    if (row.y < this.view.top) this.view.top = row.y;
    if (row.y + row.height > this.view.top + this.view.height) this.view.top = row.y + row.height - this.view.height;
    this.view.clamp();
    this.says.say(row.node.title);
    this.redraw();
  }

  chooseBy(by) {
    const all = this.rows.all, i = this.row ? all.indexOf(this.row) + by : 0;
    if (all[i]) this.choose(all[i]);
  }

  fold(row) {
    const id = this.rows.fold(row);
    this.#arranged();
    const now = this.rows.all.find(r => r.node.id === id);
    if (now) this.choose(now);
  }

  hide(row) {
    this.rows.hide(row);
    this.#arranged();
    this.chooseBy(0);
  }

  only(row) { this.rows.only(row); this.#arranged(); }

  showAll() { this.rows.showAll(); this.#arranged(); }

  move(row, by) { this.rows.move(row, by); this.#arranged(); }

  // #arranged shows the rows as a person has arranged them, and keeps that for the program.
  #arranged() {
    this.app.prefs.set('rows', {...this.app.prefs.get('rows'), [this.#program]: this.rows.kept});
    this.#lay();
  }

  // --- events ---

  // look shows what came before an event, and what after it; 0 stands for none.
  async lookAt(number) {
    this.#cone.want = number;
    if (this.#cone.busy) return;
    this.#cone.busy = true;
    while (this.#cone.want !== (this.cone?.number ?? 0)) {
      const wanted = this.#cone.want;
      try {
        this.cone = wanted ? {number: wanted, ...await this.client.call('cone', {event: wanted})} : null;
      } catch {
        this.cone = null;
        break;
      }
      this.redraw();
    }
    this.#cone.busy = false;
  }

  hover(row, x, y) { this.says.hover(row, x, y); }

  // find finds the event of a row near x.
  async find(row, x) {
    const reach = Math.max(4, this.close ? 0.5 / this.view.scale : 3) * this.view.scale;
    const at = this.view.at(x);
    const [from, to] = [Math.floor(at - reach), Math.ceil(at + reach) + (this.view.axis === 'time' ? 1 : 0)];
    const found = await this.client.call('pick', {axis: this.view.axis, from, to, lanes: row.lanes}).catch(() => null);
    return found?.number ? found : null;
  }

  async click(row, x, e) {
    if (!row) return;
    this.choose(row);
    if (!row.lanes.length) return this.fold(row);
    const found = await this.find(row, x);
    if (!found) return;
    this.focusOn(found);
    this.goToFocus(e.shiftKey);
  }

  focusOn(found) {
    this.event = found;
    this.row = this.rows.of(found.lane) ?? this.row;
    this.lookAt(found.number);
    this.says.event(found);
    this.view.center(found.x);
    this.redraw();
  }

  letGo() {
    this.event = null;
    this.lookAt(0);
    this.redraw();
  }

  // neighbour goes on or back by some events of the row.
  async neighbour(by) {
    if (!this.row) this.chooseBy(0);
    const lanes = this.row?.node.lanes ?? [];
    const here = this.event?.number ?? this.cut?.places[lanes[0]]?.done ?? 0;
    const found = await this.client.call('pick', {axis: this.view.axis, event: Math.max(1, here), by, lanes}).catch(() => null);
    if (found?.number) this.focusOn(found);
  }

  async goToFocus(least) {
    if (!this.event) return;
    await this.app.goto(least ? `past ${this.event.number}` : String(this.event.number));
    await this.app.select({event: this.event.number});
  }

  // travel goes to a position without a place of its own in the browser's history, and answers whether it is there.
  async travel(position) {
    try {
      await this.app.travel(position);
      return true;
    } catch (e) {
      this.app.wrong(e);
      return false;
    }
  }

  dragWhole(x) { this.cuts.whole(x); }

  dragLane(rows, x, e) { this.cuts.lane(rows, x, e); }

  dropDrag(take) { this.cuts.drop(take); }

  dragBy(by, other = false) { this.cuts.by(by, other); }
}

