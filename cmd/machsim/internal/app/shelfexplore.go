package app

import (
	"context"
	"fmt"
	"strings"

	"machsim/debugger/campaign"
	"machsim/debugger/wire"
	"machsim/kernel/hook"
)

// Explore makes many runs of a program, and records the first that fails in the usual file.
func (s shelf) Explore(ctx context.Context, e wire.Exploration, tell func(wire.Exploring)) (*wire.Explored, error) {
	p := s.findProgram(e.Program)
	if p == nil {
		return nil, fmt.Errorf("there is no program %q%s", e.Program, didYouMean(e.Program, s.programNames()))
	}
	run, err := s.run(p, wire.Record{Seed: 1, Args: e.Args})
	if err != nil {
		return nil, err
	}
	run.Strategy, run.Alone = e.Strategy, len(hook.Packages()) > 0
	s.runs(run)
	r, err := campaign.Run(ctx, campaign.Options{Run: run, Runs: e.Runs, KeepGoing: e.Past, Deaf: true,
		Prove:    s.prove(&run.Common),
		Progress: func(p campaign.Progress) { tell(asShown(p)) }})
	if err != nil {
		return nil, err
	}
	x := explored(r)
	o := r.Again()
	if o == nil {
		return x, nil
	}
	x.File = usualFile(o.Setup())
	if err := ours(x.File); err != nil {
		return nil, err
	}
	x.File, err = s.recordIn(context.WithoutCancel(ctx), x.File, o)
	return x, err
}

// explored is a report as the page shows it.
func explored(r *campaign.Report) *wire.Explored {
	_, rest, _ := strings.Cut(strings.TrimSpace(r.Text()), "\n")
	x := &wire.Explored{Summary: r.Summary(), Lines: strings.Split(rest, "\n"), Proven: r.Proven(),
		Seen: asShown(campaign.Progress{Runs: r.Made, Of: r.Runs, Failed: r.Failed(), Coverage: r.Coverage})}
	for i := range x.Lines {
		x.Lines[i] = strings.TrimSpace(x.Lines[i])
	}
	for _, f := range r.Failures {
		x.Failures = append(x.Failures, wire.WayToFail{What: f.String(), Runs: f.Runs, Run: f.Run, By: f.Strategy})
	}
	return x
}

// asShown is how far a search is as the page shows it.
func asShown(p campaign.Progress) wire.Exploring {
	return wire.Exploring{Runs: p.Runs, Of: p.Of, Failed: p.Failed, Classes: p.Classes, States: p.States, Pairs: p.Pairs,
		Both: p.Both}
}
