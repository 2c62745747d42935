// The task controller: the source, with the line of each thread. A click on a line number sets a breakpoint.
import {h, fill} from '../dom.js';
import {Bar, options} from '../buttons.js';
import {keep} from '../focus.js';
import {follow, obey, placeIn} from '../follow.js';
import {marked} from '../go.js';
import {popup} from '../popup.js';

const most = 400; // lines that are in the page at once

const motions = [
  ['finish back', '⇤', 'back to the call of this function'], ['next back', '↰', 'back to the line before'],
  ['step back', '◂', 'back a line, also in a called function'],
  ['step', '▸', 'on to the next line, also of a called function'], ['next', '↱', 'on to the next line of this function'],
  ['finish', '⇥', 'on until this function is left'], null,
  ['comm back', '⟵', 'back to its last message or lock'], ['comm', '⟶', 'on to its next message or lock'],
];

export default {
  name: 'source', title: 'Source', area: 'right', doc: 'source, with the line of each thread, and breakpoints',
  needs(state) { return this.view?.needs(state) ?? []; },
  mount(root, app) { return this.view = new Source(root, app); },
};

class Source {
  #app;
  #texts = new Map(); // files that were read, by what was asked for
  #place = ''; // that a person looks at, FILE:LINE; '' for that of the thread in focus
  #file = '';
  #bar;
  #title = h('span', {class: 'file'});
  #thread = h('select', {'aria-label': 'the thread in focus', class: 'quiet'});
  #code = h('div', {class: 'code', role: 'table', 'aria-label': 'source', tabindex: 0});
  #width = 0; // of it
  #drawn = ''; // what is shown there
  #rows = {}; // the lines in the page: {of, keys, rows}; those that are as they were stay

  constructor(root, app) {
    this.#app = app;
    root.classList.add('filled');
    this.#bar = new Bar(app, 'steps', motions);
    this.#thread.addEventListener('change', () => app.select({thread: this.#thread.value}));
    root.append(h('div', {class: 'head'}, this.#thread, this.#bar.element, this.#title), this.#code);
    new ResizeObserver(() => { this.#width = this.#code.clientWidth; }).observe(this.#code);
    app.onSelect(({source, thread}) => {
      if (source) this.#place = source;
      if (thread) this.#place = '';
      if (source) app.refresh();
    });
  }

  needs(state) {
    if (state?.position !== this.at) this.#place = this.at === undefined ? this.#place : '';
    this.at = state?.position;
    const [file] = this.#seen(state);
    const calls = [{method: 'threads'}, {method: 'breakpoints'}];
    if (file && !this.#texts.has(file)) calls.push({method: 'lines', params: {file}});
    return calls;
  }

  // #seen is the file and the line that are to be seen.
  #seen(state) {
    const [file, line] = (this.#place || placeIn(state?.focus?.source ?? '')).split(':');
    return file ? [file, Number(line)] : [this.#file, 0];
  }

  update([threads, breakpoints, text], state) {
    const [file, line] = this.#seen(state);
    this.#file = file;
    if (text?.result) this.#texts.set(file, text.result.lines);
    this.#bar.update();
    const all = threads.result ?? [];
    options(this.#thread, all.map(t => t.name));
    this.#thread.value = all.find(t => t.focus)?.name ?? '';
    const lines = this.#texts.get(file);
    if (!lines) {
      this.#drawn = '';
      this.#rows = {};
      fill(this.#title, '');
      return fill(this.#code, h('p', {class: 'none'}, text?.error?.text ?? `${state.focus?.thread ?? 'nobody'} stands at no line of a program here.`));
    }
    fill(this.#title, h('span', {}, file), line ? `:${line}` : '');
    const at = new Map();
    for (const t of all) {
      const [where, n] = placeIn(t.source ?? '').split(':');
      if (where === file && t.state !== 'ended') at.set(Number(n), [...at.get(Number(n)) ?? [], t]);
    }
    this.#draw(file, lines, line, at, pointsIn(file, breakpoints.result ?? []));
  }

  #draw(file, lines, line, at, points) {
    const from = lines.length <= most ? 0 : Math.max(0, Math.min(line - most / 2, lines.length - most));
    const width = this.#width, of = `${file}:${from}:${width}`, old = this.#rows.of === of ? this.#rows : {};
    const keys = [], rows = lines.slice(from, from + most).map((text, i) => {
      const n = from + i + 1;
      keys[i] = keyOf(n === line, points.get(n), at.get(n) ?? []);
      return keys[i] === old.keys?.[i] ? old.rows[i] : this.#row({file, n, text, line, width}, points.get(n), at.get(n) ?? []);
    });
    this.#rows = {of, keys, rows};
    const shown = `${file}:${line}:${this.#app.state?.focus?.thread}`;
    if (old.rows) keep(this.#code, () => old.rows.forEach((row, i) => row !== rows[i] && row.replaceWith(rows[i])));
    else {
      const kept = this.#code.scrollTop;
      fill(this.#code, rows);
      this.#code.scrollTop = kept;
    }
    if (shown !== this.#drawn) requestAnimationFrame(() => this.#reveal(rows[line - 1 - from])); // then all is laid out
    this.#drawn = shown;
  }

  // #reveal scrolls to a line, if it is not to be seen well.
  #reveal(row) {
    if (!row) return;
    const top = row.offsetTop - this.#code.offsetTop;
    const {scrollTop, clientHeight} = this.#code;
    if (top < scrollTop + 40 || top > scrollTop + clientHeight - 60) this.#code.scrollTop = top - clientHeight / 2.5;
  }

  #row({file, n, text, line, width}, point, threads) {
    const toggle = () => obey(this.#app, point ? `delete ${point.number}` : `break ${file}:${n}`);
    const number = h('button', {
      class: point ? point.disabled ? 'number point off' : 'number point' : 'number',
      'aria-label': `line ${n}, ${point ? `breakpoint ${point.number}` : 'no breakpoint'}`, 'aria-pressed': String(Boolean(point)),
      tabindex: n === line ? 0 : -1, onclick: toggle, oncontextmenu: e => { e.preventDefault(); this.#menu(e, file, n, point); },
      onkeydown: e => this.#key(e, file, n, point),
    }, n);
    // The names of threads stand below a line that leaves no room for them.
    const long = threads.length && 7.6 * text.replaceAll('\t', '    ').length > width - 90 - 90 * Math.min(threads.length, 3);
    return h('div', {class: ['row', long && 'long', threads.some(t => t.focus) && n === line && 'focus', n === line && 'here'].filter(Boolean).join(' '), role: 'row'},
      h('span', {class: 'margin', role: 'rowheader'}, number), h('span', {class: 'text', role: 'cell'}, marked(text)),
      threads.length ? this.#who(threads, width) : null);
  }

  // #who are the threads that stand at a line: the one in focus first, and a few others.
  #who(threads, width) {
    const room = width > 700 ? 6 : 2;
    const all = threads.toSorted((a, b) => b.focus - a.focus);
    const more = all.slice(room);
    return h('span', {class: 'who', role: 'cell'}, all.slice(0, room).map(t => h('button', {
      class: t.focus ? 'chip focus' : 'chip', tabindex: -1, title: `${t.name}: ${t.state}`,
      onclick: () => follow(this.#app, {kind: 'thread', name: t.name}),
    }, t.name)), more.length ? h('span', {class: 'chip', title: more.map(t => t.name).join(', ')}, `+${more.length}`) : null);
  }

  #menu(at, file, n, point) {
    const does = (line, text) => ({line, text, run: () => obey(this.#app, line)});
    popup([
      does(`until ${file}:${n}`, 'on to this line'), does(`until ${file}:${n} back`, 'back to this line'),
      ...(point ? [does(`${point.disabled ? 'enable' : 'disable'} ${point.number}`, `${point.disabled ? 'enable' : 'disable'} breakpoint ${point.number}`),
        does(`delete ${point.number}`, `delete breakpoint ${point.number}`)]
        : [does(`break ${file}:${n}`, 'stop threads here'), does(`tbreak ${file}:${n}`, 'stop one thread here, once'),
          {line: 'break', text: 'stop threads here if …', run: () => this.#app.ask(`break ${file}:${n} if `, 'a condition')}]),
    ], at instanceof Element ? at : {x: at.clientX, y: at.clientY}, this.#app.can);
  }

  #key(e, file, n, point) {
    const row = e.currentTarget.closest('.row');
    const to = {ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling}[e.key];
    if (e.key === 'ContextMenu') this.#menu(e.currentTarget, file, n, point);
    else if (to) to.querySelector('.number').focus();
    else return;
    e.preventDefault();
  }
}

// keyOf is all that a row shows beside its text.
function keyOf(here, point, threads) {
  return JSON.stringify([here, point?.number, point?.disabled, threads.map(t => [t.name, t.state, t.focus])]);
}

// pointsIn are the breakpoints at lines of a file, by line.
function pointsIn(file, all) {
  const at = new Map();
  for (const b of all) {
    const place = b.text.match(/^(\S+\.go):(\d+)/);
    if (place && place[1] === file) at.set(Number(place[2]), b);
  }
  return at;
}
