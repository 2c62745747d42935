// The recording and its forks as a tree.
import {h, fill} from '../dom.js';
import {Bar} from '../buttons.js';
import {actions, obey} from '../follow.js';
import {popup} from '../popup.js';

export default {
  name: 'forks', title: 'Forks', area: 'right', doc: 'the recording and the forks that were made of it',
  needs: () => [{method: 'runs'}],

  mount(root, app) {
    const bar = new Bar(app, 'forks', [['parent', 'parent', 'back to what this fork was made from'], ['run', 'run on', 'run on from here in another way'],
      ['save', 'save', 'write the recording of this fork into a file'], ['close', 'close', 'close this fork']]);
    const box = h('div');
    root.append(bar.element, box);
    return {update([runs]) {
      bar.update();
      const all = runs.result ?? [];
      fill(box, tree(app, all), all.length > 1 ? null
        : h('p', {class: 'none'}, 'There are no forks yet. A fork is the same run up to here, and another from here on: run on, or choose who goes next.'));
    }};
  },
};

function tree(app, all) {
  const by = new Map(all.map(r => [r.name, r]));
  const top = all.filter(r => !by.has(r.parent));
  const list = e => h('ul', {role: e ? 'group' : 'tree', class: 'tree', 'aria-label': e ? null : 'forks'},
    (e ? all.filter(r => r.parent === e.name) : top).map(r => item(r)));
  const item = r => {
    const has = all.some(x => x.parent === r.name);
    return h('li', {role: 'treeitem', 'aria-selected': String(Boolean(r.present)), 'aria-expanded': has ? 'true' : null},
      node(app, r), has ? list(r) : null);
  };
  const e = list(null);
  e.addEventListener('keydown', arrows);
  return e;
}

function node(app, r) {
  const menu = at => popup(actions(app, {kind: 'fork', name: String(r.number)}), at, app.can);
  const bad = /^(OK|ok)/.test(r.ended) ? 'good' : 'bad';
  return h('button', {
    class: r.present ? 'fork present' : 'fork', tabindex: r.present ? 0 : -1, onclick: () => { if (!r.present) obey(app, `fork ${r.number}`); },
    oncontextmenu: e => { e.preventDefault(); menu({x: e.clientX, y: e.clientY}); },
    onkeydown: e => { if (e.key === 'ContextMenu') { e.preventDefault(); menu(e.currentTarget); } },
  }, h('span', {class: 'name'}, r.name), h('span', {class: `verdict ${bad}`}, r.ended),
  r.parent ? h('span', {class: 'how'}, `${how(r)}, after event ${r.at}`) : h('span', {class: 'how'}, `seed ${r.seed}, ${r.events} events`));
}

const how = r => r.next ? `${r.next} goes next, then seed ${r.seed}` : r.change ? `${r.change}, then seed ${r.seed}` : `seed ${r.seed}`;

function arrows(e) {
  const all = [...e.currentTarget.querySelectorAll('.fork')];
  const by = {ArrowDown: 1, ArrowUp: -1}[e.key];
  const next = by && all[all.indexOf(e.target) + by];
  if (!next) return;
  next.focus();
  e.preventDefault();
}
