package diagram

import (
	"errors"
	"fmt"
	"strings"

	"machsim/debugger/query/detect"
	"machsim/debugger/query/halt"
	"machsim/kernel"
)

// replay is the run as Manabe and Aoyagi's algorithm replays it.
type replay struct {
	predicate *detect.Predicate
	effort    *halt.Effort
	at        map[int]int // by event of the run: its place
	event     map[int]int // by place: the event of the run
	next      int         // the next place
	sent      map[int]int // by control message: the place from which it was sent
	unseen    int         // control messages among packets, which have no lanes
}

// replayOf lets the algorithm halt the run, and returns how many of its first events hold all that it takes.
func (b *builder) replayOf(c *Control) (to int, err error) {
	p, err := b.s.Predicate(c.Predicate)
	if err != nil {
		return 0, err
	}
	e, err := p.Effort(halt.Control{Delay: c.Delay, Seed: c.Seed, Trace: true})
	switch {
	case err != nil:
		return 0, err
	case e == nil:
		of := "of the run"
		if n := b.s.First(); n > 0 {
			of = fmt.Sprintf("from event %d on", n+1)
		}
		why := fmt.Sprintf("no state %s satisfies %s: nothing halts it", of, c.Predicate)
		return 0, errors.New(strings.Join(append([]string{why}, p.Remarks...), "; "))
	}
	b.d.Position = "position: where the replay halts"
	b.d.replay = &replay{predicate: p, effort: e, at: map[int]int{}, event: map[int]int{}, sent: map[int]int{}}
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Kind == halt.MoveTakes {
			to = max(to, p.Number(m.Event+1))
		}
	}
	return to, nil
}

// reorder puts the events into the order in which the replay takes them, with its control messages among them, and
// leaves out those that it does not take.
func (b *builder) reorder() {
	d, r := b.d, b.d.replay
	was := map[int]Event{}
	for _, e := range d.Events {
		was[e.Index] = e
	}
	d.Events = nil
	arrows := d.Arrows
	d.Arrows = nil
	for i := range r.effort.Moves {
		b.move(&r.effort.Moves[i], was)
	}
	for _, a := range arrows {
		from, ok := r.at[a.From]
		to, received := r.at[a.To]
		if ok && (received || a.To == Nowhere) {
			if a.From = from; received {
				a.To = to
			}
			d.Arrows = append(d.Arrows, a)
		}
	}
	b.ended, b.halted = r.moved(b.ended), r.moved(b.halted)
	d.From, d.To = 0, r.next
}

// moved are the places of some events by thread.
func (r *replay) moved(events map[kernel.ThreadID]int) map[kernel.ThreadID]int {
	all := map[kernel.ThreadID]int{}
	for id, e := range events {
		if at, ok := r.at[e]; ok {
			all[id] = at
		}
	}
	return all
}

// move adds a move of the algorithm.
func (b *builder) move(m *halt.Move, was map[int]Event) {
	d, r := b.d, b.d.replay
	lane := b.laneOf(m.Lane)
	told := Event{Index: r.next, Lane: lane, Time: int64(m.Step), Kind: Told, Inside: true}
	told.Text = r.effort.Says(m)
	told.Label = strings.TrimPrefix(told.Text, r.effort.Process(m.Lane)+" ")
	switch m.Kind {
	case halt.MoveTakes:
		n := r.predicate.Number(m.Event+1) - 1
		if _, again := r.at[n]; again { // a moment between two calls
			return
		}
		r.at[n], r.event[r.next] = r.next, n
		e, ok := was[n]
		if !ok {
			break
		}
		e.Index, e.Time, e.Inside = r.next, int64(m.Step), true
		d.Events = append(d.Events, e)
	case halt.MoveAnswered:
		return
	case halt.MoveGets:
		b.gets(m, told)
	default:
		if lane == Nowhere {
			return
		}
		if m.Message > 0 {
			r.sent[m.Message] = r.next
		}
		d.Events = append(d.Events, told)
	}
	r.next++
}

// gets adds the arrival of a control message.
func (b *builder) gets(m *halt.Move, told Event) {
	r, flow := b.d.replay, Request
	if m.Ack {
		flow = Ack
	}
	from, ok := r.sent[m.Message]
	if !ok {
		from = Nowhere
	}
	if told.Lane == Nowhere && !ok {
		r.unseen++
		return
	}
	if told.Lane != Nowhere {
		told.silent = true
		b.d.Events = append(b.d.Events, told)
	}
	b.arrow(flow, from, told.Index)
}

// laneAt is the lane of the tape of an event, by its place.
func (b *builder) laneAt(place int) int {
	if r := b.d.replay; r != nil {
		place = r.event[place]
	}
	return b.s.LaneAt(place)
}

// laneOf is the lane of the tape that a process of the algorithm has in the picture; Nowhere for packets.
func (b *builder) laneOf(process int) int {
	switch {
	case process == halt.Debugger:
		return debuggerLane
	case b.s.ThreadIn(process) == 0:
		return Nowhere
	}
	return process
}

// replayMoves are the moves of a replay, none without one.
func (d *Diagram) replayMoves() []halt.Move {
	if d.replay == nil {
		return nil
	}
	return d.replay.effort.Moves
}

// ofDebuggers says whether an arrow is a control message between places that may be no events of the run.
func (d *Diagram) ofDebuggers(a *Arrow) bool { return a.Kind == Request || a.Kind == Ack }

// replayed describes the replay.
func (d *Diagram) replayed() string {
	e := d.replay.effort
	return fmt.Sprintf("%s and %s halt it at %s: %d of its %d events",
		counted(e.Asked()+e.Starts, "request", "requests"), counted(e.Acks, "acknowledgement", "acknowledgements"),
		d.replay.predicate.Text, len(d.replay.at), d.Total)
}

// leftOfReplay says what the picture of a replay leaves out.
func (b *builder) leftOfReplay() {
	d := b.d
	if n := d.Total - len(d.replay.at); n > 0 {
		b.say("%s not needed for that state, and not taken", counted(n, "event is", "events are"))
	}
	if n := d.replay.unseen; n > 0 {
		b.say("%s among packets on wires, which have no lanes", counted(n, "control message is", "control messages are"))
	}
}
