package kernel

import (
	"strconv"
	"strings"
	"sync"

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
// is called as it is there, and nothing else has a name of theirs. Several goroutines may use it.
type Family struct {
	mu   sync.Mutex
	kept map[title]whole // by path
	held map[title]bool  // all names, and their bases
}

// NewFamily returns the Family of a run whose names were found, which stands at its end.
func NewFamily(end *State) *Family {
	f := &Family{kept: map[title]whole{}, held: map[title]bool{}}
	f.add(end)
	return f
}

// Settle finds the names of a run that is over, and stands in state s. It is one of a Family, if that is not nil.
func (s *State) Settle(f *Family) {
	if f != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		defer f.add(s)
	}
	x := newSettling(s, &Names{
		Tasks: make([]whole, s.Tasks.Cap()), Threads: make([]whole, s.Threads.Cap()),
		Mutexes: make([]whole, s.Mutexes.Cap()), Conditions: make([]whole, s.Conditions.Cap()),
		Ports: make(map[birth]whole, len(s.Given)),
	})
	if f != nil {
		x.Family = f
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
	s       *State
	n       *Names
	ports   []whole            // of State.Given
	bearers map[title]int      // by base: how many have it
	kin     map[kin]int        // likewise, of those of one maker, or one task
	ends    map[title]bool     // the names that were given an ending
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
	given string
	task  TaskID // of a thread
	whole *whole
}

func newSettling(s *State, n *Names) *settling {
	return &settling{Family: &Family{}, s: s, n: n, ports: make([]whole, len(s.Given)), bearers: map[title]int{},
		kin: map[kin]int{}, ends: map[title]bool{}}
}

// each visits the objects of the run that have a record, or were given a name: makers before what they have made.
func (x *settling) each(visit func(subject)) {
	s, done := x.s, make([]bool, x.s.Tasks.Cap())
	task := func(id uint32) {
		if l := s.Tasks.At(id).Label; !done[id] {
			done[id] = true
			visit(subject{StableName: made(TaskObject, l), given: l.Given, whole: &x.n.Tasks[id]})
		}
	}
	for id := range s.Threads.All {
		t := s.Threads.At(id)
		task(uint32(t.Task))
		n, _ := s.stable(Object{ThreadObject, id})
		visit(subject{n, t.Label.Given, t.Task, &x.n.Threads[id]})
	}
	for id := range s.Tasks.All {
		task(id)
	}
	for id := range s.Mutexes.All {
		l := s.Mutexes.At(id).Label
		visit(subject{StableName: made(MutexObject, l), given: l.Given, whole: &x.n.Mutexes[id]})
	}
	for id := range s.Conditions.All {
		l := s.Conditions.At(id).Label
		visit(subject{StableName: made(ConditionObject, l), given: l.Given, whole: &x.n.Conditions[id]})
	}
	for i, l := range s.Given {
		visit(subject{StableName: made(PortObject, l), given: l.Given, whole: &x.ports[i]})
	}
}

// add takes in what is called how in a run.
func (f *Family) add(end *State) {
	x := newSettling(end, end.Names)
	for i, l := range end.Given {
		x.ports[i] = end.Names.Ports[birth{l.Creator, l.Serial}]
	}
	x.each(func(o subject) {
		if path := (title{o.Kind, end.Path(o.StableName)}); f.kept[path].text == "" {
			f.kept[path] = *o.whole
		}
		f.held[title{o.Kind, o.whole.text}], f.held[title{o.Kind, o.whole.base()}] = true, true
	})
}

// count finds the base of a name, and counts who has it.
func (x *settling) count(o subject) {
	o.whole.text = x.base(o)
	t := title{o.Kind, o.whole.text}
	x.bearers[t]++
	x.kin[kin{t, o.Maker}]++
	if task := (Object{TaskObject, uint32(o.task)}); o.Kind == ThreadObject && o.Maker != task {
		x.kin[kin{t, task}]++
	}
}

func (x *settling) base(o subject) string {
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
	base := o.whole.text
	t := title{o.Kind, base}
	if len(x.kept) > 0 {
		if w := x.kept[title{o.Kind, x.s.Path(o.StableName)}]; w.text != "" && w.base() == base {
			*o.whole = w
			return
		}
	}
	if x.bearers[t] == 1 && !x.held[t] && !x.virtual(o, base) {
		return
	}
	end := x.ending(o, t)
	if t.text = base + end; end == "" || x.ends[t] || x.held[t] {
		end = " (" + x.s.Path(o.StableName) + ")"
		t.text = base + end
	}
	x.ends[t] = true
	*o.whole = whole{t.text, len(end)}
}

// ending tells an object from others with its base, "" if that needs its path.
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

// virtual says whether the name that a port was given is that of another one which was given none: client.1.p2.
func (x *settling) virtual(o subject, base string) bool {
	dot := strings.LastIndexByte(base, '.')
	if o.Kind != PortObject || len(base) < dot+3 || !strings.ContainsRune("ps", rune(base[dot+1])) {
		return false
	}
	serial, err := strconv.ParseUint(base[dot+2:], 10, 32)
	if err != nil {
		return false
	}
	for _, maker := range x.makers(base[:max(dot, 0)]) {
		if uint32(serial) <= maker.Serial && !x.wasGiven(birth{maker.Creator, uint32(serial)}) {
			return true
		}
	}
	return false
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
