package runner

import (
	"testing"
	"time"

	"machsim/kernel"
)

// TestStarved sees a process given up that computes and does not look after its runs, and no other.
func TestStarved(t *testing.T) {
	v := &Vigil{limit: 10 * time.Second}
	if v.Starved(Pulse{Watchers: 1}, time.Minute) {
		t.Error("what it did before anybody watched counts")
	}
	for i, c := range []struct {
		watchers, looks uint64
		seconds         time.Duration
		want            bool
	}{
		{0, 0, 50, false}, // runs no program
		{1, 1, 50, false},
		{1, 2, 59, false}, // looks
		{1, 2, 68, false}, // not so long
		{0, 2, 90, false}, // the run has ended
		{1, 2, 99, false}, // the next one
		{1, 2, 99, false}, // it is stopped, or gets no processor
		{1, 2, 100, true},
		{1, 3, 100, false}, // it has looked after all
		{2, 3, 109, false},
		{2, 3, 1, false}, // the time is not known
		{2, 3, 11, true},
	} {
		if got := v.Starved(Pulse{Watchers: c.watchers, Looks: c.looks}, c.seconds*time.Second); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}

// TestLongEach sees runs looked after as long as somebody who is told of one works on that, however long it takes.
func TestLongEach(t *testing.T) {
	memory := make([]byte, FootprintBytes)
	o := New(&kernel.Program{Name: "short", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "a", func(*kernel.Thread) {})
	}}, 1)
	o.Footprints = NewFootprints(memory)
	looks := func() uint64 {
		o.Footprints.mu.Lock()
		defer o.Footprints.mu.Unlock()
		return ReadPulse(memory).Looks
	}
	told := false
	Series{N: 1, Judge: func(_ *NewOptions, r *Run, _ []byte) Tried { return Plainly(r) }, Each: func(int, Tried) bool {
		told = true
		for before := looks(); looks() < before+3; time.Sleep(time.Millisecond) {
		}
		return true
	}}.Make(o)
	if !told {
		t.Error("nobody was told of the run")
	}
}
