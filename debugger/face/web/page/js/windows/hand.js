// By hand: who can go next, each a button. At the growing end of a live run a click is one event of that run; elsewhere it
// makes a fork. Lines of input are typed here, too.
import {h, fill} from '../dom.js';
import {form} from '../buttons.js';
import {obey} from '../follow.js';
import {listed, refusal} from '../parts.js';

export default {
  name: 'hand', title: 'By hand', area: 'right', doc: 'who can go next: make the run choice by choice',
  needs: () => [{method: 'choices'}],

  mount(root, app) {
    const rows = h('div', {class: 'table'});
    const typed = form(app, 'type', [{label: 'a line of input', placeholder: 'a line of input', wide: true}], line => `type ${line}`);
    root.append(rows, typed.element);
    return {update([{result, error}]) {
      typed.update();
      if (error) return fill(rows, refusal(error));
      if (!result?.length) return fill(rows, h('p', {class: 'none'}, 'Nobody can go next here.'));
      const go = c => h('button', {class: 'link', title: `let it go next (choose ${c.number})`, onclick: () => obey(app, `choose ${c.number}`)}, c.who);
      fill(rows, listed('Who goes next? At the end of a live run a click is its next event; elsewhere it makes a fork', ['>', 'goes next', 'with', ''],
        result.map(c => [c.number, go(c), c.what, c.source])));
    }};
  },
};
