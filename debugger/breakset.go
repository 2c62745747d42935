package debugger

import "context"

// Wanted is a breakpoint that is to be set, as Break takes it.
type Wanted struct {
	Text string
	// Log, if not "", makes of it a trace: it stops nobody, and motions tell of each time that they pass it, by this
	// text, in which expressions of Go stand in braces.
	Log string
}

// Placed is what has become of one that was wanted: a breakpoint, or why there is none.
type Placed struct {
	Breakpoint
	Err error
}

// BreakAll sets breakpoints. Those at lines are looked for in one pass over the run. One that cannot be set is no
// hindrance to the others.
func (d *Debugger) BreakAll(ctx context.Context, wanted []Wanted) ([]Placed, error) {
	return ask(ctx, d, "break", func(ctx context.Context) (all []Placed, err error) {
		points, errs := d.newPoints(wanted)
		for i, b := range points {
			switch {
			case isStopped(errs[i]), ctx.Err() != nil:
				return nil, unmoved
			case b == nil:
				all = append(all, Placed{Err: errs[i]})
			default:
				x := Placed{Breakpoint: d.addPoint(b)}
				if errs[i] != nil {
					x.Unknown = errs[i].Error()
				}
				all = append(all, x)
			}
		}
		return all, nil
	})
}

// newPoints are those that are wanted: nil where there is none, with the error that says why. Of one that is there the
// error says what of it the run does not know.
func (d *Debugger) newPoints(wanted []Wanted) (all []*point, errs []error) {
	for _, w := range wanted {
		b, unknown, err := d.newPoint(w.Text)
		if err == nil && unknown != "" {
			err = errUnknown(unknown)
		} else if err != nil {
			b = nil
		}
		all, errs = append(all, b), append(errs, err)
	}
	return all, errs
}

// errUnknown says what of a breakpoint the run does not know.
type errUnknown string

func (e errUnknown) Error() string { return string(e) }
