// Elements of pictures. Text gets into them as text.
export function s(name, attributes = {}, ...children) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value !== false && value != null) e.setAttribute(key, value);
  }
  e.append(...children.flat(Infinity).filter(c => c != null && c !== false).map(c => c instanceof Node ? c : String(c)));
  return e;
}

// short is the beginning of a text that has room.
export const short = (text, most) => text.length > most ? `${text.slice(0, most - 1)}…` : text;
