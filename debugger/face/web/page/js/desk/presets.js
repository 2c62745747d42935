// Arrangements of windows that one can choose: for a look at the whole, and for kinds of work.
import {leaf, row, column} from './tree.js';

const narrow = () => document.body.clientWidth < 1800;

export const presets = {
  overview: {
    title: 'The whole run',
    tree: () => narrow()
      ? row([62, 38],
        column([64, 36], leaf('diagram'), leaf('prompt', 'query', 'events', 'output', 'history')),
        column([52, 48], leaf('source', 'threads', 'ports', 'rights'),
          leaf('variables', 'blocked', 'delays', 'suspended', 'why', 'breakpoints', 'forks')))
      : row([42, 30, 28],
        column([68, 32], leaf('diagram'), leaf('prompt', 'query', 'output', 'history')),
        column([60, 40], leaf('source', 'events'), leaf('variables', 'stack', 'changes')),
        column([34, 33, 33], leaf('threads', 'tasks'), leaf('blocked', 'delays', 'suspended', 'why'),
          leaf('ports', 'rights', 'messages', 'breakpoints', 'marks', 'forks'))),
  },
  source: {
    title: 'Source and variables',
    tree: () => row([58, 42],
      column([70, 30], leaf('source'), leaf('prompt', 'output', 'breakpoints', 'assertions', 'races')),
      column([50, 50], leaf('variables', 'stack', 'changes', 'threads'), leaf('diagram'))),
  },
  waits: {
    title: 'Who waits for whom',
    tree: () => row([55, 45],
      column([60, 40], leaf('diagram'), leaf('why', 'prompt')),
      column([30, 25, 45], leaf('blocked', 'threads'), leaf('delays', 'suspended'), leaf('mutexes', 'ports', 'source', 'rights'))),
  },
  messages: {
    title: 'Ports and messages',
    tree: () => row([55, 45],
      column([60, 40], leaf('diagram'), leaf('messages', 'rpcs', 'prompt')),
      column([55, 45], leaf('rights', 'net', 'netnames', 'timers'), leaf('ports', 'port', 'delays'))),
  },
  tour: {
    title: 'A tour',
    tree: () => row([58, 42],
      column([66, 34], leaf('diagram'), leaf('tour', 'prompt')),
      column([46, 54], leaf('source', 'threads'), leaf('why', 'panic', 'history', 'mutexes', 'breakpoints', 'forks'))),
  },
  whatif: {
    title: 'What if',
    tree: () => row([52, 48],
      column([64, 36], leaf('diagram'), leaf('prompt', 'source')),
      column([32, 34, 34], leaf('forks'), leaf('whatif', 'hand', 'threads'), leaf('compare', 'cause', 'shrink', 'messages'))),
  },
};
