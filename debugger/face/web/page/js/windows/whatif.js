// What if: each line makes a fork of the present run at the present position, and enters it.
import {h} from '../dom.js';
import {form, options} from '../buttons.js';

export default {
  name: 'whatif', title: 'What if', area: 'right', doc: 'change something here, and see what becomes of the run',
  needs: () => [{method: 'threads'}, {method: 'messages'}, {method: 'ports'}, {method: 'names', params: {kinds: ['task', 'host']}}],

  mount(root, app) {
    const choice = label => ({label, choice: true});
    const text = (label, placeholder, wide = false) => ({label, placeholder, wide});
    const next = form(app, 'go', [choice('thread'), 'goes next'], t => t && `choose ${t}`);
    const seed = form(app, 'run', ['by seed', text('seed', 'any')], n => `run ${n}`.trim());
    const lost = form(app, 'drop', [choice('message'), 'is lost'], m => m && `drop ${m.split(' ')[0]}`);
    const other = form(app, 'alter', [choice('message'), 'field', text('field', 'name or number'), '=', text('value', 'value')],
      (m, f, x) => m && f && x && `alter ${m.split(' ')[0]} ${f} = ${x}`);
    const place = form(app, 'reorder', [choice('message'), 'to place', text('place', 'first')], (m, n) => m && `reorder ${m.split(' ')[0]} ${n || 'first'}`);
    const aborted = form(app, 'abort', [choice('thread'), 'waits no longer'], t => t && `abort ${t}`);
    const comes = form(app, 'inject', ['to', choice('port'), 'comes', text('id', 'id'), text('items', 'items, as 42 "a text"', true)],
      (p, id, items) => p && id && `inject ${p} ${id} ${items}`.trim());
    const value = form(app, 'set', [text('variable', 'variable'), '=', text('value', 'value')], (v, x) => v && x && `set ${v} = ${x}`);
    const ends = form(app, 'kill', [choice('task, host or thread'), 'ends'], n => n && `kill ${n}`);
    const all = [next, seed, lost, other, place, comes, value, aborted, ends];
    root.append(h('p', {class: 'none'}, 'Each makes a fork here. The recording stays what it is.'),
      h('div', {class: 'forms'}, all.map(f => f.element)));
    const names = answer => answer.result ?? [];
    return {update([threads, messages, ports, ending]) {
      const alive = names(threads).filter(t => t.state !== 'ended').map(t => t.name);
      options(next.inputs[0], alive);
      const queued = names(messages).filter(m => m.sent > 0 && m.queued).map(m => `${m.sent} to ${m.port}`);
      for (const f of [lost, other, place]) options(f.inputs[0], queued);
      options(aborted.inputs[0], names(threads).filter(t => t.state === 'blocked').map(t => t.name));
      options(comes.inputs[0], names(ports).map(p => p.name));
      options(ends.inputs[0], [...names(ending).map(x => x), ...alive.map(t => `thread ${t}`)]);
      for (const f of all) f.update();
    }};
  },
};
