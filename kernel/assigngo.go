package kernel

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"machsim/kernel/hook"
)

// Assigns says whether edits give variables of the program another value that only hooks can find.
func (c Config) Assigns() bool {
	return slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.Kind.InFrame() })
}

// assigned says whether they do so in a thread.
func (c Config) assigned(id ThreadID) bool {
	return slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.Kind.InFrame() && ThreadID(e.Object) == id })
}

// schedule has the thread's variables set at the statements at which edits do so.
func (th *Thread) schedule() {
	var due []*Edit
	for i := range th.m.cfg.Edits {
		if e := &th.m.cfg.Edits[i]; e.Kind == EditAssign && ThreadID(e.Object) == th.id && e.Statement > 0 {
			due = append(due, e)
		}
	}
	slices.SortStableFunc(due, func(a, b *Edit) int { return cmp.Compare(a.Statement, b.Statement) })
	next := func() {
		if th.hooks.Due = 0; len(due) > 0 {
			th.hooks.Due = due[0].Statement
		}
	}
	th.hooks.Do = func() {
		for ; len(due) > 0 && due[0].Statement == th.hooks.N; due = due[1:] {
			th.missed = cmp.Or(th.missed, assignIn(th.hooks, due[0], true))
		}
		next()
	}
	next()
}

// assignIn sets a variable that a thread's program names in one of its frames, or only checks that it could.
func assignIn(t *hook.Thread, e *Edit, really bool) error {
	if t == nil {
		return errors.New("the program was built without hooks")
	}
	f := t.Frame
	for f != nil && f.Serial != e.Frame {
		f = f.Caller
	}
	if f == nil {
		return errors.New("the function has been left, or was not entered")
	}
	v, name, path, err := variableIn(f, e.Name)
	if err == nil {
		v, _, err = parts(v, name, path)
	}
	if err != nil {
		return err
	}
	if e.Kind == EditCall {
		return invoke(v, e, really)
	}
	return assign(v, e, really)
}

// variableIn is the variable that a path begins with, as a frame sees it, its name, and the path that is left: .field,
// [index] and .*, which is what a pointer leads to.
func variableIn(f *hook.Frame, whole string) (v reflect.Value, name, path string, err error) {
	if whole == "" {
		return v, "", "", errors.New("a variable has a name")
	}
	name, path = cutPart(whole)
	if l, ok := f.Lookup(name); ok {
		return reflect.ValueOf(l.Pointer).Elem(), name, path, nil
	}
	if v, ok := f.Package().Global(name); ok {
		return v, name, path, nil
	}
	if path != "" { // of another package
		of, rest := cutPart(path)
		if v, ok := f.Package().Global(name + of); ok {
			return v, name + of, rest, nil
		}
	}
	return v, "", "", fmt.Errorf("there is no variable %q", name)
}
