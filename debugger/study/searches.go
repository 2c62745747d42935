package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/debugger/study/cause"
	"machsim/debugger/study/contrast"
	"machsim/debugger/study/shrink"
	"machsim/kernel"
)

// Explore explores the program: o says how, and need not say what. The error is a *Wrong if no run knows a name in a
// claim.
func (s *Study) Explore(ctx context.Context, o Exploring) (*Explored, error) {
	if row := strategy.Named(s.options.Strategy); s.options.Strategy != "" && s.with.Bounds != "" && !row.Exhaustive {
		return nil, mistaken("--bound is for --strategy every: runs of %s have none", s.options.Strategy)
	}
	s.searches()
	o.Run, o.Build, o.Prove = s.Options(), record.ThisBuild(), s.with.Process.prove(&s.options.Common)
	if o.Ordered == "" {
		o.Ordered = s.ordered
	} else if s.ordered != "" {
		o.Ordered = s.ordered + ", " + o.Ordered
	}
	r, err := campaign.Run(ctx, o)
	s.remark()
	if err == nil && r.Failed() == 0 {
		err = s.Unknown()
	}
	return r, err
}

// Failing makes the first run once more that has failed in an exploration, and records it; nil if none has, or if that
// was not made by this process.
func (s *Study) Failing(r *Explored) *Ran {
	if o := r.Again(); o != nil {
		return s.again(o)
	}
	return nil
}

// Compared is what failing runs have that good ones have not.
type Compared struct {
	*contrast.Result
	Name func(i int) string          // what a run is called, from 0
	file func(i int) (string, error) // in which file it is, "" for none
}

// DefaultSeeds is how many runs are compared unless somebody says otherwise.
const DefaultSeeds = 1000

// Compare says what failing runs of n seeds have that good ones have not. progress, if not nil, is called twice for
// each.
func (s *Study) Compare(ctx context.Context, n int, progress func()) (*Compared, error) {
	if n < 2 {
		return nil, mistaken("--seeds must be above 1, not %d: there have to be runs to compare", n)
	}
	s.options.Stop = ctx.Done()
	s.searches()
	x, err := contrast.Compare(contrast.Seeds(s.Options(), n, progress))
	if lacks := s.lacks(); lacks != nil {
		return nil, lacks
	}
	s.remark()
	if err == nil && len(x.Classes) == 0 {
		err = s.Unknown()
	}
	name := func(i int) string { return fmt.Sprint("seed ", s.options.Seed+uint64(i)) }
	return compared(x, err, name, func(i int) (string, error) {
		run, err := s.Nth(i).Run(ctx, kernel.Tracer{})
		if err != nil {
			return "", err
		}
		run.Close()
		return run.Setup.Recording, nil
	})
}

// CompareRecorded compares recorded runs of one program.
func CompareRecorded(ctx context.Context, all []*Recorded, progress func()) (*Compared, error) {
	replays := make([]*runner.ReplayOptions, len(all))
	for i, r := range all {
		if r.Of != all[0].Of {
			return nil, mistaken("%s is of program %s, and %s of program %s: compare runs of one", all[0].File, all[0].Program,
				r.File, r.Program)
		}
		replays[i] = r.options(ctx.Done())
	}
	x, err := contrast.Compare(contrast.Recordings(replays, progress))
	if bad := (*contrast.Unfit)(nil); errors.As(err, &bad) {
		return nil, unfit("%s does not fit the program: %s", all[bad.Run].File, bad.Text)
	}
	name := func(i int) string { return all[i].File }
	return compared(x, err, name, func(i int) (string, error) { return name(i), nil })
}

func compared(x *contrast.Result, err error, name func(int) string, file func(int) (string, error)) (*Compared, error) {
	switch {
	case errors.Is(err, contrast.ErrStopped):
		return nil, &Failed{"interrupted: nothing was compared"}
	case err != nil:
		return nil, err
	}
	return &Compared{x, name, file}, nil
}

// Shrunk is a smaller run, to be closed.
type Shrunk struct {
	*shrink.Result
	of *Recorded
}

// Shrinking says how a run is made smaller.
type Shrinking struct {
	Runs     int                         // at most so many
	Progress func(runs int, best string) // is told of each, and how large the smallest is; nil for nobody
	Check    func(*Running) Check        // looks at each run; nil for none
}

// DefaultRuns is how many runs are made at most to make one smaller.
const DefaultRuns = shrink.DefaultRuns

// MostSegments is how much is shown of what is left of a run.
const MostSegments = 60

// Shrink makes the run smaller.
func (r *Recorded) Shrink(ctx context.Context, x Shrinking) (*Shrunk, error) {
	s, err := r.study()
	if err != nil {
		return nil, err
	}
	o := shrink.Options{Runs: x.Runs, Stop: ctx.Done(), Check: x.Check, Claims: s.held(),
		Prepare: func(o *runner.NewOptions) { r.process.declares(&o.Common) }}
	if x.Progress != nil {
		o.Progress = func(runs int, best shrink.Size) { x.Progress(runs, best.String()) }
	}
	small, err := shrink.Run(r.Of, r.Recording, o)
	var cannot *shrink.Unfit
	switch {
	case errors.As(err, &cannot) && cannot.Departs:
		return nil, unfit("%s does not fit the program: %v; %s says where it differs", r.File, err,
			r.process.Command("replay", r.File))
	case err != nil:
		return nil, mistaken("%s: %v", r.File, err)
	}
	return &Shrunk{small, r}, nil
}

// Save records the smaller run in a file, "" for one beside that of the first, and returns its name; "" if there is no
// smaller run.
func (x *Shrunk) Save(file string) (string, error) {
	if !x.Smaller {
		return "", nil
	}
	file = cmp.Or(file, record.Beside(x.of.File, "shrunk"))
	return file, Save(file, x.Recording)
}

// Causing says how hard the cause of a failure is looked for.
type Causing = cause.Options

// UsualCausing is how hard unless somebody says otherwise.
var UsualCausing = Causing{Samples: cause.DefaultSamples, Runs: cause.DefaultRuns, Exact: cause.DefaultExact}

// Caused is the cause of the failure of a run.
type Caused struct {
	*cause.Report
	of *Recorded
}

// Cause looks for the cause of the failure of the run: o says how hard.
func (r *Recorded) Cause(ctx context.Context, o Causing) (*Caused, error) {
	s, err := r.study()
	if err != nil {
		return nil, err
	}
	replay := r.options(ctx.Done())
	r.process.does(replay, "")
	o.File, o.Program, o.Recording, o.Claims, o.Stop = r.File, r.Of, r.Recording, s.held(), ctx.Done()
	x, err := cause.Find(o)
	var bad *cause.Unfit
	switch {
	case errors.As(err, &bad) && bad.Changed:
		return nil, unfit("%s does not fit the program: %s", r.File, bad.Text)
	case errors.As(err, &bad):
		return nil, mistaken("%s: %s", r.File, bad.Text)
	case errors.Is(err, cause.ErrStopped):
		return nil, &Failed{err.Error()}
	case err != nil:
		return nil, err
	}
	return &Caused{x, r}, nil
}

// Save records the run that ends well, if there is one, in a file.
func (x *Caused) Save(file string) error {
	if x.Well == nil {
		return nil
	}
	if err := Save(file, x.Well.Data()); err != nil {
		return err
	}
	x.Well.File = file
	return nil
}

// Beside returns the name of the file for a run that was made of a recorded one: that of the recording with a word.
func (r *Recorded) Beside(word string) string { return record.Beside(r.File, word) }
