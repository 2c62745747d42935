package debugger

import (
	"context"
	"fmt"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/picture/tile"
	"machsim/debugger/replay/graph"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Place is where a position's part of a lane ends.
type Place = tile.Place

// Places returns where a position ends in each lane of its run.
func (p Position) Places() []Place { return tile.Places(p.run.s, p.place().Cut) }

// Legal are the positions next to a cut that need not be consistent.
type Legal struct {
	Least    Position // the least that holds all its events
	Greatest Position // the greatest that holds no other
}

// Snap moves some lanes of a position of the present run to a coordinate: they have done the events before it, the
// others what they have done at the position. It returns the legal positions nearest to that, and goes nowhere. No
// lanes stand for all.
func (d *Debugger) Snap(ctx context.Context, p Position, a Axis, to int64, lanes []int) (Legal, error) {
	return ask(ctx, d, "snap", func(context.Context) (Legal, error) {
		if err := d.checkLanes(lanes); err != nil {
			return Legal{}, err
		}
		event := d.on.tiles().EventAt(a, to)
		cut := d.s().After(event).Cut
		if len(lanes) > 0 && p.run == d.on {
			cut = slices.Clone(p.place().Cut)
			for _, lane := range lanes {
				cut[lane] = uint32(d.s().InLane(lane, event))
			}
		}
		return d.legal(cut), nil
	})
}

func (d *Debugger) legal(cut graph.Cut) Legal {
	least, greatest := d.s().Legal(cut)
	return Legal{d.at(least), d.at(greatest)}
}

// WaitFor is a thread that waits at the present position, and those that could end that.
type WaitFor struct {
	Lane    int
	Thread  string
	On      []int // lanes
	Text    string
	Begun   bool // it waits; else it would in its next call
	InCycle bool // it is one of those that wait for each other in a ring
}

// HeldMessage is a message that was sent, and may not arrive yet.
type HeldMessage struct {
	Lane   int // that sent it
	Event  int // that sent it, by its number
	Port   string
	Sender string
	After  []int // the numbers of the events whose messages arrive first
}

// Floating is what floats above the lanes at the present position.
type Floating struct {
	Waits []WaitFor
	Held  []HeldMessage
	Set   string // the breakpoints and stops that are set: another text when an overview shows others
}

// Floating returns who waits for whom, and the messages that are held.
func (d *Debugger) Floating(ctx context.Context) (*Floating, error) {
	return ask(ctx, d, "floating", func(context.Context) (*Floating, error) {
		f, cycle := &Floating{}, map[kernel.ThreadID]bool{}
		for _, id := range waitfor.Cycle(waitfor.Of(d.s().State())) {
			cycle[id] = true
		}
		for _, p := range d.s().Where() {
			if lane := d.s().LaneOf(p.Thread); lane >= 0 && (p.Hold == rows.Waits || p.Hold == rows.WouldWait) {
				f.Waits = append(f.Waits, WaitFor{
					Lane: lane, Thread: p.Name, On: d.wakers(&p), Text: d.s().Explain(&p).Text,
					Begun: p.Hold == rows.Waits, InCycle: cycle[p.Thread],
				})
			}
		}
		for _, h := range d.s().Held() {
			if h.Event >= 0 {
				f.Held = append(f.Held, d.heldRow(h))
			}
		}
		f.Set = d.set()
		return f, nil
	})
}

// set names the run with the breakpoints and stops that are set.
func (d *Debugger) set() string {
	text := fmt.Sprint(d.on.n)
	for _, b := range d.breakpoints.list {
		text += fmt.Sprintf(" b%d", b.number)
	}
	for _, g := range d.globals.list {
		text += fmt.Sprintf(" s%d", g.number)
	}
	return text
}

func (d *Debugger) heldRow(h session.Delay) HeldMessage {
	row := HeldMessage{Lane: d.s().LaneAt(h.Event), Event: h.Event + 1, Port: h.Port, Sender: h.Sender}
	for _, e := range h.After {
		row.After = append(row.After, e+1)
	}
	return row
}

// wakers are the lanes of the threads that could end a thread's wait, as far as they are known one by one.
func (d *Debugger) wakers(p *rows.Place) (lanes []int) {
	threads := p.Row.Threads
	if p.Row.On != 0 {
		threads = []kernel.ThreadID{p.Row.On}
	}
	for _, task := range p.Row.Tasks {
		threads = append(slices.Clip(threads), d.s().State().Tasks.At(uint32(task)).Threads...)
	}
	for _, id := range threads {
		if lane := d.s().LaneOf(id); lane >= 0 && id != p.Thread && !slices.Contains(lanes, lane) {
			lanes = append(lanes, lane)
		}
	}
	return lanes
}
