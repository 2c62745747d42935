package supervise

import (
	"runtime"
	"time"

	"machsim/debugger/record/watch"
	"machsim/debugger/run/runner"
)

// vigil watches over those who look after the runs of a child. Where a program has started many goroutines that
// compute, they do not come to the end of a look any more, and nothing else in the child gets a turn.
type vigil struct {
	limit time.Duration // the processor time that the child may take from look to look
	looks uint64        // that there were
	since time.Duration // the processor time of the child when that was found
}

// newVigil returns a vigil that is patient: a look takes as long as the usual limit of program code, on all processors.
func newVigil() *vigil { return &vigil{limit: 2 * watch.Usual * time.Duration(runtime.NumCPU())} }

// starved says whether a child that has used so much processor time does not come to look after its runs. Its time
// counts, and not that of a clock: on a busy machine, or when it is stopped, it does not look either.
func (v *vigil) starved(p runner.Pulse, used time.Duration) bool {
	if p.Watchers == 0 || p.Looks != v.looks || used < v.since {
		v.looks, v.since = p.Looks, used
	}
	return used-v.since >= v.limit
}

// vigilTime is how long to wait from one look at a child to the next.
const vigilTime = 250 * time.Millisecond
