package report

// Limit is a resource that a run may use up to a limit, which ends it.
type Limit uint8

// The limits.
const (
	NoLimit     Limit = iota
	LoopLimit         // time without a kernel call
	MemoryLimit       // memory of the process
	EventLimit        // events
)

// Limits says how a person raises each limit, as in "a higher --loop-limit".
type Limits struct{ Loop, Memory, Events string }

// Of says how one of them is raised, "" for none.
func (l Limits) Of(x Limit) string { return []string{"", l.Loop, l.Memory, l.Events}[x] }

// Advice is what a face tells a person to do about a run, in words of its own. A report leaves out what
// is empty.
type Advice struct {
	Repeat string // makes the run again
	Debug  string // looks at its recording
	Replay string // makes the recorded run again
	Limits Limits
}

// note explains a run that a limit has ended, and what to do; "" without a limit. repeats says that a report tells
// already what it does again and again.
func (l Limits) note(of Limit, repeats bool) string {
	switch needs := l.Of(of); {
	case of == LoopLimit && needs == "":
		return "one that waits must do so in a kernel call"
	case of == LoopLimit:
		return "one that is only slow needs " + needs + "; one that waits must do so in a kernel call"
	case of == MemoryLimit && needs != "":
		return "one that needs so much needs " + needs
	case of == EventLimit && repeats && needs != "":
		return "if they need longer, they need " + needs
	case of == EventLimit && repeats:
	case of == EventLimit && needs == "":
		return "perhaps they run in circles (a livelock)"
	case of == EventLimit:
		return "perhaps they run in circles (a livelock); if they only need longer, they need " + needs
	}
	return ""
}
