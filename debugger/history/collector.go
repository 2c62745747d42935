package history

import (
	"slices"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// Collector gathers all histories of a run. It is shown every event, from the first on.
type Collector struct {
	rows    [NumKinds]History
	objects objects
	threads uint32 // how many are in the history
	mail    mail
	names   names
	signals signals
	askers  map[kernel.ThreadID]asking // what they are asking a name server
	since   map[kernel.ThreadID]int64  // when the thread began the call that it is in
	entries map[kernel.Identity]int64  // of mutexes, so far
	born    map[kernel.TaskID]int64    // threads so far
	begun   bool

	reader *event.Reader

	// The event at hand: what it was, and the state after it with what has moved there.
	x *event.Event
	e *kernel.Event
	s *kernel.State
}

// New returns a Collector that has seen nothing.
func New() *Collector {
	return &Collector{
		objects: newObjects(),
		reader:  event.NewReader(),
		mail:    newMail(),
		names:   names{},
		signals: newSignals(),
		askers:  map[kernel.ThreadID]asking{},
		since:   map[kernel.ThreadID]int64{},
		entries: map[kernel.Identity]int64{},
		born:    map[kernel.TaskID]int64{},
	}
}

// Tracer gathers the histories of a run from its events.
func (c *Collector) Tracer() kernel.Tracer { return kernel.Tracer{Before: true, Event: c.see} }

// see adds an event. What it points to is not kept.
func (c *Collector) see(e *kernel.Event) {
	c.x, c.e, c.s = c.reader.Look(e), e, e.State
	if !c.begun {
		c.begun = true
		c.beginning()
	}
	if e.Actor.Thread != 0 {
		c.learn()
	}
	got := c.moveMail()
	c.newThreads()
	if e.Actor.Packet != 0 {
		c.madeAcross()
	}
	if e.Actor.Thread != 0 && c.x.Kind != event.Met { // to meet a predicate is no call
		c.call(got)
	}
	c.x, c.e, c.s = nil, nil, nil
}

// call adds what the call of the event's thread did. The message that it received, if
// any, is got.
func (c *Collector) call(got *letter) {
	if c.x.Phase == 0 {
		c.since[c.x.Actor.Thread] = c.x.Time
	}
	if c.x.Opt != 0 {
		c.timeouts()
		c.askNetname(got)
		c.newMemory()
		c.newDefaultSet()
		return
	}
	if f := handlers[c.x.Op.Class()]; f != nil {
		f(c)
	}
	c.unforeseen()
}

// handlers add the rows of a call that is no message call, by its class.
var handlers = map[kernel.Class]func(*Collector){
	kernel.ClassMakePort: (*Collector).newPort,
	kernel.ClassRights:   (*Collector).newDefaultSet, // port_enable makes it

	kernel.ClassMakeCondition: (*Collector).newCondition,
	kernel.ClassMakeMutex:     (*Collector).newMutex,

	kernel.ClassLock:          (*Collector).enter,
	kernel.ClassTryLock:       (*Collector).try,
	kernel.ClassWait:          (*Collector).wait,
	kernel.ClassSignal:        (*Collector).signal,
	kernel.ClassFreeCondition: (*Collector).freeCondition,
}

// History is what is known so far of one kind. It must not be written to.
func (c *Collector) History(k Kind) History { return c.rows[k] }

// Objects are those that a history may be asked for, in the order in which they came up.
// Some of them may have no rows.
func (c *Collector) Objects(k Kind) []string { return c.objects.known[Kinds[k].Of] }

// Find returns the object of a kind that goes by a name: it is the object's own, or the
// one by who made it, or the same in other case. False if there is none.
func (c *Collector) Find(k Kind, name string) (string, bool) {
	return c.objects.find(Kinds[k].Of, name)
}

// add adds a row about what the event's thread did.
func (c *Collector) add(k Kind, object string, data ...any) {
	c.addBy(k, c.value(&c.x.Thread), object, data...)
}

func (c *Collector) addBy(k Kind, thread, object string, data ...any) {
	for i, v := range data {
		data[i] = shown(v)
	}
	if h := c.rows[k]; len(h) == cap(h) { // append would copy long histories too often
		c.rows[k] = slices.Grow(h, max(64, len(h)))
	}
	c.rows[k] = append(c.rows[k], Row{c.x.Number, c.x.Time, thread, object, data})
}

// shown is a value of a row, with what is not printable in texts quoted.
func shown(v any) any {
	switch x := v.(type) {
	case string:
		if quoted := quote.Line(x); quoted != x { // v itself costs no memory
			return quoted
		}
	case []string:
		return quote.List(x)
	}
	return v
}

// space is the name space of the event's thread.
func (c *Collector) space() ipc.SpaceID {
	return c.s.Threads.At(uint32(c.e.Actor.Thread)).Space
}

// done says that the call of the event has succeeded.
func (c *Collector) done() bool { return c.x.Done && c.x.Code == 0 }
