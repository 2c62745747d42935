package wire_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/wire"
)

// shelf has the run of every seed, and no files.
type shelf struct{ t testing.TB }

func (s shelf) Recordings() ([]wire.Recorded, error) {
	return []wire.Recorded{{File: "x.rec", Program: "philosophers", Seed: 26}}, nil
}

func (s shelf) Programs() []wire.Program { return []wire.Program{{Name: "philosophers"}} }

func (s shelf) Open(_ context.Context, file string) (*debugger.Debugger, error) {
	if file != "x.rec" {
		return nil, errors.New("there is no file " + file)
	}
	return open(s.t, "philosophers", 26), nil
}

func (s shelf) Record(_ context.Context, r wire.Record) (*debugger.Debugger, error) {
	return open(s.t, r.Program, r.Seed), nil
}

func (s shelf) Explore(_ context.Context, e wire.Exploration, tell func(wire.Exploring)) (*wire.Explored, error) {
	tell(wire.Exploring{Runs: 1, Of: e.Runs})
	for _, c := range e.Claims {
		e.Program += ", " + c.Kind + " " + c.Text
	}
	return &wire.Explored{Summary: e.Program}, nil
}

func (s shelf) Shrink(
	_ context.Context, file string, _ bool, x wire.Shrink, tell func(wire.Made),
) (*wire.Shrunk, error) {
	for i := range x.Runs {
		tell(wire.Made{Runs: i, Of: x.Runs})
	}
	return &wire.Shrunk{File: file}, nil
}

func (s shelf) Contrast(_ context.Context, x wire.Contrast, tell func(wire.Made)) (*wire.Contrasted, error) {
	tell(wire.Made{Runs: x.Seeds, Of: x.Seeds})
	return &wire.Contrasted{Summary: x.Program}, nil
}

func (s shelf) Verify(_ context.Context, r wire.RunOf) (*wire.Verified, error) {
	return &wire.Verified{Same: true, Lines: []string{r.Program}}, nil
}

func (s shelf) Mutants(program string) (*wire.Mutants, error) {
	return &wire.Mutants{Tests: program}, nil
}

func (s shelf) Analyse(program string) (*wire.Analysed, error) {
	return &wire.Analysed{Says: []string{program}}, nil
}

func (s shelf) Remove(string) error { return nil }

// TestReplaced opens other recordings in place of the present one: the state has another number, those who watch are
// told, and what is not there leaves all as it was.
func TestReplaced(t *testing.T) {
	s := wire.New(open(t, "bank", 9), wire.Options{Shelf: shelf{t}})
	told := 0
	defer s.Watch(func(e wire.Event) {
		if e.Name == "opened" { // a call that takes long is told of, too
			told++
		}
	})()
	for _, step := range []struct {
		call, program string
		serial        uint64
	}{
		{`{"method": "open", "params": {"file": "none.rec"}}`, "bank", 1},
		{`{"method": "open", "params": {"file": "x.rec"}}`, "philosophers", 2},
		{`{"method": "record", "params": {"program": "bank", "seed": 3}}`, "bank", 3},
	} {
		ask(t, s, step.call)
		x := ask(t, s, `{"method": "info"}`)
		if x.Serial != step.serial || !strings.Contains(string(x.Result), `"program":"`+step.program+`"`) {
			t.Errorf("after %s serial %d: %s", step.call, x.Serial, x.Result)
		}
	}
	if s.Opened() != 3 {
		t.Errorf("the present recording was opened with serial %d", s.Opened())
	}
	if told != 2 {
		t.Errorf("those who watch were told %d times", told)
	}
}

// TestReplacedAndGone opens a recording for a page that is loaded anew as soon as it hears of it, which ends its call.
func TestReplacedAndGone(t *testing.T) {
	s := wire.New(open(t, "bank", 9), wire.Options{Shelf: shelf{t}})
	ctx, leave := context.WithCancel(t.Context())
	defer s.Watch(func(e wire.Event) {
		if e.Name == "opened" {
			leave()
			time.Sleep(200 * time.Millisecond) // a debugger waits a moment only for a call that nobody waits for
		}
	})()
	s.Answer(ctx, []byte(`{"method": "record", "params": {"program": "philosophers", "seed": 26}}`))
	if x := ask(t, s, `{"method": "info"}`); !strings.Contains(string(x.Result), `"program":"philosophers"`) {
		t.Errorf("what was opened says %s", x.Result)
	}
	s.Answer(ctx, []byte(`{"method": "record", "params": {"program": "bank", "seed": 3}}`))
	if x := ask(t, s, `{"method": "info"}`); !strings.Contains(string(x.Result), `"program":"philosophers"`) {
		t.Errorf("after a call that was given up before there is %s", x.Result)
	}
}

// TestNoShelf sees that a Service without other recordings says so.
func TestNoShelf(t *testing.T) {
	s := wire.New(open(t, "bank", 9), wire.Options{})
	for _, name := range append([]string{"recordings", "programs", "remove"}, ofShelf...) {
		if x := ask(t, s, `{"method": "`+name+`"}`); x.Error == nil || x.Error.Text != "there are no other recordings here" {
			t.Errorf("%s answers %+v", name, x)
		}
	}
}

// TestMany makes the calls that make many runs: those who watch are told how far one is. What is in no file is not made
// smaller.
func TestMany(t *testing.T) {
	s := wire.New(open(t, "bank", 9), wire.Options{Shelf: shelf{t}})
	for _, c := range []struct {
		call, says string
		told       []wire.Event
	}{
		{`{"method": "contrast", "params": {"program": "bank", "seeds": 5}}`, `"summary":"bank"`,
			[]wire.Event{{Name: "made", Data: wire.Made{Method: "contrast", Runs: 5, Of: 5}}}},
		{`{"method": "verify", "params": {"program": "bank", "seed": 5}}`, `"lines":["bank"]`, nil},
		{`{"method": "shrink", "params": {"runs": 5}}`, `this run is in no file: save it first`, nil},
	} {
		var told []wire.Event
		stop := s.Watch(func(e wire.Event) { told = append(told, e) })
		x := ask(t, s, c.call)
		stop()
		said := string(x.Result)
		if x.Error != nil {
			said = x.Error.Text
		}
		if !strings.Contains(said, c.says) || c.told != nil && !slices.Equal(told, c.told) {
			t.Errorf("%s answers %s, and tells %+v", c.call, said, told)
		}
	}
}

// TestExploring explores a program: those who watch are told how far it is.
func TestExploring(t *testing.T) {
	s := wire.New(open(t, "bank", 9), wire.Options{Shelf: shelf{t}})
	var told []wire.Event
	defer s.Watch(func(e wire.Event) { told = append(told, e) })()
	x := ask(t, s, `{"method": "explore", "params": {"program": "bank", "runs": 7,
		"claims": [{"kind": "never", "text": "label eat"}]}}`)
	if x.Error != nil || !strings.Contains(string(x.Result), `"summary":"bank, never label eat"`) {
		t.Errorf("%+v", x)
	}
	if len(told) != 1 || told[0] != (wire.Event{Name: "exploring", Data: wire.Exploring{Runs: 1, Of: 7}}) {
		t.Errorf("told: %+v", told)
	}
}
