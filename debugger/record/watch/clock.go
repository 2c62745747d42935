package watch

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// reading is what the process had used at a moment.
type reading struct {
	at     time.Time
	cpu    time.Duration // processor time but for the garbage collector's; -1 if that is not known
	stacks uint64        // bytes of all stacks
	number int           // of goroutines
}

// grown is by how much more the stacks have grown since than what more goroutines need.
func (r reading) grown(since reading) int64 {
	return int64(r.stacks) - int64(since.stacks) - usualStack*int64(max(0, r.number-since.number))
}

// usualStack is how large a stack may be that nobody wonders at.
const usualStack = 32 << 10

const (
	stacksMetric = "/memory/classes/heap/stacks:bytes"
	gcMetric     = "/cpu/classes/gc/total:cpu-seconds"
)

// read reads what the process has used.
func read() reading {
	sample := []metrics.Sample{{Name: stacksMetric}, {Name: gcMetric}}
	metrics.Read(sample)
	r := reading{at: time.Now(), cpu: -1, stacks: sample[0].Value.Uint64(), number: runtime.NumGoroutine()}
	if cpu, ok := cpuTime(); ok {
		r.cpu = cpu - time.Duration(sample[1].Value.Float64()*float64(time.Second))
	}
	return r
}

// Stacks is how many bytes the stacks of the process take.
func Stacks() uint64 { return read().stacks }

// claims is how many goroutines have a claim to the processor time of the process: those that
// a Dog looks after, and those that were left behind and may be computing.
var claims atomic.Int64

// since is how much of the process's time from one reading to the next a goroutine may have used:
// its share, and no more than the time that has passed. It is less than 0 when the collector's time
// became known late. Without a clock of the processor it is the time that has passed, but not more
// than two looks take.
func (r reading) since(before reading, look time.Duration) time.Duration {
	passed := r.at.Sub(before.at)
	if r.cpu < 0 {
		return min(passed, 2*look)
	}
	return min((r.cpu-before.cpu)/time.Duration(max(1, claims.Load())), passed)
}
