// Package engine says what a debugger needs of whoever runs the programs of a recorded run again.
//
// The state of the kernel at a position comes from the recording alone. The stacks and variables of
// the programs do not: an [Engine] brings them back. The usual one is package rebuild, which runs the
// programs in this process, with the recorded results of their calls. Another one may run them in a
// WebAssembly guest, or stop a run that is still going on. It may stand between two calls, if it can
// count statements; and a run that begins with a picture of the state, and not with the program's Main,
// is brought back by an engine that has a picture of the programs too.
//
// Nothing here knows how an engine works. The tests of package session have one of 60 lines.
package engine
