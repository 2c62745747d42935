package tables

import (
	"fmt"

	"machsim/debugger/event"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// numItems is the number of items of a message that have a column.
const numItems = 8

// eventColumns are the columns of the table of events.
var eventColumns = append(append([]Column{
	{"n", Event, "the number of the event, from 1"},
	{"kind", Text, "what happened, as the thesis calls it (message-transmission), or the class of the call"},
	{"call", Text, "the kernel call; of a fault its kind (crash, loss, heal)"},
	{"done", Bool, "whether the call is done with this event"},
	{"time_us", Time, "virtual time before the event"},
	{"host", Text, "the host of the thread, or the one where a packet arrives"},
	{"task", Text, "the task of the thread"},
	{"thread", Text, "the thread that took the step; NULL for packets, faults, and changes at the debugger"},
	{"file", Text, "the source file of the call"},
	{"line", Integer, "the source line of the call"},
	{"func", Text, "the function that makes the call"},
	{"port", Text, "the port that a message goes to or came through, or that the call is about"},
	{"set", Text, "the port set that a message was received through, or that a port joins or leaves"},
	{"object", Text, "what it is about: port, set, mutex, condition, thread, task, host, or the label"},
	{"tag", Integer, "the id of the message"},
	{"type", Text, "the Go type that the message was made from"},
	{"body", Text, "the message in words"},
}, itemColumns()...),
	Column{"size", Integer, "the bytes of the message on Mach's wire, without what lies out of line"},
	Column{"delivered_n", Event, "of a transmission: the event that received the message; NULL if none did"},
	Column{"sent_n", Event, "of a reception: the event that sent the message; NULL for one of the kernel's"},
	Column{"peer", Text, "the thread at the other end of the message, kernel for one of the kernel's"},
	Column{"result", Text, "ok, or the code of a refusal, once the call is done"},
	Column{"wait_us", Time, "how long the thread had waited in this call, if it had"},
	Column{"seq", Event, "the same as n"},
	Column{"answer", Any, "what the call answers beside its code: a number, a text, the name of what it made"},
)

func itemColumns() (all []Column) {
	for i := range numItems {
		all = append(all, Column{fmt.Sprintf("item%d", i), Any, fmt.Sprintf("item %d of the message, from 0", i)})
	}
	return all
}

// events fills the table of events.
type events struct {
	kinds, objects, results, calls *words
	actors                         *distinct[actor]
	places                         *distinct[place]
	answers                        *values
	bodies                         *bodies

	kind, call, done, time, actor, place, port, set, object, body, sent, result, wait, answer packed

	delivered []int64 // by event: who received what it sent
	begun     []int64 // by thread: when it began its call
	threads   []int   // by thread: its code in actors
	pcs       map[uintptr]int
}

// actor is who took a step.
type actor struct{ thread, task, host string }

// place is where a call stands in the source.
type place struct {
	file, function string
	line           int
}

// distinct gives values of a type codes from 1; code 0 is the zero value.
type distinct[T comparable] struct {
	codes map[T]int
	all   []T
}

func newDistinct[T comparable]() *distinct[T] {
	var none T
	return &distinct[T]{map[T]int{none: 0}, []T{none}}
}

func (v *distinct[T]) code(x T) int {
	code, ok := v.codes[x]
	if !ok {
		code = len(v.all)
		v.codes[x] = code
		v.all = append(v.all, x)
	}
	return code
}

// column is a column that says one thing of each value.
func (v *distinct[T]) column(codes *packed, says func(*T) Value) *column {
	said := make([]Value, len(v.all))
	for code := range v.all {
		said[code] = says(&v.all[code])
	}
	return &column{ints: codes, words: func(code int) Value { return said[code] }, codes: len(said)}
}

func newEvents(n int) *events {
	return &events{
		kinds: newWords(), objects: newWords(), results: newWords(), calls: newWords(),
		actors: newDistinct[actor](), places: newDistinct[place](), answers: newValues(), bodies: newBodies(),
		delivered: make([]int64, n), pcs: map[uintptr]int{0: 0},
	}
}

// see adds an event.
func (t *events) see(x *event.Event, a after) {
	t.kind.add(int64(t.kinds.code(kindOf(x, a))))
	t.time.add(x.Time)
	t.actor.add(int64(t.actorOf(x)))
	t.place.add(int64(t.placeOf(x.PC)))
	t.called(x)
	m := messageOf(x)
	t.body.add(int64(t.bodies.code(m)))
	t.sent.add(t.delivers(x))
	of := aboutOf(x, m)
	t.port.add(int64(t.objects.code(of.port)))
	t.set.add(int64(t.objects.code(of.set)))
	t.object.add(int64(t.objects.code(of.object)))
}

// called adds what the event says of its call.
func (t *events) called(x *event.Event) {
	call, done, result, wait := "", int64(missing), "", int64(missing)
	if x.Kind == event.Step {
		call, done = x.Op.String(), truth(x.Done)
		wait = t.waited(x)
		if x.Done {
			result = resultOf(x)
		}
	}
	if x.Fault != nil {
		call = x.Fault.Kind.String()
	}
	t.call.add(int64(t.calls.code(call)))
	t.done.add(done)
	t.result.add(int64(t.results.code(result)))
	t.wait.add(wait)
	t.answer.add(int64(t.answers.code(answerOf(x))))
}

// waited is how long a thread has waited in its call, missing if it has not.
func (t *events) waited(x *event.Event) int64 {
	id := int(x.Actor.Thread)
	for len(t.begun) <= id {
		t.begun = append(t.begun, 0)
	}
	if x.Phase == 0 {
		t.begun[id] = x.Time
		return missing
	}
	return x.Time - t.begun[id]
}

// delivers notes that a message was received, and returns the event that sent it; missing if there is none.
func (t *events) delivers(x *event.Event) int64 {
	if x.Got == nil || x.Got.Sent == 0 {
		return missing
	}
	t.delivered[x.Got.Sent-1] = int64(x.Number)
	return int64(x.Got.Sent)
}

// actorOf is the code of who took a step.
func (t *events) actorOf(x *event.Event) int {
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
	if n == 0 {
		return ""
	}
	return t.actors.all[t.actor.at(int(n)-1)].task
}

// placeOf is the code of a place in the source.
func (t *events) placeOf(pc uintptr) int {
	code, ok := t.pcs[pc]
	if !ok {
		f := kernel.FrameAt(pc)
		code = t.places.code(place{f.File, f.Func, f.Line})
		t.pcs[pc] = code
	}
	return code
}

// fill makes the columns of a table.
func (t *events) fill(to *Table) {
	for _, p := range []*packed{
		&t.kind, &t.call, &t.done, &t.time, &t.actor, &t.place, &t.port, &t.set, &t.object, &t.body, &t.sent,
		&t.result, &t.wait, &t.answer,
	} {
		p.close()
	}
	t.bodies.close()
	for i, n := range t.delivered {
		if n == 0 {
			t.delivered[i] = missing
		}
	}
	delivered := packAll(t.delivered)
	t.delivered = nil
	seq := func(row int) int64 { return int64(row) + 1 }
	to.n = t.kind.n
	to.cols = []*column{
		{each: seq, rising: true}, t.kinds.coded(&t.kind), t.calls.coded(&t.call), {ints: &t.done},
		{ints: &t.time, rising: true},
		t.actors.column(&t.actor, func(a *actor) Value { return shown(a.host) }),
		t.actors.column(&t.actor, func(a *actor) Value { return shown(a.task) }),
		t.actors.column(&t.actor, func(a *actor) Value { return shown(a.thread) }),
		t.places.column(&t.place, func(p *place) Value { return shown(p.file) }),
		t.places.column(&t.place, (*place).lineValue),
		t.places.column(&t.place, func(p *place) Value { return shown(p.function) }),
		t.objects.coded(&t.port), t.objects.coded(&t.set), t.objects.coded(&t.object),
		t.ofBody(t.bodies.tag), t.ofBody(t.bodies.typeOf), t.ofBody(t.bodies.text),
	}
	for i := range numItems {
		to.cols = append(to.cols, t.ofBody(func(code int) Value { return t.bodies.itemAt(code, i) }))
	}
	to.cols = append(to.cols, t.ofBody(t.bodies.size), &column{ints: delivered}, &column{ints: &t.sent},
		t.peers(delivered), t.results.coded(&t.result), &column{ints: &t.wait},
		&column{each: seq, rising: true}, t.answers.coded(&t.answer))
}

// ofBody is a column that tells something of the message.
func (t *events) ofBody(says func(code int) Value) *column {
	return &column{ints: &t.body, words: says, codes: len(t.bodies.ends)}
}

func (p *place) lineValue() Value {
	if p.line == 0 {
		return Null()
	}
	return Int(int64(p.line))
}

// shown is a text as a value, quoted; NULL for "".
func shown(s string) Value { return word(quote.Line(s)) }

func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// peers is the column of the threads at the other end of messages. Its codes are those of actors plus 1; 1 is the
// kernel.
func (t *events) peers(delivered *packed) *column {
	names := []Value{Null(), String(Kernel)}
	for i := range t.actors.all[1:] {
		names = append(names, shown(t.actors.all[i+1].thread))
	}
	return &column{words: func(code int) Value { return names[code] }, codes: len(names), each: func(row int) int64 {
		other := t.sent.at(row)
		if other == missing {
			if kind := t.kinds.all[t.kind.at(row)].text; kind == reception || kind == exchange {
				return 1
			}
			other = delivered.at(row)
		}
		if other == missing {
			return 0
		}
		return t.actor.at(int(other)-1) + 1
	}}
}

// Kernel is who sends the messages of the kernel.
const Kernel = "kernel"
