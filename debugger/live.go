package debugger

import (
	"context"
	"fmt"
	"time"

	"machsim/debugger/past"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
)

// leastPiece is how many events of a live run are made at once, at least, where it may be one of them that is waited
// for.
const leastPiece = 1 << 10

// piece is how many are made at once. A run with more gets larger pieces, so that all that is done after each of them
// is not more than three times what is done once.
func (d *Debugger) piece() int { return max(leastPiece, (d.s().Len()-d.s().First())/2) }

// growth is how a live run grows by the method at work.
type growth struct {
	left int             // the events that may still be made
	from graph.Position  // where the method has begun
	stop <-chan struct{} // closed when the context of the method has ended
	sure int             // the events that will be seen whatever is found
	told int             // the events of which Hear was told what they wrote
	last Growth          // what Hear was told last
	at   time.Time       // when that was
}

// Growth is how far a live run has come while a method has it made.
type Growth struct {
	Events int    // so far; of these, some may be made ahead of where the method ends
	Time   int64  // virtual, in microseconds
	Wrote  []Line // the last lines that were written since it was told last, in what will be seen
	Before int    // how many of these there were before them
	// Computes says of a thread, in words, that it computes for so long that it is told of, and whether it can be halted.
	Computes string
}

// made tells of a live run that has come to a state, or of which a thread computes.
func (d *Debugger) made(s *kernel.State, computes kernel.ThreadID) {
	switch g := d.grows; {
	case g == nil:
	case s == nil:
		x := g.last
		x.Wrote, x.Before, x.Computes = nil, 0, "a thread"
		if d.s().Final().Threads.Has(uint32(computes)) { // else it is new
			x.Computes = d.s().ThreadName(computes)
		}
		if d.s().HasStatements() {
			x.Computes += " computes, and can be halted there"
		} else {
			x.Computes += " computes, and is waited for up to the loop limit"
		}
		d.progress.grew(x)
	default:
		d.tell(g, s, func() *kernel.State {
			named := s.Freeze()
			named.Settle(nil, nil)
			return named
		})
	}
}

// tell tells of a live run that has come to a state. Threads are named by another one.
func (d *Debugger) tell(g *growth, s *kernel.State, named func() *kernel.State) {
	g.last, g.at = Growth{Events: int(s.Steps), Time: s.Now}, time.Now()
	if until := min(g.sure, g.last.Events); until > g.told && len(s.Console) > 0 {
		g.last.Wrote, g.last.Before = written(named(), g.told, until)
		g.told = until
	}
	d.progress.grew(g.last)
}

// often is how often Hear is told, at least, while pieces of a run are searched.
const often = 100 * time.Millisecond

// further calls a motion that may have a live run made further. When its context ends, the run stands still where it
// is, and the motion ends there. What was made ahead of where it ends is not seen yet, and nothing if it fails.
func (d *Debugger) further(ctx context.Context, f func(context.Context) (*Motion, error)) (m *Motion, err error) {
	r := d.on
	if !r.S.GoesOn() {
		return f(ctx)
	}
	seen, from := r.S.Len(), r.S.Position()
	err = d.growing(ctx, func(ctx context.Context) error {
		defer func() { from, seen = d.grows.from, max(seen, r.S.First()) }()
		if m, err = f(ctx); err == nil {
			m, err = d.broke(ctx, m)
		}
		if at := r.S.LastOf(r.S.Position()) + 1; err == nil && r == d.on && max(at, seen) < r.S.Len() {
			err = r.S.Until(max(at, seen))
			r.grew(d)
			d.recount(m.Stopped)
		}
		if err == nil {
			m.Stands = d.still()
		}
		if id, _ := r.S.Within(); id != 0 && err == nil && r == d.on && m.Stands != "" {
			r.Focus, r.Frame = id, 0
		}
		return err
	})
	if err != nil {
		if seen < r.S.Len() && r.S.MoveTo(r.S.Wide(from)) == nil && r.S.Until(seen) == nil {
			r.grew(d)
		}
		return nil, err
	}
	m.Here, m.Focus = d.hereRow(), d.threads().Focused()
	m.Wrote, m.Before = written(r.S.Final(), seen, r.S.Len())
	return m, nil
}

// mostWrote is how many lines a motion tells that were written meanwhile.
const mostWrote = 10

// written returns the last lines that were written after so many events, up to others, and how many there were before
// them.
func written(st *kernel.State, since, until int) (last []Line, before int) {
	for i := len(st.Console) - 1; i >= 0 && int(st.Console[i].Step) > since; i-- {
		if int(st.Console[i].Step) > until {
			continue
		}
		all := past.LinesOf(st, i)
		if len(last) < mostWrote {
			last = append(all, last...)
		} else {
			before += len(all)
		}
	}
	return last, before
}

// recount counts the hits of the breakpoints that have stopped a thread in what is seen of the run.
func (d *Debugger) recount(x *Stopped) {
	for _, b := range d.stops().Points().List {
		for i := 0; x != nil && i < len(x.Hits); i++ {
			if x.Hits[i].Number == b.Number {
				x.Hits[i].Breakpoint = d.stops().PointRow(b)
			}
		}
	}
}

// growing calls what may have a live run made further. When the context ends, the run stands still where it is.
func (d *Debugger) growing(ctx context.Context, f func(context.Context) error) error {
	s := d.s()
	if !s.GoesOn() || d.grows != nil {
		return f(ctx)
	}
	g := &growth{left: d.limit, from: s.Position(), stop: ctx.Done(), told: s.Len(), at: time.Now()}
	g.last = Growth{Events: s.Len(), Time: s.Final().Now}
	t, _ := ctx.Value(d).(*turn)
	t.stays.Store(true)
	d.grows = g
	d.setStop(nil)
	defer func() { d.grows = nil }()
	return f(context.WithoutCancel(ctx))
}

// until has a live run made until it has so many events, if it has less.
func (d *Debugger) until(events int) error {
	for d.s().Len() < events {
		d.surely(events)
		if more, err := d.grow(events - d.s().Len()); err != nil || !more {
			return err
		}
	}
	return nil
}

// surely says that so many events will be seen, if they break no claim.
func (d *Debugger) surely(events int) {
	if d.o.Judge != nil {
		events = min(events, d.judged.events)
	}
	if g := d.grows; g != nil {
		g.sure = max(g.sure, events)
	}
}

// begun is where the motion at work has begun that has a live run made; nil if it does not.
func (d *Debugger) begun() *graph.Position {
	if d.grows == nil {
		return nil
	}
	return &d.grows.from
}

// grow has a live run made, and shown, further by so many events. more is false if there are none for now.
func (d *Debugger) grow(events int) (more bool, err error) {
	g, s := d.grows, d.s()
	if d.looks != nil {
		return false, d.looks
	}
	if g == nil || !s.GoesOn() || Until(g.stop).Err() != nil || g.left <= 0 {
		return false, nil
	}
	was, first, now := s.Len(), s.First(), s.Follow()
	if d.surely(was); time.Since(g.at) >= often {
		d.tell(g, s.Final(), s.Final)
	}
	if err := s.GoOn(was+min(events, g.left), g.stop); err != nil {
		return false, err
	}
	d.on.grew(d)
	if s.First() > first {
		d.drops(now)
	}
	if why := s.Grows(); why != "" && why != d.large {
		d.large = why
		d.notice("all events from %d on stay in memory: %s", s.First()+1, why)
	}
	g.left -= s.Len() - was
	return s.Len() > was, nil
}

// reach has a live run made further until there is enough of it, or no more for now.
func (d *Debugger) reach(enough func() bool) error {
	for !enough() {
		if more, err := d.grow(d.piece()); err != nil || !more {
			return err
		}
	}
	return nil
}

// grew lets go of what was found in a run when it had other events.
func (r *run) grew(d *Debugger) {
	d.forget(r)
	r.forget()
	r.ended = ""
	d.on.Moved()
	d.changed = d.changed || d.keeper.wrote // what is kept is of a recording that grows
}

// closing returns what tells that the live run is closed, and learns whether its recording is there.
func (d *Debugger) closing() func() (own bool) {
	if d.o.Closed == nil || len(d.runs) == 0 || d.runs[0].Closed() || !d.runs[0].S.Live() {
		return func() bool { return true }
	}
	seen := d.runs[0].S.Len()
	return func() bool { return d.o.Closed(seen) }
}

// acts says whether what is done here is done to the present run: at the growing end of one that is made meanwhile.
func (d *Debugger) acts() bool {
	s := d.s()
	return s.GoesOn() && s.Done() == s.Len() && s.Position().AtCalls()
}

// act does something to a live run here and now.
func (d *Debugger) act(b session.Branch) (Run, error) {
	words, next := "", d.nextName(b.First)
	for i := range b.Edits {
		words = d.edits().InWords(&b.Edits[i])
	}
	if b.Seed == d.unused() && len(b.Edits)+len(next) > 0 {
		b.Seed = d.s().Run.Seed // that of the recording may be an earlier one
	}
	b.Along = false
	if err := d.s().Act(b); err != nil {
		return Run{}, err
	}
	d.on.grew(d)
	d.judged = judged{} // it is another run from there on
	if b.First.Thread != 0 {
		d.on.Focus = b.First.Thread
	}
	if err := d.s().MoveTo(d.s().End()); err != nil {
		return Run{}, err
	}
	row := d.row(d.on)
	switch row.Change = words; {
	case next != "":
		row.Next, row.Change = next, next+" goes next"
	case words == "":
		row.Change = fmt.Sprintf("on by seed %d", b.Seed)
	}
	return row, nil
}

// Type gives a live run a line of console input, or with more false the end of it.
func (d *Debugger) Type(ctx context.Context, line string, more bool) error {
	return d.change(ctx, "type", func(context.Context) error {
		if err := d.mayMake(); err != nil {
			return err
		}
		return d.s().Type(line, more)
	})
}

// still says why a live run stands still where it does, in words; "" if it is over, more of it is made already, or no
// motion is at work.
func (d *Debugger) still() string {
	s, g := d.s(), d.grows
	switch id := s.Asks(); {
	case g == nil || !s.GoesOn() || s.Done() < s.Len() || !s.Position().AtCalls():
		return ""
	case id != 0:
		return s.ThreadName(id) + " asks for a line of input"
	case s.Stands() != "":
		return s.Stands()
	case Until(g.stop).Err() != nil:
		if c := d.computing(); c != nil {
			return "the run was halted here: " + c.Text
		}
		return "the run was halted here"
	case g.left <= 0:
		return fmt.Sprintf("it has made %d events since", d.limit)
	}
	return ""
}

// Computing is a thread in the middle of whose next event a live run was halted. It has done the event, and goes on
// from there when the run does.
type Computing struct {
	Thread string // its name
	Event  int    // the number of the event
	Source string // the line at which it computes
	Text   string // that in a sentence
}

// computing is the thread in the middle of whose next event one stands; nil if there is none.
func (d *Debugger) computing() *Computing {
	id, stack := d.s().Within()
	if id == 0 {
		return nil
	}
	st := d.s().State()
	c := &Computing{Thread: st.ThreadName(id), Event: d.s().Len() + 1, Source: "a line that is not known"}
	if len(stack) > 0 {
		c.Source = stack[0].String()
	}
	c.Text = fmt.Sprintf("%s has done event %d (%s) and computes at %s, without a call since", c.Thread, c.Event,
		st.Threads.At(uint32(id)).Call.Op, c.Source)
	return c
}
