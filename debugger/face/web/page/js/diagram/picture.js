// A picture of what the diagram shows: the names of the rows, the strip, the lanes, and above them which run it is.
import {rulerHeight} from './draw.js';
import {placed} from '../top.js';

const title = 30; // pixels that the words above are high

// picture makes it, as a canvas, as sharp as the screen is.
export function picture(d) {
  const {dpr, view, colours} = d, left = d.header.element.offsetWidth, strip = d.overview.element.offsetHeight;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((left + view.width) * dpr);
  canvas.height = Math.round((title + strip + rulerHeight + view.height) * dpr);
  const c = canvas.getContext('2d', {alpha: false});
  c.setTransform(dpr, 0, 0, dpr, 0, 0);
  c.fillStyle = colours.back;
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.textBaseline = 'middle';
  words(c, d, left + view.width);
  c.drawImage(d.overview.element, left, title, view.width, strip);
  c.drawImage(d.canvas, left, title + strip, view.width, rulerHeight + view.height);
  names(c, d, left, title + strip + rulerHeight);
  return canvas;
}

// words says which run it is, how it ended, and where one stands.
function words(c, d, width) {
  const {state, program} = d.app, {run} = state;
  c.fillStyle = d.colours.text;
  c.font = `600 13px ${d.colours.font}`;
  const where = placed(state), room = width - c.measureText(where).width - 24;
  c.fillText(where, room + 14, title / 2);
  c.fillText(`${program}, ${run.number ? `${run.name}, ` : ''}seed ${run.seed}; ${state.ended}`, 10, title / 2, room - 10);
}

// names writes the names of the rows that can be seen beside them.
function names(c, d, width, y) {
  const {view, rows, colours} = d;
  c.save();
  c.beginPath();
  c.rect(0, y, width, view.height);
  c.clip();
  for (const r of rows.all) {
    const failed = r.node.lane?.ending === 'failed';
    c.font = `${r.head || failed ? '600 ' : ''}12px ${colours.font}`;
    c.fillStyle = failed ? colours.classes[7] : r.head ? colours.quiet : colours.text;
    c.fillText(r.node.label, 12 + 10 * r.depth, y + r.y - view.top + r.height / 2);
  }
  c.restore();
}

// save lets the browser save a picture of a diagram, under a name that says of what.
export async function save(d) {
  const {state, program} = d.app;
  const blob = await new Promise(done => picture(d).toBlob(done, 'image/png'));
  const a = document.createElement('a'), href = URL.createObjectURL(blob);
  Object.assign(a, {href, download: `${program}-${state.run.seed}-at-${state.position}.png`.replace(/[^\w.,+-]+/g, '_')});
  a.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // the browser may ask a person first where to
}
