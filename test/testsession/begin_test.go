package testsession_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"machsim/debugger/event/text"
	"machsim/debugger/event/view"
	"machsim/debugger/record"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// twoCores has at least two cores until the test has ended. These tests are in a package of their own, for programs
// that write to variables of their packages are never begun early, nor is any other beside them.
func twoCores(t *testing.T) {
	was := runtime.GOMAXPROCS(max(2, runtime.NumCPU()))
	t.Cleanup(func() { runtime.GOMAXPROCS(was) })
}

// begun begins a recording, and holds its log back until go is closed.
func begun(t *testing.T, p *kernel.Program, rec *record.Recording) (s *session.Session, goOn func()) {
	t.Helper()
	gate := make(chan struct{})
	s, err := session.Begin(p, rec, session.Options{Progress: func(w session.Work, _, _ uint64) {
		if w == session.Replaying {
			<-gate
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Early() {
		t.Fatal("it has its log already")
	}
	return s, func() { close(gate) }
}

// ofTheEnd is all that is said of the end of a run without its log.
func ofTheEnd(t *testing.T, s *session.Session) string {
	t.Helper()
	var b strings.Builder
	st := s.State()
	fmt.Fprintln(&b, s.Len(), s.Done(), st.Hash, s.Final().Hash, view.Hash(st), s.Culprit(), s.Breaker())
	fmt.Fprintf(&b, "%+v\n", s.Report())
	for _, place := range s.Where() {
		place.Row.Threads, place.Row.Tasks = nil, nil
		place.Call.More = nil
		fmt.Fprintf(&b, "%+v %+v %q\n", place, s.Explain(&place), s.Rest(place.Thread))
		fmt.Fprintln(&b, s.WentOn(place.Thread), s.Statement(place.Thread))
		reasons, cycle := s.Why(place.Thread)
		fmt.Fprintln(&b, reasons, cycle)
	}
	fmt.Fprintln(&b, shown(t, s), s.Blocked(), s.Suspended(func(*rows.Place) bool { return false }), s.Delays())
	fmt.Fprintln(&b, s.Ports(), s.Messages(), s.Tasks(), s.Hosts(), s.Mutexes(), s.Conditions(), s.Timers(), s.Packets())
	return b.String()
}

// differ returns the first lines in which two texts differ, "" if in none.
func differ(a, b string) (ofA, ofB string) {
	more := strings.Split(b, "\n")
	for i, line := range strings.Split(a, "\n") {
		if i == len(more) || line != more[i] {
			return line, strings.Join(more[i:min(i+1, len(more))], "")
		}
	}
	return "", ""
}

// shown is the stacks and variables of the threads at the present position.
func shown(t *testing.T, s *session.Session) string {
	t.Helper()
	var b strings.Builder
	for id := range s.State().Threads.All {
		stack, err := s.Stack(kernel.ThreadID(id))
		must(t, err)
		fmt.Fprintln(&b, stack)
	}
	vars, err := s.Variables()
	must(t, err)
	for _, v := range vars {
		value, _ := s.WatchedText(v.Thread, reflect.ValueOf(v.Value), text.Plain)
		fmt.Fprintf(&b, "%d %s = %s\n", v.Thread, v.Name, value)
	}
	return b.String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestBegin says of the end of every program's runs the same with and without their logs, and moves in them.
func TestBegin(t *testing.T) {
	twoCores(t)
	seeds, early := effort.Of(uint64(2)), 0
	for _, p := range programs.All {
		for seed := range seeds {
			rec := testrun.Record(p, kernel.Config{Seed: seed, MaxSteps: 2000})
			whole := testsession.OpenRecording(t, p, rec)
			s, goOn := begun(t, p, rec)
			defer s.Close()
			early++
			if got, want := differ(ofTheEnd(t, s), ofTheEnd(t, whole)); got != want {
				t.Fatalf("%s, seed %d: without the log\n%s\nwith it\n%s", p.Name, seed, got, want)
			}
			if !s.Early() {
				t.Fatalf("%s: something has waited for the log", p.Name)
			}
			goOn()
			if got, want := differ(ofTheEnd(t, s), ofTheEnd(t, whole)); got != want {
				t.Fatalf("%s, seed %d: on the way to the log\n%s\nwith it\n%s", p.Name, seed, got, want)
			}
			if !s.Position().Equal(whole.End()) || s.Early() {
				t.Fatalf("%s, seed %d: it stands at %v", p.Name, seed, s.Position())
			}
			rng := rand.New(rand.NewPCG(seed, 1))
			for range 4 {
				at := graph.At(testrun.Cut(testsession.Graph(whole), rng))
				must(t, whole.MoveTo(at))
				must(t, s.MoveTo(at))
				if got, want := view.Hash(s.State()), view.Hash(whole.State()); got != want {
					t.Fatalf("%s, seed %d, at %v: the state is another", p.Name, seed, at)
				}
				if got, want := shown(t, s), shown(t, whole); got != want {
					t.Fatalf("%s, seed %d, at %v: the threads are\n%s\nand not\n%s", p.Name, seed, at, got, want)
				}
			}
		}
	}
	if early == 0 {
		t.Error("nothing was begun early")
	}
}

// TestBeginInterrupted gives up to wait for a log, and then waits for it after all.
func TestBeginInterrupted(t *testing.T) {
	twoCores(t)
	p := programs.Find("philosophers-fixed")
	s, goOn := begun(t, p, testrun.Record(p, kernel.Config{Seed: 1}))
	defer s.Close()
	stop := make(chan struct{})
	s.Stop = stop
	close(stop)
	func() {
		defer func() {
			if m, ok := recover().(session.Missing); !ok || !errors.Is(m.Err, session.ErrStopped) {
				t.Errorf("not interrupted, but %v", m.Err)
			}
		}()
		t.Error(s.After(1))
	}()
	if err := s.Await(stop); !errors.Is(err, session.ErrStopped) || !s.Early() {
		t.Error(err)
	}
	s.Stop = nil
	goOn()
	must(t, s.MoveTo(s.After(1)))
	if s.State().Steps != 1 {
		t.Errorf("%d events are done", s.State().Steps)
	}
}

// TestBeginDiverges has the program do something else in one of the two replays.
func TestBeginDiverges(t *testing.T) {
	twoCores(t)
	var runs atomic.Int64
	program := func(first int64) *kernel.Program {
		runs.Store(0)
		return &kernel.Program{Name: "once", Main: func(b *kernel.Boot) {
			run := runs.Add(1)
			b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
				th.Yield()
				if run > first {
					th.Label("another time")
				}
				th.Yield()
			})
		}}
	}
	rec := testrun.Record(program(1), kernel.Config{Seed: 1})
	for range 8 {
		s, err := session.Begin(program(1), rec, session.Options{})
		var u *session.Unfit
		if err != nil { // the end was not known, or the log was first
			if !errors.As(err, &u) || u.Divergence == nil {
				t.Fatal(err)
			}
			continue
		}
		if s.Early() {
			for range 2 {
				if err := s.Await(nil); !errors.As(err, &u) || u.Divergence == nil || !s.Early() {
					t.Fatal(err)
				}
			}
			if s.State().Hash != rec.Hash {
				t.Error("the end has changed")
			}
		}
		s.Close()
	}
}

// TestBeginStopped interrupts the opening itself: while both replays are on their way, and when only that with the log
// is, as the end is not known by the other, which does something else.
func TestBeginStopped(t *testing.T) {
	twoCores(t)
	p := programs.Find("philosophers-fixed")
	other := &kernel.Program{Name: p.Name, Main: programs.Find("bank-fixed").Main}
	rec := testrun.Record(p, kernel.Config{Seed: 1})
	for _, p := range []*kernel.Program{p, other} {
		gate, stop := make(chan struct{}), make(chan struct{})
		var once sync.Once
		s, err := session.Begin(p, rec, session.Options{Stop: stop, Progress: func(session.Work, uint64, uint64) {
			once.Do(func() {
				close(stop)
				time.AfterFunc(10*time.Millisecond, func() { close(gate) })
			})
			<-gate
		}})
		var u *session.Unfit
		switch {
		case err == nil && s.Early(): // the plain replay had ended before
			s.Close()
		case err == nil:
			t.Error("the opening was not interrupted")
		case !errors.As(err, &u):
			t.Error(err)
		}
	}
}

// TestBeginClosed closes a Session before its log is there.
func TestBeginClosed(t *testing.T) {
	twoCores(t)
	p := programs.Find("philosophers-fixed")
	s, goOn := begun(t, p, testrun.Record(p, kernel.Config{Seed: 1}))
	s.Close()
	goOn()
	if err := s.Await(nil); err == nil {
		t.Log("the log was finished before it was given up")
	}
}

// TestBeginPanics: a mistake of machsim's own while it gets the log ready, beside whoever looks, is the error of
// whoever needs the log, and does not end the process.
func TestBeginPanics(t *testing.T) {
	twoCores(t)
	p := programs.Find("philosophers-fixed")
	rec := testrun.Record(p, kernel.Config{Seed: 1})
	s, err := session.Begin(p, rec, session.Options{Engine: func(*tape.Tape) engine.Engine { panic("out of order") }})
	if err == nil {
		err = s.Await(nil)
		defer s.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "machsim itself is at fault: out of order") {
		t.Error(err)
	}
}
