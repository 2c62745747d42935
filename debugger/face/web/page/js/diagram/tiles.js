// Tiles are parts of the run as the debugger sends them: for some rows, a byte for each bin of the axis. They are asked
// for when they are first to be shown, and drawn once, into an image; a frame copies these.
import {classes, rgba32} from './ink.js';

export const bins = 256; // of a tile
export const block = 32; // rows of a tile
const kept = 160; // tiles
const mostImages = 64e6; // bytes of the images of tiles

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = '!#$%()*+,./:;=?@';
const letter = new Int8Array(128).fill(-1);
const digit = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) letter[letters.charCodeAt(i)] = i;
for (let i = 0; i < 16; i++) digit[digits.charCodeAt(i)] = i;

// unpack reads a row: a letter for each bin and, in base 16, how many more are like it.
export function unpack(text, n = bins) {
  const marks = new Uint8Array(n);
  for (let i = 0, k = 0; i < text.length && k < n;) {
    const mark = letter[text.charCodeAt(i++)];
    let more = 0;
    for (; i < text.length && digit[text.charCodeAt(i)] >= 0; i++) more = more * 16 + digit[text.charCodeAt(i)];
    marks.fill(mark, k, k + more + 1);
    k += more + 1;
  }
  return marks;
}

export class Tiles {
  bytes = 0; // that have come over the wire
  asked = 0; // requests
  #tiles = new Map(); // by key; the one used last is the last
  #busy = false;
  #wanted = [];

  constructor(client, ready) { this.client = client; this.ready = ready; }

  // clear forgets all tiles, those that are on their way too: they are of another run, or of other rows.
  clear() {
    this.#tiles = new Map();
    this.#wanted = [];
  }

  // idle says whether everything that was asked for has come.
  get idle() { return !this.#busy && !this.#wanted.length; }

  // begin is called before the tiles of a frame are asked for.
  begin() { this.#wanted = []; }

  // get is a tile, undefined if it is not there yet: then it is asked for.
  get(axis, step, index, rows, first) {
    const key = `${axis}/${step}/${index}/${first}`;
    const tile = this.#tiles.get(key);
    if (tile) {
      this.#tiles.delete(key);
      this.#tiles.set(key, tile);
      return tile;
    }
    this.#wanted.push({key, step, index, first, params: {axis, from: index * step * bins, step, bins, rows: rows.map(r => r.lanes)}});
  }

  // imageBytes is how much memory the images of tiles take.
  get imageBytes() {
    let all = 0;
    for (const t of this.#tiles.values()) all += bytesOf(t);
    return all;
  }

  // trim gives back the images of tiles that have not been used for long.
  trim() {
    let all = this.imageBytes;
    for (const t of this.#tiles.values()) {
      if (all <= mostImages) return;
      all -= bytesOf(t);
      t.image = null;
    }
  }

  // peek is a tile if it is there.
  peek(axis, step, index, first) { return this.#tiles.get(`${axis}/${step}/${index}/${first}`); }

  // fetch asks for what the frame lacks, in one batch.
  async fetch() {
    if (this.#busy || !this.#wanted.length) return;
    this.#busy = true;
    const wanted = this.#wanted.splice(0, 24);
    const tiles = this.#tiles;
    try {
      const {answers} = await this.client.batch(wanted.map(w => ({method: 'tile', params: w.params})));
      this.asked++;
      if (tiles === this.#tiles) answers.forEach((a, i) => a.result && this.#add(wanted[i], a.result.rows));
      this.ready(); // the next frame asks for what this one had to wait with
    } catch { /* the page says that the connection is lost: the frame after the next motion asks again */ }
    this.#busy = false;
  }

  #add({key, step, index, first}, rows) {
    this.bytes += rows.reduce((n, r) => n + r.length + 3, 0);
    this.#tiles.set(key, {step, index, first, marks: rows.map(r => unpack(r)), image: null});
    for (const old of this.#tiles.keys()) {
      if (this.#tiles.size <= kept) break;
      this.#tiles.delete(old);
    }
  }
}

const bytesOf = tile => tile.image ? 4 * tile.image.width * tile.image.height : 0;

// image draws a tile, once for each look: the rows' heights and the colours.
export function image(tile, rows, dpr, colours, look) {
  if (tile.image && tile.look === look) return tile.image;
  const heights = rows.map(r => Math.round(r.height * dpr));
  const height = heights.reduce((a, b) => a + b, 0);
  const canvas = new OffscreenCanvas(bins, Math.max(1, height));
  const context = canvas.getContext('2d');
  const data = context.createImageData(bins, Math.max(1, height));
  const pixels = new Uint32Array(data.data.buffer);
  const ink = inks(colours);
  let y = 0;
  rows.forEach((row, i) => {
    if (!row.head) drawRow(pixels, tile.marks[i], y, heights[i], ink);
    y += heights[i];
  });
  context.putImageData(data, 0, 0);
  tile.image = canvas;
  tile.look = look;
  return canvas;
}

function inks(colours) {
  return {
    classes: colours.classes.map(c => Array.from({length: 8}, (_, density) => rgba32(c, 150 + 15 * density))),
    runs: rgba32(colours.life), waits: rgba32(colours.life, 90),
  };
}

// drawRow draws the marks of a row: a line where the thread lives, thin and broken where it waits, and a bar for each
// bin with events, longer the more there are.
function drawRow(pixels, marks, y, height, ink) {
  const middle = y + (height >> 1);
  for (let x = 0; x < bins; x++) {
    const mark = marks[x], density = mark & 7, kind = mark >> 3;
    if (density === 0) {
      if (kind === 2) pixels[middle * bins + x] = ink.runs;
      else if (kind === 1) pixels[middle * bins + x] = ink.waits;
      continue;
    }
    const [top, bottom] = bar(kind, density, height);
    const colour = ink.classes[kind][density];
    for (let k = top; k < bottom; k++) pixels[(y + k) * bins + x] = colour;
  }
}

// bar is from where to where in a row a bar reaches.
function bar(kind, density, height) {
  const [top, bottom] = classes[kind].bar;
  const part = 0.45 + 0.55 * density / 7, middle = Math.min(Math.max(0.5, top), bottom);
  const from = middle + (top - middle) * part, to = middle + (bottom - middle) * part;
  const first = Math.max(1, Math.round(from * height));
  return [first, Math.min(height - 1, Math.max(first + 2, Math.round(to * height)))];
}
