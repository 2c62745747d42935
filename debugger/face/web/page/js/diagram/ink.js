// Ink is how events look: each class has a colour that colour-blind readers can tell from its neighbours, and a shape
// of its own, so that no colour is needed.

// classes are in the order of their numbers in tiles. A bar of a tile reaches from top to bottom, as parts of the
// row's height, where the density is full; what shrinks with the density is said by grow.
export const classes = [
  {name: 'local', bar: [0.38, 0.62], light: '#8c8c88', dark: '#77787c'},
  {name: 'lock', bar: [0.28, 0.72], light: '#b0578f', dark: '#d78fbb'},
  {name: 'receive', bar: [0.5, 0.98], light: '#2f95d0', dark: '#63bdf0'},
  {name: 'send', bar: [0.02, 0.5], light: '#00569e', dark: '#3f8fe0'},
  {name: 'thread', bar: [0.06, 0.94], light: '#00805c', dark: '#27b48a'},
  {name: 'line', bar: [0.02, 0.36], light: '#1c1c1c', dark: '#f0f0ee'},
  {name: 'trouble', bar: [0.1, 0.9], light: '#d07c00', dark: '#f0a830'},
  {name: 'failure', bar: [0, 1], light: '#c4162a', dark: '#ff5d6c'},
];

// kinds are the kinds of single events: the class whose colour they have, and their shape.
export const kinds = {
  local: [0, 'dot'], send: [3, 'upper'], receive: [2, 'lower'], lock: [1, 'diamond'], start: [4, 'start'], end: [4, 'end'], fork: [4, 'fork'],
  note: [5, 'square'], fault: [6, 'triangle'], refused: [6, 'barred'], timeout: [6, 'hourglass'], failure: [7, 'cross'],
  change: [7, 'pen'], predicate: [6, 'star'], halt: [7, 'square'], mishap: [6, 'bolt'],
  control: [5, 'diamond'],
};

export const flows = {
  message: {class: 3, dash: []}, fork: {class: 4, dash: [1, 3]}, wake: {class: 6, dash: [5, 3]}, lock: {class: 1, dash: [7, 3, 1, 3]},
};

// palette are the colours for the screen, or for paper, which is light.
export function palette(element, paper) {
  const style = getComputedStyle(element);
  const dark = !paper && matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    dark,
    classes: classes.map(c => dark ? c.dark : c.light),
    text: dark ? '#e4e4e4' : '#1c1c1c',
    quiet: dark ? '#9b9ea5' : '#5c5c5c',
    back: dark ? '#1a1b1e' : '#ffffff',
    band: dark ? '#202226' : '#f7f7f5',
    line: dark ? '#3a3d42' : '#d4d4cf',
    life: dark ? '#6a6e76' : '#a9a9a4',
    cut: dark ? '#ffd166' : '#7a3e00',
    past: dark ? 'rgba(80,150,255,.20)' : 'rgba(0,90,200,.13)',
    future: dark ? 'rgba(255,160,60,.20)' : 'rgba(230,130,0,.16)',
    done: dark ? 'rgba(255,255,255,.035)' : 'rgba(0,0,0,.035)',
    focus: dark ? '#6db3f2' : '#0b5cad',
    font: style.fontFamily || 'sans-serif',
  };
}

// rgba32 is a colour as a pixel of image data.
export function rgba32(hex, alpha = 255) {
  const n = parseInt(hex.slice(1), 16);
  return (alpha << 24 | (n & 255) << 16 | (n >> 8 & 255) << 8 | n >> 16) >>> 0;
}
