package session_test

import (
	"testing"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testsession"
)

// TestKillUnbegun kills a task whose thread has not begun: its maker is brought back without
// it.
func TestKillUnbegun(t *testing.T) {
	program := &kernel.Program{Name: "spawner", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "parent", func(th *kernel.Thread) {
			n := 0
			th.Watch("n", &n)
			kernel.Must(th.Spawn("a", "child", func(th *kernel.Thread) { th.Yield() }))
			for n = range 5 {
				th.Yield()
			}
		})
	}}
	s := testsession.Open(t, program, kernel.Config{})
	defer s.Close()
	must(t, s.MoveTo(s.After(2)))
	child := s.Named(kernel.TaskObject)[1]
	if s.State().TaskName(kernel.TaskID(child.ID)) != "child" {
		t.Fatalf("the tasks are %v", s.Named(kernel.TaskObject))
	}
	kill := []kernel.Edit{{Kind: kernel.EditKillTask, Object: child.ID}}
	fork, _, err := s.Branch(session.Branch{Seed: 1, Edits: kill, Along: true}, session.Options{})
	must(t, err)
	defer fork.Close()
	must(t, fork.MoveTo(fork.After(4)))
	vars, err := fork.Variables()
	must(t, err)
	if len(vars) != 1 {
		t.Errorf("the variables are %v", vars)
	}
}
