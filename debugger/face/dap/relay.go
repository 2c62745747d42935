package dap

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/google/go-dap"
)

// relay is another process that serves the client in place of this one.
type relay struct {
	mu    sync.Mutex
	to    *Other           // nil: this one does
	owes  map[int]*request // the requests that were passed on and not answered yet, by their numbers
	hides map[int]bool     // those whose answers the client has had already
	over  bool             // the client has left

	launch json.RawMessage // as the client has said it
	wants  Launch
	next   *Other // takes the place of the present one; nil for none
}

// ends says that the client has left.
func (y *relay) ends() {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.over = true; y.to != nil {
		y.to.In.Close()
	}
}

// pass passes a message on; false if this process is to take it.
func (y *relay) pass(content []byte, r *request) bool {
	y.mu.Lock()
	defer y.mu.Unlock()
	switch {
	case y.to == nil:
		return false
	case r.Command == "restart" && y.to.Program != "":
		go r.of.builds(r)
	default:
		y.give(content, r)
	}
	return true
}

// give gives a message to the other process, with the lock held.
func (y *relay) give(content []byte, r *request) {
	if r.Type == "request" {
		y.owes[r.Seq] = r
	}
	_ = dap.WriteBaseMessage(y.to.In, content) // if it has ended, that is noticed where it is read from
}

// begins lets another process serve the client: it is told of the client and of the launch, and gets all that waits.
func (s *Session) begins(to *Other, again bool) error {
	y := &s.relay
	y.mu.Lock()
	defer y.mu.Unlock()
	y.to, y.owes, y.hides = to, map[int]*request{}, map[int]bool{s.began.Seq: true, s.queue.working().Seq: again}
	launch := y.launch
	hello, err := within(s.began.content, "arguments", seqWord, s.out.last())
	if err != nil {
		return err
	}
	if to.Program != "" {
		if launch, err = within(launch, "arguments", "program", to.Program); err != nil {
			return err
		}
	}
	y.give(hello, s.began)
	y.give(launch, s.queue.working())
	for _, r := range s.queue.drain() {
		y.give(r.content, r)
	}
	if y.over {
		to.In.Close()
	}
	return nil
}

// seqWord is the word by which another process is told after which number its messages begin.
const seqWord = "__machsim_seq"

// within puts a value under a name into an object in a message.
func within(content []byte, object, name string, value any) ([]byte, error) {
	var all, inner map[string]json.RawMessage
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(all[object], &inner); err != nil {
		return nil, err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	inner[name] = text
	if all[object], err = json.Marshal(inner); err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// builds has the package built again, for what has become of its sources. What comes of it takes the place of the
// present process, and asks the client for its breakpoints; if nothing comes of it, the present one goes on.
func (s *Session) builds(r *request) {
	y := &s.relay
	s.work.begin(r)
	launch, wants, err := y.relaunch(r.content)
	var x *Opened
	if err == nil {
		x, err = s.opens(context.Background(), wants)
	}
	s.work.end()
	y.mu.Lock()
	defer y.mu.Unlock()
	switch {
	case err != nil:
	case y.to == nil || y.over:
		x.Close()
		err = errLeft
	default:
		y.to.In.Close()
		y.to, y.next, y.launch, y.wants = nil, x.Other, launch, wants
	}
	s.answer(r, nil, err)
}

// relaunch is the launch with other arguments, those of a restart, but for what is launched.
func (y *relay) relaunch(restart []byte) (launch json.RawMessage, wants Launch, err error) {
	y.mu.Lock()
	launch, wants = y.launch, y.wants
	y.mu.Unlock()
	var a struct {
		Arguments struct{ Arguments map[string]any }
	}
	if err := json.Unmarshal(restart, &a); err != nil {
		return nil, wants, fmt.Errorf("the arguments of restart cannot be read: %v", err)
	}
	for name, value := range a.Arguments.Arguments {
		if name != "program" && name != "recording" && err == nil {
			launch, err = within(launch, "arguments", name, value)
		}
	}
	if err == nil {
		program := wants.Program
		err = json.Unmarshal(launch, &struct{ Arguments *Launch }{&wants})
		wants.Program = program
	}
	return launch, wants, err
}

// relays passes on what the other process answers, and those that take its place, until one ends by itself.
func (s *Session) relays() {
	for s.passes() {
	}
}

// passes passes on what the other process answers until it ends, and says whether another has taken its place. What it
// owes is answered then.
func (s *Session) passes() bool {
	y := &s.relay
	to := y.to
	from := bufio.NewReader(to.Out)
	for {
		content, err := dap.ReadBaseMessage(from)
		if err != nil {
			break
		}
		if hidden, seq := y.answers(content); !hidden {
			s.out.raw(content)
			s.out.skip(seq) // what this process says when the other has ended comes after it
		}
	}
	ended := to.Ended()
	y.mu.Lock()
	owes, next := y.owes, y.next
	y.to, y.owes, y.next = nil, nil, nil
	y.mu.Unlock()
	for _, r := range owes {
		s.answer(r, nil, errLeft)
	}
	if next != nil && s.begins(next, true) == nil {
		return true
	}
	s.queue.close()
	if len(owes) > 0 || ended != nil {
		s.say("important", fmt.Sprintf("the process of the program has ended: %v\n", ended))
		s.send("terminated", dap.TerminatedEventBody{})
	}
	return false
}

// answers takes note of a message that may be an answer, and says whether the client is not to have it, and its number.
func (y *relay) answers(content []byte) (hidden bool, seq int) {
	var r struct {
		Seq        int    `json:"seq"`
		Type       string `json:"type"`
		RequestSeq int    `json:"request_seq"`
	}
	if json.Unmarshal(content, &r) != nil || r.Type != "response" {
		return false, r.Seq
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	delete(y.owes, r.RequestSeq)
	hidden = y.hides[r.RequestSeq]
	delete(y.hides, r.RequestSeq)
	return hidden, r.Seq
}
