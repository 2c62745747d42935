package session_test

import (
	"testing"

	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/test/testsession"
)

type base struct{ n int }

// odd has what is hard to come to: a field of an embedded pointer that is nil, values in
// an interface and a map, and a pointer to itself.
type odd struct {
	*base
	any  any
	m    map[string]int
	self *odd
	loop any
	nils []*base
}

// TestSetOdd sees what cannot be set refused, whatever the variable is made of.
func TestSetOdd(t *testing.T) {
	program := &kernel.Program{Name: "odd", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			v := odd{any: base{1}, m: map[string]int{"a": 1}, nils: make([]*base, 2)}
			v.self, v.base = &v, nil
			v.loop = &v.loop
			th.Watch("v", &v)
			for range 4 {
				th.Yield()
			}
		})
	}}
	s := testsession.Open(t, program, kernel.Config{})
	defer s.Close()
	must(t, s.MoveTo(s.After(3)))
	for name, want := range map[string]string{
		"v.n":         "v.n is a field of an embedded pointer that is nil",
		"v.base":      "v.base is nil",
		"v.base.n":    "v.base is nil",
		"v.nils[1].n": "v.nils[1] is nil",
		"v.any":       "v.any is a copy of a value, and cannot be set",
		"v.any.n":     "v.any.n is a copy of a value, and cannot be set",
		"v.m": "v.m is of type map[string]int: only numbers, truth values and texts can be set, " +
			"and such parts of other variables",
		"v.m[a]":              "v.m is no array or slice, and has no elements that can be set",
		"v.self.self.nils[2]": "v.self.self.nils has the elements 0 to 1",
		"v.loop":              "v.loop leads back to itself",
		"v.":                  `v has no field ""`,
		"v[":                  `v: "[" is no index: type it as in v[2]`,
	} {
		e := &kernel.Edit{Kind: kernel.EditSet, Object: 1, Name: name, Value: "1"}
		if err := s.CheckEdit(e); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	e := kernel.Edit{Kind: kernel.EditSet, Object: 1, Name: "v.self.nils[7]", Value: "1"}
	fork, _, err := s.Branch(session.Branch{Edits: []kernel.Edit{e}}, session.Options{})
	must(t, err)
	fork.Close()
}
