package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/picture/diagram"
	"machsim/debugger/picture/tile"
)

// Lane is the events of a thread, of packets of one kind, or of all changes made at the debugger.
type Lane = tile.Lane

// Axis is what a diagram has along its longer side.
type Axis = tile.Axis

// The axes.
const (
	RecordedAxis = tile.Recorded // the events in recorded order
	FoldedAxis   = tile.Folded   // the same without polling
	VirtualAxis  = tile.Virtual  // virtual time in microseconds
)

// AxisNamed returns the axis of a name: recorded, folded or time.
func AxisNamed(name string) (Axis, bool) { return tile.AxisNamed(name) }

// Lanes are the lanes of the present run, and where its axes end.
type Lanes struct {
	Run    int
	Events int
	Rows   []Lane
	Axes   []Extent
}

// Extent is where an axis begins and ends.
type Extent struct {
	Axis     Axis
	From, To int64
}

// maxBins bounds what one question can ask for.
const maxBins = 1 << 14

// maxMarks is how many marks one answer has at most.
const maxMarks = 1 << 18

// Lanes lists the lanes of the present run.
func (d *Debugger) Lanes(ctx context.Context) (*Lanes, error) {
	return ask(ctx, d, "lanes", func(context.Context) (*Lanes, error) {
		m := d.on.tiles()
		l := &Lanes{Run: d.on.n, Events: d.s().Len(), Rows: m.Lanes()}
		for _, a := range []Axis{RecordedAxis, FoldedAxis, VirtualAxis} {
			from, to := m.Extent(a)
			l.Axes = append(l.Axes, Extent{a, from, to})
		}
		return l, nil
	})
}

// tiles is what the tiles of the run are made from.
func (r *run) tiles() *tile.Map {
	if r.tileMap == nil {
		r.tileMap = tile.Of(r.s)
	}
	return r.tileMap
}

// Window is a part of the present run, divided into bins.
type Window = tile.Window

// Tile returns the marks of a window, each row packed as text (tile.Pack).
func (d *Debugger) Tile(ctx context.Context, w Window) (rows []string, err error) {
	return ask(ctx, d, "tile", func(context.Context) (rows []string, err error) {
		if err := d.checkWindow(&w); err != nil {
			return nil, err
		}
		for _, marks := range d.on.tiles().Tile(w) {
			rows = append(rows, tile.Pack(marks))
		}
		return rows, nil
	})
}

// checkWindow says what is wrong with a window.
func (d *Debugger) checkWindow(w *Window) error {
	switch {
	case w.Bins < 1 || w.Bins > maxBins:
		return fmt.Errorf("a window has 1 to %d bins, not %d", maxBins, w.Bins)
	case w.Step < 1 || w.Step > 1<<40:
		return fmt.Errorf("the width of a bin is 1 or more, not %d", w.Step)
	case len(w.Rows)*w.Bins > maxMarks:
		return fmt.Errorf("a window has at most %d marks, not %d rows of %d", maxMarks, len(w.Rows), w.Bins)
	}
	for _, row := range w.Rows {
		if err := d.checkLanes(row); err != nil {
			return err
		}
	}
	return nil
}

// checkLanes wants lanes of the present run.
func (d *Debugger) checkLanes(lanes []int) error {
	for _, lane := range lanes {
		if lane < 0 || lane >= d.s().Lanes() {
			return fmt.Errorf("there is no lane %d: they have the numbers 0 to %d", lane, d.s().Lanes()-1)
		}
	}
	return nil
}

// Where returns the coordinates of events, given by their numbers; 0 stands for the start, and the number after the
// last event for the end.
func (d *Debugger) Where(ctx context.Context, a Axis, numbers []int) (at []int64, err error) {
	return ask(ctx, d, "coordinates", func(context.Context) (at []int64, err error) {
		m := d.on.tiles()
		for _, n := range numbers {
			at = append(at, m.Where(a, min(max(n-1, 0), d.s().Len())))
		}
		return at, nil
	})
}

// Pick returns the number of the most important event of some lanes between two coordinates, the first if there are
// several; 0 if there is none.
func (d *Debugger) Pick(ctx context.Context, a Axis, from, to int64, lanes []int) (int, error) {
	return ask(ctx, d, "pick", func(context.Context) (int, error) {
		if err := d.checkLanes(lanes); err != nil {
			return 0, err
		}
		return d.on.tiles().Pick(a, from, to, lanes) + 1, nil
	})
}

// Neighbour returns the number of the event of some lanes that is so many of theirs after an event, given by its
// number, or before it; the last or the first one if there are fewer.
func (d *Debugger) Neighbour(ctx context.Context, number, by int, lanes []int) (int, error) {
	return ask(ctx, d, "neighbour", func(context.Context) (int, error) {
		if err := d.checkLanes(lanes); err != nil {
			return 0, err
		}
		return d.on.tiles().Neighbour(number-1, by, lanes) + 1, nil
	})
}

// LaneOf returns the lane of an event, given by its number.
func (d *Debugger) LaneOf(ctx context.Context, number int) (int, error) {
	return ask(ctx, d, "lane", func(context.Context) (int, error) {
		e, err := d.event(fmt.Sprint(number))
		if err != nil {
			return 0, err
		}
		return d.s().LaneAt(e), nil
	})
}

// FocusLane returns the lane of the thread in focus, -1 if it has none.
func (d *Debugger) FocusLane(ctx context.Context) (int, error) {
	return ask(ctx, d, "lane", func(context.Context) (int, error) { return d.s().LaneOf(d.on.focus), nil })
}

// Arrow leads from an event to one that it affected.
type Arrow = tile.Arrow

// Arrows are the arrows of a part of the run.
type Arrows = tile.Arrows

// maxArrows is how many arrows one answer has at most.
const maxArrows = 4096

// Arrows finds the arrows to and from the events between two coordinates: at most so many, the longest.
func (d *Debugger) Arrows(ctx context.Context, a Axis, from, to int64, most int) (Arrows, error) {
	return ask(ctx, d, "arrows", func(context.Context) (Arrows, error) {
		m := d.on.tiles()
		return m.Arrows(m.EventAt(a, from), m.EventAt(a, to), min(max(most, 0), maxArrows)), nil
	})
}

// Cone is what may have affected an event, and what it may have affected.
type Cone = tile.Cone

// Cone returns the past and the future of an event, given by its number.
func (d *Debugger) Cone(ctx context.Context, number int) (Cone, error) {
	return ask(ctx, d, "cone", func(context.Context) (Cone, error) {
		e, err := d.event(fmt.Sprint(number))
		if err != nil {
			return Cone{}, err
		}
		return d.on.tiles().Cone(e), nil
	})
}

// Mark is an event as a diagram draws it where there is room for it.
type Mark struct {
	Event  int // its number
	Lane   int
	Kind   string // in the words of the legend of a picture: lock, start, ...; send or receive for a message
	Label  string // a few words
	Blocks bool   // the thread waits after it
}

// mostMarked is how many events one answer has at most.
const mostMarked = 2048

// Marks returns the events between two coordinates; nil if they are too many. Of packets only those are
// among them with which a process halts.
func (d *Debugger) Marks(ctx context.Context, a Axis, from, to int64) ([]Mark, error) {
	return ask(ctx, d, "marks", func(context.Context) (all []Mark, err error) {
		first, after := d.on.tiles().EventAt(a, from), d.on.tiles().EventAt(a, to)
		switch {
		case first >= after:
			return []Mark{}, nil
		case after-first > mostMarked:
			return nil, nil
		}
		all = []Mark{}
		picture, err := diagram.Of(d.s(), diagram.Options{From: first + 1, To: after})
		if err != nil {
			return nil, err
		}
		for _, e := range picture.Events {
			kind := e.Kind.String()
			if e.Kind == diagram.Mail {
				kind = d.on.tiles().ClassOf(e.Index).String()
			}
			all = append(all, Mark{e.Number(), d.s().LaneAt(e.Index), kind, e.Label, e.Blocks})
		}
		return all, nil
	})
}
