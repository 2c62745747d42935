// Bows are the arrows beside the cut that say who waits for whom.
import {head} from './shapes.js';

// waits draws who waits for whom, at the cut.
// waits draws who waits for whom, but for the heads of the arrows: it returns these, by the rows that they point to.
export function waits(c, d) {
  const bows = [];
  if (!d.cut) return bows;
  for (const w of d.cut.waits) {
    if (!w.inCycle && !(d.options.waits && w.on.length <= 3)) continue;
    const from = d.rows.of(w.lane), x0 = from && d.cutAt(from, d.cut.places);
    if (x0 === undefined) continue;
    for (const lane of w.on) {
      const to = d.rows.of(lane);
      const x = d.view.x(x0) + 5;
      if (to && to !== from) bows.push({row: to, x, head: bow(c, d, x, middle(from), middle(to), w.inCycle)});
    }
  }
  return bows;
}

// bow draws a curved arrow beside the cut, and returns what draws its head.
function bow(c, d, x, y1, y2, strong) {
  const {colours} = d;
  const reach = Math.min(90, 18 + Math.abs(y2 - y1) * 0.35), down = y2 > y1 ? 1 : -1;
  const side = x + reach > d.view.width - 4 ? -1 : 1;
  const x0 = side < 0 ? x - 10 : x;
  const ink = strong ? colours.classes[7] : colours.classes[6];
  c.strokeStyle = ink;
  c.lineWidth = strong ? 2.2 : 1.2;
  c.beginPath();
  c.moveTo(x0, y1 + 2 * down);
  c.bezierCurveTo(x0 + side * reach, y1, x0 + side * reach, y2, x0 + side * 4, y2 - 3 * down);
  c.stroke();
  return () => {
    c.fillStyle = ink;
    head(c, x0 + side * reach * 0.6, y2 - 6 * down, x0 + side * 2, y2 - 3 * down, 8);
  };
}

const middle = row => row.y + row.height / 2;
