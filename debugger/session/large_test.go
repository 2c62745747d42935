package session_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testsession"
)

// TestTooLarge opens a recording that grows beyond the memory limit on the way: the beginning that fits.
func TestTooLarge(t *testing.T) {
	const events = 200_000
	p := &kernel.Program{Name: "large", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for {
				th.Yield()
			}
		})
	}}
	o := runner.New(p, 1)
	o.MaxSteps, o.MaxMemory = events, 8<<20
	run, data := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(data)
	must(t, err)
	runtime.GC() // what is garbage already is no memory that opening takes
	var ballast []byte
	s, err := session.Open(p, rec, session.Options{Progress: func(w session.Work, done, total uint64) {
		switch {
		case w != session.Replaying:
		case total < events:
			ballast = nil
		case done > events/2 && ballast == nil:
			ballast = heavy()
		}
	}})
	must(t, err)
	defer s.Close()
	runtime.KeepAlive(ballast)
	if n := s.Len(); n < events/4 || n > events*3/4 || uint64(n)+s.Beyond() != events {
		t.Errorf("%d events are there, %d are not", n, s.Beyond())
	}
	must(t, s.MoveTo(s.After(events/4)))
	if s.State().Steps != events/4 {
		t.Errorf("%d events are done", s.State().Steps)
	}
}

// TestTooLargeBounded opens a bounded recording that grows beyond the memory limit on the way: the end that fits.
func TestTooLargeBounded(t *testing.T) {
	const events, keep = 300_000, 200_000
	p := &kernel.Program{Name: "large", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) { th.Serve(new(int), (*kernel.Thread).Yield) })
	}}
	f, err := os.Create(filepath.Join(t.TempDir(), "x.rec"))
	must(t, err)
	parts, err := record.NewParts(f, record.Keep{Events: keep})
	must(t, err)
	o := runner.New(p, 1)
	o.MaxSteps, o.MaxMemory = events, 8<<20
	o.Record = record.Start(parts, o.Setup().Header())
	runner.Do(o).Close()
	must(t, parts.Close())
	rec, err := record.Open(f.Name())
	must(t, err)
	runtime.GC() // what is garbage already is no memory that opening takes
	var ballast []byte
	tries, last := 0, uint64(0)
	s, err := session.Open(p, rec, session.Options{Progress: func(w session.Work, done, _ uint64) {
		if w != session.Replaying {
			return
		}
		if done < last {
			tries, ballast = tries+1, nil
		}
		if last = done; tries == 0 && done > events-keep/2 && ballast == nil {
			ballast = heavy()
		}
	}})
	must(t, err)
	defer s.Close()
	runtime.KeepAlive(ballast)
	if s.First() <= int(rec.Dropped) || s.Len() != events || s.Beyond() != 0 || s.Kept() {
		t.Errorf("events %d to %d are there, %d are not; %d were dropped", s.First()+1, s.Len(), s.Beyond(), rec.Dropped)
	}
	must(t, s.MoveTo(s.After(s.First())))
	if int(s.State().Steps) != s.First() {
		t.Errorf("%d events are done at the start of the window, after event %d", s.State().Steps, s.First())
	}
}

// heavy takes more memory than TestTooLarge may, and waits until that is noticed: whoever finds too much memory in use
// asks for a collection.
func heavy() []byte {
	before := collections()
	ballast := make([]byte, 64<<20)
	for end := time.Now().Add(time.Minute); collections() == before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	return ballast
}

// TestGreedy opens the recording of a run that was given up for its memory, when the replay takes more than that may
// again, and that of its beginning too: the beginning that fits. The program did make the recorded run.
func TestGreedy(t *testing.T) {
	made, pieces, pause := 0, []int{1 << 20, 8 << 20, 64 << 20, 1 << 20}, time.Duration(0)
	p := &kernel.Program{Name: "greedy", Main: func(b *kernel.Boot) {
		piece := pieces[min(made, len(pieces)-1)]
		made++
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for all := [][]byte(nil); ; th.Sleep(kernel.Millisecond) {
				all = append(all, make([]byte, piece))
				runtime.KeepAlive(all)
				time.Sleep(pause) // for somebody to look
			}
		})
	}}
	o := runner.New(p, 1)
	o.MaxMemory = 100 << 20
	run, data := runner.InMemory(o)
	run.Close()
	rec, err := record.Read(data)
	must(t, err)
	if rec.Outcome != record.Greedy {
		t.Fatalf("the run has ended with %v", rec.Outcome)
	}
	pause = 5 * time.Millisecond // as if it had taken longer, then, until somebody looked
	s, err := session.Open(p, rec, session.Options{})
	must(t, err)
	defer s.Close()
	if n := uint64(s.Len()); n == 0 || s.Beyond() == 0 || n+s.Beyond() != rec.Events {
		t.Errorf("of %d events %d are there, %d are not, after %d runs", rec.Events, n, s.Beyond(), made)
	}
}

// TestLargeStates has few checkpoints in a run whose state grows with each event, and comes to every position.
func TestLargeStates(t *testing.T) {
	const events = 60_000
	s := testsession.Open(t, &kernel.Program{Name: "ports", Limit: events, Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for {
				th.NewPort("p")
			}
		})
	}}, kernel.Config{})
	defer s.Close()
	if n := session.Marks(s); n < 5 || n > 40 {
		t.Errorf("%d checkpoints", n)
	}
	for n := events - 1; n > 0; n -= events / 50 {
		must(t, s.MoveTo(s.After(n)))
		if ports := s.State().IPC.Ports.Len(); s.State().Steps != uint64(n) || ports < n {
			t.Fatalf("after event %d there are %d events, and %d ports", n, s.State().Steps, ports)
		}
	}
}

// collections counts the garbage collections that somebody has asked for.
func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumForcedGC
}
