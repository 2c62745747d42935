package debugger

import "context"

// Nearest is the place nearest to the present position at which a breakpoint, as Break takes it, would stop a thread:
// on the way to the end or, with back, to the start. Nothing is set, and nothing moves. The thread is "" if there is
// none.
type Nearest struct {
	Position Position
	Thread   string
}

// NearestTo returns that place. The breakpoint has to be one of lines, or of a function.
func (d *Debugger) NearestTo(ctx context.Context, text string, back bool) (Nearest, error) {
	return ask(ctx, d, "break", func(context.Context) (x Nearest, err error) {
		b, _, err := d.newPoint(text)
		if err != nil {
			return x, err
		}
		if b.statements == nil {
			return x, ErrNoStatements
		}
		if _, nth, _ := d.nearestLine([]*point{b}, back); nth >= 0 {
			x = Nearest{d.at(d.lineStop(b, nth, back)), d.s().ThreadName(b.statements.hits[nth].Thread)}
		}
		return x, nil
	})
}
