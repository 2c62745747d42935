package stops

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

// NewPoints are those that are wanted: nil where there is none, with the error that says why. Of one that is there the
// error says what of it the run does not know.
func (d In) NewPoints(wanted []Wanted) (all []*Point, errs []error) {
	all, errs = make([]*Point, len(wanted)), make([]error, len(wanted))
	var lines []*Point
	var at []int
	for i, w := range wanted {
		if errs[i] = d.Fill(&w.Text); errs[i] != nil {
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
func (d In) linesWanted(w Wanted) (*Point, error) {
	if w.Log != "" {
		b, _, err := d.logPoint(w.Text + LogWord + w.Log)
		return b, err
	}
	if _, ok := derivedPoint(w.Text); ok || !d.S.HasStatements() {
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
func (d In) anyPoint(text string) (*Point, error) {
	b, unknown, err := d.NewPoint(text)
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
