// The menus: what can be done, by subject, as the groups of commands of Krawczuk's table 3.15. A line that ends with a
// space asks for more words. One that begins with show shows a window.
export const menus = [
  ['Go', [
    ['start', 'to the start', '<'], ['end', 'to the end', '>'], ['event', 'one event on', 'n'], ['event back', 'one event back', 'p'],
    ['continue', 'on to a breakpoint', 'c'], ['continue back', 'back to a breakpoint', 'C'], ['goto ', 'to a position …', 'g'],
    ['undo', 'undo the last motion', 'u'], null,
    ['step', 'a line on', 's'], ['step back', 'a line back', 'S'], ['next', 'a line on, over calls', 'o'], ['next back', 'a line back, over calls', 'O'],
    ['finish', 'on until the function is left', 'f'], ['finish back', 'back to the call of the function', 'F'],
    ['comm', 'to the thread’s next message or lock', 'm'], ['comm back', 'to its last message or lock', 'M'],
    ['set mode optimistic', 'others do all that they can'], ['set mode pessimistic', 'others do only what is needed'],
  ]],
  ['Stop', [
    ['break ', 'stop threads that are about to …', 'b'], ['tbreak ', 'stop one thread, once …'], ['watch ', 'stop who changes a variable …'],
    ['stop if ', 'stop where a condition on several processes holds …'], ['trace ', 'show a value wherever a condition holds …'], null,
    ['pcb', 'stop together: the others as far as needed'], ['ocb', 'stop together: the others as far as they get'],
    ['enable', 'enable all breakpoints'], ['disable', 'disable all breakpoints'], ['delete ', 'delete …'], ['switch ', 'make a stop the primary one …'],
  ]],
  ['Ask', [
    ['why', 'why the thread in focus does not go on', 'w'], ['print ', 'the value of …'], ['whatis ', 'the type of …'],
    ['history ', 'what happened to …', 'h'], ['diff', 'what the last motion changed'], ['diff ', 'what changed since …'], ['races', 'variables shared with no protection'],
    ['cause', 'from which event on the failure was certain'], ['isolate ', 'run one task alone …'], ['memory ', 'the memory at …'], ['info', 'what was recorded'],
    null, ['show shrink', 'the failing run made smaller'], ['show explore', 'explore many schedules of a program'], ['show contrast', 'what failing runs have that good ones have not'], ['show mutants', 'which weakened copies of the program its tests notice'], ['show analysis', 'who can know what of whom, in all runs'],
    ['show verify', 'whether a program is deterministic'],
  ]],
  ['Marks', [
    ['checkpoint ', 'name this position …', 'k'], ['rollback ', 'go to a checkpoint …'], ['checkpoints', 'list the checkpoints'], ['delete ', 'forget a checkpoint …'],
    ['note ', 'write a note …'], ['notes', 'list the notes'],
  ]],
  ['What if', [
    ['run', 'run on from here in another way'], ['run ', 'run on by a seed …'], ['choose ', 'let a thread go next …'], ['show hand', 'who can go next, each by a click'], ['type ', 'type a line of input …'], ['drop ', 'lose a message …'],
    ['alter ', 'change a field of a message …'], ['reorder ', 'move a message in its queue …'], ['abort ', 'end a thread’s wait …'],
    ['inject ', 'queue a message …'], ['set ', 'give a variable another value …'], ['kill ', 'end a thread, a task, a host …'],
    ['cut ', 'cut the wire between two hosts …'], ['heal ', 'mend it …'],
    ['halt ', 'halt a host, and through it all …'], ['resume', 'let halted hosts go on'], null,
    ['forks', 'list the forks'], ['fork ', 'enter a fork …'], ['parent', 'back to what this fork was made from'], ['close', 'close this fork'],
    ['save', 'write the recording of this fork into a file'],
  ]],
];
