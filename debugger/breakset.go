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
			case wanted[i].Log != "":
				row := d.addTrace(&global{show: wanted[i].Text + logWord + wanted[i].Log, local: d.logged(b)})
				all = append(all, Placed{Breakpoint: Breakpoint{Number: row.Number, Text: row.Shows, Hits: row.Hits}})
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
	all, errs = make([]*point, len(wanted)), make([]error, len(wanted))
	var lines []*point
	var at []int
	for i, w := range wanted {
		if errs[i] = d.fill(&w.Text); errs[i] != nil {
			continue
		}
		if b, err := d.linesWanted(w); b != nil {
			lines, at = append(lines, b), append(at, i)
		} else if errs[i] = err; err == nil {
			all[i], errs[i] = d.anyPoint(w.Text)
		}
	}
	for k, err := range d.matchLines(lines) {
		switch i := at[k]; {
		case err == nil:
			all[i] = lines[k]
		case unseen(err) && wanted[i].Log == "": // at calls there may be one
			all[i], errs[i] = d.anyPoint(wanted[i].Text)
		default:
			errs[i] = err
		}
	}
	return all, errs
}

// linesWanted is what is wanted as a breakpoint at lines that is still to be looked for; nil if it is none of these.
func (d *Debugger) linesWanted(w Wanted) (*point, error) {
	if w.Log != "" {
		b, _, err := d.logPoint(w.Text + logWord + w.Log)
		return b, err
	}
	if _, ok := derivedPoint(w.Text); ok || !d.s().HasStatements() {
		return nil, nil
	}
	if _, ok, _ := d.writtenWatch(w.Text); ok {
		return nil, nil
	}
	b, ok, err := d.linePoint(w.Text)
	if !ok || err != nil {
		return nil, nil
	}
	return b, nil
}

// anyPoint is newPoint with what the run does not know as an error beside the breakpoint.
func (d *Debugger) anyPoint(text string) (*point, error) {
	b, unknown, err := d.newPoint(text)
	switch {
	case err != nil:
		return nil, err
	case unknown != "":
		return b, errUnknown(unknown)
	}
	return b, nil
}

// errUnknown says what of a breakpoint the run does not know.
type errUnknown string

func (e errUnknown) Error() string { return string(e) }
