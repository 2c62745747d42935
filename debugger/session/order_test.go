package session_test

import (
	"fmt"
	"testing"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testsession"
)

// TestOrderInterrupted asks for the causal order, and asks again because the first time was interrupted: what it had
// not found by then is found.
func TestOrderInterrupted(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "order", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
			n := 0
			pair(th, func(th *kernel.Thread) {
				th.Yield()
				n++
				th.Label(fmt.Sprint(n))
			})
		})
	}}, kernel.Config{Seed: 1})
	const task = 1
	stop := make(chan struct{})
	close(stop)
	s.Stop = stop
	if session.GraphOf(s).Serialized(task) {
		t.Error("what was interrupted at once has found a task whose threads share variables")
	}
	s.Stop = nil
	if !session.GraphOf(s).Serialized(task) {
		t.Error("a task whose threads share variables is not found")
	}
}
