package kernel

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"machsim/kernel/hook"
)

// Assigns says whether edits give variables of the program another value that only hooks can find.
func (c Config) Assigns() bool {
	return slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.Kind == EditAssign })
}

// assigned says whether they do so in a thread.
func (c Config) assigned(id ThreadID) bool {
	return slices.ContainsFunc(c.Edits, func(e Edit) bool { return e.Kind == EditAssign && ThreadID(e.Object) == id })
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
	parts := pathParts(e.Name)
	v, rest, err := variableIn(f, parts)
	if err != nil {
		return err
	}
	name := strings.Join(parts[:len(parts)-len(rest)], "")
	for _, part := range rest {
		if v, err = memberOf(v, name, part); err != nil {
			return err
		}
		name += part
	}
	return assign(v, e, really)
}

// pathParts cuts a path into its parts: a name, and then .field, [index] and .*, which is what a pointer leads to.
func pathParts(name string) (parts []string) {
	for name != "" {
		n := len(name)
		if i := strings.IndexAny(name[1:], ".["); i >= 0 {
			n = i + 1
		}
		parts, name = append(parts, name[:n]), name[n:]
	}
	return parts
}

// variableIn is the variable that a path begins with, as a frame sees it, and the parts that are left.
func variableIn(f *hook.Frame, parts []string) (v reflect.Value, rest []string, err error) {
	if len(parts) == 0 {
		return v, nil, errors.New("a variable has a name")
	}
	if l, ok := f.Lookup(parts[0]); ok {
		return reflect.ValueOf(l.Pointer).Elem(), parts[1:], nil
	}
	if v, ok := globalOf(f.Package(), parts[0]); ok {
		return v, parts[1:], nil
	}
	for _, p := range hook.Packages() {
		if len(parts) > 1 && path.Base(p.Path) == parts[0] {
			if v, ok := globalOf(p, strings.TrimPrefix(parts[1], ".")); ok {
				return v, parts[2:], nil
			}
		}
	}
	return v, nil, fmt.Errorf("there is no variable %q", parts[0])
}

func globalOf(p *hook.Package, name string) (reflect.Value, bool) {
	for _, g := range p.Globals {
		if g.Name == name {
			return reflect.ValueOf(g.Pointer).Elem(), true
		}
	}
	return reflect.Value{}, false
}

// memberOf is a part of a variable. A pointer is followed, as Go does.
func memberOf(v reflect.Value, name, part string) (reflect.Value, error) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return v, fmt.Errorf("%s is nil", name)
		}
		if v = v.Elem(); part == ".*" {
			return v, nil
		}
	}
	if part[0] == '.' {
		return field(v, name, part[1:])
	}
	i, err := strconv.Atoi(strings.Trim(part, "[]"))
	switch {
	case err != nil || v.Kind() != reflect.Slice && v.Kind() != reflect.Array:
		return v, fmt.Errorf("%s is no array or slice, and has no elements that can be set", name)
	case i < 0 || i >= v.Len():
		return v, fmt.Errorf("%s has the elements 0 to %d", name, v.Len()-1)
	}
	return v.Index(i), nil
}
