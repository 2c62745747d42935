// Package tape keeps a whole run in memory, as it comes out of one replay of its
// recording: who took each step and when, every call with the message it sends, every
// result, and the few things that steps chose or handed out.
//
// From a Tape the run's steps can be taken again on a state, with no program running
// (Play), and its programs can be run again, with no kernel at work (package rebuild):
// the two halves of going to another moment of a run.
//
// Events are counted from 0 here: event i is the step that takes State.Steps from i to
// i+1, and is shown as number i+1. They belong to lanes: one for each thread, and one for
// the packets that travel to or from one host for one port.
package tape
