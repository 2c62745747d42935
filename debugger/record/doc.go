// Package record keeps runs in files, and makes them again.
//
// A [Recorder] stands between a machine and the [kernel.Door] that chooses for it, and
// writes down what comes through: choices, packed so that one of n options takes
// log2(n) bits, and lines of input. Beside them it notes, in a fraction of a bit for
// each event, which kernel call the event was, and now and then the running hash:
// nothing of this is needed to make the run again, but it shows at which event another
// program, or another machsim, goes another way.
//
//	r := record.Start(file, record.HeaderOf(program, config))
//	config.Door, config.Tap = r.Wrap(config.Door), r.Tap
//	...
//	r.End(record.EndingOf(machine))
//
// [Open] reads a file into a [Recording], whole or not at all: what is damaged is
// refused with a sentence. A file whose end is missing, because the process that wrote
// it was killed, is good up to there, and Truncated. A [Replay] is the Door that gives a
// recording's answers back, and the tap that compares; its Result says how that went.
//
// A [Follow] makes a fork, a what-if run: a Door that gives a recording's answers up to an
// event, or by a schedule of [Turn]s, and then leaves the choices to another Door. A fork
// is recorded as any other run is, from the start, with its [Parent] in the header.
//
// The bytes of a file are described in docs/RECORDINGS.md. Files: frame.go the frames,
// header.go, chunk.go and ending.go what is in them; radix.go packs choices, calls.go
// the calls; recorder.go and replay.go bring them together;
// follow.go and turns.go make forks, answers.go what the latter need, parent.go their header.
package record
