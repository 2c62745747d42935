package test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"machsim/debugger/replay/cache"
	"machsim/debugger/session"
	"machsim/kernel"
)

// BenchmarkGrowth has a row for each length of a run: what opening, memory and motions take, so that one sees what
// grows with the events, and how. The longest run takes more than a gigabyte:
//
//	go test -run - -bench Growth -benchtime 1x ./test
func BenchmarkGrowth(b *testing.B) {
	for _, p := range moving {
		for events := uint64(100_000); events <= 10_000_000; events *= 10 {
			b.Run(fmt.Sprintf("%s/%d", p.name, events), func(b *testing.B) {
				growth(b, p.program, events)
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func growth(b *testing.B, p *kernel.Program, events uint64) {
	rec := recorded(b, p, events)
	dir, err := cache.Open(filepath.Join(b.TempDir(), "kept"), 8<<30)
	must(b, err)
	k := &keptIn{dir, make(chan error, 1)}
	for b.Loop() {
		before := inUse()
		open := func() (s *session.Session, took time.Duration) {
			took = timed(func() { s, err = session.Open(p, rec, session.Options{Keeper: k}) })
			must(b, err)
			return s, took
		}
		s, took := open()
		each := func(unit string, d time.Duration) {
			b.ReportMetric(float64(d.Nanoseconds())/float64(events), "ns/event-"+unit)
		}
		each("prompt", took)
		each("derived", took+timed(func() { derive(s) }))
		for range 2 { // what was derived, and which tasks share variables
			must(b, <-k.put)
		}
		b.ReportMetric(float64(inUse()-before)/float64(events), "B/event")
		motions(b, s)
		s.Close()
		again, took := open()
		each("again", took)
		again.Close()
	}
}

// motions reports what motions take in the middle: to positions chosen at random, one event back, and one event back
// with threads the first time, which runs them.
func motions(b *testing.B, s *session.Session) {
	rng := rand.New(rand.NewPCG(1, 2))
	var random, back []time.Duration
	for range 20 {
		n := s.Len()/3 + rng.IntN(s.Len()/3)
		random = append(random, timed(func() { must(b, s.MoveTo(s.After(n))) }))
		back = append(back, timed(func() { must(b, s.MoveTo(s.Backwards(1))) }))
	}
	b.ReportMetric(ms(median(random)), "ms-motion")
	b.ReportMetric(ms(median(back)), "ms-back")
	threads := timed(func() { look(b, s, 1) })
	b.ReportMetric(float64(threads.Nanoseconds())/float64(s.Len()/2), "ns/event-threads")
}
