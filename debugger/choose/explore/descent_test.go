package explore_test

import (
	"testing"

	"machsim/debugger/choose/explore"
	"machsim/kernel"
	"machsim/test/effort"
)

// descend makes descents of a program, and returns the logarithms of their quotients.
func descend(t *testing.T, p *kernel.Program, n int) (all []float64) {
	t.Helper()
	d := explore.NewDescents()
	for seed := range n {
		l := d.Begin(uint64(seed))
		m, err := kernel.New(p, kernel.Config{Door: l, Tracer: kernel.Tracer{Log: l}, StepTime: kernel.Timeless,
			Survive: true})
		if err != nil {
			t.Fatal(err)
		}
		m.Run()
		if d.End(); d.Anew {
			all = nil
		} else if d.Known {
			all = append(all, d.Log)
		}
		m.Close()
	}
	return all
}

// TestDescents estimates the classes of programs whose counts are known, from 250 descents, or from 1000 if there is
// time. In all but one the count lies within the spread; and the spread says something.
func TestDescents(t *testing.T) {
	missed := 0
	for name, x := range map[string]struct {
		p    *kernel.Program
		want float64
	}{
		"mutex 8": {mutexes(8, 1), 40320}, "mutex 2, 3": {mutexes(3, 2), 36}, "readers 13": {readers(13), 8192},
		"last zero 10": {lastZero(10), 3328}, "last zero 13": {lastZero(13), 32768},
		"philosophers 12": {philosophers(12), 4095}, "clients 3, 4": {clients(3, 4, false), 34650},
		"clients 3, 3, answered": {clients(3, 3, true), 1680}, "filesystem 22": {filesystem(22), 512},
		"indexer 14": {indexer(14), 512},
	} {
		e := explore.Estimated(descend(t, x.p, max(effort.Of(250), 120)))
		t.Logf("%-24s %.0f: %.0f, from %.0f to %.0f", name, x.want, e.Classes, e.Least, e.Most)
		if x.want < e.Least || x.want > e.Most {
			missed++
		}
		if e.Most > 100*e.Least {
			t.Errorf("%s: from %.0f to %.0f says nothing", name, e.Least, e.Most)
		}
	}
	if missed > 1 {
		t.Errorf("%d of 10 counts are outside of their spread", missed)
	}
}

// TestEstimated: what is known is no longer guessed, and of few descents nothing follows.
func TestEstimated(t *testing.T) {
	if e := explore.Estimated(make([]float64, 99)); e != nil {
		t.Errorf("99 descents: %v", e)
	}
	e := explore.Estimated(make([]float64, 100)).AtLeast(7)
	if e.Classes != 7 || e.Least != 7 || e.Most != 7 || e.String() != "7 classes by estimate (7 to 7)" {
		t.Errorf("%+v: %s", e, e)
	}
}
