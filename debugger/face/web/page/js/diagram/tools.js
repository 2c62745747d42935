// Tools is the bar above the lanes: what a mouse uses, each with its key.
import {h, fill} from '../dom.js';
import {classes} from './ink.js';

const axes = {recorded: 'recorded order', folded: 'without polling', time: 'virtual time'};

export class Tools {
  element = h('div', {class: 'diagram-tools', role: 'toolbar', 'aria-label': 'diagram'});
  #play; #back; #speed; #axis; #waits; #all; #variable;

  constructor(d) {
    this.d = d;
    const button = (sign, title, f) => h('button', {title, 'aria-label': title, onclick: () => { f(); d.canvas.focus(); }}, sign);
    this.#back = button('◁', 'play backwards (b)', () => d.play.toggle(-1));
    this.#play = button('▷', 'play (Space)', () => d.play.toggle(1));
    this.#speed = h('span', {class: 'speed'});
    this.#axis = h('select', {'aria-label': 'axis', title: 'what lies along the axis (a)', onchange: e => d.useAxis(e.target.value)},
      Object.entries(axes).map(([value, text]) => h('option', {value}, text)));
    this.#waits = h('input', {type: 'checkbox', onchange: e => { d.options.waits = e.target.checked; d.redraw(); }});
    this.#all = button('', 'show all rows (H)', () => d.showAll());
    this.#variable = h('input', {
      type: 'text', class: 'variable', placeholder: 'variable', spellcheck: 'false', 'aria-label': 'variable whose changes are marked',
      title: 'mark the changes of a variable in the overview', onchange: e => d.markVariable(e.target.value.trim()),
    });
    this.element.append(
      h('span', {class: 'group'}, this.#back, this.#play, button('−', 'slower (<)', () => d.play.faster(-1)), this.#speed,
        button('+', 'faster (>)', () => d.play.faster(1))),
      h('span', {class: 'group'}, button('↔', 'show the whole run (0)', () => d.fit()), button('⊖', 'zoom out (-)', () => d.zoom(2)),
        button('⊕', 'zoom in (+)', () => d.zoom(0.5)), button('⊙', 'show the position (.)', () => d.showCut(true))),
      h('span', {class: 'group'}, this.#axis, h('label', {title: 'who waits for whom (w)'}, this.#waits, 'waits'), this.#variable, this.#all),
      legend(), button('⤓', 'save a picture of what is shown (i)', () => d.savePicture()), button('?', 'keys (?)', () => d.keys.help()));
    this.update();
  }

  update() {
    const {play, rows, options, view} = this.d;
    this.#back.setAttribute('aria-pressed', String(play?.way === -1));
    this.#play.setAttribute('aria-pressed', String(play?.way === 1));
    fill(this.#back, play?.way === -1 ? '❚❚' : '◁');
    fill(this.#play, play?.way === 1 ? '❚❚' : '▷');
    fill(this.#speed, `${play?.speed ?? 5}/s`);
    this.#axis.value = view.axis;
    this.#waits.checked = options.waits;
    if (document.activeElement !== this.#variable) this.#variable.value = this.d.overview?.variable ?? '';
    this.#all.hidden = rows.hidden === 0;
    fill(this.#all, `show ${rows.hidden} hidden`);
  }
}

// tints are what colours whole parts of lanes: what they have on that has not happened at the position, and, of the
// event that is looked at, what comes before it and after it.
const tints = [['past', 'before it', 'what happened before the event that is looked at'],
  ['future', 'after it', 'what can happen only after the event that is looked at'],
  ['pale', 'not yet', 'what has not happened at the position']];

// legend says which class has which look, and what tints say.
function legend() {
  return h('span', {class: 'legend', 'aria-hidden': 'true'},
    classes.map((c, i) => h('span', {class: `ink${i}`}, h('i'), c.name)),
    tints.map(([name, text, title]) => h('span', {class: name, title}, h('i'), text)));
}
