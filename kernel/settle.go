package kernel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/ipc/quote"
)

// Names are what the objects of a run are called, each by one name, at each moment: by what it was given, if no other
// object of its sort has that; else with its maker, and with its number there if its maker gave that name to several:
//
//	kid of worker.1 #2            the second task of thread worker.1, which made several of that name
//	kid.1 of worker.1 #2          its first thread
//	mine of (kid.1 of worker.1 #2)  a port of that
//
// A name that looks so but was given is written in quotes. So what stands before an " of ", " #" or " (" outside quotes
// is the base of a name; two objects of one sort never have the same name. Sets are of the sort of ports, as they are
// numbered together.
type Names struct {
	Tasks, Threads, Mutexes, Conditions []whole         // by id
	Ports                               map[birth]whole // ports and sets that were given a name, alive or not
}

// whole is a name; of tells its base from what makes it the only one.
type whole struct {
	text string
	of   int // how long the ending is
}

// birth tells a port or set from all others: who made it, and its number there.
type birth struct{ Creator, Serial uint32 }

func (w whole) base() string   { return w.text[:len(w.text)-w.of] }
func (w whole) ending() string { return w.text[len(w.text)-w.of:] }

// BaseOf returns the base of a name. What begins with it and goes on with another ending is called alike.
func BaseOf(name string) string {
	for i := 0; i < len(name); i++ {
		rest := name[i:]
		if quoted, err := strconv.QuotedPrefix(rest); err == nil && rest[0] == '"' {
			i += len(quoted) - 1
			continue
		}
		if strings.HasPrefix(rest, " of ") || strings.HasPrefix(rest, " #") || strings.HasPrefix(rest, " (") {
			return name[:i]
		}
	}
	return name
}

// below is the name of what has a number among the objects of w.
func (w whole) below(number string) whole {
	return whole{w.base() + "." + number + w.ending(), w.of}
}

// of returns the name of an object that keeps its record; one without text if it is not known.
func (n *Names) of(kind ObjectKind, id uint32) (w whole) {
	if all := n.table(kind); int(id) < len(all) {
		return all[id]
	}
	return w
}

func (n *Names) table(kind ObjectKind) []whole {
	switch {
	case n == nil:
		return nil
	case kind == TaskObject:
		return n.Tasks
	case kind == ThreadObject:
		return n.Threads
	case kind == MutexObject:
		return n.Mutexes
	case kind == ConditionObject:
		return n.Conditions
	}
	return nil
}

// Family is what is called how in runs that have begun with the same events. What such a run has in common with others
// is called as it is there, and nothing else has a name of theirs.
type Family struct {
	kept map[lineage]whole
	held map[title]bool // all names, and their bases
}

// lineage stands for a StableName with those of all makers, as Path does, in few bytes.
type lineage [2]uint64

// NewFamily returns the Family of a run whose names were found, which stands at its end.
func NewFamily(end *State) *Family {
	f := &Family{kept: map[lineage]whole{}, held: map[title]bool{}}
	f.add(end)
	return f
}

// Settle finds the names of a run that is over, and stands in state s. It is one of a Family, if that is not nil; what
// there is in shared, a state in which it and another were, is called as there even if the program called it otherwise
// later on. That may be nil too.
func (s *State) Settle(f *Family, shared *State) {
	x := newSettling(s, &Names{
		Tasks: make([]whole, s.Tasks.Cap()), Threads: make([]whole, s.Threads.Cap()),
		Mutexes: make([]whole, s.Mutexes.Cap()), Conditions: make([]whole, s.Conditions.Cap()),
		Ports: make(map[birth]whole, len(s.Given)),
	})
	if f != nil {
		x.Family, x.shared = f, shared
		defer f.add(s)
	}
	x.each(x.count)
	x.each(x.end)
	for i, l := range s.Given {
		x.n.Ports[birth{l.Creator, l.Serial}] = x.ports[i]
	}
	s.Names = x.n
}

// NamedAs gives s, a state within a run, the names that were found at the end of that.
func (s *State) NamedAs(end *State) { s.Names = end.Names }

// Settled says whether names were found.
func (s *State) Settled() bool { return s.Names != nil }

// settling finds names.
type settling struct {
	*Family
	shared  *State // nil for none
	s       *State
	n       *Names
	ports   []whole            // of State.Given
	bearers map[title]int      // by base: how many have it
	kin     map[kin]int        // likewise, of those of one maker, or one task
	ends    map[title]bool     // the names that were given an ending
	done    map[*whole]bool    // the names that were kept
	lines   map[Object]lineage // of tasks and threads
	threads map[string][]birth // by base: what threads made how many ports; nil until it is asked for
}

// title is a text within a sort of objects.
type title struct {
	sort ObjectKind
	text string
}

type kin struct {
	title
	of Object
}

// subject is an object whose name is to be found.
type subject struct {
	StableName
	id     uint32
	given  string
	task   TaskID // of a thread
	whole  *whole
	shared bool // it was there already where a fork left its run
}

// longest is how long names may become by makers of makers: chains of these may be as long as a run.
const longest = 200

func newSettling(s *State, n *Names) *settling {
	return &settling{Family: &Family{}, s: s, n: n, ports: make([]whole, len(s.Given)), bearers: map[title]int{},
		kin: map[kin]int{}, ends: map[title]bool{}, done: map[*whole]bool{}, lines: map[Object]lineage{}}
}

// each visits the objects of the run that have a record, or were given a name: makers before what they have made.
func (x *settling) each(visit func(subject)) {
	s, done := x.s, make([]bool, x.s.Tasks.Cap())
	before := &State{}
	if x.shared != nil {
		before = x.shared
	}
	task := func(id uint32) {
		if l := s.Tasks.At(id).Label; !done[id] {
			done[id] = true
			visit(subject{made(TaskObject, l), id, l.Given, 0, &x.n.Tasks[id], before.Tasks.Has(id)})
		}
	}
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		task(uint32(t.Task))
		n, _ := s.stable(Object{ThreadObject, id})
		visit(subject{n, id, t.Label.Given, t.Task, &x.n.Threads[id], before.Threads.Has(id)})
	}
	for id := range s.Tasks.All {
		task(id)
	}
	for id := range s.Mutexes.All {
		l := s.Mutexes.At(id).Label
		visit(subject{made(MutexObject, l), id, l.Given, 0, &x.n.Mutexes[id], before.Mutexes.Has(id)})
	}
	for id := range s.Conditions.All {
		l := s.Conditions.At(id).Label
		visit(subject{made(ConditionObject, l), id, l.Given, 0, &x.n.Conditions[id], before.Conditions.Has(id)})
	}
	for i, l := range s.Given {
		visit(subject{made(PortObject, l), 0, l.Given, 0, &x.ports[i], i < len(before.Given)})
	}
}

// add takes in what is called how in a run.
func (f *Family) add(end *State) {
	x := newSettling(end, end.Names)
	for i, l := range end.Given {
		x.ports[i] = end.Names.Ports[birth{l.Creator, l.Serial}]
	}
	x.each(func(o subject) {
		if l := x.lineageOf(o); f.kept[l].text == "" {
			f.kept[l] = *o.whole
		}
		f.held[title{o.Kind, o.whole.text}], f.held[title{o.Kind, o.whole.base()}] = true, true
	})
}

// count finds the base of a name, and counts who has it.
func (x *settling) count(o subject) {
	o.whole.text = x.base(o)
	if len(x.kept) > 0 {
		w := x.kept[x.lineageOf(o)]
		if w.text != "" && (o.shared || w.base() == o.whole.text) {
			*o.whole, x.done[o.whole] = w, true
		}
	}
	t := title{o.Kind, o.whole.base()}
	x.bearers[t]++
	x.kin[kin{t, o.Maker}]++
	if task := (Object{TaskObject, uint32(o.task)}); o.Kind == ThreadObject && o.Maker != task {
		x.kin[kin{t, task}]++
	}
}

// lineageOf is the lineage of an object, whose maker was asked for before.
func (x *settling) lineageOf(o subject) (l lineage) {
	by := x.lines[o.Maker]
	for i := range l {
		l[i] = mix2(by[i]+uint64(i), uint64(o.Kind)<<32|uint64(o.Serial), uint64(i))
	}
	if o.Kind == ThreadObject || o.Kind == TaskObject {
		x.lines[Object{o.Kind, o.id}] = l
	}
	return l
}

func (x *settling) base(o subject) string {
	base := x.longBase(o)
	if len(base) > longest && (o.Kind == ThreadObject || o.Kind == TaskObject) {
		return fmt.Sprint(o.Kind, "-", o.id)
	}
	return base
}

func (x *settling) longBase(o subject) string {
	switch {
	case o.given == "" && o.Maker.Kind == NoObject:
		return o.number()
	case o.given == "":
		return x.n.of(o.Maker.Kind, o.Maker.ID).base() + "." + o.number()
	case o.Kind == ThreadObject:
		return x.n.Tasks[o.task].base() + "." + asGiven(o.given)
	}
	return asGiven(o.given)
}

// asGiven is a given name as a base.
func asGiven(name string) string {
	if BaseOf(name) != name || strings.Contains(name, `"`) {
		return strconv.Quote(name)
	}
	return quote.Line(name)
}

// end finds the ending of a name.
func (x *settling) end(o subject) {
	if x.done[o.whole] {
		return
	}
	base := o.whole.text
	t := title{o.Kind, base}
	maker, serial, numbered := numbered(o, base)
	if x.bearers[t] == 1 && !x.held[t] && !(numbered && x.taken(maker, serial)) {
		return
	}
	end := x.ending(o, t)
	if numbered { // with the ending it could be that of another thread's port
		base = strconv.Quote(base)
	}
	t.text = base + end
	for n := 1; end == "" || len(t.text) > longest && n == 1 || x.ends[t] || x.held[t]; n++ {
		end = fmt.Sprintf(" (%d by %s %d)", o.Serial, o.Maker.Kind, o.Maker.ID) + strings.Repeat("'", n-1)
		t.text = base + end
	}
	x.ends[t] = true
	*o.whole = whole{t.text, len(end)}
}

// ending tells an object from others with its base, "" if makers do not.
func (x *settling) ending(o subject, t title) string {
	maker, number := x.n.of(o.Maker.Kind, o.Maker.ID), " #"+strconv.Itoa(int(o.Serial))
	if task := (Object{TaskObject, uint32(o.task)}); o.Kind == ThreadObject && x.kin[kin{t, task}] == 1 {
		if end := x.n.Tasks[o.task].ending(); end != "" {
			return end
		}
	}
	switch {
	case o.given == "":
		return maker.ending()
	case maker.text == "":
		return number
	case x.kin[kin{t, o.Maker}] == 1:
		number = ""
	}
	if maker.of > 0 {
		return " of (" + maker.text + ")" + number
	}
	return " of " + maker.text + number
}

// numbered says that a name which a port was given reads as that of a port which was given none: client.1.p2.
func numbered(o subject, base string) (maker string, serial uint64, ok bool) {
	dot := strings.LastIndexByte(base, '.')
	if o.Kind != PortObject || o.given == "" || len(base) < dot+3 || !strings.ContainsRune("ps", rune(base[dot+1])) {
		return "", 0, false
	}
	serial, err := strconv.ParseUint(base[dot+2:], 10, 32)
	return base[:max(dot, 0)], serial, err == nil
}

// taken says whether there may be such a port.
func (x *settling) taken(maker string, serial uint64) bool {
	return slices.ContainsFunc(x.makers(maker), func(b birth) bool {
		return uint32(serial) <= b.Serial && !x.wasGiven(birth{b.Creator, uint32(serial)})
	})
}

// makers returns the threads whose names have a base, with how many ports they have made; "" is the program's Main.
func (x *settling) makers(base string) []birth {
	if x.threads == nil {
		x.threads = map[string][]birth{"": {{0, x.s.Made[madePort]}}}
		for id := range x.s.Threads.All {
			b := x.n.Threads[id].base()
			x.threads[b] = append(x.threads[b], birth{id, x.s.Threads.At(id).Made[madePort]})
		}
		for _, l := range x.s.Given {
			x.n.Ports[birth{l.Creator, l.Serial}] = whole{}
		}
	}
	return x.threads[base]
}

// wasGiven says whether a port was given a name; makers was called.
func (x *settling) wasGiven(b birth) bool {
	_, ok := x.n.Ports[b]
	return ok
}
