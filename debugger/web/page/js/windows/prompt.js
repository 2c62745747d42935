// The prompt: every command of machsim debug.
import {h} from '../dom.js';

export default {
  name: 'prompt', title: 'Prompt', area: 'left',
  needs: () => [],

  mount(root, app) {
    const log = h('pre', {tabindex: 0});
    const line = h('input', {type: 'text', 'aria-label': 'command', placeholder: 'help', autocomplete: 'off', spellcheck: 'false'});
    const say = (text, kind) => log.append(h('span', kind ? {class: kind} : {}, text, '\n'));
    root.append(log, h('form', {
      onsubmit: async e => {
        e.preventDefault();
        const typed = line.value;
        line.value = '';
        say(`> ${typed}`, 'hint');
        try {
          for (const part of (await app.command(typed)).parts) say((part.text ?? JSON.stringify(part.table)).trimEnd());
        } catch (error) {
          say(error.message.trimEnd(), 'wrong-text');
        }
        root.scrollTop = root.scrollHeight;
      },
    }, line));
    return {update() {}};
  },
};
