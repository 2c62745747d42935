//go:build !wasm

package guest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/pflag"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/face/web"
	"machsim/debugger/face/wire"
	"machsim/ipc/quote"
)

// carried carries the calls of a page to a guest, and what it answers back: a line each. It is what a page asks
// (web.Answers).
type carried struct {
	turn  sync.Mutex // of one call
	guest *visitor
	calls io.Writer
	lines *bufio.Reader

	mu       sync.Mutex // guards what follows
	watchers wire.Watchers
	serial   uint64
}

// webCapsule serves the page of a capsule until Ctrl-C.
func webCapsule(m *cli.Machsim, g *visitor) error {
	if len(g.capsules) > 1 {
		return cli.Wrong("web opens one recording, and there is %s as well", quote.Line(g.capsules[1]))
	}
	var port int
	var quiet bool
	f := pflag.NewFlagSet("web", pflag.ContinueOnError)
	f.ParseErrorsAllowlist.UnknownFlags = true
	f.IntVar(&port, "port", 0, "")
	f.BoolVar(&quiet, "no-browser", false, "")
	_ = f.Parse(g.args[1:]) // what it does not know, the page of a capsule does not have
	in, calls := io.Pipe()
	answers, out := io.Pipe()
	said := g.out
	g.args, g.in, g.out = []string{"web", g.capsules[0]}, in, out
	a := &carried{guest: g, calls: calls, lines: bufio.NewReader(answers), serial: 1}
	s, err := web.New(a, web.Options{Port: port})
	if err != nil {
		return cli.Wrong("the page cannot be served: %v", err)
	}
	interrupted, done := m.UntilInterrupt()
	defer done()
	ctx, cancel := context.WithCancel(interrupted)
	defer cancel()
	g.cancel = ctx.Done()
	context.AfterFunc(ctx, func() { calls.Close(); answers.Close() }) // a guest that waits at one of them ends
	ended := make(chan error, 1)
	go func() {
		err := asGuest(m, g)
		out.CloseWithError(io.EOF)
		in.Close()
		a.tell(wire.Event{Name: "over", Data: wire.Over{Text: "the guest has ended"}})
		cancel()
		ended <- err
	}()
	fmt.Fprintf(said, "%s\n", s.URL())
	if !quiet {
		cli.Browse(s.URL())
	}
	err = s.Serve(ctx)
	cancel()
	end := <-ended
	if interrupted.Err() == nil && end != nil && end.Error() != "" { // an interrupt is how it ends
		return end
	}
	return err
}

// Answer has the guest answer a call.
func (c *carried) Answer(_ context.Context, request []byte) []byte {
	var r wire.Request
	if json.Unmarshal(request, &r) == nil && r.Method == "cancel" { // it would come to the guest too late
		given := fmt.Appendf(nil, `{"calls":%d}`, c.guest.queries.GiveUp())
		text, _ := json.Marshal(wire.Reply{ID: r.ID, Serial: c.Serial(), Result: given})
		return text
	}
	c.turn.Lock()
	defer c.turn.Unlock()
	line, err := json.Marshal(json.RawMessage(request)) // on one line
	if err == nil {
		_, err = c.calls.Write(append(line, '\n'))
	}
	for err == nil {
		var text []byte
		if text, err = c.lines.ReadBytes('\n'); err == nil && !c.event(text) {
			return c.noted(text)
		}
	}
	text, _ := json.Marshal(wire.Reply{ID: r.ID, Serial: c.Serial(),
		Error: &wire.Error{Text: "the guest does not answer: " + err.Error(), Kind: "lost"}})
	return text
}

// event tells those who watch, if a line is an event.
func (c *carried) event(line []byte) bool {
	var e struct {
		Name  string          `json:"name"`
		Event json.RawMessage `json:"event"`
	}
	if json.Unmarshal(line, &e) != nil || e.Name == "" {
		return false
	}
	c.tell(wire.Event{Name: e.Name, Data: e.Event})
	return true
}

// noted takes note of the state that an answer shows.
func (c *carried) noted(answer []byte) []byte {
	var r struct{ Serial uint64 }
	if json.Unmarshal(answer, &r) == nil {
		c.mu.Lock()
		c.serial = max(c.serial, r.Serial)
		c.mu.Unlock()
	}
	return answer
}

func (c *carried) tell(e wire.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watchers.Tell(e)
}

// Watch lets a function be told of events, until stop is called.
func (c *carried) Watch(told func(wire.Event)) (stop func()) {
	return c.watchers.Add(&c.mu, told)
}

// Serial is the number of the state that was shown last.
func (c *carried) Serial() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.serial
}

// Opened is 0: no other recording takes the place of a capsule's.
func (c *carried) Opened() uint64 { return 0 }
