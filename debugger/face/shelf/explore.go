package shelf

import (
	"context"
	"strings"

	"machsim/debugger/face/wire"
	"machsim/debugger/study"
)

// Explore makes many runs of a program, and records the first that fails in the usual file.
func (s *Shelf) Explore(ctx context.Context, e wire.Exploration, tell func(wire.Exploring)) (*wire.Explored, error) {
	first := wire.RunOf{Program: e.Program, Args: e.Args, Faults: e.Faults}
	of, err := s.series(wire.Record{RunOf: first, Claims: e.Claims}, e.Strategy)
	if err != nil {
		return nil, err
	}
	r, err := of.Explore(ctx, study.Exploring{Runs: e.Runs, KeepGoing: e.Past, Deaf: true,
		ByReceipt: e.Receipts,
		Progress:  func(p study.Explorings) { tell(asShown(p)) }})
	if err != nil {
		return nil, onPage(err)
	}
	x := explored(r)
	x.Lines = append(x.Lines, of.Remarks()...)
	if run := of.Failing(r); run != nil {
		x.File, err = s.saved(context.WithoutCancel(ctx), run)
	}
	for i := range r.Goals {
		if v := r.Goals[i].Shortest; v != nil && err == nil {
			x.Goals[i].File, err = s.visit(context.WithoutCancel(ctx), of, v)
		}
	}
	return x, err
}

// visit records a run that has reached a goal.
func (s *Shelf) visit(ctx context.Context, of *study.Study, v *study.Visit) (file string, err error) {
	if run := of.Reaching(v, ""); run != nil {
		return s.saved(ctx, run)
	}
	return "", nil
}

// explored is a report as the page shows it.
func explored(r *study.Explored) *wire.Explored {
	_, rest, _ := strings.Cut(strings.TrimSpace(r.Text()), "\n")
	x := &wire.Explored{Summary: r.Summary(), Lines: strings.Split(rest, "\n"), Proven: r.Proven(),
		Seen: asShown(study.Explorings{Runs: r.Made, Of: r.Runs, Failed: r.Failed(), Coverage: r.Coverage})}
	for i := range x.Lines {
		x.Lines[i] = strings.TrimSpace(x.Lines[i])
	}
	for _, f := range r.Failures {
		x.Failures = append(x.Failures, wire.WayToFail{What: f.String(), Runs: f.Runs, Run: f.Run, By: f.Strategy})
	}
	for i := range r.Goals {
		y := wire.Goal{What: r.Goals[i].Sought.String(), Runs: r.Goals[i].Runs}
		if v := r.Goals[i].Shortest; v != nil {
			y.Event = v.Event
		}
		x.Goals = append(x.Goals, y)
	}
	return x
}

// asShown is how far a search is as the page shows it.
func asShown(p study.Explorings) wire.Exploring {
	return wire.Exploring{Runs: p.Runs, Of: p.Of, Failed: p.Failed, Classes: p.Classes, States: p.States, Pairs: p.Pairs,
		Both: p.Both, Left: p.LeftText()}
}
