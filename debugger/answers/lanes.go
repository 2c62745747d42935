package answers

import (
	"fmt"

	"machsim/debugger/event/text"
	"machsim/debugger/picture/diagram"
	"machsim/debugger/picture/tile"
	"machsim/debugger/present"
)

// What a picture of the whole run is made of.
type (
	Axis   = tile.Axis   // what a diagram has along its longer side
	Window = tile.Window // a part of the run, divided into bins
	Arrows = tile.Arrows // from events to those that they affected
	Cone   = tile.Cone   // what may have affected an event, and what it may have affected
)

// RecordedAxis has the events in recorded order.
const RecordedAxis = tile.Recorded

// Lanes are the lanes of the present run, and where its axes end.
type Lanes struct {
	Run    int
	Events int
	Rows   []tile.Lane
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
func (d In) Lanes() (*Lanes, error) {
	m := d.Tiles()
	l := &Lanes{Run: d.N, Events: d.S.Len(), Rows: m.Lanes()}
	for _, a := range []Axis{RecordedAxis, tile.Folded, tile.Virtual} {
		from, to := m.Extent(a)
		l.Axes = append(l.Axes, Extent{a, from, to})
	}
	return l, nil
}

// Tiles is what the tiles of the run are made from.
func (d In) Tiles() *tile.Map {
	if d.tileMap == nil {
		d.tileMap = tile.Of(d.S)
	}
	return d.tileMap
}

// Tile returns the marks of a window, each row packed as text (tile.Pack).
func (d In) Tile(w Window) (rows []string, err error) {
	if err := d.checkWindow(&w); err != nil {
		return nil, err
	}
	return text.Each(d.Tiles().Tile(w), tile.Pack), nil
}

// checkWindow says what is wrong with a window.
func (d In) checkWindow(w *Window) error {
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
func (d In) checkLanes(lanes []int) error {
	for _, lane := range lanes {
		if lane < 0 || lane >= d.S.Lanes() {
			return fmt.Errorf("there is no lane %d: they have the numbers 0 to %d", lane, d.S.Lanes()-1)
		}
	}
	return nil
}

// Where returns the coordinates of events, given by their numbers.
func (d In) Where(a Axis, numbers []int) (at []int64, err error) {
	m := d.Tiles()
	return text.Each(numbers, func(n int) int64 { return m.Where(a, min(max(n-1, 0), d.S.Len())) }), nil
}

// Pick returns the number of the most important event of some lanes between two coordinates, the first if
// there are several.
func (d In) Pick(a Axis, from, to int64, lanes []int) (int, error) {
	if err := d.checkLanes(lanes); err != nil {
		return 0, err
	}
	return d.Tiles().Pick(a, from, to, lanes) + 1, nil
}

// Neighbour returns the number of the event of some lanes that is so many of theirs after an event, given by
// its number, or before it.
func (d In) Neighbour(number, by int, lanes []int) (int, error) {
	if err := d.checkLanes(lanes); err != nil {
		return 0, err
	}
	return d.Tiles().Neighbour(number-1, by, lanes) + 1, nil
}

// maxArrows is how many arrows one answer has at most.
const maxArrows = 4096

// Arrows finds the arrows to and from the events between two coordinates.
func (d In) Arrows(a Axis, from, to int64, most int) (Arrows, error) {
	m := d.Tiles()
	return m.Arrows(m.EventAt(a, from), m.EventAt(a, to), min(max(most, 0), maxArrows)), nil
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

// Marks returns the events between two coordinates.
func (d In) Marks(a Axis, from, to int64) (all []Mark, err error) {
	first, after := d.Tiles().EventAt(a, from), d.Tiles().EventAt(a, to)
	switch {
	case first >= after:
		return []Mark{}, nil
	case after-first > mostMarked:
		return nil, nil
	}
	all = []Mark{}
	picture, err := diagram.Of(d.S, diagram.Options{From: first + 1, To: after})
	if err != nil {
		return nil, err
	}
	for _, e := range picture.Events {
		kind := e.Kind.String()
		if e.Kind == diagram.Mail {
			kind = d.Tiles().ClassOf(e.Index).String()
		}
		all = append(all, Mark{e.Number(), d.S.LaneAt(e.Index), kind, e.Label, e.Blocks})
	}
	return all, nil
}

// A window of the run as a space-time diagram.
type (
	Diagram        = diagram.Diagram
	DiagramOptions = diagram.Options // what it shows
	DiagramControl = diagram.Control // which control messages of debuggers
	DiagramScreen  = diagram.Screen  // what it is drawn on as text
	DiagramWords   = diagram.Words   // how a face shows more of a run
)

// When a Diagram folds events that have to do with no other thread, and what a face may have to be told how to show.
const (
	FoldNever     = diagram.FoldNever
	FoldAlways    = diagram.FoldAlways
	AnotherWindow = diagram.AnotherWindow
	EveryRow      = diagram.EveryRow
	MoreRoom      = diagram.MoreRoom
)

// Diagram draws a window of the present run, with the present position in it.
func (d In) Diagram(o DiagramOptions) (*Diagram, error) {
	o.Without = d.Hidden()
	picture, err := diagram.Of(d.S, o)
	return picture, present.Shown(err)
}
