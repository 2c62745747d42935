// Package tape is the execution log of a run, in memory. One replay of a recording makes
// it. It holds the actor and the time of each step, every call with the message that it
// sends, every result, and the few values that steps chose or allocated.
//
// A Tape can be used in two ways, which together restore any position of the run. Replayer
// takes the steps again on a state, without the programs. Package rebuild runs the
// programs again, without the kernel.
//
// Here events are counted from 0: event i is the step that takes State.Steps from i to
// i+1, and is shown to people as number i+1. Each event belongs to a lane. There is a lane
// for each thread, one for the packets that travel to or from one host for one port, and one
// for edits.
package tape
