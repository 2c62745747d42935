package session_test

import (
	"errors"
	"testing"

	"machsim/debugger/replay/engine"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// tally is an engine that runs no program. Each of its threads shows how many calls it has
// completed, and how many statements it has done.
type tally struct {
	t      *tape.Tape
	closed *int
}

func (c tally) Threads() engine.Threads {
	return &tallied{tally: c, at: graph.At(make(graph.Cut, len(c.t.Lanes)))}
}

func (c tally) Walk(w engine.Walk) error {
	v := &tallied{tally: c, at: graph.At(make(graph.Cut, len(c.t.Lanes)))}
	for e := range c.t.Len() {
		v.at.Cut[c.t.Lane(e)]++
		if id := c.t.Lanes[c.t.Lane(e)].Thread; id != 0 && c.t.Done(e) && w.Look != nil {
			w.Look(v, id, e)
		}
	}
	return nil
}

// tallied are the threads of a tally.
type tallied struct {
	tally
	at graph.Position
}

func (x *tallied) To(p graph.Position) error            { x.at = p; return nil }
func (x *tallied) Has(id kernel.ThreadID) bool          { return x.done(id) > 0 }
func (x *tallied) Stack(kernel.ThreadID) []kernel.Frame { return []kernel.Frame{{Func: "nowhere"}} }
func (x *tallied) CheckSet(*kernel.Edit) error          { return errors.New("nothing can be set") }
func (x *tallied) Abandon()                             {}
func (x *tallied) Close()                               { *x.closed++ }

func (x *tallied) done(id kernel.ThreadID) int {
	lane := x.t.LaneOf(id)
	if lane < 0 {
		return 0
	}
	return x.t.Lanes[lane].Completed(int(x.at.Cut[lane]))
}

func (x *tallied) Variables(id kernel.ThreadID) []kernel.Variable {
	all := []kernel.Variable{{Thread: id, Name: "calls", Value: x.done(id)}}
	if x.at.Thread == id {
		all = append(all, kernel.Variable{Thread: id, Name: "statements", Value: int(x.at.N)})
	}
	return all
}

// TestEngine opens a recording with an engine that is not the usual one: stacks, variables and
// predicates come from it, and it can stand between two calls.
func TestEngine(t *testing.T) {
	p, closed := programs.Find("bank"), 0
	s, err := session.Open(p, testrun.Record(p, kernel.Config{Seed: 3}), session.Options{
		Engine: func(t *tape.Tape) engine.Engine { return tally{t, &closed} },
	})
	must(t, err)
	e, err := s.Predicate("bank.1.calls = 3")
	must(t, err)
	found, err := e.First()
	must(t, err)
	if found == nil {
		t.Fatal("bank.1 never has made 3 calls")
	}
	must(t, s.MoveTo(graph.At(found.Cut)))
	bank, err := s.FindThread("bank.1")
	must(t, err)
	id := kernel.ThreadID(bank.ID)
	here := s.Position()
	must(t, s.MoveTo(graph.Position{Cut: here.Cut, Thread: id, N: 17}))
	switch at := s.Position(); {
	case at.AtCalls() || at.Equal(here) || at.N != 17:
		t.Errorf("the position is %v", at)
	case s.Done() != here.Events():
		t.Errorf("it holds %d events, and not %d", s.Done(), here.Events())
	}
	vars, err := s.Variables()
	must(t, err)
	shown := map[string]any{}
	for _, v := range vars {
		if v.Thread == id {
			shown[v.Name] = v.Value
		}
	}
	if shown["calls"] != 3 || shown["statements"] != 17 {
		t.Errorf("bank.1 shows %v", shown)
	}
	stack, err := s.Stack(id)
	must(t, err)
	if len(stack) != 1 || stack[0].Func != "nowhere" {
		t.Errorf("its stack is %v", stack)
	}
	if s.Close(); closed == 0 {
		t.Error("the engine's threads are not closed")
	}
}

// TestAtCalls sees that the usual engine refuses to stand between two calls, and all stays as it is.
func TestAtCalls(t *testing.T) {
	s := testsession.Open(t, programs.Find("bank"), kernel.Config{Seed: 3})
	must(t, s.MoveTo(s.After(20)))
	here := s.Position()
	err := s.MoveTo(graph.Position{Cut: s.After(10).Cut, Thread: 1, N: 5})
	if !errors.Is(err, engine.ErrAtCalls) || !s.Position().Equal(here) {
		t.Errorf("%v, at %v", err, s.Position())
	}
}
