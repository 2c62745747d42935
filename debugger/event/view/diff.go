package view

import (
	"slices"
	"strings"

	"machsim/debugger/event/text"
)

// ChangeKind says how an object changed.
type ChangeKind uint8

const (
	// Changed: a field of the object has another value.
	Changed ChangeKind = iota
	// Came: the object is new.
	Came
	// Gone: the object no longer exists.
	Gone
)

// Change is one difference between two Views.
type Change struct {
	What     ChangeKind
	Kind     Kind
	Name     string // of the object; from the later View if it is in both
	Field    string // the changed field; "" if an object came or went, "name" if it was renamed
	Old, New string // values, "" for none; for an object that came or went, its first field
	// Of a list, what left it and what came into it, in order. A list whose order has
	// changed has both.
	Out, In []string
	Minor   bool // bookkeeping
}

// Diff returns the changes between two Views, object by object: first those of the threads that
// took steps, then those of the others in the order of a View. It is empty if and only if the Views
// are equal.
func Diff(a, b *View) []Change {
	before, after := byPath(a), byPath(b)
	var first, rest []Change
	for i := range b.Objects {
		o := &b.Objects[i]
		was := before[key{o.Kind, o.Path}]
		if was == nil {
			rest = append(rest, Change{What: Came, Kind: o.Kind, Name: o.Name, New: summary(o), Minor: bookkeeping(o)})
			continue
		}
		changes := fields(was, o)
		if stepped(changes) {
			first = append(first, again(o, changes)...)
		} else {
			rest = append(rest, changes...)
		}
	}
	for i := range a.Objects {
		if o := &a.Objects[i]; after[key{o.Kind, o.Path}] == nil {
			rest = append(rest, Change{What: Gone, Kind: o.Kind, Name: o.Name, Old: summary(o), Minor: bookkeeping(o)})
		}
	}
	slices.SortStableFunc(rest, func(x, y Change) int { return rank(x.Kind) - rank(y.Kind) })
	return append(first, rest...)
}

type key struct {
	kind Kind
	path string
}

func byPath(v *View) map[key]*Object {
	m := make(map[key]*Object, len(v.Objects))
	for i := range v.Objects {
		o := &v.Objects[i]
		m[key{o.Kind, o.Path}] = o
	}
	return m
}

// summary returns the first field of an object, which says most about it.
func summary(o *Object) string {
	if len(o.Fields) == 0 || o.Fields[0].Minor {
		return ""
	}
	return o.Fields[0].Name + ": " + o.Fields[0].Value
}

// stepped says whether these are the changes of a thread that took a step. A step always uses some
// processor time.
func stepped(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Kind == Thread && c.Field == cpuTime })
}

// again adds a change where a step of a thread shows in its bookkeeping only: the thread is about
// to repeat its last call.
func again(o *Object, changes []Change) []Change {
	if slices.ContainsFunc(changes, func(c Change) bool { return !c.Minor }) {
		return changes
	}
	next := o.Get(AboutTo)
	return append([]Change{{Kind: o.Kind, Name: o.Name, Field: AboutTo, Old: next, New: next}}, changes...)
}

// bookkeeping says whether an object belongs to the kernel and is invisible to programs.
func bookkeeping(o *Object) bool {
	return o.Kind == Port && strings.HasPrefix(o.Path, minderPrefix) || o.Kind == Net
}

// fields compares an object with its earlier state.
func fields(a, b *Object) []Change {
	var all []Change
	if a.Name != b.Name {
		all = append(all, Change{Kind: b.Kind, Name: b.Name, Field: "name", Old: a.Name, New: b.Name,
			Minor: qualified(a.Name, b.Name)})
	}
	old := make(map[string]*Field, len(a.Fields))
	for i := range a.Fields {
		old[a.Fields[i].Name] = &a.Fields[i]
	}
	for i := range b.Fields {
		f := &b.Fields[i]
		all = field(all, b, old[f.Name], f)
		delete(old, f.Name)
	}
	for i := range a.Fields {
		if f := &a.Fields[i]; old[f.Name] != nil {
			all = field(all, b, f, nil)
		}
	}
	return all
}

// field adds the change of a field of o, if it changed. A missing field is nil.
func field(all []Change, o *Object, was, is *Field) []Change {
	c := Change{Kind: o.Kind, Name: o.Name}
	var old, now Text
	var out, in []Text
	if was != nil {
		c.Field, c.Minor, old, out = was.Name, was.Minor, was.Text, was.List
	}
	if is != nil {
		c.Field, c.Minor, now, in = is.Name, is.Minor, is.Text, is.List
	}
	if out, in = middle(out, in); old.Key == now.Key && len(out)+len(in) == 0 {
		return all
	}
	c.Old, c.New, c.Minor = old.Value, now.Value, c.Minor || bookkeeping(o)
	c.Out, c.In = values(out), values(in)
	return append(all, c)
}

func values(list []Text) []string { return text.Each(list, func(t Text) string { return t.Value }) }

// qualified says whether two names differ only in the suffix that makes equal names unique.
func qualified(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a+" (") || strings.HasPrefix(b, a+" #")
}

// middle removes from two lists what they have in common at both ends. If the rest of one list is
// contained in the other, it removes that too: if a member between two others left, only that
// member is reported.
func middle(a, b []Text) ([]Text, []Text) {
	for len(a) > 0 && len(b) > 0 && a[0].Key == b[0].Key {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1].Key == b[len(b)-1].Key {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if out := without(a, b); len(out) == len(a)-len(b) {
		return out, nil
	}
	if in := without(b, a); len(in) == len(b)-len(a) {
		return nil, in
	}
	return a, b
}

// without removes from a the first members that make up b, in b's order.
func without(a, b []Text) []Text {
	var left []Text
	for _, x := range a {
		if len(b) > 0 && b[0].Key == x.Key {
			b = b[1:]
		} else {
			left = append(left, x)
		}
	}
	return left
}
