// Draw paints a frame of the lanes: bands, tints, tiles or single events, arrows, the cut and what floats above it.
import {waits} from './bows.js';
import {kinds, flows} from './ink.js';
import {packets} from './packets.js';
import {shapes, envelope, head} from './shapes.js';
import {bins, block, image} from './tiles.js';

export const rulerHeight = 22;

// paint paints all. d is the Diagram.
export function paint(c, d) {
  const {view, colours, dpr} = d;
  d.tiles.begin();
  c.setTransform(dpr, 0, 0, dpr, 0, 0);
  c.fillStyle = colours.back;
  c.fillRect(0, 0, view.width, view.height + rulerHeight);
  c.save();
  c.beginPath();
  c.rect(0, rulerHeight, view.width, view.height);
  c.clip();
  c.translate(0, rulerHeight - view.top);
  const rows = d.rows.all.filter(r => r.y + r.height > view.top && r.y < view.top + view.height);
  bands(c, d, rows);
  tint(c, d, rows);
  const marks = d.close ? d.marks.get(view) : null;
  if (marks) {
    lives(c, d, rows, marks);
    packets(c, d, rows, marks);
  } else tiles(c, d, rows);
  arrows(c, d, !!marks);
  if (d.cut) fade(c, d, rows);
  const bows = waits(c, d);
  if (marks) single(c, d, marks, bows);
  cut(c, d, rows);
  for (const b of bows) b.head();
  failures(c, d, !marks);
  held(c, d);
  focus(c, d);
  c.restore();
  ruler(c, d);
}

function bands(c, d, rows) {
  const {view, colours} = d;
  for (const r of rows) {
    if (r.index % 2 && !r.head) {
      c.fillStyle = colours.band;
      c.fillRect(0, r.y, view.width, r.height);
    }
    if (r === d.row) {
      c.fillStyle = colours.focus;
      c.globalAlpha = 0.10;
      c.fillRect(0, r.y, view.width, r.height);
      c.globalAlpha = 1;
    }
  }
}

// tint shows the past and the future of an event: of each lane the part that comes before it, and the part after.
function tint(c, d, rows) {
  const {cone, view, colours, coords} = d;
  if (!cone) return;
  for (const r of rows) {
    const past = Math.max(0, ...r.lanes.map(l => cone.past[l] ?? 0));
    const next = r.lanes.map(l => cone.future[l] ?? 0).filter(n => n > 0);
    const to = past && coords.x(past), from = next.length ? coords.x(Math.min(...next)) : undefined;
    if (past && to !== undefined) {
      c.fillStyle = colours.past;
      c.fillRect(0, r.y + 1, Math.max(0, view.x(to + 2 * view.middle)), r.height - 2);
    }
    if (from !== undefined) {
      const x = Math.max(0, view.x(from));
      c.fillStyle = colours.future;
      c.fillRect(x, r.y + 1, view.width - x, r.height - 2);
    }
  }
}

// level is the width of a bin for a view: so that it is at least one pixel, or two where there are many rows.
export function level(view, rows) {
  const least = rows > 28 ? 2 : 1;
  return 2 ** Math.max(0, Math.ceil(Math.log2(view.scale * least)));
}

function tiles(c, d, rows) {
  const {view} = d;
  const step = level(view, rows.length), span = step * bins;
  c.imageSmoothingEnabled = false;
  const blocks = new Set(rows.map(r => Math.floor(r.index / block)));
  for (const b of blocks) {
    const some = d.rows.all.slice(b * block, (b + 1) * block);
    for (let i = Math.floor(view.from / span); i * span < view.to; i++) {
      if (i < 0 || i * span >= view.extent.to) continue;
      const tile = d.tiles.get(view.axis, step, i, some, b);
      if (tile) copy(c, d, tile, some);
      else coarser(c, d, step, i, some, b);
    }
  }
}

// copy copies a tile, or the part of it from one bin to another, to where it belongs.
function copy(c, d, tile, rows, from = 0, to = bins) {
  const {view, dpr} = d;
  const picture = image(tile, rows, dpr, d.colours, d.look);
  const at = (tile.index * bins + from) * tile.step;
  const x = Math.round(view.x(at) * dpr) / dpr;
  const end = Math.round(view.x(at + (to - from) * tile.step) * dpr) / dpr;
  c.drawImage(picture, from, 0, to - from, picture.height, x, rows[0].y, end - x, picture.height / dpr);
}

// coarser shows a part of a tile that is not there by one with wider bins, or by two with narrower ones.
function coarser(c, d, step, index, rows, first) {
  for (let up = 1; up <= 6; up++) {
    const tile = d.tiles.peek(d.view.axis, step * 2 ** up, index >> up, first);
    if (!tile) continue;
    const width = bins >> up, from = (index % 2 ** up) * width;
    copy(c, d, tile, rows, from, from + width);
    return;
  }
  for (const i of step > 1 ? [2 * index, 2 * index + 1] : []) {
    const tile = d.tiles.peek(d.view.axis, step / 2, i, first);
    if (tile) copy(c, d, tile, rows);
  }
}

// lives draws the lines of the lanes where single events are drawn: solid where the thread goes on, broken where it waits.
function lives(c, d, rows, marks) {
  const {view, colours} = d;
  const state = new Map();
  for (const r of rows) for (const l of r.lanes) if (d.lane(l)?.kind === 'thread') state.set(l, d.standing(l, view.from));
  const line = (row, from, to, waits) => {
    const y = row.y + row.height / 2 + 0.5;
    c.setLineDash(waits ? [2, 4] : []);
    c.strokeStyle = colours.life;
    c.lineWidth = waits ? 1 : 1.6;
    c.beginPath();
    c.moveTo(view.x(from), y);
    c.lineTo(view.x(to), y);
    c.stroke();
  };
  for (const m of marks) {
    const s = state.get(m.lane), x = d.coords.x(m.event);
    if (!s || x === undefined) continue;
    const at = x + view.middle;
    if (s.alive) line(d.rows.of(m.lane), s.from, at, s.waits);
    state.set(m.lane, {alive: m.kind !== 'end', from: at, waits: m.blocks});
  }
  for (const [lane, s] of state) {
    if (s.alive && s.from < view.to) line(d.rows.of(lane), s.from, Math.min(d.goneAt(lane), view.to), s.waits);
  }
  c.setLineDash([]);
}

// rare are kinds of events that are looked for, and not many: they can be seen from afar, too.
const rare = new Set(['mishap', 'failure', 'change', 'predicate', 'halt']);

// single draws events one by one, with words where there is room.
function single(c, d, marks, bows) {
  const {view, colours} = d;
  const room = new Map(), above = new Map(); // by row: where the next event is, and the next words above the line
  c.font = `11px ${colours.font}`;
  c.textBaseline = 'middle';
  for (let i = marks.length - 1; i >= 0; i--) {
    const m = marks[i], row = d.rows.of(m.lane), at = d.coords.x(m.event);
    if (!row || at === undefined) continue;
    const x = view.x(at + view.middle), y = row.y + row.height / 2;
    const next = room.get(row) ?? view.width + 8;
    room.set(row, x);
    if (x < -200 || x > view.width + 20) continue;
    const [kind, shape] = kinds[m.kind] ?? kinds.local;
    const r = Math.min(row.height * 0.36, Math.max(rare.has(m.kind) ? 5.5 : 2.6, 0.42 / view.scale), 7.5);
    c.fillStyle = c.strokeStyle = colours.classes[kind];
    c.lineWidth = 1.5;
    c.globalAlpha = m.event > (d.cut?.places[m.lane]?.done ?? Infinity) ? 0.5 : 1;
    shapes[shape](c, x, y, r);
    const end = bows.find(b => b.row === row), left = x + r + 4;
    const at0 = end && left > end.x - 20 && left < end.x + 12 ? end.x + 12 : left;
    const label = shortly(m.label, row, d.lane(m.lane)), higher = (above.get(row) ?? view.width) - x;
    if (row.height >= 12 && next - x > 34) words(c, label, at0, y, next - at0 - 8, colours);
    else if (kind && row.height >= 2 * r + 30 && higher > 34) {
      above.set(row, x); // what matters to others is named though others follow at once
      words(c, label, x - 3, y - r - 8, higher - 6, colours);
    }
    c.globalAlpha = 1;
  }
}

// shortly is a label without the name of the task, where the rows of its threads do without it.
function shortly(label, row, {task, short}) {
  return task && row.node.label === short ? label.replaceAll(`${task}.`, '') : label;
}

// words writes a label, as much of it as fits.
function words(c, label, x, y, width, colours) {
  const most = Math.floor(width / 5.6);
  if (most < 4) return;
  const text = label.length > most && c.measureText(label).width > width ? `${label.slice(0, most - 1)}…` : label;
  c.fillStyle = colours.back;
  const alpha = c.globalAlpha;
  c.globalAlpha = 0.85; // what is below it must not be read with it, also where it is pale
  c.fillRect(x - 1, y - 7, Math.min(width, c.measureText(text).width + 2), 14);
  c.globalAlpha = alpha;
  c.fillStyle = colours.text;
  c.fillText(text, x, y + 0.5);
}

function arrows(c, d, detailed) {
  const {view, colours, coords} = d;
  c.lineWidth = detailed ? 1.3 : 0.9;
  c.globalAlpha = detailed ? 0.85 : 0.5;
  for (const a of d.arrows.rows) {
    const from = d.rows.of(a.fromLane), to = a.toLane >= 0 ? d.rows.of(a.toLane) : null;
    const f = coords.x(a.from), t = a.to ? coords.x(a.to) : undefined;
    if (!from || f === undefined || to === from) continue;
    const x1 = view.x(f + view.middle), y1 = middle(from);
    if (a.to === 0) {
      if (detailed) stub(c, x1, y1, colours);
      continue;
    }
    if (!to || t === undefined) continue;
    const x2 = view.x(t + view.middle), y2 = middle(to);
    if (x2 < 0 || x1 > view.width || x2 - x1 < 3) continue;
    const flow = flows[a.kind] ?? flows.message;
    c.strokeStyle = c.fillStyle = colours.classes[flow.class];
    c.setLineDash(flow.dash);
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    c.setLineDash([]);
    if (x2 - x1 > 6) head(c, x1, y1, x2, y2, detailed ? 7 : 5);
  }
  c.globalAlpha = 1;
}

const middle = row => row.y + row.height / 2;

// stub is the arrow of a message that was never received.
function stub(c, x, y, colours) {
  c.strokeStyle = c.fillStyle = colours.classes[3];
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x + 14, y + 9);
  c.stroke();
  c.beginPath();
  c.arc(x + 15, y + 10, 2.2, 0, 7);
  c.fill();
}

// cut draws the line of the position, and while it is dragged, where it would snap to.
function cut(c, d, rows) {
  const {colours} = d;
  if (d.drag?.places) line(c, d, rows, d.drag.places, [5, 4], colours.focus, 2);
  if (d.cut) line(c, d, rows, d.cut.places, [], colours.cut, 2.2);
  if (d.drag?.x !== undefined && d.drag.rows) {
    c.fillStyle = colours.focus;
    for (const r of d.drag.rows) c.fillRect(d.drag.x - 1.5, r.y, 3, r.height);
  }
}

// failures draws where threads have failed, above the cut, which may stand right behind that; from afar with the reason.
function failures(c, d, far) {
  const {view, colours} = d;
  for (const {number, lane} of d.failed) {
    const row = d.rows.of(lane), at = d.coords.x(number);
    if (!row || at === undefined) continue;
    const x = view.x(at + view.middle), y = middle(row), r = Math.min(row.height * 0.4, 8);
    c.fillStyle = colours.back;
    c.beginPath();
    c.arc(x, y, r + 2.5, 0, 7);
    c.fill();
    c.strokeStyle = c.fillStyle = colours.classes[kinds.failure[0]];
    c.lineWidth = 3;
    shapes[kinds.failure[1]](c, x, y, r);
    c.font = `11px ${colours.font}`;
    if (far && row.height >= 12) words(c, d.lane(lane).why, x + r + 5, y, view.width - x - r - 12, colours);
  }
}

// fade pales what has not happened at the position.
function fade(c, d, rows) {
  const {view, colours} = d;
  c.fillStyle = colours.back;
  c.globalAlpha = 0.42;
  for (const r of rows) {
    const at = d.cutAt(r, d.cut.places);
    const x = at === undefined ? view.width : Math.max(0, view.x(at));
    if (x < view.width) c.fillRect(x, r.y, view.width - x, r.height);
  }
  c.globalAlpha = 1;
}

// line draws a cut through all lanes.
function line(c, d, rows, places, dash, colour, width) {
  const {view} = d;
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.setLineDash(dash);
  c.beginPath();
  let last;
  for (const r of rows) {
    const at = d.cutAt(r, places) ?? last;
    if (at === undefined) continue;
    const x = Math.round(view.x(at)) + 0.5;
    if (last === undefined) c.moveTo(x, r.y);
    else c.lineTo(x, r.y);
    c.lineTo(x, r.y + r.height);
    last = at;
  }
  c.stroke();
  c.setLineDash([]);
}

// held draws the messages that float: they were sent, and may not arrive before others.
function held(c, d) {
  if (!d.cut) return;
  const {view, colours} = d;
  c.font = `11px ${colours.font}`;
  d.cut.held.forEach((m, i) => {
    const row = d.rows.of(m.lane), at = d.coords.x(m.event);
    if (!row || at === undefined) return;
    const x1 = view.x(at + view.middle), y1 = middle(row);
    const edge = view.x(d.cutAt(row, d.cut.places) ?? at);
    const x = Math.max(x1 + 14, edge + 10), y = y1 - Math.min(14, row.height * 0.5) - (i % 3) * 6;
    c.strokeStyle = colours.classes[3];
    c.setLineDash([2, 3]);
    c.lineWidth = 1.4;
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x, y);
    c.stroke();
    c.setLineDash([]);
    envelope(c, x, y, colours);
    const why = m.after.length ? `, until ${m.after.length === 1 ? 'the message of event' : 'those of events'} ${list(m.after)}` : '';
    const text = `held at ${m.port}${why}`, wide = Math.min(330, c.measureText(text).width + 2);
    const left = x + 27 + wide > view.width && x - wide > 8; // there is no room at the right
    words(c, text, left ? x - wide - 4 : x + 27, y, wide, colours);
  });
}

const list = all => all.length > 3 ? `${all.slice(0, 3).join(', ')}, …` : all.join(', ');

// focus is a ring around the event in focus.
function focus(c, d) {
  if (!d.event) return;
  const row = d.rows.of(d.event.lane), at = d.coords.x(d.event.number);
  if (!row || at === undefined) return;
  const x = d.view.x(at + d.view.middle), y = middle(row);
  c.strokeStyle = d.colours.focus;
  c.lineWidth = 2;
  c.beginPath();
  c.arc(x, y, Math.min(11, row.height / 2 + 1), 0, 7);
  c.stroke();
}

// ruler draws the numbers of the axis, and the grip of the cut.
function ruler(c, d) {
  const {view, colours} = d;
  c.fillStyle = colours.band;
  c.fillRect(0, 0, view.width, rulerHeight);
  c.fillStyle = colours.line;
  c.fillRect(0, rulerHeight - 1, view.width, 1);
  c.font = `11px ${colours.font}`;
  c.textBaseline = 'middle';
  c.textAlign = 'center';
  const step = nice(view.scale * 90);
  for (let at = Math.max(0, Math.ceil(view.from / step) * step); at <= Math.min(view.to, view.extent.to); at += step) {
    const x = view.x(at);
    c.fillStyle = colours.line;
    c.fillRect(Math.round(x), rulerHeight - 6, 1, 6);
    c.fillStyle = colours.quiet;
    c.fillText(view.axis === 'time' ? time(at, step) : at.toLocaleString('en'), x, 8);
  }
  c.textAlign = 'left';
  if (!d.cut) return;
  const at = d.edge(d.cut.places);
  if (at === undefined) return;
  const x = Math.round(view.x(at)) + 0.5;
  c.fillStyle = colours.cut;
  c.beginPath();
  c.moveTo(x - 6, 14);
  c.lineTo(x + 6, 14);
  c.lineTo(x, rulerHeight);
  c.closePath();
  c.fill();
}

// nice is the next round number.
function nice(n) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, n)));
  return Math.max(1, [1, 2, 5, 10].find(k => k * power >= n) * power);
}

function time(us, step) {
  return `${(us / 1000).toFixed(step >= 1000 ? 0 : step >= 100 ? 1 : 2)} ms`;
}
