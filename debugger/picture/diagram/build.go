package diagram

import (
	"errors"
	"fmt"
	"strings"

	"machsim/debugger/event"
	"machsim/debugger/event/trace"
	"machsim/debugger/picture/arrow"
	"machsim/debugger/session"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// builder makes a Diagram.
type builder struct {
	s      *session.Session
	d      *Diagram
	begin  []standing              // by lane of the tape, before the window
	ended  map[kernel.ThreadID]int // threads that an event of the window ended
	halted map[kernel.ThreadID]int // threads whose process halted at an event of the window
	held   map[int]bool
	gone   []int // the events of threads whose lanes are left out

	control  bool        // control messages are shown
	met      map[int]int // by predicate of a halted run, from 1: the event by which it was met
	reported int         // the first event by which the debugger process hears that a process has halted; Nowhere
}

// standing is the state of a thread before an event.
type standing struct{ alive, blocked bool }

// Of draws the diagram of a session at its present position. An error is about the requested
// window, and says what to ask for instead.
func Of(s *session.Session, o Options) (*Diagram, error) {
	from, to, err := window(s, o)
	if err != nil {
		return nil, err
	}
	b := newBuilder(s, o)
	switch c := o.Control; {
	case c == nil:
	case c.Predicate != "":
		from, to, err = b.wholeReplay(o)
	case len(s.Final().Halt.Issued) == 0:
		err = errors.New("this run was not halted by messages, so it has no markers; a predicate says where debuggers are " +
			"to halt a replay of it")
	}
	if err != nil {
		return nil, err
	}
	return b.build(o, from, to)
}

// newBuilder returns a builder of an empty Diagram.
func newBuilder(s *session.Session, o Options) *builder {
	ending := string(s.Report().Verdict)
	switch {
	case s.GoesOn():
		ending = "so far"
	case s.Rec.Truncated:
		ending = "TRUNCATED"
	}
	d := &Diagram{
		words: o.Words, slide: o.Slide,
		Program: s.Program.Name, Seed: s.Rec.Seed, Total: s.Len(),
		Ending: ending, Position: position(s),
	}
	return &builder{
		s: s, d: d, ended: map[kernel.ThreadID]int{}, halted: map[kernel.ThreadID]int{}, held: map[int]bool{},
		control: o.Control != nil, met: map[int]int{}, reported: Nowhere,
	}
}

// build draws a window.
func (b *builder) build(o Options, from, to int) (*Diagram, error) {
	s, d := b.s, b.d
	d.From, d.To = from, to
	s.Ends(func(event int, id kernel.ThreadID) {
		if event >= from && event < to {
			b.ended[id] = event
		}
	})
	for _, delay := range s.Held() {
		b.held[delay.Event] = true
	}
	if err := s.Events(from, to, b.event); err != nil {
		return nil, err
	}
	for i := range d.Events {
		if !d.Events[i].silent {
			d.Events[i].Of = d.Events[i].Index + 1
		}
	}
	d.mark(o.Marked)
	for _, at := range arrow.Unreceived(s, from, to) {
		b.arrow(Message, at, Nowhere)
	}
	if d.replay != nil {
		b.reorder()
	}
	order, err := b.choose(o.Lanes, o.Without, b.lanes())
	if err != nil {
		return nil, err
	}
	d.needs.lanes = len(order)
	if o.Slide {
		order = b.fit(order)
	}
	b.connect()
	d.rows(o.Rows)
	d.needs.rows = len(d.Rows)
	if o.Slide {
		b.cutRows()
	}
	b.levels(order)
	b.left()
	return d, nil
}

// event adds an event of the window.
func (b *builder) event(e *kernel.Event) {
	if b.begin == nil {
		b.stand(e)
	}
	switch {
	case e.Fault.Kind != kernel.NoFault:
		b.mishap(e)
	case e.Actor.Edited():
		b.edit(e)
	case e.Actor.Thread == 0:
		b.arrival(e)
	default:
		b.step(e)
	}
}

// step adds an event of a thread.
func (b *builder) step(e *kernel.Event) {
	was, index := event.Of(e), int(e.Step)-1
	row, kind := trace.Of(was), kindOf(was)
	b.d.Events = append(b.d.Events, Event{
		Index: index, Lane: b.s.LaneAt(index), Time: e.Time, Kind: kind, Op: was.Op,
		Label: quote.Line(label(was, kind)), Text: row.Action, Where: row.Where,
		Blocks: !was.Done && !was.Ended && was.Wait.Stops,
		Inside: b.s.Holds(index), Held: b.held[index], Span: spanOf(was),
	})
	if h := haltsAt(e); h != nil {
		b.halts(e, h)
	}
	if kind == Met {
		b.met[was.Predicate] = index
	}
	arrow.Into(b.s, index, func(f Flow, from int) { b.arrow(f, from, index) })
}

// stand records the state of the threads before the window; e is the first event of the window.
func (b *builder) stand(e *kernel.Event) {
	b.begin = make([]standing, b.s.Lanes())
	for i := range b.s.Lanes() {
		id := b.s.ThreadIn(i)
		if id == 0 || b.s.InLane(i, b.d.From) == 0 {
			continue
		}
		th := e.State.Threads.At(uint32(id))
		at, ended := b.ended[id]
		b.begin[i].alive = th.Status != kernel.Ended || ended && at == b.d.From
		b.begin[i].blocked = th.Status == kernel.Blocked
		if id == e.Actor.Thread {
			b.begin[i] = standing{true, e.Phase != 0}
		}
	}
}

// left lists what the picture leaves out.
func (b *builder) left() {
	d := b.d
	if d.replay != nil {
		b.leftOfReplay()
		return
	}
	if b.s.Rec.Truncated && !b.s.GoesOn() {
		b.say("the recording is truncated: it ends with event %d, and the run went on", d.Total)
	}
	if shown := d.To - d.From; shown < d.Total {
		b.say("%d of %d events are in this window%s", shown, d.Total, d.words.of(AnotherWindow))
	}
	hidden := 0
	for _, event := range b.gone {
		if event >= d.From && event < d.To {
			hidden++
		}
	}
	if len(d.Events) > 0 && d.Events[0].silent {
		hidden--
	}
	if n := d.To - d.From - len(d.Events) - hidden; n > 0 {
		b.say("%s packets on wires: the arrows of messages tell of them", counted(n, "event is of", "events are of"))
	}
	if n := d.folded(); n > 0 {
		b.say("%d events that have to do with no other thread are folded%s", n, d.words.of(EveryRow))
	}
}

func (b *builder) say(format string, args ...any) {
	b.d.Left = append(b.d.Left, fmt.Sprintf(format, args...))
}

// counted formats a number with the word for one or for several.
func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// maxNamed is the number of names that a sentence lists.
const maxNamed = 8

func named(names []string) string {
	if len(names) <= maxNamed {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:maxNamed], ", ") + fmt.Sprintf(" and %d more", len(names)-maxNamed)
}
