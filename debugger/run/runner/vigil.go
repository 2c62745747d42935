package runner

import (
	"runtime"
	"time"

	"machsim/debugger/record/watch"
)

// Vigil watches, from another process, over those who look after the runs of one. Where a program has started many
// goroutines that compute, they do not come to the end of a look any more, and nothing else in the process gets a turn.
type Vigil struct {
	limit time.Duration // the processor time that the process may take from look to look
	begun bool          // it was looked at
	looks uint64        // that there were
	since time.Duration // the processor time of the process when that was found
}

// NewVigil returns a Vigil that is patient: a look takes as long as the usual limit of program code, on all processors.
func NewVigil() *Vigil { return &Vigil{limit: 2 * watch.Usual * time.Duration(runtime.NumCPU())} }

// Starved says whether a process that has used so much processor time does not come to look after its runs. Its time
// counts, and not that of a clock: on a busy machine, or when it is stopped, it does not look either.
func (v *Vigil) Starved(p Pulse, used time.Duration) bool {
	if !v.begun || p.Watchers == 0 || p.Looks != v.looks || used < v.since {
		v.begun, v.looks, v.since = true, p.Looks, used
	}
	return used-v.since >= v.limit
}

// VigilTime is how long to wait from one look at a process to the next.
const VigilTime = 250 * time.Millisecond

// Starvation says why a process was ended that a Vigil has found starved.
const Starvation = "the program has started so many goroutines that nothing else in the process got a turn, and it " +
	"was ended; a program has threads (th.CThreads().Fork) and tasks (th.Spawn), and goroutines are none of them"
