//go:build unix

package app

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-dap"
)

// edits starts an editor in a hall.
func (h *hall) edits(args ...string) *client {
	h.t.Helper()
	c := h.machsim(append([]string{"dap"}, args...)...)
	errs := &heard{}
	c.Stderr = errs
	in, err := c.StdinPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait(); h.t.Log(errs) })
	e := &client{t: h.t, to: in, from: bufio.NewReader(out)}
	e.send("initialize", `{"adapterID": "x", "supportsInvalidatedEvent": true}`)
	e.until("initialize")
	return e
}

// says types a line in the debug console, and returns what it answers.
func (e *client) says(line string) string {
	e.t.Helper()
	e.send("evaluate", `{"context": "repl", "expression": "`+line+`"}`)
	switch x := e.until("evaluate").(type) {
	case *dap.EvaluateResponse:
		return x.Body.Result
	case *dap.ErrorResponse:
		return x.Body.Error.Variables["text"]
	}
	return ""
}

// TestServeEditor joins by an editor, once as machsim dap --connect and once by an attach, beside a prompt that moves:
// it stands where that stands, follows it, may not move, and takes over.
func TestServeEditor(t *testing.T) {
	h := newHall(t)
	h.serves("bank=bank.rec")
	anna := h.joins("anna")
	anna.types("goto 41", "after event 41 of 319, at")
	for _, by := range []struct{ name, attach string }{{"one", `{}`},
		{"two", `{"session": "bank", "as": "two"}`}} {
		var e *client
		if by.name == "one" {
			e = h.edits("--connect", "bank", "--as", "one")
			e.send("launch", `{"program": "whatever the editor has"}`)
			e.until("launch")
		} else {
			e = h.edits()
			e.send("attach", by.attach)
			e.until("attach")
		}
		if x := e.stops(); x.Reason != "entry" || !strings.HasPrefix(x.Text, "after event 41 of 319") {
			t.Errorf("%s stands at %+v", by.name, x)
		}
		anna.types("goto 50", "after event 50 of 319, at")
		if x := e.until("stopped").(*dap.StoppedEvent).Body; !strings.HasPrefix(x.Text, "after event 50 of 319") {
			t.Errorf("%s follows to %+v", by.name, x)
		}
		if said := e.says("goto 3"); !strings.Contains(said, "you look: anna moves") {
			t.Errorf("%s moves: %s", by.name, said)
		}
		if said := e.says("who"); !strings.Contains(said, by.name+"  editor, looks  (you)") {
			t.Errorf("%s sees %s", by.name, said)
		}
		if said := e.says("take"); said != "you move from now on" {
			t.Errorf("%s takes over: %s", by.name, said)
		}
		anna.hears(by.name + " moves from now on")
		e.send("stepBack", `{"threadId": 1}`)
		e.until("stopped")
		anna.hears(by.name + ": after event 50 of 319, before")
		anna.types("take", "you move from now on")
		anna.types("goto 41", "goto 41\nafter event 41 of 319, at")
		anna.out.mu.Lock()
		anna.out.text.Reset()
		anna.out.mu.Unlock()
		e.send("disconnect", "{}")
		e.until("disconnect")
	}
}
