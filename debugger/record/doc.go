// Package record writes runs to files, and repeats them.
//
// A [Recorder] stands between a machine and the [kernel.Door] that chooses for it. It
// records the choices, packed so that one of n options takes log2(n) bits, and the lines
// of input. It also records the kernel call of each event, in a fraction of a bit, and
// every 256 events a mark: a part of the running hash. A replay does not need these to
// repeat the run. They show at which event another program, or another build of machsim,
// diverges from it.
//
//	r := record.Start(file, record.HeaderOf(program, config))
//	config.Door, config.Tracer = r.Wrap(config.Door), r.Tracer()
//	...
//	r.End(record.EndingOf(machine))
//
// [Open] reads a file into a [Recording]. It refuses a damaged file with an error that
// says what is damaged. A file without its end, because the process that wrote it was
// killed, is valid up to there, and Truncated. A [Replay] is a Door that returns the
// recorded answers, and a Tracer that compares the run with the recording; its Result says
// whether they are equal.
//
// A [Follow] makes a fork, a what-if run. It is a Door that returns the recorded answers
// up to an event, or by a schedule of [Turn]s, and then asks another Door. A fork is
// recorded as any other run is, from the start, with its [Parent] in the header.
//
// docs/RECORDINGS.md describes the bytes of a file. frame.go has the frames; header.go,
// chunk.go and ending.go their contents; radix.go packs choices, and calls.go the calls;
// recorder.go and replay.go use them. follow.go and turns.go make forks, with answers.go;
// parent.go is what their header says.
package record
