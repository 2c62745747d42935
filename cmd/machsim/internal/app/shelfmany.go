package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"machsim/debugger"
	"machsim/debugger/face/wire"
	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/debugger/study/contrast"
	"machsim/debugger/study/shrink"
)

// Shrink makes the run of a recording smaller, and records that beside it. One that lies elsewhere was named on the
// command line: it is read, and nothing is written there.
func (s shelf) Shrink(ctx context.Context, file string, x wire.Shrink, tell func(wire.Made)) (*wire.Shrunk, error) {
	k := shrinking{machsim: s.machsim, runs: cmp.Or(x.Runs, shrink.DefaultRuns)}
	if s.within(file) != nil {
		k.output = filepath.Join(recordings, filepath.Base(record.Beside(file, "shrunk")))
	}
	if k.runs < 1 {
		return nil, tooSmall("runs", k.runs)
	}
	r, err := k.smaller(ctx, file, func(runs int, best shrink.Size) {
		tell(wire.Made{Runs: runs, Of: k.runs, Best: best.String()})
	})
	if err != nil {
		return nil, err
	}
	defer r.Run.Close()
	shown := min(len(r.Segments), mostSegments)
	y := &wire.Shrunk{Failure: r.Failure.String(), Ends: r.Ends(), Minimal: r.Minimal, More: len(r.Segments) - shown}
	for _, row := range r.Rows() {
		y.Sizes = append(y.Sizes, wire.Size{Of: row.Name, Before: row.Before, After: row.After})
	}
	for _, p := range r.Segments[:shown] {
		y.Segments = append(y.Segments, wire.SizedPart{Event: p.First, Who: p.Actor, Does: p.Calls})
	}
	y.File, err = k.record(file, r)
	return y, err
}

// Contrast says what failing runs of a program have that good ones have not.
func (s shelf) Contrast(ctx context.Context, x wire.Contrast, tell func(wire.Made)) (*wire.Contrasted, error) {
	o, c, err := s.series(x.Program, x.Args, x.Claims)
	if err != nil {
		return nil, err
	}
	n, made := cmp.Or(x.Seeds, usualSeeds), 0
	if n < 2 {
		return nil, errFewSeeds(n)
	}
	o.Stop = ctx.Done()
	of := study.New(o, c)
	r, err := of.Compare(n, func() {
		made++
		tell(wire.Made{Runs: made, Of: 2 * n})
	})
	switch {
	case errors.Is(err, contrast.ErrStopped):
		return nil, &debugger.Interrupted{What: "nothing was compared"}
	case err != nil:
		return nil, onPage(err)
	}
	y := &wire.Contrasted{Summary: r.Summary(), Nothing: r.Nothing(), Good: r.Good, Remarks: of.Remarks()}
	for i := range r.Classes {
		y.Classes = append(y.Classes, s.failing(&r.Classes[i], r.Good > 0, o.Seed))
	}
	return y, nil
}

// failing is a class of failing runs as the page shows it. The runs have seeds from first on.
func (s shelf) failing(class *contrast.Class, compared bool, first uint64) wire.FailingClass {
	seed := func(i int) wire.Series { return wire.Series{Seed: first + uint64(i), Try: i} }
	x := wire.FailingClass{What: class.Failure(), Runs: class.Runs, First: seed(class.First), Tested: class.Tested}
	if compared {
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
func (s shelf) Verify(ctx context.Context, r wire.RunOf) (*wire.Verified, error) {
	o, _, err := s.run(wire.Record{RunOf: r})
	if err != nil {
		return nil, err
	}
	o.Stop = ctx.Done()
	s.runs(o)
	v := runner.Verify(o)
	defer v.Close()
	switch {
	case v.First.Err != nil:
		return nil, v.First.Err
	case v.First.Broken != nil || v.Second.Broken != nil:
		return nil, errors.New("machsim itself failed in this run; machsim verify says more")
	}
	var said bytes.Buffer
	same := s.verified(&said, func(*runner.Run) report.Style { return report.Style{} }, o, v)
	return &wire.Verified{Same: same, Known: same || v.Divergence != nil,
		Lines: strings.Split(strings.TrimSpace(said.String()), "\n")}, nil
}
