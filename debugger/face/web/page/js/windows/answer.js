// Windows that show what a command answers.
import {h} from '../dom.js';
import {Parts} from '../parts.js';

// answer makes such a window of command lines: one, or a list whose answers stand below each other.
export function answer(name, title, area, doc, ...lines) {
  return {
    name, title, area, doc,
    needs: () => lines.map(line => ({method: 'command', params: {line}})),

    mount(root, app) {
      const views = lines.map(() => {
        const box = h('div', {class: 'answer'});
        root.append(box);
        return new Parts(box, app);
      });
      return {update(answers) { answers.forEach((a, i) => views[i].update(a)); }};
    },
  };
}
