package halt

import (
	"math/rand/v2"
	"slices"

	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
)

// message is what a local debugger, or the debugger process, sends to another.
type message struct {
	kind            kindOfMessage
	number          int // from 1, of a control message
	from, to        int // lanes, or Debugger
	sort            Sort
	event           int // that is asked for, or has been; none
	condition, span int // of ToFulfil
	at              int // the step in which it arrives
}

type kindOfMessage uint8

const (
	start   kindOfMessage = iota // the debugger process makes a process go on
	request                      // a process makes another go on
	ack                          // acknowledges a start or a request
	answer                       // what comes of the event that a process waits for: no control message
)

// Debugger stands in the place of a lane for the debugger process.
const Debugger = -1

// none stands in the place of an event.
const none = -1

// Sort says for what a process asks another.
type Sort uint8

// The sorts.
const (
	ToSend    Sort = iota // the message that it receives
	ToDeliver             // a packet that it depends on
	ToFork                // it, or its task
	ToWake                // it
	ToUnlock              // to use a mutex first
	ToSignal              // to use a condition first
	ToYield               // to do first something else that it depends on
	ToFulfil              // its condition, which an event of another thread has made false
	NumSorts
)

var sorts = [NumSorts]struct{ name, words string }{
	ToSend:    {"send", "to send"},
	ToDeliver: {"deliver", "to arrive"},
	ToFork:    {"fork", "to fork"},
	ToWake:    {"wake", "to wake it"},
	ToUnlock:  {"lock", "to use the mutex first"},
	ToSignal:  {"signal", "to use the condition first"},
	ToYield:   {"order", "to go first"},
	ToFulfil:  {"condition", "to go on until"},
}

func (s Sort) String() string { return sorts[s].name }

// ofKinds are the sorts of what is asked of another thread.
var ofKinds = map[graph.Kind]Sort{graph.Message: ToSend, graph.Fork: ToFork, graph.Wake: ToWake,
	graph.Lock: ToUnlock, graph.Signal: ToSignal, graph.Sharing: ToYield, graph.Other: ToYield}

// sortOf returns for what an edge makes a lane ask.
func sortOf(t *tape.Tape, e graph.Edge) Sort {
	if t.Lanes[t.Lane(e.From)].Thread == 0 {
		return ToDeliver
	}
	return ofKinds[e.Kind]
}

// channels are those among the processes and the debugger process. Messages of one channel arrive in order.
type channels struct {
	now    int
	delay  int
	rng    *rand.Rand // nil if each takes delay
	sent   int
	onWay  []message      // by arrival
	latest map[[2]int]int // by channel: the step in which its last control message arrives
}

func newChannels(o Control) channels {
	c := channels{delay: max(o.Delay, 1), latest: map[[2]int]int{}}
	if o.Seed != 0 {
		c.rng = rand.New(rand.NewPCG(o.Seed, 0))
	}
	return c
}

// dispatch sends a control message.
func (c *channels) dispatch(m message) message {
	d := c.delay
	if c.rng != nil {
		d = 1 + c.rng.IntN(d)
	}
	channel := [2]int{m.from, m.to}
	d = max(d, c.latest[channel]-c.now)
	c.latest[channel] = c.now + d
	c.sent++
	m.number = c.sent
	return c.post(m, d)
}

// post puts a message on its way.
func (c *channels) post(m message, delay int) message {
	m.at = c.now + delay
	i, _ := slices.BinarySearchFunc(c.onWay, m.at+1, func(m message, at int) int { return m.at - at })
	c.onWay = slices.Insert(c.onWay, i, m)
	return m
}

// pass lets a step pass or, if nobody can do anything, all until the next message arrives; false if none will.
func (c *channels) pass(busy bool) bool {
	switch {
	case busy:
		c.now++
	case len(c.onWay) > 0:
		c.now = c.onWay[0].at
	default:
		return false
	}
	return true
}

// next takes the next message that has arrived; false if there is none.
func (c *channels) next() (m message, ok bool) {
	if len(c.onWay) == 0 || c.onWay[0].at > c.now {
		return m, false
	}
	m, c.onWay = c.onWay[0], c.onWay[1:]
	return m, true
}
