package runner

import (
	"runtime"
	"runtime/metrics"

	"machsim/debugger/record/watch"
)

// UsualMemory is how much memory a run may take if nobody says otherwise, in MB.
const UsualMemory = 1000

// memory is what the process has allocated and not yet given back, stacks included, in bytes.
func memory() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() + watch.Stacks()
}

// greedy says whether the process has taken more memory than a run may, garbage left out.
func (r *Run) greedy() bool {
	if r.MaxMemory == 0 || memory() <= r.before+r.most() {
		return false
	}
	runtime.GC()
	return memory() > r.before+r.most()
}

// most returns how many bytes a run may take: twice as many if it is taken down, for that log is not the program's, and
// as many again as the program for a replay beside it.
func (r *Run) most() uint64 {
	most := r.MaxMemory
	if r.Take != nil || r.Record != nil && !r.Record.Kept().All() {
		most += r.MaxMemory
	}
	if r.Beside {
		most += r.MaxMemory
	}
	return most
}
