package session_test

import (
	"regexp"
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/test/testsession"
)

// namesakes makes tasks, threads and ports that are given the same names.
var namesakes = &kernel.Program{Name: "namesakes", Main: func(b *kernel.Boot) {
	for _, h := range []string{"one", "two"} {
		b.Task(b.Host(h), "worker", func(th *kernel.Thread) {
			th.NewPort("same")
			for range 2 {
				kernel.Must(th.Spawn("two", "kid", func(th *kernel.Thread) {
					th.NewPort("")
					th.CThreads().Fork("x", func(th *kernel.Thread) { th.NewPort("same") })
				}))
			}
		})
	}
}}

// Objects that were given the same name are told apart by one pair of brackets at most, which
// never stand within each other, and each is found by the name that it is listed under.
func TestNamesakes(t *testing.T) {
	s := testsession.Open(t, namesakes, kernel.Config{Seed: 3})
	plain := regexp.MustCompile(`^[a-z0-9.-]+( of [a-z0-9.-]+( #\d)?)?$`)
	for _, k := range []kernel.ObjectKind{kernel.TaskObject, kernel.ThreadObject} {
		seen := map[string]bool{}
		for _, n := range s.Named(k) {
			if seen[n.Name] || !plain.MatchString(n.Name) {
				t.Errorf("%q is shown twice, or is hard to read", n.Name)
			}
			seen[n.Name] = true
			if found, err := s.Find(k, n.Name); err != nil || found.ID != n.ID {
				t.Errorf("%q finds %v, %v", n.Name, found, err)
			}
		}
	}
	for _, want := range []string{"worker.1", "worker-2.1", "kid.1 of worker-2.1 #1", "kid.x of worker.1 #2"} {
		if _, err := s.Find(kernel.ThreadObject, want); err != nil {
			t.Error(err)
		}
	}
	rows, err := s.Rows(0, s.Len())
	if err != nil || strings.Contains(rows[0].Actor, " ") {
		t.Errorf("the trace begins with %v, %v", rows[0], err)
	}
}
