package view

import (
	"cmp"
	"slices"
	"strconv"

	"machsim/debugger/event/text"
	"machsim/kernel"
)

// Kind is the kind of an object, as people read it.
type Kind string

// The kinds, in the order in which a View has them.
const (
	Thread     Kind = "thread"
	Task       Kind = "task"
	Port       Kind = "port"
	Set        Kind = "set"
	Mutex      Kind = "mutex"
	Condition  Kind = "condition"
	Memory     Kind = "memory"
	File       Kind = "file" // on the disk of a host
	Net        Kind = "net"  // the ends of a port that is known on several hosts
	Packet     Kind = "packet"
	Wire       Kind = "wire"
	Host       Kind = "host"
	Console    Kind = "console"
	Failure    Kind = "failure"
	FaultsLeft Kind = "faults"
	World      Kind = "world"
	Clock      Kind = "clock"
	Halting    Kind = "halting"
)

var kinds = []Kind{
	Thread, Task, Port, Set, Mutex, Condition, Memory, File, Net, Packet, Wire, Host, Console, Failure, FaultsLeft, World,
	Clock, Halting,
}

// View is a State in rows. Two Views are equal if they have the same Objects.
type View struct {
	Objects []Object // by kind, then by name
}

// Object holds the facts about one object. No two of a kind have the same Name or the same Path.
type Object struct {
	Kind   Kind
	Name   string // as printed
	Path   string // identity: its creator and its number there; a new name does not change it
	Fields []Field
}

// Field is one fact. Facts with their usual value (no owner, empty queue) are left out.
type Field struct {
	Name  string
	Text         // for a list, the number of members
	List  []Text // in order; nil when the fact is no list, or an empty one
	Minor bool   // bookkeeping, which a person rarely wants to see
}

// Text is a text that may mention objects.
type Text struct {
	Value string // with the objects' names, to be shown
	Key   string // with their paths, to be compared: it stays when objects are renamed
}

// Of returns the View of a state.
func Of(s *kernel.State) *View {
	b := &builder{}
	newWriter(s, b).all()
	slices.SortFunc(b.objects, func(x, y Object) int {
		return cmp.Or(cmp.Compare(rank(x.Kind), rank(y.Kind)), natural(x.Name, y.Name), natural(x.Path, y.Path))
	})
	return &View{b.objects}
}

func rank(k Kind) int { return slices.Index(kinds, k) }

// Find returns the object of a kind and shown name, nil if there is none.
func (v *View) Find(k Kind, name string) *Object {
	for i := range v.Objects {
		if o := &v.Objects[i]; o.Kind == k && o.Name == name {
			return o
		}
	}
	return nil
}

// Get returns the value of a field, "" when the object has no such field.
func (o *Object) Get(field string) string {
	for i := range o.Fields {
		if f := &o.Fields[i]; f.Name == field {
			return f.Value
		}
	}
	return ""
}

// Fields that say when something was, which no program can see.
const (
	waitsSince     = "waits since"
	suspendedSince = "suspended since"
	writtenAt      = "written at"
)

// Timeless returns v without the clock and the moments at which waits and
// suspensions began and lines were written. Timers keep their times.
func (v *View) Timeless() *View {
	t := &View{}
	for _, o := range v.Objects {
		if o.Kind == Clock {
			continue
		}
		o.Fields = slices.DeleteFunc(slices.Clone(o.Fields), func(f Field) bool {
			return f.Name == waitsSince || f.Name == suspendedSince || f.Name == writtenAt
		})
		t.Objects = append(t.Objects, o)
	}
	return t
}

// builder is the sink that makes a View.
type builder struct{ objects []Object }

func (b *builder) object(k Kind, l label) {
	b.objects = append(b.objects, Object{Kind: k, Name: l.name, Path: l.path})
}

func (b *builder) add(f Field) {
	o := &b.objects[len(b.objects)-1]
	o.Fields = append(o.Fields, f)
}

func (b *builder) field(name, value string, minor bool) {
	b.add(Field{Name: name, Text: newText(value), Minor: minor})
}

func (b *builder) list(name, unit string, items []string, minor bool) {
	list := text.Each(items, newText)
	b.add(Field{Name: name, Text: newText(amount(len(items), unit)), List: list, Minor: minor})
}

func newText(text string) Text {
	value, key := split(text)
	return Text{value, key}
}

// amount formats a number of things.
func amount(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
