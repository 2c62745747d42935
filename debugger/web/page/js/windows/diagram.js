// The space-time diagram.
import {Diagram} from '../diagram/diagram.js';

export default {
  name: 'diagram', title: 'Diagram', area: 'center', first: true,
  needs: state => [{method: 'cut'}, ...state ? [] : Diagram.whole],

  mount(root, app) {
    const diagram = new Diagram(root, app);
    app.onSelect(({changes}) => { if (changes) diagram.markVariable(changes); });
    return {
      update([cut, ...whole], state) {
        if (cut.error) app.toast(cut.error.text, cut.error.hint || ' ');
        else return diagram.update(cut.result, state, whole);
      },
    };
  },
};
