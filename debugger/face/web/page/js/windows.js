// The windows of the page. A window is a module:
//
//   export default {
//     name: 'threads',                // of its element and in preferences
//     title: 'Threads',               // on its tab
//     doc: 'where each thread stands', // what it shows
//     area: 'right',                  // with which others it is opened: center, left, right
//     first: true,                    // it is drawn before the others: it asks for more, which comes meanwhile
//     late: true,                     // its answers take their time: it follows when nothing has moved for a moment
//     needs(state) { return [{method: 'threads'}]; },  // calls that are made after each change, while it is seen
//     mount(root, app) { return {update(answers, state) {}}; },  // draws into root; an answer has a result or an error
//   };
//
// state is what the method here answers; it is null before the first answer.
import analysis from './windows/analysis.js';
import assertions from './windows/assertions.js';
import breakpoints from './windows/breakpoints.js';
import cause from './windows/cause.js';
import compare from './windows/compare.js';
import contrast from './windows/contrast.js';
import diagram from './windows/diagram.js';
import events from './windows/events.js';
import explore from './windows/explore.js';
import forks from './windows/forks.js';
import hand from './windows/hand.js';
import history from './windows/history.js';
import marks from './windows/marks.js';
import mutants from './windows/mutants.js';
import origin from './windows/origin.js';
import output from './windows/output.js';
import prompt from './windows/prompt.js';
import query from './windows/query.js';
import recordings from './windows/recordings.js';
import rights from './windows/rights.js';
import rpcs from './windows/rpcs.js';
import shrink from './windows/shrink.js';
import source from './windows/source.js';
import threads from './windows/threads.js';
import tour from './windows/tour.js';
import variables from './windows/variables.js';
import verify from './windows/verify.js';
import whatif from './windows/whatif.js';
import {answer} from './windows/answer.js';
import {asked} from './windows/asked.js';

export const windows = [
  diagram, source, variables,
  answer('stack', 'Stack', 'right', 'the functions that the thread in focus is in', 'backtrace'),
  asked('changes', 'Changes', 'left', 'all changes of a variable', 'changes', 'a variable, as balance[0]', e => `history ${e}`),
  origin, threads,
  answer('states', 'Thread states', 'right', 'the state of each thread, and the message that it has in hand', 'threads'),
  answer('tasks', 'Tasks', 'right', 'the tasks', 'tasks'),
  answer('blocked', 'Blocked', 'right', 'threads that wait, or would wait', 'blocked'),
  answer('suspended', 'Suspended', 'right', 'threads that are stopped, and by whom', 'suspended'),
  answer('delays', 'Delays', 'right', 'artificial delays: what is kept back until its turn', 'delays'),
  answer('why', 'Why', 'right', 'why the thread in focus does not go on', 'why'),
  rpcs,
  answer('ports', 'Ports', 'right', 'ports, their queues, and who has rights to them', 'ports'),
  asked('port', 'Port', 'right', 'one port: its queue, who waits, and the rights', 'port', 'a port', name => `port ${name}`),
  answer('messages', 'Messages', 'right', 'messages that are queued, held, in hand, or on a wire', 'message'),
  rights,
  answer('mutexes', 'Mutexes', 'right', 'mutexes and conditions, who holds them and who waits', 'mutexes', 'conditions'),
  answer('timers', 'Timers', 'right', 'timers, the earliest first', 'timers'),
  answer('net', 'Hosts and wires', 'right', 'hosts with their clocks, and what is on the wires', 'hosts', 'wires'),
  answer('disk', 'Disks', 'right', 'the files on the disks of hosts, and how much of them is not synced', 'disk'),
  answer('netnames', 'Names', 'right', 'names that are checked in, and what clients were told', 'netnames'),
  output,
  events, history,
  breakpoints, assertions, marks,
  answer('panic', 'Panic', 'left', 'what every thread is doing, and who waits for whom in a cycle', 'panic'),
  answer('races', 'Races', 'left', 'variables that threads share with no protection', 'races'),
  asked('linear', 'Linearizability', 'left', 'whether the remote calls of the run are linearizable as a model', 'linear',
    'a model: register, map, counter or queue, as map:port=bank', model => `linearizable ${model}`),
  query, forks, whatif, hand, compare, cause, shrink, recordings, explore, contrast, verify, mutants, analysis, prompt, tour,
];

// groups are the windows by what they are about, as menus list them: each group in the order of titles.
export const groups = [
  ['The run', ['diagram', 'events', 'output', 'history', 'query', 'prompt', 'tour', 'marks', 'recordings']],
  ['Program code', ['source', 'stack', 'variables', 'changes', 'origin', 'breakpoints', 'races']],
  ['Threads and waits', ['threads', 'states', 'tasks', 'blocked', 'suspended', 'delays', 'why', 'mutexes', 'panic']],
  ['Ports and messages', ['ports', 'port', 'messages', 'rights', 'rpcs', 'timers', 'net', 'netnames', 'disk']],
  ['Another run, and what holds', ['forks', 'whatif', 'hand', 'compare', 'assertions', 'linear']],
  ['Many runs', ['explore', 'contrast', 'shrink', 'cause', 'verify', 'mutants', 'analysis']],
].map(([title, names]) => [title, names.map(n => windows.find(w => w.name === n)).sort((a, b) => a.title.localeCompare(b.title))]);
