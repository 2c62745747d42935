package halting

import (
	"errors"
	"fmt"
	"io"
	patterns "path"
	"slices"

	"machsim/debugger/event/text"
	"machsim/debugger/query/detect"
	"machsim/debugger/query/predicate"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Point is a place in the text of a process before which it may know what others have told it: it has come by a
// message, and is the same until the process goes on. It is what package flow finds, before the run.
type Point struct {
	Process string // its task, or its thread
	Where   string // the call that comes next, as "bank.go:12"
	Told    []Told
}

// Told says with which messages of a process its truth values come.
type Told struct {
	Process string   `json:"process"` // * stands for any part, of a family
	Sent    []string `json:"sent"`    // the calls that send them
	// Asked says that the process asks by them, and stands in its call as long as it is not answered. That is seen in
	// the run: by the rights to answer that the other one has not used.
	Asked bool `json:"asked,omitempty"`
	Shows bool `json:"shows,omitempty"` // what it shows stays as it is: no other thread changes that
}

// Carried is how a process has come to know a simultaneous predicate by truth values on messages.
type Carried struct {
	Thread string // of the process that knows; "" if none does at any point
	Where  string // the call before which it does
	Since  int    // the event, from 1, from which on it does
	Until  int    // the one at which it does not; 0 if it does to the end
	// What it has cost: evaluations at points, of so many events; messages that carried truth values, and the bytes on
	// them. Places is how many places of the text are points for the predicate.
	Evaluations, Events, Messages, Bytes, Places int
}

// errPoints is the error of one who has no points.
var errPoints = errors.New("a process knows that others' conditions hold at points of the program's text, which " +
	"are found in its source; without that simultaneous is asked of a recording")

// carrier carries the truth values of a simultaneous predicate through a recorded run.
type carrier struct {
	*session.Session
	p       *detect.Predicate
	locals  []detect.Local
	points  []Point
	carried map[int]bool // events that send truth values
	how     Carried
}

// carry finds the events at which a process knows the predicate, as a part that it can meet.
func carry(s *session.Session, p *detect.Predicate, points []Point) ([]detect.Part, *Carried, error) {
	if len(points) == 0 {
		return nil, nil, errPoints
	}
	c := &carrier{Session: s, p: p, locals: p.Locals(), points: points, carried: map[int]bool{}}
	c.how.Events = s.Len()
	var part detect.Part
	for e := range s.Len() {
		c.sends(e)
		if point, ok := c.at(e); ok && c.knows(e, point) {
			part.Events = append(part.Events, e)
			task := c.task(s.ThreadIn(s.LaneAt(e)))
			if err := c.found(e, point); err != nil {
				return nil, nil, err
			}
			if !slices.Contains(part.Tasks, task) {
				part.Tasks = append(part.Tasks, task)
			}
		}
	}
	c.how.Messages, c.how.Places = len(c.carried), len(c.useful())
	c.how.Bytes = c.how.Messages * ((len(c.locals) + 7) / 8)
	slices.Sort(part.Tasks)
	return []detect.Part{part}, &c.how, nil
}

// found notes where the predicate is known first. What the source says, the order of the events has to say as well.
func (c *carrier) found(e int, point *Point) error {
	id := c.ThreadIn(c.LaneAt(e))
	since, until, ok := c.p.Knows(id, e)
	switch {
	case !ok:
		return fmt.Errorf("by its source %s knows it before %s, and in the run it does not, after event %d: the run is of "+
			"another source, or machsim is wrong", c.ThreadName(id), point.Where, e+1)
	case c.how.Thread != "":
		return nil
	case until == predicate.Never:
		until = -1
	}
	c.how.Thread, c.how.Where, c.how.Since, c.how.Until = c.ThreadName(id), point.Where, since+1, until+1
	return nil
}

func (c *carrier) task(id kernel.ThreadID) kernel.TaskID {
	return c.Final().Threads.At(uint32(id)).Task
}

// is says whether a thread is the process of that name, or of that family: the first of a task, or one that was forked.
func (c *carrier) is(id kernel.ThreadID, process string) bool {
	name := c.ThreadName(id)
	forked, _ := patterns.Match(process, name)
	first, _ := patterns.Match(process+".1", name)
	return forked || first
}

// useful are the points at which all others can be known.
func (c *carrier) useful() (all []*Point) {
	for i := range c.points {
		if c.useable(&c.points[i]) {
			all = append(all, &c.points[i])
		}
	}
	return all
}

func (c *carrier) useable(x *Point) bool {
	return !slices.ContainsFunc(c.locals, func(l detect.Local) bool {
		return !c.is(l.Thread, x.Process) && c.toldOf(x, &l) == nil
	})
}

// toldBy is with what the truth values of a thread come.
func (c *carrier) toldBy(x *Point, id kernel.ThreadID) *Told {
	for i := range x.Told {
		if c.is(id, x.Told[i].Process) {
			return &x.Told[i]
		}
	}
	return nil
}

// toldOf is with what that of a condition comes: that a thread is at some place is known of one that stands in a call.
func (c *carrier) toldOf(x *Point, l *detect.Local) *Told {
	if t := c.toldBy(x, l.Thread); t != nil && (l.Place && t.Asked || !l.Place && t.Shows) {
		return t
	}
	return nil
}

// at is the point before which a thread stands when it has taken an event.
func (c *carrier) at(e int) (*Point, bool) {
	lane := c.LaneAt(e)
	id := c.ThreadIn(lane)
	if id == 0 || !c.Completes(e) || c.InLane(lane, e)+1 >= c.LaneLen(lane) {
		return nil, false
	}
	next := c.where(c.LaneEvent(lane, c.InLane(lane, e)+1))
	for _, x := range c.useful() {
		if x.Where == next && c.is(id, x.Process) {
			return x, true
		}
	}
	return nil, false
}

// where is the call of an event.
func (c *carrier) where(e int) string {
	call, ok := c.CallOf(e)
	if !ok || call.PC == 0 {
		return ""
	}
	return kernel.FrameAt(call.PC).String()
}

// sends notes an event that sends truth values: it is at a place from which some point is told.
func (c *carrier) sends(e int) {
	from := c.Received(e)
	if from < 0 {
		return
	}
	id, place := c.ThreadIn(c.LaneAt(from)), c.where(from)
	for _, x := range c.useful() {
		if t := c.toldBy(x, id); t != nil && slices.Contains(t.Sent, place) && c.about(id) {
			c.carried[from] = true
		}
	}
}

// about says whether a condition is about a thread.
func (c *carrier) about(id kernel.ThreadID) bool {
	return slices.ContainsFunc(c.locals, func(l detect.Local) bool { return l.Thread == id })
}

// knows says whether all conditions hold, as far as the thread of an event knows.
func (c *carrier) knows(e int, x *Point) bool {
	c.how.Evaluations++
	id := c.ThreadIn(c.LaneAt(e))
	for i := range c.locals {
		l := &c.locals[i]
		if l.Thread == id {
			if !l.After(e) {
				return false
			}
			continue
		}
		t := c.toldOf(x, l)
		sent := c.lastFrom(e, l.Thread, t)
		switch {
		case sent < 0:
			return false
		case !t.Asked && !l.Before(sent):
			return false
		case t.Asked && (!l.After(sent) || c.answered(sent, e)):
			return false
		}
	}
	return len(c.locals) > 0
}

// lastFrom is the event that has sent the last message with truth values of a thread which another one has received by
// an event; -1 for none.
func (c *carrier) lastFrom(e int, other kernel.ThreadID, t *Told) int {
	lane := c.LaneAt(e)
	for n := c.InLane(lane, e); n >= 0; n-- {
		from := c.Received(c.LaneEvent(lane, n))
		if from >= 0 && c.ThreadIn(c.LaneAt(from)) == other && slices.Contains(t.Sent, c.where(from)) {
			return from
		}
	}
	return -1
}

// answered says whether a question may be answered when another thread has taken an event: only what that thread itself
// answers later is certain.
func (c *carrier) answered(sent, e int) bool {
	lane := c.LaneAt(sent)
	n := c.InLane(lane, sent) + 1
	for n < c.LaneLen(lane) && !c.Completes(c.LaneEvent(lane, n-1)) {
		if from := c.Received(c.LaneEvent(lane, n)); from >= 0 {
			return c.LaneAt(from) != c.LaneAt(e) || from <= e
		}
		n++
	}
	return n < c.LaneLen(lane) // it goes on without an answer
}

// Print says how it became known.
func (c *Carried) Print(w io.Writer) {
	if c.Thread != "" {
		until := "to the end of the run"
		if c.Until > 0 {
			until = fmt.Sprintf("to event %d", c.Until)
		}
		fmt.Fprintf(w, "  recognised by %s at %s, from what came with messages: stable from event %d %s\n", c.Thread, c.Where,
			c.Since, until)
	} else {
		fmt.Fprintln(w, "  nobody comes to know it at a point of the text")
	}
	fmt.Fprintf(w, "  looked for it %s in %d events, before %s of the text; truth values on %s, %s\n",
		text.Counted(c.Evaluations, "time"), c.Events, text.Counted(c.Places, "call"),
		text.Counted(c.Messages, "message"), text.Counted(c.Bytes, "byte"))
}
