package temporal_test

import (
	"fmt"
	"testing"

	. "machsim/debugger/lang/temporal"
)

// target is how long a monitor may take for a position.
const target = 100 // ns

// stream is a long run: atom 0 is true at every tenth position, atom 1 three positions later, atom 2 at the others.
type stream int

func (s *stream) Atom(n, _ int) Truth {
	if (int(*s)%10 == 0 && n == 0) || (int(*s)%10 == 3 && n == 1) || n == 2 {
		return True
	}
	return False
}
func (s *stream) Clock(int) int64 { return int64(*s) }
func (s *stream) Event() int      { return int(*s) - 1 }

// BenchmarkMonitors measures monitors at positions of which each is looked at, though most change nothing.
func BenchmarkMonitors(b *testing.B) {
	atom := func(n int) *Formula { return &Formula{Op: Atom, Atom: n} }
	soon := &Interval{0, 0, 5}
	for name, f := range map[string]*Formula{
		"once":        {Op: Once, Kids: []*Formula{atom(0)}},
		"once within": {Op: Once, Kids: []*Formula{atom(0)}, Within: soon},
		"since":       {Op: Since, Kids: []*Formula{atom(2), atom(0)}, Within: soon},
		"always":      {Op: Always, Kids: []*Formula{atom(2)}},
		"leads to":    {Op: LeadsTo, Kids: []*Formula{atom(0), atom(1)}, Within: soon},
		"every":       {Op: LeadsTo, Kids: []*Formula{atom(0), atom(1)}, Within: soon, Binds: true},
		"match": {Op: Match, Pattern: &Pattern{Op: Repeat, Kids: []*Pattern{{Op: Sequence, Kids: []*Pattern{
			{Atom: 0}, {Atom: 1}}}}}},
	} {
		b.Run(name, func(b *testing.B) {
			var s stream
			m := Compile(f).Start(&s)
			for b.Loop() {
				s++
				m.Step(&s)
			}
			if len(m.Refuted) > 0 {
				b.Fatal(fmt.Sprint(m.Refuted[0]))
			}
			b.ReportMetric(target, "target-ns")
		})
	}
}

// BenchmarkOpen measures a position while a thousand events are owed something, in nanoseconds for each of them.
func BenchmarkOpen(b *testing.B) {
	const open = 1000
	atom := func(n int) *Formula { return &Formula{Op: Atom, Atom: n} }
	var s stream
	m := Compile(&Formula{Op: LeadsTo, Kids: []*Formula{atom(0), atom(3)}, Binds: true}).Start(&s)
	for s < 10*open {
		s++
		m.Step(&s)
	}
	for b.Loop() {
		s -= s%10 - 5 // at which nothing happens
		m.Step(&s)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/open, "ns/open")
}
