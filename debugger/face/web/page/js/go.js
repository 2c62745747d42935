// The text of a line of Go, with comments, texts and keywords told apart.
import {h} from './dom.js';

const keywords = new Set(('break case chan const continue default defer else fallthrough for func go goto if import interface map ' +
  'package range return select struct switch type var nil true false').split(' '));
const token = /(\/\/.*$)|("(?:[^"\\]|\\.)*"|`[^`]*`|'(?:[^'\\]|\\.)*')|([A-Za-z_]\w*)/g;

export function marked(line) {
  const parts = [];
  let done = 0;
  for (const m of line.matchAll(token)) {
    const kind = m[1] ? 'comment' : m[2] ? 'string' : keywords.has(m[3]) ? 'keyword' : '';
    if (!kind) continue;
    parts.push(line.slice(done, m.index), h('span', {class: kind}, m[0]));
    done = m.index + m[0].length;
  }
  parts.push(line.slice(done));
  return parts;
}
