package shelf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/debugger/study"
)

// Shrink makes the run of a recording smaller, and records that beside it. One that lies elsewhere was named on the
// command line: it is read, and nothing is written there. With servers the answer tells of name servers, too.
func (s *Shelf) Shrink(
	ctx context.Context, file string, servers bool, x wire.Shrink, tell func(wire.Made),
) (*wire.Shrunk, error) {
	most := cmp.Or(x.Runs, study.DefaultRuns)
	if most < 1 {
		return nil, fmt.Errorf("--runs must be above 0, not %d", most)
	}
	rec, err := s.Process.Open(file)
	if err != nil {
		return nil, err
	}
	output := ""
	if s.within(file) != nil {
		output = filepath.Join(study.Directory, filepath.Base(rec.Beside("shrunk")))
	}
	r, err := rec.Shrink(ctx, study.Shrinking{Runs: most, Servers: servers,
		Progress: func(runs int, best string) { tell(wire.Made{Runs: runs, Of: most, Best: best}) }})
	if err != nil {
		return nil, err
	}
	defer r.Run.Close()
	shown := min(len(r.Segments), study.MostSegments)
	y := &wire.Shrunk{Failure: r.Failure.String(), Ends: r.Ends(), Minimal: r.Minimal, More: len(r.Segments) - shown}
	for _, row := range r.Rows() {
		y.Sizes = append(y.Sizes, wire.Size{Of: row.Name, Before: row.Before, After: row.After})
	}
	for _, p := range r.Segments[:shown] {
		y.Segments = append(y.Segments, wire.SizedPart{Event: p.First, Who: p.Actor, Does: p.Calls})
	}
	y.File, err = r.Save(output)
	return y, err
}

// Contrast says what failing runs of a program have that good ones have not.
func (s *Shelf) Contrast(ctx context.Context, x wire.Contrast, tell func(wire.Made)) (*wire.Contrasted, error) {
	first := wire.RunOf{Program: x.Program, Args: x.Args, Faults: x.Faults}
	of, err := s.series(wire.Record{RunOf: first, Claims: x.Claims}, s.Usual.Strategy)
	if err != nil {
		return nil, err
	}
	n, made := cmp.Or(x.Seeds, study.DefaultSeeds), 0
	r, err := of.Compare(ctx, n, func() {
		made++
		tell(wire.Made{Runs: made, Of: 2 * n})
	})
	switch {
	case ctx.Err() != nil:
		return nil, &debugger.Interrupted{What: "nothing was compared"}
	case err != nil:
		return nil, onPage(err)
	}
	y := &wire.Contrasted{Summary: r.Summary(), Nothing: r.Nothing(), Good: r.Good, Remarks: of.Remarks()}
	for i := range r.Classes {
		y.Classes = append(y.Classes, failing(r, i))
	}
	return y, nil
}

// failing is a class of failing runs as the page shows it. The runs have seeds from 1 on.
func failing(r *study.Compared, i int) wire.FailingClass {
	seed := func(i int) wire.Series { return wire.Series{Seed: 1 + uint64(i), Try: i} }
	class := &r.Classes[i]
	x := wire.FailingClass{What: class.Failure(), Runs: class.Runs, First: seed(class.First), Tested: class.Tested}
	if r.Good > 0 {
		x.Nothing = class.Nothing()
	}
	for i := range class.Tells {
		l := &class.Tells[i]
		t := wire.Tell{What: l.Text, Also: l.Also(), Failing: l.Failing, Good: l.Good, P: l.Chance(), Run: seed(l.Run),
			Events: l.Events}
		if l.Without >= 0 {
			without := seed(l.Without)
			t.Without = &without
		}
		x.Tells = append(x.Tells, t)
	}
	return x
}

// Verify makes a run twice, and says whether both were the same.
func (s *Shelf) Verify(ctx context.Context, r wire.RunOf) (*wire.Verified, error) {
	of, err := s.study(wire.Record{RunOf: r}, s.Usual)
	if err != nil {
		return nil, err
	}
	v, err := of.Verify(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	if v.Broken() != nil {
		return nil, errors.New("machsim itself failed in this run; machsim verify says more")
	}
	var said bytes.Buffer
	same := v.Print(&said, study.Look{Bare: true})
	return &wire.Verified{Same: same, Known: same || v.Divergence != nil,
		Lines: strings.Split(strings.TrimSpace(said.String()), "\n")}, nil
}
