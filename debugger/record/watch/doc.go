// Package watch looks after program code that may never come back.
//
// Go can neither end a goroutine from outside nor say what one has used of a processor. So
// program code runs on a goroutine of its own, a [Dog] looks at it now and then, and when the
// Dog says so, whoever waits for it goes on without: the goroutine is left behind, to the end
// of the process. A [kernel.Heartbeat] tells the Dog whether the code gets anywhere; what counts is
// that it comes back to the kernel. A [Loop] says what it was doing. There are three ways not
// to come back:
//
//   - It computes. What is limited is its processor time, for on a busy machine a program is
//     slow through no fault of its own. The system tells the time of the whole process only:
//     the garbage collector's is taken off, and the rest is shared out among the Dogs.
//   - It waits, outside of the kernel, for a channel, a lock, a clock. That takes no processor
//     time. The state of its goroutine in a dump of all stacks says so, and it has to be the
//     same at several looks. Looks are counted, not time: a process that was stopped for a
//     while, or that gets no processor, does not look either.
//   - It calls itself without end. Its stack grows, by a gigabyte in a second or two, and then
//     Go ends the process. So the size of all stacks is looked at, and the dump shows whose it is.
//
// Everything here is about the process, and nothing of it decides what a run does.
//
// Files: dog.go decides, clock.go measures, dump.go reads stacks, loop.go says what was found; guard.go is for
// machsim's own code, way.go lets others go on beside it.
package watch
