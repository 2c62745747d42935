// The windows of the page, in the order of their tabs. A window is a module:
//
//   export default {
//     name: 'threads',                // of its element and in preferences
//     title: 'Threads',               // on its tab
//     area: 'right',                  // where it is: center, left, right or bottom
//     needs(state) { return [{method: 'threads'}]; },  // calls that are made after each change, while it is shown
//     mount(root, app) { return {update(answers, state) {}}; },  // draws into root; an answer has a result or an error
//   };
//
// state is what the method here answers; it is null before the first answer.
import prompt from './windows/prompt.js';
import threads from './windows/threads.js';

export const windows = [threads, prompt];
