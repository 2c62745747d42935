package rebuild

import "runtime/metrics"

// mostGrown is by how many bytes the heap may have grown since the first copy was kept, or by how much it was, before
// copies are given up: what programs hold cannot be measured otherwise.
const mostGrown = 256 << 20

// crowded says whether the copies may take too much memory.
func (r *Threads) crowded() bool {
	now := live()
	if r.heap == 0 {
		r.heap = now
	}
	return now > r.heap+max(r.heap, mostGrown)
}

// live returns the bytes that the last collection of garbage left.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
