// The threads, and the state of each.
import {h, fill} from '../dom.js';

export default {
  name: 'threads', title: 'Threads', area: 'right',
  needs: () => [{method: 'threads'}],

  mount(root, app) {
    const body = h('tbody');
    root.append(h('table', {}, h('thead', {}, h('tr', {}, ['', 'thread', 'events', 'state', 'source'].map(c => h('th', {}, c)))),
      body));
    return {
      update([threads]) {
        if (threads.error) return;
        fill(body, threads.result.map(t => h('tr', {onclick: () => app.select({thread: t.name})},
          [t.focus ? '*' : '', t.name, `${t.done} of ${t.of}`, t.state, t.source].map(c => h('td', {}, c)))));
      },
    };
  },
};
