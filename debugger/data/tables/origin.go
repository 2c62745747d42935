package tables

import (
	"machsim/debugger/event"
	"machsim/debugger/event/facts"
	"machsim/kernel"
)

// origin begins the values of a column in a pass over the run. It returns what takes them of each event, nil if they
// follow from others, and what makes the column of them, when all events have been seen.
type origin func(*events) (take func(*seen), column func() *column)

// events is what the table of events is made of: its columns, and what several of them are read from.
type events struct {
	first int // the number of the first event, from 0
	takes []func(*seen)
	makes []func() *column
	facts *facts.Facts

	objects *distinct[string]
	kinds   *distinct[string]
	kind    packed
	actors  *distinct[actor]
	actor   packed
	places  *distinct[kernel.Frame]
	place   packed
	bodies  *bodies
	body    packed
	sent    packed

	// beside is what events sent that received another message, which the table of events tells of.
	beside map[uint64]content

	threads []int64 // by thread: its code in actors
	pcs     map[uintptr]int64
	now     seen
}

// content is the codes of a message and of its port.
type content struct{ body, port int64 }

// actor is who took a step.
type actor struct{ thread, task, host string }

func newEvents(first int, f *facts.Facts) *events {
	t := &events{first: first, facts: f, objects: newDistinct[string](), kinds: newDistinct[string](),
		actors: newDistinct[actor](), places: newDistinct[kernel.Frame](), pcs: map[uintptr]int64{0: 0},
		bodies: &bodies{codes: map[string]int{}, ends: []uint32{0}}, beside: map[uint64]content{}}
	for _, c := range eventColumns {
		take, column := c.from(t)
		if take != nil {
			t.takes = append(t.takes, take)
		}
		t.makes = append(t.makes, column)
	}
	return t
}

// see adds an event, which the facts have seen.
func (t *events) see(x *event.Event, a facts.After) {
	t.actor.add(t.actorOf(x))
	t.place.add(t.placeOf(x.PC))
	m := messageOf(x)
	t.body.add(int64(t.bodies.code(m)))
	if m != x.Message && x.Message != nil && x.Phase == 0 {
		port := t.objects.code(aboutOf(x, x.Message).port)
		t.beside[x.Number] = content{int64(t.bodies.code(x.Message)), port}
	}
	t.now = seen{Event: x, After: a, about: aboutOf(x, m), waited: t.facts.Waits.Waited}
	for _, take := range t.takes {
		take(&t.now)
	}
}

// fill makes the columns of a table.
func (t *events) fill(to *Table) {
	t.actor.close()
	t.place.close()
	t.body.close()
	t.bodies.close()
	to.n = t.actor.n
	for _, column := range t.makes {
		to.cols = append(to.cols, column())
	}
}

// says is a column of texts, "" for NULL.
func says(of func(*seen) string) origin {
	return func(*events) (func(*seen), func() *column) {
		return codes(newDistinct[string](), new(packed), of, textValue)
	}
}

// names is a column of names of objects.
func names(of func(*seen) string) origin {
	return func(t *events) (func(*seen), func() *column) { return codes(t.objects, new(packed), of, textValue) }
}

func kindColumn(t *events) (func(*seen), func() *column) {
	return codes(t.kinds, &t.kind, func(x *seen) string { return facts.KindOf(x.Event, &x.After) }, textValue)
}

// codes takes something of each event, and makes the column of what is said of that.
func codes[V comparable](all *distinct[V], to *packed, of func(*seen) V, says func(*V) Value) (func(*seen),
	func() *column) {
	return func(x *seen) { to.add(all.code(of(x))) }, func() *column {
		to.close()
		return all.column(to, says)
	}
}

// counts is a column of integers, missing for NULL.
func counts(of func(*seen) int64) origin {
	return func(*events) (func(*seen), func() *column) { return kept(&column{ints: new(packed)}, of) }
}

func sentColumn(t *events) (func(*seen), func() *column) {
	return kept(&column{ints: &t.sent}, (*seen).sent)
}

// times are the virtual times of the events, which do not go back.
func times(*events) (func(*seen), func() *column) {
	return kept(&column{ints: new(packed), rising: true}, func(x *seen) int64 { return x.Time })
}

func kept(c *column, of func(*seen) int64) (func(*seen), func() *column) {
	return func(x *seen) { c.ints.add(of(x)) }, func() *column {
		c.ints.close()
		return c
	}
}

func answers(*events) (func(*seen), func() *column) {
	return codes(newDistinct[Value](), new(packed), func(x *seen) Value { return answerOf(x.Event) }, same)
}

// follows is a column that follows from others.
func follows(made func(*events) *column) origin {
	return func(t *events) (func(*seen), func() *column) { return nil, func() *column { return made(t) } }
}

// ofActor is a column that says something of who took the step.
func ofActor(says func(*actor) Value) origin {
	return follows(func(t *events) *column { return t.actors.column(&t.actor, says) })
}

// ofPlace is a column that says something of the place of the call in the source.
func ofPlace(says func(*kernel.Frame) Value) origin {
	return follows(func(t *events) *column { return t.places.column(&t.place, says) })
}

// ofBody is a column that says something of the message, which it reads when it is asked.
func ofBody(says func(b *bodies, code int) Value) origin {
	return follows(func(t *events) *column {
		return &column{ints: &t.body, codes: len(t.bodies.ends), words: func(code int) Value { return says(t.bodies, code) }}
	})
}

func numbers(t *events) *column {
	return &column{each: func(row int) int64 { return int64(t.first + row + 1) }, rising: true}
}

// deliveredBy is the event that received what an event sent, missing for none.
func (t *events) deliveredBy(row int) int64 {
	if l := t.facts.Mail.By(uint64(t.first + row + 1)); l != nil {
		return orMissing(int64(l.Got))
	}
	return missing
}

func delivered(t *events) *column { return &column{each: t.deliveredBy} }

// actorOf is the code of who took a step.
func (t *events) actorOf(x *event.Event) int64 {
	if x.Actor.Thread == 0 {
		return t.actors.code(actor{host: x.Host.Text})
	}
	id := int(x.Actor.Thread)
	for len(t.threads) <= id {
		t.threads = append(t.threads, 0)
	}
	code := t.threads[id]
	a := actor{x.Thread.Text, x.Task.Text, x.Host.Text}
	if t.actors.all[code] != a {
		code = t.actors.code(a)
		t.threads[id] = code
	}
	return code
}

// taskAt is the task of an event, "" for none.
func (t *events) taskAt(n uint64) string {
	if n <= uint64(t.first) {
		return ""
	}
	return t.actors.all[t.actor.at(int(n)-1-t.first)].task
}

// placeOf is the code of a place in the source.
func (t *events) placeOf(pc uintptr) int64 {
	code, ok := t.pcs[pc]
	if !ok {
		code = t.places.code(kernel.FrameAt(pc))
		t.pcs[pc] = code
	}
	return code
}

// peers is the column of the threads at the other end of messages. Its codes are those of actors plus 1; 1 is the
// kernel.
func peers(t *events) *column {
	names := []Value{Null(), String(Kernel)}
	for i := range t.actors.all[1:] {
		names = append(names, shown(t.actors.all[i+1].thread))
	}
	return &column{words: func(code int) Value { return names[code] }, codes: len(names), each: func(row int) int64 {
		other := t.sent.at(row)
		if other == missing {
			if kind := t.kinds.all[t.kind.at(row)]; kind == facts.Reception || kind == facts.Exchange {
				return 1
			}
			other = t.deliveredBy(row)
		}
		if other == missing || other <= int64(t.first) {
			return 0
		}
		return t.actor.at(int(other)-1-t.first) + 1
	}}
}
