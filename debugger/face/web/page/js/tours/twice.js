// The story "Executed twice" of docs/STORIES.md as a tour.
export default {
  name: 'twice', title: 'Executed twice', program: 'counter', seed: 2, faults: 'loss=2',
  intro: 'Two clients add to a number on a server, over a wire that loses packets. A client that has no answer in time calls again. ' +
    'Four additions have made five.',
  steps: [
    {text: 'The server has noticed: the number is too great. Who has added once too often?', lines: ['goto end'], show: ['output']},
    {text: 'Which calls were executed more than once? A row is a call, however often its packets were sent. ' +
      'Here are two, 6 and 9, for one addition: the client has made it again. Look at what became of the first: executed, reply lost.',
      show: ['rpcs'], select: {rpcs: 'executed again'}},
    {text: 'Here client0 calls again, in event 155. All that it has seen is that no reply came in time. The server has executed the call in event 139.',
      lines: ['goto 155', 'thread client0'], show: ['source', 'diagram']},
    {text: 'And where is the reply? In event 157 its packet is lost. The client cannot tell this from a call that never arrived.',
      lines: ['goto 157'], show: ['rpcs', 'diagram'], select: {rpcs: 'all calls'}},
    {text: 'In event 175 the server begins to do once more what it has done.', lines: ['goto 175', 'thread server'], show: ['source', 'diagram']},
    {text: 'The fix is that the protocol tries again, and not the client: all packets of a call of exactly-once have one number, ' +
      'by which the server knows what it has executed already. That is the program counter-fixed.', lines: ['goto 175', 'thread client0'], show: ['source']},
  ],
};
