// The space-time diagram.
import {Diagram} from '../diagram/diagram.js';

export default {
  name: 'diagram', title: 'Diagram', area: 'center', first: true,
  needs(state) { return [{method: 'cut'}, ...this.view?.knows(state) ? [] : Diagram.whole]; },

  mount(root, app) {
    const diagram = new Diagram(root, app);
    app.onSelect(({changes}) => { if (changes) diagram.markVariable(changes); });
    return this.view = {
      knows: state => diagram.knows(state),
      update([cut, ...whole], state) {
        if (cut.error) app.toast(cut.error.text, cut.error.hint || ' ');
        else diagram.update(cut.result, state, whole);
      },
    };
  },
};
