// Package randprog makes random programs for tests: tasks on several hosts, of several
// threads each, that use all of the kernel, with names that mostly stand for something.
//
// What a thread does is decided by a source of chance of its own and by what its calls answer, so that it runs
// in the same way whenever it gets the same answers. Threads share no variables but counters that they show to
// debuggers, each behind a mutex. Each seed uses some families of calls only, so that few of them meet often.
package randprog
