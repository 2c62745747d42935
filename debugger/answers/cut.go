package answers

import (
	"fmt"
	"slices"

	"machsim/debugger/event/waitfor"
	"machsim/debugger/picture/tile"
	"machsim/debugger/present"
	"machsim/debugger/replay/graph"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/kernel"
)

// Place is where a position's part of a lane ends.
type Place = tile.Place

// Legal are the positions next to a cut that need not be consistent.
type Legal struct {
	Least    present.Position // the least that holds all its events
	Greatest present.Position // the greatest that holds no other
}

// Snap moves some lanes of a position of the present run to a coordinate.
func (d In) Snap(p present.Position, a Axis, to int64, lanes []int) (Legal, error) {
	if err := d.checkLanes(lanes); err != nil {
		return Legal{}, err
	}
	event := d.Tiles().EventAt(a, to)
	cut := d.S.After(event).Cut
	if len(lanes) > 0 && p.Of() == d.Run {
		cut = slices.Clone(p.Place().Cut)
		for _, lane := range lanes {
			cut[lane] = uint32(d.S.InLane(lane, event))
		}
	}
	return d.legal(cut), nil
}

func (d In) legal(cut graph.Cut) Legal {
	least, greatest := d.S.Legal(cut)
	return Legal{d.At(least), d.At(greatest)}
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
func (d In) Floating() (*Floating, error) {
	f, cycle := &Floating{}, map[kernel.ThreadID]bool{}
	for _, id := range waitfor.Cycle(waitfor.Of(d.S.State())) {
		cycle[id] = true
	}
	for _, p := range d.S.Where() {
		if lane := d.S.LaneOf(p.Thread); lane >= 0 && (p.Hold == rows.Waits || p.Hold == rows.WouldWait) {
			f.Waits = append(f.Waits, WaitFor{
				Lane: lane, Thread: p.Name, On: d.wakers(&p), Text: d.S.Explain(&p).Text,
				Begun: p.Hold == rows.Waits, InCycle: cycle[p.Thread],
			})
		}
	}
	for _, h := range d.S.Held() {
		if h.Event >= 0 {
			f.Held = append(f.Held, d.heldRow(h))
		}
	}
	f.Set = d.setText()
	return f, nil
}

// setText names the run with the breakpoints and stops that are set.
func (d In) setText() string {
	text := fmt.Sprint(d.N)
	for _, b := range d.Set.Points.List {
		text += fmt.Sprintf(" b%d", b.Number)
	}
	for _, g := range d.Set.Globals.List {
		text += fmt.Sprintf(" s%d", g.Number)
	}
	return text
}

func (d In) heldRow(h session.Delay) HeldMessage {
	row := HeldMessage{Lane: d.S.LaneAt(h.Event), Event: h.Event + 1, Port: h.Port, Sender: h.Sender}
	for _, e := range h.After {
		row.After = append(row.After, e+1)
	}
	return row
}

// wakers are the lanes of the threads that could end a thread's wait, as far as they are known one by one.
func (d In) wakers(p *rows.Place) (lanes []int) {
	threads := p.Row.Threads
	if p.Row.On != 0 {
		threads = []kernel.ThreadID{p.Row.On}
	}
	for _, task := range p.Row.Tasks {
		threads = append(slices.Clip(threads), d.S.State().Tasks.At(uint32(task)).Threads...)
	}
	for _, id := range threads {
		if lane := d.S.LaneOf(id); lane >= 0 && id != p.Thread && !slices.Contains(lanes, lane) {
			lanes = append(lanes, lane)
		}
	}
	return lanes
}

// Places returns where a position ends in each lane of its run.
func Places(p present.Position) []Place { return tile.Places(p.Of().S, p.Place().Cut) }
