package testsession_test

import (
	"sync"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/kernel"
	"machsim/test/testrun"
)

// told is what a face was told of work.
type told struct {
	mu  sync.Mutex
	all []struct {
		w           debugger.Work
		done, total uint64
	}
}

func (k *told) of(w debugger.Work, done, total uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.all = append(k.all, struct {
		w           debugger.Work
		done, total uint64
	}{w, done, total})
}

// TestProgress opens a recording with its end first: what is told goes from the beginning to the end, and never back.
// Nothing is told of the log behind it before the end is there, nor of the order, for which nobody waits.
func TestProgress(t *testing.T) {
	twoCores(t)
	open, gate := make(chan struct{}), make(chan struct{})
	close(open)
	rec := testrun.Record(serving(open), kernel.Config{Seed: 1})
	var k told
	d, err := debugger.Open(ctx, debugger.Source{Recording: rec, Program: serving(gate)},
		debugger.Options{Progress: k.of, LoopLimit: time.Hour})
	must(t, err)
	defer d.Close()
	k.mu.Lock()
	if first := k.all[0]; first.w != debugger.Ending || first.done != 0 || first.total != rec.Events {
		t.Errorf("at first it is told of %+v", first)
	}
	ends := 0
	for i, x := range k.all[:len(k.all)-1] {
		switch was := k.all[max(0, i-1)]; {
		case x.w == debugger.Replaying && was.done < was.total:
			t.Errorf("it is told of the log before the end is there: %+v", x)
		case x.w == debugger.Ending && x.done < was.done:
			t.Errorf("after %+v it is told of %+v", was, x)
		case x.w == debugger.Ending && x.done == x.total:
			ends++
		case x.w == debugger.Ordering:
			t.Errorf("it is told of the order, for which nobody waits: %+v", x)
		}
	}
	if last := k.all[len(k.all)-1]; ends != 1 || last.w != 0 {
		t.Errorf("it is told %d times that the end is there, and then of %+v", ends, last)
	}
	k.mu.Unlock()
	close(gate)
}
