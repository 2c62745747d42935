package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/debugger/internal/hooked"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// lively begins a live run of a program that writes a line now and then, and never ends.
func lively(t *testing.T) *wire.Service {
	t.Helper()
	p := &kernel.Program{Name: "lively", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for n := 1; ; n++ {
				if th.Yield(); n%1000 == 0 {
					th.Printf("%d", n)
				}
			}
		})
	}}
	d, err := debugger.Open(t.Context(), debugger.Source{Run: runner.New(p, 0), Live: true, Limit: 1 << 50},
		debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return wire.New(d, wire.Options{})
}

// TestGrew: those who watch are told how far a live run is while a call has it made, and what it writes; each line is
// told of once. The call is halted, and stands where the run has come to.
func TestGrew(t *testing.T) {
	s := lively(t)
	told := make(chan debugger.Growth, 1000)
	defer s.Watch(func(e wire.Event) {
		var g debugger.Growth
		if data, ok := e.Data.(json.RawMessage); ok && e.Name == "grew" && json.Unmarshal(data, &g) == nil {
			select {
			case told <- g:
			default:
			}
		}
	})()
	halted := make(chan said, 1)
	go func() { halted <- ask(t, s, `{"id": 1, "method": "continue"}`) }()
	lines, last := 0, debugger.Growth{}
	for lines < 20 {
		g := <-told
		// A thread that has had no turn for long is told of, as if it computed, and then the run has come no further.
		stays := g.Events == last.Events && g.Time == last.Time && (g.Computes != "" || last.Computes != "")
		goes := g.Events > last.Events && g.Time > last.Time
		if lines += len(g.Wrote) + g.Before; !stays && !goes || g.Events/1001 != lines {
			t.Errorf("%+v after %+v, with %d lines", g, last, lines)
		}
		last = g
	}
	ask(t, s, `{"method": "cancel"}`)
	var m struct {
		Stands string
		Here   struct{ Position string }
	}
	a := <-halted
	if err := json.Unmarshal(a.Result, &m); err != nil || a.Error != nil || m.Stands != "the run was halted here" {
		t.Errorf("%+v, %+v, %v", a.Error, m, err)
	}
}

// TestHaltedComputing: a call that is cancelled while a thread computes stands still there, and the state says so, to
// whoever asks for it. That is another state than before.
func TestHaltedComputing(t *testing.T) {
	d, err := debugger.Open(t.Context(), debugger.Source{Run: runner.New(hooked.Busy, 1), Live: true}, debugger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	s := wire.New(d, wire.Options{})
	computes := make(chan struct{}, 1000)
	defer s.Watch(func(e wire.Event) {
		var g debugger.Growth
		data, ok := e.Data.(json.RawMessage)
		if ok && e.Name == "grew" && json.Unmarshal(data, &g) == nil && g.Computes != "" {
			computes <- struct{}{}
		}
	})()
	halted := make(chan said, 1)
	go func() { halted <- ask(t, s, `{"id": 1, "method": "continue"}`) }()
	<-computes
	ask(t, s, `{"method": "cancel"}`)
	a := <-halted
	var state struct {
		Position  string
		Computing struct{ Thread, Source, Text string }
	}
	h := ask(t, s, `{"method": "here"}`)
	if err := json.Unmarshal(h.Result, &state); err != nil || a.Error != nil || state.Position != "4" ||
		state.Computing.Thread != "one.1" || !strings.HasPrefix(state.Computing.Source, "compute.go:") ||
		!strings.Contains(string(a.Result), state.Computing.Text) {
		t.Errorf("%s, %+v, %v", a.Result, state, err)
	}
	ask(t, s, `{"method": "step", "params": {"back": true}}`)
	back := ask(t, s, `{"method": "here"}`)
	if !strings.Contains(string(back.Result), `"computing":null`) || back.Serial == h.Serial {
		t.Errorf("an event back: %s", back.Result)
	}
}
