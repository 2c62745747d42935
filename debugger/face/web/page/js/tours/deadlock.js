// The story "A deadlock" of docs/STORIES.md as a tour.
export default {
  name: 'deadlock', title: 'A deadlock', program: 'philosophers', seed: 26,
  intro: 'Five philosophers sit at a round table, with a fork between any two of them. Who eats needs both forks beside the plate. ' +
    'Twenty-five dinners went well; this is the twenty-sixth.',
  steps: [
    {text: 'The run ends here: nobody can go on. Who waits for whom? The last line shows a cycle. A cycle is a deadlock: nobody in it can ever go on.',
      lines: ['goto end'], show: ['panic']},
    {text: 'So each holds one fork and wants another. When did each take the fork that it holds? The last of them was hume, who took fork3 in event 90.',
      show: ['history'], select: {history: 'entries'}},
    {text: 'Shortly before that. Fork3 is free, the last free one, and both kant and hume are about to take it.',
      lines: ['goto 88'], show: ['mutexes', 'delays']},
    {text: 'Why does plato not go on here? He waits for kant, and kant could go on, but in this run hume came first.',
      lines: ['thread plato'], show: ['why']},
    {text: 'For hume, line 72, it is the first fork, for kant, line 73, the second.', lines: ['thread hume'], show: ['source']},
    {text: 'What if kant is faster? A fork of the run: the same up to here, then kant goes next. This dinner ends well.',
      lines: ['choose kant'], show: ['forks']},
    {text: 'Back to the recording. And if it is hume, but all else goes another way? Deadlock again.',
      lines: ['parent', 'choose hume'], show: ['forks']},
    {text: 'So no single thread is to blame. Everybody takes the fork on the left, and then waits for the one on the right. ' +
      'Cycles are impossible when all agree on an order: the fork with the lower number first. That is the program philosophers-fixed.',
      lines: ['parent', 'goto 88', 'thread hume'], show: ['source']},
  ],
};
