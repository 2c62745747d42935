// The story "Two at once" of docs/STORIES.md as a tour.
export default {
  name: 'access', title: 'Two at once', program: 'access', seed: 5,
  intro: 'A record that one process at a time may use. In this run two use it. Process a and the child worker1 each show, in a variable, that they have the right to.',
  steps: [
    {text: 'When do both first have the right to use the record, in any order of the events? A predicate on both says it.',
      lines: ['start', 'stop if a.using = 1 and worker1.using = 1'], show: ['breakpoints']},
    {text: 'Each has done what it must have done for that, and nothing else. Client b has not even begun.',
      lines: ['continue'], show: ['threads', 'diagram']},
    {text: 'Neither right came before the other: nothing in the program keeps them apart. Worker1 had its right from x. And a? ' +
      'The last that it did was to receive a message.', lines: ['goto past 49'], show: ['history'], select: {history: 'dequeue'}},
    {text: 'The message came from y, who tells whoever connects that the record is free. Client a takes the first message that comes, of either server.',
      lines: ['thread y'], show: ['source']},
    {text: 'Would it have come to this in any order of the events? Yes: once y’s message was received first, it had to.',
      lines: ['stop if definitely(a.using = 1 and worker1.using = 1)'], show: ['breakpoints']},
    {text: 'Only another run is better. What if worker1 is faster? It ends well.', lines: ['goto 31', 'choose worker1'], show: ['forks']},
    {text: 'The fix is to wait for both messages: that is the program access-fixed.', lines: ['parent'], show: ['source']},
  ],
};
