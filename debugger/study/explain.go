package study

import (
	"cmp"
	"context"
	"errors"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/cause"
	"machsim/debugger/study/shrink"
)

// Shrunk is a smaller run, to be closed.
type Shrunk struct {
	*shrink.Result
	of *Recorded
}

// Shrinking says how a run is made smaller.
type Shrinking struct {
	Runs     int                         // at most so many
	Servers  bool                        // what comes of it tells of name servers that are not at fault, too
	Progress func(runs int, best string) // is told of each, and how large the smallest is; nil for nobody
}

// DefaultRuns is how many runs are made at most to make one smaller.
const DefaultRuns = shrink.DefaultRuns

// MostSegments is how much is shown of what is left of a run.
const MostSegments = 60

// Shrink makes the run smaller.
func (r *Recorded) Shrink(ctx context.Context, x Shrinking) (*Shrunk, error) {
	if err := r.whole("shrink"); err != nil {
		return nil, err
	}
	s, err := r.study()
	if err != nil {
		return nil, err
	}
	o := shrink.Options{Runs: x.Runs, Servers: x.Servers, Stop: ctx.Done(), Claims: s.held(),
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

// JSON returns what programs are told of it. The smaller run is recorded in a file, "" for none.
func (x *Shrunk) JSON(file string) any {
	told := struct {
		*shrink.Result
		Recording string `json:"recording,omitempty"`
		Debug     string `json:"debug,omitempty"`
	}{Result: x.Result, Recording: file}
	if file != "" {
		told.Debug = x.of.process.Command("debug", file)
	}
	return told
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
