// Breakpoints, and predicates on several processes.
import {h} from '../dom.js';
import {Bar, form} from '../buttons.js';
import {Parts} from '../parts.js';

export default {
  name: 'breakpoints', title: 'Breakpoints', area: 'right', doc: 'where threads are stopped, and conditions on several of them',
  needs: () => [{method: 'command', params: {line: 'breakpoints'}}],

  mount(root, app) {
    const bar = new Bar(app, 'to breakpoints', [['continue back', '« back', 'back to the last breakpoint'], ['continue', 'on »', 'on to the next breakpoint'],
      ['pcb', 'pcb', 'stop all that have breakpoints together, the others as far as needed'],
      ['ocb', 'ocb', 'stop all that have breakpoints together, the others as far as they get'], ['enable', 'enable all', 'let all stop threads'],
      ['disable', 'disable all', 'let none stop threads']]);
    const box = h('div');
    const parts = new Parts(box, app);
    const wide = (label, placeholder) => ({label, placeholder, wide: true});
    const some = [
      form(app, 'break', [wide('a breakpoint', 'send to port bank if item 1 > 100')], spec => spec && `break ${spec}`),
      form(app, 'stop if', [wide('a predicate', 'sum of balance != 600')], text => text && `stop if ${text}`),
      form(app, 'trace', [{label: 'an expression', placeholder: 'expression'}, 'if', wide('a predicate', 'predicate')],
        (x, text) => x && text && `trace ${x} if ${text}`),
    ];
    root.append(bar.element, box, h('div', {class: 'forms'}, some.map(f => f.element)));
    return {update([answer]) {
      bar.update();
      parts.update(answer);
      for (const f of some) f.update();
    }};
  },
};
