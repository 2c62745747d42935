//go:build !wasm

package guest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
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
	to    io.Writer // for calls
	lines *bufio.Reader
	out   *ended // from which these come
	given chan os.Signal

	mu       sync.Mutex // guards what follows
	watchers wire.Watchers
	serial   uint64
	calls    int  // that were made, one after the other
	at       bool // the guest is at the last one
}

// ended passes on lines that have ended.
type ended struct {
	to   io.Writer
	line []byte
}

func (w *ended) Write(p []byte) (int, error) {
	w.line = append(w.line, p...)
	end := bytes.LastIndexByte(w.line, '\n') + 1
	if end == 0 {
		return len(p), nil
	}
	_, err := w.to.Write(w.line[:end])
	w.line = append(w.line[:0], w.line[end:]...)
	return len(p), err
}

// webCapsule serves the page of a capsule until Ctrl-C.
func webCapsule(m *cli.Machsim, g *visitor) error {
	if len(g.capsules) > 1 {
		return cli.Wrong("web opens one recording, and there is %s as well", quote.Line(g.capsules[1]))
	}
	var port int
	var quiet bool
	f := pflag.NewFlagSet("web", pflag.ContinueOnError)
	f.IntVar(&port, "port", 0, "")
	f.BoolVar(&quiet, "no-browser", false, "")
	f.Bool("no-notes", false, "")   // see recall
	f.Duration("loop-limit", 0, "") // see limits
	f.Uint64("max-memory", 0, "")   // likewise
	if err := f.Parse(g.args[1:]); err != nil {
		return cli.Wrong("%v; the page of a capsule has --loop-limit, --max-memory, --no-browser, --no-notes, --port", err)
	}
	in, calls := io.Pipe()
	answers, out := io.Pipe()
	said := g.out
	a := &carried{guest: g, to: calls, lines: bufio.NewReader(answers), out: &ended{to: out},
		given: make(chan os.Signal, 1), serial: 1}
	g.args, g.in, g.out, g.asker = []string{"web", g.capsules[0]}, in, a.out, a
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
	switch err := json.Unmarshal(request, &r); {
	case err != nil:
		return encoded(wire.Reply{Serial: c.Serial(), Error: &wire.Error{Text: err.Error(), Kind: "malformed"}})
	case r.Method == "cancel": // it would come to the guest too late
		given := fmt.Appendf(nil, `{"calls":%d}`, c.giveUp())
		return encoded(wire.Reply{ID: r.ID, Serial: c.Serial(), Result: given})
	}
	c.turn.Lock()
	defer c.turn.Unlock()
	own := r
	own.ID = c.begin()
	defer c.has(false)
	text, err := json.Marshal(own)
	if err == nil {
		_, err = c.to.Write(append(text, '\n'))
	}
	for c.has(err == nil); err == nil; {
		var line []byte
		if line, err = c.lines.ReadBytes('\n'); err != nil || c.event(line) {
			continue
		}
		var a wire.Reply
		if err := json.Unmarshal(line, &a); err == nil && bytes.Equal(a.ID, own.ID) {
			c.noted(a.Serial)
			a.ID = r.ID
			return encoded(a)
		}
	}
	return encoded(wire.Reply{ID: r.ID, Serial: c.Serial(),
		Error: &wire.Error{Text: "the guest does not answer: " + err.Error(), Kind: "lost"}})
}

func encoded(a wire.Reply) []byte {
	text, _ := json.Marshal(a)
	return text
}

// begin returns the number of a new call.
func (c *carried) begin() json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.given: // it was for a call that is over
	default:
	}
	c.calls++
	return c.number()
}

func (c *carried) number() json.RawMessage { return json.RawMessage(strconv.Itoa(c.calls)) }

// has says whether the guest has the last call, and has not answered it.
func (c *carried) has(at bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// giveUp has the guest give up the call that it is at, and returns how many these are. Until it has answered one, it is
// not open yet.
func (c *carried) giveUp() int {
	if !c.guest.program.InTurns() {
		return c.guest.queries.GiveUp()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at || c.calls < 2 {
		return 0
	}
	select {
	case c.given <- os.Interrupt:
	default: // it is about to
	}
	return 1
}

func (c *carried) givesUp(*cli.Machsim) <-chan os.Signal { return c.given }

// back answers the call that the guest was at.
func (c *carried) back(why string) {
	c.mu.Lock()
	at, answer := c.at, wire.Reply{ID: c.number(), Serial: c.serial, Error: &wire.Error{Text: why, Kind: "interrupted"}}
	c.mu.Unlock()
	if c.out.line = nil; at {
		_, _ = c.out.Write(append(encoded(answer), '\n'))
	}
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
func (c *carried) noted(serial uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.serial = max(c.serial, serial)
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
