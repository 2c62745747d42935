// Packets have no words: where single events are drawn, those of a row of packets are small marks, from its tile. One
// that something has befallen is among the events that have marks of their own.
import {bins, block} from './tiles.js';

export function packets(c, d, rows, marks) {
  const {view} = d;
  if (view.axis === 'time') return;
  const marked = new Set(marks.filter(m => d.lane(m.lane)?.kind === 'packets').map(m => d.coords.x(m.event)));
  for (const row of rows.filter(r => d.lane(r.lanes[0])?.kind === 'packets')) {
    const first = Math.floor(row.index / block), some = d.rows.all.slice(first * block, (first + 1) * block);
    for (let i = Math.max(0, Math.floor(view.from / bins)); i * bins < Math.min(view.to, view.extent.to); i++) {
      const tile = d.tiles.get(view.axis, 1, i, some, first);
      tile?.marks[row.index % block].forEach((mark, k) => {
        if (!(mark & 7) || marked.has(i * bins + k)) return;
        const kind = mark >> 3, tall = kind ? 12 : 6;
        c.fillStyle = d.colours.classes[kind];
        c.fillRect(view.x(i * bins + k + view.middle) - 1.5, row.y + (row.height - tall) / 2, 3, tall);
      });
    }
  }
}
