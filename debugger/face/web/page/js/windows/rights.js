// The rights to ports as a graph: tasks at the left, ports with their queues at the right.
import {h, fill} from '../dom.js';
import {s, short} from '../svg.js';
import {actions, follow} from '../follow.js';
import {popup} from '../popup.js';

const high = 34; // of a box, with the space below it
const wide = 150;

export default {
  name: 'rights', title: 'Rights', area: 'right', doc: 'who may receive from, and send to, which port',
  needs() { return this.all ? [{method: 'ports', params: {all: true}}] : [{method: 'ports'}]; },

  mount(root, app) {
    const box = h('div', {class: 'graph'});
    const all = h('input', {type: 'checkbox', onchange: () => { this.all = all.checked; app.refresh(); }});
    root.append(h('div', {class: 'fields legend'}, key('receive'), key('send'), key('send-once'),
      h('label', {}, all, 'the kernel’s own, too')), box);
    let hot = '';
    let rows = [];
    const draw = () => {
      fill(box, rows.length ? picture(app, rows, box.clientWidth, hot, name => { hot = hot === name ? '' : name; draw(); })
        : h('p', {class: 'none'}, 'There are no ports here.'));
    };
    new ResizeObserver(() => { if (box.clientWidth) draw(); }).observe(root);
    return {update([ports]) {
      rows = ports.result ?? [];
      draw();
    }};
  },
};

const key = kind => h('span', {class: 'key'}, s('svg', {width: 34, height: 12, 'aria-hidden': 'true'},
  s('path', {d: 'M 2 6 H 32', class: `right ${kind}`})), kind);

// picture draws the graph as wide as its window. What touches the hot task or port stands out.
function picture(app, ports, width, hot, choose) {
  const tasks = orderOf(ports);
  const right = Math.max(width - wide - 24, wide + 120);
  const height = high * Math.max(tasks.length, ports.length) + 20;
  const at = (i, n) => 10 + (i + 0.5) * (height - 20) / n;
  const y = new Map(tasks.map((t, i) => [t, at(i, tasks.length)]));
  const sorted = ports.map(p => ({p, y: mean(p.rights.map(r => y.get(r.task)))})).sort((a, b) => a.y - b.y).map(x => x.p);
  const edges = sorted.flatMap((p, i) => p.rights.map(r => edge(r, p, wide + 4, y.get(r.task), right - 4, at(i, sorted.length), hot)));
  const alike = new Set(sorted.filter(p => p.name === hot || p.rights.some(r => r.task === hot)).flatMap(p => [p.name, ...p.rights.map(r => r.task)]));
  const faint = name => hot && name !== hot && !alike.has(name);
  return s('svg', {width: right + wide + 10, height, role: 'img', 'aria-label': sentence(ports)},
    edges.sort((a, b) => a.classList.contains('hot') - b.classList.contains('hot')),
    tasks.map(t => node(app, {kind: 'task', name: t}, 4, y.get(t), '', faint(t), choose)),
    sorted.map((p, i) => node(app, {kind: 'port', name: p.name}, right, at(i, sorted.length),
      `${p.queued}/${p.limit}`, faint(p.name), choose, p)));
}

// orderOf lists the tasks such that those which share ports are near each other.
function orderOf(ports) {
  const tasks = [...new Set(ports.flatMap(p => p.rights.map(r => r.task)))];
  for (let round = 0; round < 4; round++) {
    const at = new Map(tasks.map((t, i) => [t, i]));
    const port = new Map(ports.map(p => [p, mean(p.rights.map(r => at.get(r.task)))]));
    const to = new Map(tasks.map(t => [t, mean(ports.filter(p => p.rights.some(r => r.task === t)).map(p => port.get(p)))]));
    tasks.sort((a, b) => to.get(a) - to.get(b));
  }
  return tasks;
}

const mean = all => all.length ? all.reduce((a, b) => a + b, 0) / all.length : 0;

const sentence = ports => ports.map(p => `${p.name}: ${p.rights.map(r => `${r.task} ${r.kind}`).join(', ')}`).join('; ');

function edge({task, kind}, port, x1, y1, x2, y2, hot) {
  const is = hot && (task === hot || port.name === hot);
  const half = (x2 - x1) / 2;
  const line = s('path', {
    d: `M ${x1} ${y1} C ${x1 + half} ${y1} ${x2 - half} ${y2} ${x2} ${y2}`,
    class: ['right', kind.split(' ')[0], hot && (is ? 'hot' : 'faint')].filter(Boolean).join(' '),
  });
  line.append(s('title', {}, `${task} has a ${kind} right to ${port.name}`));
  return line;
}

// node is the box of a task or a port. A click shows what it touches, a double click what it is.
function node(app, {kind, name}, x, y, note, faint, choose, port) {
  const waits = port && port.receivers?.length + port.senders?.length > 0;
  const e = s('g', {
    class: `node ${kind}${faint ? ' faint' : ''}`, tabindex: 0, role: 'button', 'aria-label': `${kind} ${name} ${note}`,
    transform: `translate(${x} ${y - 12})`, onclick: () => choose(name), ondblclick: () => follow(app, {kind, name}),
    oncontextmenu: m => { m.preventDefault(); popup(actions(app, {kind, name}), {x: m.clientX, y: m.clientY}, app.can); },
    onkeydown: k => {
      if (k.key === 'Enter') follow(app, {kind, name});
      else if (k.key === ' ') choose(name);
      else if (k.key === 'ContextMenu') popup(actions(app, {kind, name}), e, app.can);
      else return;
      k.preventDefault();
    },
  }, s('rect', {width: wide, height: 24, rx: kind === 'port' ? 12 : 4}),
  s('text', {x: 10, y: 16}, short(name, note ? 17 - note.length : 19)), note ? s('text', {x: wide - 10, y: 16, 'text-anchor': 'end', class: 'note'}, note) : null,
  port?.queued ? s('rect', {class: 'filled', x: 4, y: 20, height: 2.5, width: (wide - 8) * Math.min(1, port.queued / Math.max(1, port.limit))}) : null);
  e.append(s('title', {}, waits ? `${name}; waiting: ${[...port.receivers, ...port.senders].join(', ')}` : name));
  return e;
}
