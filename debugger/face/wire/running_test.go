package wire_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// slow is a value whose String method takes until it is let go.
type slow struct{ began, over chan struct{} }

func (s slow) String() string {
	select {
	case s.began <- struct{}{}:
	default:
	}
	<-s.over
	return "done"
}

// slowly opens a run of a program that shows such a value.
func slowly(t *testing.T) (*wire.Service, slow) {
	t.Helper()
	x := slow{make(chan struct{}, 1), make(chan struct{})}
	p := &kernel.Program{Name: "slow", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			th.Watch("x", &x)
			th.Yield()
			th.Check(false, "stop")
		})
	}}
	d, err := debugger.Open(context.Background(), debugger.Source{Run: runner.New(p, 0)},
		debugger.Options{LoopLimit: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return wire.New(d, wire.Options{}), x
}

// TestPanicButton gives up a call that does not come back by itself: it fails, the panic button is back while the
// call is still at work, and when that has ended all is as it was.
func TestPanicButton(t *testing.T) {
	for _, button := range []string{`{"method": "panic"}`, `{"method": "cancel"}`, `{"method": "cancel", "params": {"id": "a"}}`} {
		s, x := slowly(t)
		failed := make(chan said, 1)
		go func() { failed <- ask(t, s, `{"id": "a", "method": "variables"}`) }()
		<-x.began
		pressed := ask(t, s, button)
		if pressed.Error != nil {
			t.Errorf("%s: %v", button, pressed.Error)
		}
		if given := <-failed; given.Error == nil || given.Error.Kind != "interrupted" {
			t.Errorf("%s: the call answers %+v", button, given)
		}
		close(x.over)
		if after := ask(t, s, `{"method": "here"}`); after.Error != nil || after.Serial != 1 {
			t.Errorf("%s: after that %+v", button, after)
		}
	}
}

// TestYields gives a call up that yields, when another one comes; but not for one that yields as well, or that waits
// for nobody.
func TestYields(t *testing.T) {
	s, x := slowly(t)
	failed := make(chan said, 1)
	go func() { failed <- ask(t, s, `{"method": "variables", "yields": true}`) }()
	<-x.began
	ask(t, s, `{"method": "version"}`)
	others := make(chan said, 2)
	go func() { others <- ask(t, s, `{"method": "here", "yields": true}`) }()
	select {
	case early := <-failed:
		t.Errorf("the call answers %+v before another one comes", early)
	case <-time.After(100 * time.Millisecond):
	}
	go func() { others <- ask(t, s, `{"method": "here"}`) }()
	if given := <-failed; given.Error == nil || given.Error.Kind != "yielded" {
		t.Errorf("the call answers %+v", given)
	}
	close(x.over)
	for range 2 {
		if a := <-others; a.Serial != 1 || a.Error != nil && a.Error.Kind != "yielded" {
			t.Errorf("after that %+v", a)
		}
	}
}

// TestProgress sees that those who watch are told of a call that takes long, and of its end.
func TestProgress(t *testing.T) {
	s, x := slowly(t)
	var told []wire.Progress
	long := make(chan struct{})
	defer s.Watch(func(e wire.Event) {
		if p, ok := e.Data.(wire.Progress); ok {
			if told = append(told, p); len(told) == 2 {
				close(long)
			}
		}
	})()
	answered := make(chan said, 1)
	go func() { answered <- ask(t, s, `{"id": "a", "method": "variables"}`) }()
	<-long
	close(x.over)
	if a := <-answered; a.Error != nil {
		t.Fatal(a.Error)
	}
	last := told[len(told)-1]
	if !last.Over || last.Method != "variables" || string(last.ID) != `"a"` || told[0].Over {
		t.Errorf("those who watch were told %+v", told)
	}
}

// TestGone sees that a call of somebody who has gone is given up.
func TestGone(t *testing.T) {
	s, x := slowly(t)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() {
		_, err := s.Call(ctx, "variables", json.RawMessage(`{}`))
		failed <- err
	}()
	<-x.began
	cancel()
	if err := <-failed; err == nil {
		t.Error("the call answers though nobody is there")
	}
	close(x.over)
}
