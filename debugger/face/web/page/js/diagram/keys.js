// Keys are what the keyboard does while the lanes have it.
import {h} from '../dom.js';

// table has a row for each: the keys, what they do in words, and what they do.
export const table = [
  [['ArrowLeft', 'ArrowRight'], 'move by a tenth of the width; with Shift by all of it', (d, e) =>
    d.pan((e.key === 'ArrowLeft' ? -1 : 1) * d.view.width * (e.shiftKey ? 0.9 : 0.1))],
  [['ArrowUp', 'ArrowDown'], 'choose the row above or below', (d, e) => d.chooseBy(e.key === 'ArrowUp' ? -1 : 1)],
  [['+', '=', '-'], 'zoom in and out', (d, e) => d.zoom(e.key === '-' ? 2 : 0.5)],
  [['0'], 'show the whole run', d => d.fit()],
  [['1'], 'show single events', d => d.closeUp()],
  [['.'], 'show the position', d => d.showCut(true)],
  [['n', 'p'], 'the next and the previous event of the row', (d, e) => d.neighbour(e.key === 'n' ? 1 : -1)],
  [['N', 'P'], 'ten events on or back in the row', (d, e) => d.neighbour(e.key === 'N' ? 10 : -10)],
  [['Enter'], 'go to the event in focus; with Shift to the least position that holds it', (d, e) => d.goToFocus(e.shiftKey)],
  [['[', ']'], 'drag the cut of the row back or on by an event, to a legal cut', (d, e) => d.dragBy(e.key === '[' ? -1 : 1)],
  [['{', '}'], 'the same, to the other legal cut: the least back, the greatest on', (d, e) => d.dragBy(e.key === '{' ? -1 : 1, true)],
  [['Home', 'End'], 'go to the start or the end of the run', (d, e) => d.app.goto(e.key === 'Home' ? 'start' : 'end')],
  [[' '], 'play, or stop', d => d.play.toggle(d.play.way || 1)],
  [['b'], 'play backwards, or stop', d => d.play.toggle(-1)],
  [['<', '>'], 'slower and faster', (d, e) => d.play.faster(e.key === '<' ? -1 : 1)],
  [['f'], 'fold or unfold the row', d => d.row && d.fold(d.row)],
  [['h'], 'hide the row', d => d.row && d.hide(d.row)],
  [['o'], 'show only the row', d => d.row && d.only(d.row)],
  [['H'], 'show all rows', d => d.showAll()],
  [['K', 'J'], 'move the row up or down', (d, e) => d.row && d.move(d.row, e.key === 'K' ? -1 : 1)],
  [['a'], 'another axis: recorded order, without polling, virtual time', d => d.nextAxis()],
  [['w'], 'show who waits for whom', d => d.toggleWaits()],
  [['i'], 'save a picture of what is shown', d => d.savePicture()],
  [['Escape'], 'let go of the event in focus', d => d.letGo()],
  [['?'], 'list the keys', d => d.keys.help()],
];

export class Keys {
  #dialog = null;

  constructor(d) {
    this.d = d;
    d.canvas.addEventListener('keydown', e => this.#press(e));
  }

  #press(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const found = table.find(([keys]) => keys.includes(e.key));
    if (!found) return;
    e.preventDefault();
    e.stopPropagation();
    found[2](this.d, e);
  }

  help() {
    this.#dialog ??= this.#make();
    if (this.#dialog.open) this.#dialog.close();
    else this.#dialog.showModal();
    this.#dialog.scrollTop = 0; // the button to close it has the focus, below all of it
  }

  #make() {
    const dialog = h('dialog', {class: 'diagram-keys', 'aria-label': 'keys of the diagram'},
      h('h2', {}, 'Keys of the diagram'),
      h('table', {'aria-label': 'keys'}, h('tbody', {}, table.map(([keys, what]) =>
        h('tr', {}, h('th', {scope: 'row'}, keys.map(k => [h('kbd', {}, k === ' ' ? 'Space' : k), ' ']).flat()), h('td', {}, what))))),
      h('p', {}, 'The wheel zooms; with Shift it moves. Drag the lanes to move, the line of the cut to drag it: in the ruler as a ',
        'whole, in a row for that row. A lane that is dragged on takes the others along as far as they have to go, one that is ',
        'dragged back takes them back; Shift takes the least legal cut, Alt the greatest. A click on an event goes there.'),
      h('button', {class: 'close', onclick: () => dialog.close()}, 'Close'));
    this.d.element.append(dialog);
    return dialog;
  }
}
