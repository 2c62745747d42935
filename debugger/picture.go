package debugger

import (
	"context"

	"machsim/debugger/picture/diagram"
)

// Diagram is a window of the run as a space-time diagram.
type Diagram = diagram.Diagram

// DiagramOptions say what a Diagram shows.
type DiagramOptions = diagram.Options

// DiagramControl says which control messages of debuggers a Diagram shows.
type DiagramControl = diagram.Control

// DiagramScreen is what a Diagram is drawn on as text.
type DiagramScreen = diagram.Screen

// DiagramWords say how a face shows more of a run than a Diagram does.
type DiagramWords = diagram.Words

// When a Diagram folds events that have to do with no other thread.
const (
	FoldNever  = diagram.FoldNever
	FoldAlways = diagram.FoldAlways
)

// What a face may have to be told how to show.
const (
	AnotherWindow = diagram.AnotherWindow
	EveryRow      = diagram.EveryRow
	MoreRoom      = diagram.MoreRoom
)

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
		o.Without = d.hidden()
		o.Marked = append(o.Marked, d.on.rowEvents()...)
		picture, err := diagram.Of(d.s(), o)
		return picture, shown(err)
	})
}
