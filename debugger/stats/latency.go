package stats

import (
	"maps"
	"slices"
)

// latencies counts how often each time was taken. Most are few steps, each of which takes 10 microseconds.
type latencies struct {
	near []int // by steps
	far  map[int64]int
	n    int
}

// microsecondsPerStep and maxNear say which times are near.
const (
	microsecondsPerStep = 10
	maxNear             = 1 << 12
)

func (l *latencies) add(took int64) {
	l.n++
	steps := int(took / microsecondsPerStep)
	if took%microsecondsPerStep != 0 || steps >= maxNear {
		if l.far == nil {
			l.far = map[int64]int{}
		}
		l.far[took]++
		return
	}
	for len(l.near) <= steps {
		l.near = append(l.near, 0)
	}
	l.near[steps]++
}

// quantile is the least time that so many of the times do not exceed; 0 if there are none.
func (l *latencies) quantile(part, of int) int64 {
	all := maps.Clone(l.far)
	if all == nil {
		all = map[int64]int{}
	}
	for steps, n := range l.near {
		if n > 0 {
			all[int64(steps)*microsecondsPerStep] = n
		}
	}
	left := (l.n*part + of - 1) / of
	for _, took := range slices.Sorted(maps.Keys(all)) {
		if left -= all[took]; left <= 0 {
			return took
		}
	}
	return 0
}
