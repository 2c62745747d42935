package stats

import (
	"maps"
	"slices"
)

// latencies counts how often each time was taken. There are few, for most are few steps.
type latencies struct {
	count map[int64]int
	n     int
}

func (l *latencies) add(took int64) {
	if l.count == nil {
		l.count = map[int64]int{}
	}
	l.count[took]++
	l.n++
}

// quantile is the least time that so many of the times do not exceed; 0 if there are none.
func (l *latencies) quantile(part, of int) int64 {
	left := (l.n*part + of - 1) / of
	for _, took := range slices.Sorted(maps.Keys(l.count)) {
		if left -= l.count[took]; left <= 0 {
			return took
		}
	}
	return 0
}
