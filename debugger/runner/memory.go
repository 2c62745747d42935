package runner

import (
	"runtime"
	"runtime/metrics"
)

// heap is what the process has allocated and not yet given back, in bytes.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// greedy says whether the process has taken more memory than a run may, garbage left out.
func (r *Run) greedy() bool {
	if r.MaxMemory == 0 || heap() <= r.MaxMemory {
		return false
	}
	runtime.GC()
	return heap() > r.MaxMemory
}
