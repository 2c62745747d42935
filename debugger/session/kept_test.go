package session_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"machsim/debugger/internal/testrun"
	"machsim/debugger/internal/testsession"
	"machsim/debugger/session"
	"machsim/debugger/text"
	"machsim/kernel"
)

// keeper keeps data in memory.
type keeper struct {
	kept map[string][]byte
	put  chan error
}

func (k *keeper) Get(name string) []byte { return k.kept[name] }

func (k *keeper) Put(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	k.kept[name] = b.Bytes()
	k.put <- err
	return err
}

// TestKept opens recordings of long runs twice, and holds the second Session, which no replay has made, against the
// first.
func TestKept(t *testing.T) {
	long := []*kernel.Program{sharing(true), sharing(false)}
	for _, p := range long {
		k := &keeper{map[string][]byte{}, make(chan error, 1)}
		rec := testrun.Record(p, kernel.Config{Seed: 1, MaxSteps: 21_000})
		open := func() *session.Session {
			s, err := session.Open(p, rec, session.Options{Keeper: k})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			return s
		}
		first := open()
		if err := <-k.put; err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		second := open()
		if len(k.put) > 0 || len(k.kept) != 1 {
			t.Fatalf("%s: it was replayed again", p.Name)
		}
		if a, b := fmt.Sprintf("%+v", first.Report()), fmt.Sprintf("%+v", second.Report()); a != b {
			t.Errorf("%s: the report is %s, not %s", p.Name, b, a)
		}
		for _, n := range []int{first.Len(), first.Len() / 2, 0, 7, first.Len() - 1} {
			sameAt(t, first, second, n)
		}
		g, h := testsession.Graph(first), testsession.Graph(second)
		for e := 0; e < g.Tape.Len(); e += 97 {
			if !slices.Equal(g.Least(e), h.Least(e)) {
				t.Fatalf("%s: %v comes before event %d, not %v", p.Name, h.Least(e), e, g.Least(e))
			}
		}
	}
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
	k := &keeper{map[string][]byte{}, make(chan error, 1)}
	rec := testrun.Record(sharing(true), kernel.Config{Seed: 1, MaxSteps: 21_000})
	for range 2 {
		s, err := session.Open(sharing(true), rec, session.Options{Keeper: k})
		if err != nil {
			t.Fatal(err)
		}
		s.Least(0)
		if err := <-k.put; err != nil {
			t.Fatal(err)
		}
		for name, data := range k.kept {
			k.kept[name] = data[:len(data)/2]
		}
		s.Close()
	}
}
