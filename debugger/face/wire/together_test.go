package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/repl"
	"machsim/debugger/face/wire"
)

// class is a session of a teacher and a student.
type class struct{ moves string }

func (c *class) Who() []repl.Guest {
	return []repl.Guest{{Name: "teacher", Face: "page", Moves: c.moves == "teacher", Here: true}, {Name: "student"}}
}

func (c *class) Give(name string) error { c.moves = name; return nil }
func (c *class) Take() error            { c.moves = "teacher"; return nil }

// TestTogether makes the calls of those who share a session: who looks moves nothing, and what others do with the
// Debugger is told as a state of its own.
func TestTogether(t *testing.T) {
	d, c := open(t, "philosophers", 26), &class{"teacher"}
	s := wire.New(d, wire.Options{Session: "lesson"})
	var told []string
	defer s.Watch(func(e wire.Event) { told = append(told, e.Data.(wire.Changed).Position) })()
	as := func(name string) context.Context {
		return repl.InCompany(debugger.As(context.Background(), &debugger.Person{Name: name, Looks: func() error {
			if c.moves == name {
				return nil
			}
			return errors.New(c.moves + " moves")
		}}), c)
	}
	call := func(name, method, params string) (string, string) {
		t.Helper()
		x, err := s.Call(as(name), method, json.RawMessage(params))
		if err != nil {
			return "", err.Error()
		}
		return string(x.(json.RawMessage)), ""
	}
	start := `{"position": "start"}`
	for i, c := range []struct{ name, method, params, says, fails string }{
		{"student", "you", `{}`, `{"name":"student","why":"teacher moves"}`, ""},
		{"student", "goto", start, "", "teacher moves"},
		{"student", "command", `{"line": "goto start"}`, "", "teacher moves"},
		{"student", "findEvent", `{"word": "#41"}`, "41", ""},
		{"teacher", "give", `{"name": "student"}`, "{}", ""},
		{"teacher", "goto", start, "", "student moves"},
		{"student", "setFocus", `{"thread": "plato"}`, "null", ""},
		{"teacher", "take", `{}`, "{}", ""},
		{"student", "setFocus", `{"thread": "kant"}`, "", "teacher moves"},
	} {
		if c.method == "setFocus" && c.fails == "" {
			if _, fails := call(c.name, c.method, c.params); fails != "" {
				t.Errorf("%d: %s", i, fails)
			}
			continue
		}
		if says, fails := call(c.name, c.method, c.params); says != c.says || fails != c.fails {
			t.Errorf("%d: %s of %s: %s %q", i, c.method, c.name, says, fails)
		}
	}
	before := s.Serial()
	at, err := d.Position(context.Background(), "41")
	if err == nil {
		_, err = d.Goto(context.Background(), at)
	}
	if err != nil || s.Serial() != before+1 || !slices.Contains(told, "41") || s.At().Position != "41" {
		t.Errorf("serial %d after %d, told %q, %v", s.Serial(), before, told, err)
	}
	if s.Renew(); s.Serial() != before+2 {
		t.Errorf("serial %d", s.Serial())
	}
	if _, err := s.Call(context.Background(), "take", nil); !errors.As(err, new(*wire.Error)) {
		t.Errorf("take alone: %v", err)
	}
}
