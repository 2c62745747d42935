// The line between two windows, which is dragged, or moved by the arrow keys.
import {h, zoomOf} from '../dom.js';

// splitter is the line before the i-th part of a split. onMoved is called when it was moved.
export function splitter(box, node, i, onMoved) {
  const across = node.split === 'row';
  const line = h('div', {
    role: 'separator', class: 'splitter', tabindex: 0, 'aria-label': 'size of the windows',
    'aria-orientation': across ? 'vertical' : 'horizontal', 'aria-valuemin': 5, 'aria-valuemax': 95,
  });
  const parts = () => [line.previousElementSibling, line.nextElementSibling];
  const size = e => across ? e.offsetWidth : e.offsetHeight;

  // to gives the part before the line so many pixels of what both have.
  function to(pixels) {
    const [before, behind] = parts();
    const all = size(before) + size(behind);
    const both = node.sizes[i - 1] + node.sizes[i];
    const share = Math.max(0.05, Math.min(0.95, pixels / all));
    node.sizes[i - 1] = both * share;
    node.sizes[i] = both * (1 - share);
    before.style.flexGrow = node.sizes[i - 1];
    behind.style.flexGrow = node.sizes[i];
    line.setAttribute('aria-valuenow', Math.round(100 * share));
    dispatchEvent(new Event('resize'));
  }
  line.addEventListener('pointerdown', e => {
    const start = across ? e.clientX : e.clientY;
    const before = size(parts()[0]);
    line.setPointerCapture(e.pointerId);
    line.onpointermove = m => to(before + ((across ? m.clientX : m.clientY) - start) / zoomOf(line));
    line.onpointerup = line.onpointercancel = () => {
      line.onpointermove = null;
      onMoved();
    };
    e.preventDefault();
  });
  line.addEventListener('keydown', e => {
    const by = {ArrowLeft: across && -24, ArrowRight: across && 24, ArrowUp: !across && -24, ArrowDown: !across && 24}[e.key];
    if (!by) return;
    to(size(parts()[0]) + by);
    onMoved();
    e.preventDefault();
  });
  line.addEventListener('dblclick', () => {
    const [before, behind] = parts();
    to((size(before) + size(behind)) / 2);
    onMoved();
  });
  return line;
}
