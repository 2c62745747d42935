package report

// Limit is what a run may take, and what ended one that took more.
type Limit uint8

// The limits.
const (
	NoLimit     Limit = iota
	LoopLimit         // time without a kernel call
	MemoryLimit       // memory of the process
	EventLimit        // events
)

// Limits say what a run needs that only takes more: each face of machsim has its own words
// for it.
type Limits map[Limit]string

// CommandLine are the words of machsim's flags.
var CommandLine = Limits{
	LoopLimit:   "a higher --loop-limit",
	MemoryLimit: "a higher --max-memory",
	EventLimit:  "a higher --max-events",
}

// note says what a run may do that a limit has ended, and what can be done. It is "" for
// none.
func (l Limits) note(of Limit) string {
	switch needs := l[of]; {
	case of == LoopLimit && needs == "":
		return "one that waits must do so in a kernel call"
	case of == LoopLimit:
		return "one that is only slow needs " + needs + "; one that waits must do so in a kernel call"
	case of == MemoryLimit && needs != "":
		return "one that needs so much needs " + needs
	case of == EventLimit && needs == "":
		return "perhaps they run in circles (a livelock)"
	case of == EventLimit:
		return "perhaps they run in circles (a livelock); if they only need longer, they need " + needs
	}
	return ""
}
