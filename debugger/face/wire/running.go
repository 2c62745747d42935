package wire

import (
	"context"
	"encoding/json"
	"time"

	"machsim/debugger"
)

// soon is after how long a call is one that takes long: those who watch are told of it then, and as often.
const soon = 300 * time.Millisecond

// Progress says that a call takes long.
type Progress struct {
	ID      json.RawMessage `json:"id"` // of the call, null if it has none
	Method  string          `json:"method"`
	Seconds float64         `json:"seconds"` // since it began
	Over    bool            `json:"over"`    // it has ended
}

// running is a call at work.
type running struct {
	id      json.RawMessage
	method  string
	began   time.Time
	told    bool
	yields  bool // to the next call
	yielded bool // there was one
	timer   *time.Timer
	cancel  context.CancelFunc
	by      string // the name of the person whose call it is
}

// errYielded is the error of a call that was given up for another one.
var errYielded = &Error{Text: "interrupted: another call came; make it again", Kind: "yielded"}

// begin takes note of a call. Its context ends when it is cancelled. If it waits for others, those that yield do so.
func (s *Service) begin(ctx context.Context, m *Method, r Request) (context.Context, *running) {
	ctx, cancel := context.WithCancel(ctx)
	c := &running{id: r.ID, method: m.Name, began: time.Now(), yields: r.Yields, cancel: cancel,
		by: debugger.PersonOf(ctx).Name}
	s.mu.Lock()
	defer s.mu.Unlock()
	for other := range s.calls {
		if other.yields && !c.yields && !m.free {
			other.yielded = true
			other.cancel()
		}
	}
	s.calls[c] = true
	c.timer = time.AfterFunc(soon, func() { s.takesLong(c) })
	return ctx, c
}

// takesLong tells those who watch that a call is still at work.
func (s *Service) takesLong(c *running) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls[c] {
		c.told = true
		s.progress(c, false)
		c.timer.Reset(soon)
	}
}

func (s *Service) progress(c *running, over bool) {
	s.tell(Event{Name: "progress", Data: Progress{c.id, c.method, time.Since(c.began).Seconds(), over}, By: c.by})
}

// ended forgets a call, and says whether it was given up for another one.
func (s *Service) ended(c *running) (yielded bool) {
	c.cancel()
	c.timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, c)
	if c.told {
		s.progress(c, true)
	}
	return c.yielded
}

// cancel gives up the calls of a person with an id, or all, and returns how many these are.
func (s *Service) cancel(by string, id json.RawMessage) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.calls {
		if c.by == by && (len(id) == 0 || string(id) == string(c.id)) {
			c.cancel()
			n++
		}
	}
	return n
}
