package session_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"machsim/debugger/event/text"
	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/rebuild"
	"machsim/debugger/replay/tape"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// keeper keeps data in memory.
type keeper struct {
	mu   sync.Mutex
	kept map[string][]byte
	put  chan error
}

func (k *keeper) Get(name string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.kept[name]
}

func (k *keeper) Put(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	k.mu.Lock()
	k.kept[name] = b.Bytes()
	k.mu.Unlock()
	k.put <- err
	return err
}

// TestKept opens recordings of long runs twice, and holds the second Session, which no replay has made, against the
// first.
func TestKept(t *testing.T) {
	long := []*kernel.Program{sharing(true), sharing(false)}
	for _, p := range long {
		k := &keeper{kept: map[string][]byte{}, put: make(chan error, 4)}
		rec := testrun.Record(p, kernel.Config{Seed: 1, MaxSteps: 36_000})
		var walks atomic.Int32
		open := func() *session.Session {
			s, err := session.Open(p, rec, session.Options{Keeper: k, Engine: func(t *tape.Tape) engine.Engine {
				return counted{rebuild.Engine{Tape: t}, &walks}
			}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			return s
		}
		first := open()
		k.await(t)
		second := open()
		if len(k.put) > 0 || len(k.kept) != 1 {
			t.Fatalf("%s: it was replayed again", p.Name)
		}
		first.Least(0)
		k.await(t)
		looked := walks.Swap(0)
		if second.Least(0); looked == 0 || walks.Load() != 0 {
			t.Errorf("%s: to see whether threads share variables, programs ran %d times, and then %d times",
				p.Name, looked, walks.Load())
		}
		if a, b := fmt.Sprintf("%+v", first.Report()), fmt.Sprintf("%+v", second.Report()); a != b {
			t.Errorf("%s: the report is %s, not %s", p.Name, b, a)
		}
		for _, n := range []int{first.Len(), first.Len() / 2, 0, 7, first.Len() - 1} {
			sameAt(t, first, second, n)
		}
		g, h := testsession.Graph(first), testsession.Graph(second)
		if n, m := leaves(g), leaves(h); n == 0 || n != m {
			t.Errorf("%s: a fork leaves with the order of %d events, not %d", p.Name, m, n)
		}
		for e := 0; e < g.Tape.Len(); e += 97 {
			if !slices.Equal(g.Least(e), h.Least(e)) {
				t.Fatalf("%s: %v comes before event %d, not %v", p.Name, h.Least(e), e, g.Least(e))
			}
		}
	}
}

// counted counts how often programs run through the whole run.
type counted struct {
	rebuild.Engine
	walks *atomic.Int32
}

func (c counted) Walk(w engine.Walk) error {
	c.walks.Add(1)
	return c.Engine.Walk(w)
}

// await waits until something has been kept.
func (k *keeper) await(t *testing.T) {
	t.Helper()
	if err := <-k.put; err != nil {
		t.Fatal(err)
	}
}

// leaves returns of how many events a fork at the end of a run takes over the order.
func leaves(g *graph.Graph) int {
	b, n := g.GoOn(g.Tape.Len())
	b.Close()
	return n
}

// sameAt compares two sessions after n events: the state, and what their threads show.
func sameAt(t *testing.T, first, second *session.Session, n int) {
	t.Helper()
	var shown [2]string
	for i, s := range []*session.Session{first, second} {
		if err := s.MoveTo(s.After(n)); err != nil {
			t.Fatal(err)
		}
		vars, err := s.Variables()
		if err != nil {
			t.Fatal(err)
		}
		shown[i] = fmt.Sprintf("hash %x\n", s.State().Hash)
		for _, v := range vars {
			shown[i] += fmt.Sprintln(v.Name, text.Value(v.Value))
		}
		for id := range s.State().Threads.All {
			stack, err := s.Stack(kernel.ThreadID(id))
			shown[i] += fmt.Sprintln(id, s.State().Threads.At(id).Call, stack, err)
		}
	}
	if shown[0] != shown[1] {
		t.Errorf("%s, after %d events:\n%s\n\nnot\n%s", first.Program.Name, n, shown[1], shown[0])
	}
}

// TestKeptDamaged opens a recording by a replay if what is kept of it cannot be read.
func TestKeptDamaged(t *testing.T) {
	k := &keeper{kept: map[string][]byte{}, put: make(chan error, 4)}
	rec := testrun.Record(sharing(true), kernel.Config{Seed: 1, MaxSteps: 21_000})
	for range 2 {
		s, err := session.Open(sharing(true), rec, session.Options{Keeper: k})
		if err != nil {
			t.Fatal(err)
		}
		s.Least(0)
		k.await(t)
		k.await(t)
		for name, data := range k.kept {
			k.kept[name] = data[:len(data)/2]
		}
		s.Close()
	}
}
