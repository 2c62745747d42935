package view

import (
	"slices"
	"strings"
)

// ChangeKind says what has become of an object.
type ChangeKind uint8

const (
	// Changed: a field of the object is not what it was.
	Changed ChangeKind = iota
	// Came: the object is new.
	Came
	// Gone: the object is no more.
	Gone
)

// Change is one difference between two Views.
type Change struct {
	What     ChangeKind
	Kind     Kind
	Name     string // of the object, in the later View if it is there
	Field    string // which changed; "" when an object came or went, "name" when it was renamed
	Old, New string // values, "" for none; of an object that came or went its first field
	// Of a list, what left it and what came into it, in order. A list whose order has
	// changed has both.
	Out, In []string
	Minor   bool // bookkeeping
}

// Diff returns what happened between two Views: for each object its changes, first
// those of the threads that took steps, then those of the others in the order of a View.
// It is empty if, and only if, the Views are equal.
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

// summary is the first fact about an object, the most telling one.
func summary(o *Object) string {
	if len(o.Fields) == 0 || o.Fields[0].Minor {
		return ""
	}
	return o.Fields[0].Name + ": " + o.Fields[0].Value
}

// stepped says whether these are the changes of a thread that took a step: a step
// always uses some of the processor's time.
func stepped(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool { return c.Kind == Thread && c.Field == cpuTime })
}

// again adds, where a step of a thread left no trace but in its bookkeeping, that it is
// about to do what it has just done.
func again(o *Object, changes []Change) []Change {
	if slices.ContainsFunc(changes, func(c Change) bool { return !c.Minor }) {
		return changes
	}
	next := o.Get(aboutTo)
	return append([]Change{{Kind: o.Kind, Name: o.Name, Field: aboutTo, Old: next, New: next}}, changes...)
}

// bookkeeping says that an object is one of the kernel's own, of which programs know
// nothing.
func bookkeeping(o *Object) bool {
	return o.Kind == Port && strings.HasPrefix(o.Path, minderPrefix) || o.Kind == Net
}

// fields compares an object with what it was.
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

// field adds the change of a field of o, if it is one; a field that is missing is nil.
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

func values(list []Text) (all []string) {
	for _, t := range list {
		all = append(all, t.Value)
	}
	return all
}

// qualified says that two names are the same but for what tells bearers of the same
// name apart.
func qualified(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a+" (") || strings.HasPrefix(b, a+" #")
}

// middle returns two lists without what they have in common at both ends, then without
// the one in the other when that alone explains the difference: a member that left from
// between two others is all that left.
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

// without returns a less its first members that make up b, in b's order.
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
