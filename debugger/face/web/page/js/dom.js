// Elements are made here, and text gets into the page here: as text, never as markup.
import {keep} from './focus.js';

// h makes an element: h('td', {class: 'number', onclick: f}, 'text', other).
export function h(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, '');
    else if (value !== false && value != null) e.setAttribute(key, value);
  }
  e.append(...children.flat().filter(c => c != null).map(c => c instanceof Node ? c : String(c)));
  return e;
}

// fill gives an element other children. The focus stays where it was.
export function fill(e, ...children) {
  keep(e, () => e.replaceChildren(...children.flat().filter(c => c != null)));
  return e;
}

// center scrolls a box so that an element in it stands in the middle. What is around the box stays where it is.
export function center(e, box) {
  const is = e.getBoundingClientRect(), all = box.getBoundingClientRect();
  box.scrollTop += (is.top + is.bottom - all.top - all.bottom) / 2 / zoomOf(box);
}

// zoomOf is how many pixels of the window one of an element has.
export const zoomOf = e => e.currentCSSZoom ?? 1;

// pointed is where in the element that listens an event of a pointer has happened, in that element's pixels.
export function pointed(e) {
  const at = e.currentTarget, box = at.getBoundingClientRect(), zoom = zoomOf(at);
  return {x: (e.clientX - box.left) / zoom, y: (e.clientY - box.top) / zoom};
}
