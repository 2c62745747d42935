package debugger

import (
	"context"
	"fmt"

	"machsim/debugger/answers"
)

// Diagrams, and the lanes, tiles and marks of a picture of the whole run.
type (
	Diagram        = answers.Diagram
	DiagramOptions = answers.DiagramOptions
	DiagramControl = answers.DiagramControl
	DiagramScreen  = answers.DiagramScreen
	DiagramWords   = answers.DiagramWords
	Axis           = answers.Axis
	Lanes          = answers.Lanes
	Window         = answers.Window
	Arrows         = answers.Arrows
	Cone           = answers.Cone
	Mark           = answers.Mark
	Overview       = answers.Overview
	Place          = answers.Place
	Legal          = answers.Legal
	WaitFor        = answers.WaitFor
	Floating       = answers.Floating
)

// An axis, when a Diagram folds events that have to do with no other thread, and what a face may have to be told how to
// show.
const (
	RecordedAxis  = answers.RecordedAxis
	FoldNever     = answers.FoldNever
	FoldAlways    = answers.FoldAlways
	AnotherWindow = answers.AnotherWindow
	EveryRow      = answers.EveryRow
	MoreRoom      = answers.MoreRoom
)

// Places returns where a position ends in each lane of its run.
func Places(p Position) []Place { return answers.Places(p) }

// Around is the window of n events around the present position, or of all if there are fewer. Most
// of it lies before the position: what led here matters more than what comes.
func (d *Debugger) Around(ctx context.Context, n int) (from, to int, err error) {
	err = d.Do(ctx, "diagram", func(context.Context) error {
		all, here := d.s().Len(), d.s().LastOf(d.s().Position())+1
		n = min(n, all)
		from = min(max(here-n*3/4, 0), all-n)
		return nil
	})
	return from + 1, from + n, err
}

// Diagram draws a window of the present run, with the present position in it.
func (d *Debugger) Diagram(ctx context.Context, o DiagramOptions) (*Diagram, error) {
	return ask(ctx, d, "diagram", func(context.Context) (*Diagram, error) {
		o.Marked = append(o.Marked, d.on.rowEvents()...)
		return d.answers().Diagram(o)
	})
}

// Lanes lists the lanes of the present run.
func (d *Debugger) Lanes(ctx context.Context) (*Lanes, error) {
	return ask(ctx, d, "lanes", func(context.Context) (*Lanes, error) { return d.answers().Lanes() })
}

// Tile returns the marks of a window, each row packed as text (tile.Pack).
func (d *Debugger) Tile(ctx context.Context, w Window) (rows []string, err error) {
	return ask(ctx, d, "tile", func(context.Context) ([]string, error) { return d.answers().Tile(w) })
}

// Where returns the coordinates of events, given by their numbers; 0 stands for the start, and the number after the
// last event for the end.
func (d *Debugger) Where(ctx context.Context, a Axis, numbers []int) (at []int64, err error) {
	return ask(ctx, d, "coordinates", func(context.Context) ([]int64, error) { return d.answers().Where(a, numbers) })
}

// Pick returns the number of the most important event of some lanes between two coordinates, the first if there are
// several; 0 if there is none.
func (d *Debugger) Pick(ctx context.Context, a Axis, from, to int64, lanes []int) (int, error) {
	return ask(ctx, d, "pick", func(context.Context) (int, error) { return d.answers().Pick(a, from, to, lanes) })
}

// Neighbour returns the number of the event of some lanes that is so many of theirs after an event, given by its
// number, or before it; the last or the first one if there are fewer.
func (d *Debugger) Neighbour(ctx context.Context, number, by int, lanes []int) (int, error) {
	return ask(ctx, d, "neighbour", func(context.Context) (int, error) { return d.answers().Neighbour(number, by, lanes) })
}

// LaneOf returns the lane of an event, given by its number.
func (d *Debugger) LaneOf(ctx context.Context, number int) (int, error) {
	return ask(ctx, d, "lane", func(context.Context) (int, error) {
		e, err := d.in().Event(fmt.Sprint(number))
		if err != nil {
			return 0, err
		}
		return d.s().LaneAt(e), nil
	})
}

// FocusLane returns the lane of the thread in focus, -1 if it has none.
func (d *Debugger) FocusLane(ctx context.Context) (int, error) {
	return ask(ctx, d, "lane", func(context.Context) (int, error) { return d.s().LaneOf(d.on.Focus), nil })
}

// Arrows finds the arrows to and from the events between two coordinates: at most so many, the longest.
func (d *Debugger) Arrows(ctx context.Context, a Axis, from, to int64, most int) (Arrows, error) {
	return ask(ctx, d, "arrows", func(context.Context) (Arrows, error) { return d.answers().Arrows(a, from, to, most) })
}

// Cone returns the past and the future of an event, given by its number.
func (d *Debugger) Cone(ctx context.Context, number int) (Cone, error) {
	return ask(ctx, d, "cone", func(context.Context) (Cone, error) {
		e, err := d.in().Event(fmt.Sprint(number))
		if err != nil {
			return Cone{}, err
		}
		return d.answers().Tiles().Cone(e), nil
	})
}

// Marks returns the events between two coordinates; nil if they are too many. Of packets only those are
// among them with which a process halts.
func (d *Debugger) Marks(ctx context.Context, a Axis, from, to int64) ([]Mark, error) {
	return ask(ctx, d, "marks", func(context.Context) ([]Mark, error) { return d.answers().Marks(a, from, to) })
}

// Snap moves some lanes of a position of the present run to a coordinate: they have done the events before it, the
// others what they have done at the position. It returns the legal positions nearest to that, and goes nowhere. No
// lanes stand for all.
func (d *Debugger) Snap(ctx context.Context, p Position, a Axis, to int64, lanes []int) (Legal, error) {
	return ask(ctx, d, "snap", func(context.Context) (Legal, error) { return d.answers().Snap(p, a, to, lanes) })
}

// Floating returns who waits for whom, and the messages that are held.
func (d *Debugger) Floating(ctx context.Context) (*Floating, error) {
	return ask(ctx, d, "floating", func(context.Context) (*Floating, error) { return d.answers().Floating() })
}

// Overview divides an axis into bins, and says where the breakpoints stop threads, where each stop is satisfied, where
// lines were written, what was changed at the debugger and, if expression is not "", where the variable that it names
// was given another value (Changes). The bins count the events of some lanes; no lanes stand for all.
func (d *Debugger) Overview(ctx context.Context, a Axis, bins int, lanes []int, expression string) (*Overview, error) {
	return ask(ctx, d, "overview", func(ctx context.Context) (*Overview, error) {
		return d.answers().Overview(ctx, a, bins, lanes, expression)
	})
}
