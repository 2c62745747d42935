// Checkpoints, which are positions with names, and notes on positions.
import {h} from '../dom.js';
import {form} from '../buttons.js';
import {Parts} from '../parts.js';

export default {
  name: 'marks', title: 'Checkpoints', area: 'right', doc: 'positions that have names, and notes',
  needs: () => ['checkpoints', 'notes'].map(line => ({method: 'command', params: {line}})),

  mount(root, app) {
    const boxes = [h('div'), h('div')];
    const parts = boxes.map(b => new Parts(b, app));
    const some = [
      form(app, 'checkpoint', [{label: 'its name', placeholder: 'a name for this position', wide: true}], name => `checkpoint ${name}`.trim()),
      form(app, 'note', [{label: 'its text', placeholder: 'a note on this position', wide: true}], text => text && `note ${text}`),
    ];
    root.append(some[0].element, boxes[0], some[1].element, boxes[1]);
    return {update(answers) {
      answers.forEach((a, i) => parts[i].update(a));
      for (const f of some) f.update();
    }};
  },
};
