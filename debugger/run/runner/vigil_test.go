package runner

import (
	"testing"
	"time"
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
