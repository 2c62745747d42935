// What the programs have written. While a live run is made, its lines come as they are written, before the window is
// drawn anew.
import {h} from '../dom.js';
import {answer} from './answer.js';

const window = answer('output', 'Output', 'left', 'what the programs have written; a line leads to where it was written', 'output');

const mostComing = 100; // lines

export default {
  ...window,

  mount(root, app) {
    const view = window.mount(root, app), coming = h('pre', {class: 'text coming'});
    root.append(coming);
    app.client.on('grew', ({wrote, before}) => {
      if (before) coming.append(h('div', {}, `... ${before} lines before these`));
      coming.append(...wrote.map(l => h('div', {}, `${String(l.event).padStart(6)}  ${l.thread}: ${l.text}`)));
      while (coming.childElementCount > mostComing) coming.firstChild.remove();
      if (wrote.length) coming.lastChild.scrollIntoView({block: 'nearest'});
    });
    return {update(answers) {
      coming.replaceChildren();
      view.update(answers);
    }};
  },
};
