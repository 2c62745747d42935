package history

import (
	"slices"

	"machsim/debugger/event"
	"machsim/debugger/event/facts"
	"machsim/debugger/event/rpc"
	"machsim/ipc"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Collector gathers all histories of a run. It has to see every event, from the first on.
type Collector struct {
	rows    [NumKinds]History
	objects objects
	threads uint32 // the number of threads in the history
	mail    mail
	signals signals
	askers  map[kernel.ThreadID]asking // open requests to a name server
	since   map[kernel.ThreadID]int64  // when the thread began its present call
	mutexes facts.Mutexes
	born    map[kernel.TaskID]int64 // threads of each task up to now
	begun   bool
	rpcs    *rpc.Collector

	reader *event.Reader

	// The present event, and the state after it with the objects that moved.
	x *event.Event
	e *kernel.Event
	s *kernel.State
}

// New returns a Collector that has seen no event.
func New() *Collector {
	c := &Collector{
		objects: newObjects(),
		reader:  event.NewReader(),
		mail:    newMail(),
		signals: newSignals(),
		askers:  map[kernel.ThreadID]asking{},
		since:   map[kernel.ThreadID]int64{},
		born:    map[kernel.TaskID]int64{},
		rpcs:    rpc.New(),
	}
	c.rpcs.Told = c.remote
	return c
}

// Tracer returns the Tracer that shows the Collector the events of a run.
func (c *Collector) Tracer() kernel.Tracer { return kernel.Tracer{Before: true, Event: c.see} }

// see adds an event. It keeps no pointer into the event.
func (c *Collector) see(e *kernel.Event) {
	c.x, c.e, c.s = c.reader.Look(e), e, e.State
	c.mutexes.See(c.x)
	if !c.begun {
		c.begun = true
		c.beginning()
	}
	got := c.moveMail()
	c.newThreads()
	if e.Actor.Packet != 0 {
		c.madeAcross()
	}
	if e.Actor.Thread != 0 && c.x.Kind != event.Met { // meeting a predicate is not a call
		c.call(got)
	}
	c.rpcs.See(e)
	c.x, c.e, c.s = nil, nil, nil
}

// call adds the call of the event's thread. got is the message that the thread received, if any.
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

// handlers add the rows of calls that are not message calls, by class.
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

// History returns the rows of one kind up to now. The result is read-only.
func (c *Collector) History(k Kind) History { return c.rows[k] }

// Objects returns the objects of a history in the order of their first appearance. Some may have no
// rows.
func (c *Collector) Objects(k Kind) []string { return c.objects.known[Kinds[k].Of] }

// Find returns the object of a kind with a name: its own, its virtual one, or either in other case.
// It returns false if there is none.
func (c *Collector) Find(k Kind, name string) (string, bool) {
	return c.objects.find(Kinds[k].Of, name)
}

// add adds a row about a step of the event's thread.
func (c *Collector) add(k Kind, object string, data ...any) {
	c.addBy(k, c.value(&c.x.Thread), object, data...)
}

func (c *Collector) addBy(k Kind, thread, object string, data ...any) {
	for i, v := range data {
		data[i] = shown(v)
	}
	if h := c.rows[k]; len(h) == cap(h) { // append alone would copy long histories too often
		c.rows[k] = slices.Grow(h, max(64, len(h)))
	}
	c.rows[k] = append(c.rows[k], Row{c.x.Number, c.x.Time, thread, object, data})
}

// shown returns a value of a row; in texts it quotes unprintable characters.
func shown(v any) any {
	switch x := v.(type) {
	case string:
		if quoted := quote.Line(x); quoted != x { // else return v itself, which needs no allocation
			return quoted
		}
	case []string:
		return quote.List(x)
	}
	return v
}

// space returns the name space of the event's thread.
func (c *Collector) space() ipc.SpaceID {
	return c.s.Threads.At(uint32(c.e.Actor.Thread)).Space
}

// done says that the call of the event has succeeded.
func (c *Collector) done() bool { return c.x.Done && c.x.Code == 0 }
