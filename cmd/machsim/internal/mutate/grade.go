package mutate

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Bench makes the runs and the tests of a program and its mutants, each in a process of its own. They are numbered from
// 1; the program itself has number 0. The methods are called from several goroutines.
type Bench interface {
	Runs(ctx context.Context, number int) (*Runs, error)
	// Tests returns the test that fails, "" if all pass.
	Tests(ctx context.Context, number int) (failing string, err error)
	// Differ returns where a mutant's run of a seed first differs from the program's.
	Differ(ctx context.Context, number int, seed uint64) (*Difference, error)
}

// Runs are runs of several seeds, the first of which is First, up to the first that fails.
type Runs struct {
	First   uint64   `json:"first"`
	Hashes  []uint64 `json:"hashes"` // of the events of each run
	Failure *Failure `json:"failure,omitempty"`
	Reached []int    `json:"reached"` // the mutants whose places they came to
	Refused string   `json:"refused,omitempty"`
}

// Failure is a run that has failed.
type Failure struct {
	Seed uint64 `json:"seed"`
	What string `json:"what"`
}

// Difference is where two runs of a seed differ first.
type Difference struct {
	Seed    uint64
	Event   uint64 // 0 if it is in nothing that is shown
	Program string // what the program does there; "" if its run is over
	Mutant  string
}

// Status is what became of a mutant.
type Status string

const (
	Noticed   Status = "noticed"     // a test or a run has failed
	Survives  Status = "survives"    // its runs differ from the program's, and nothing fails
	Same      Status = "same"        // each of its runs is that of the program
	Unreached Status = "not reached" // likewise, and no run of the program comes to its place
)

// Numbered is a mutant with its number in the executable that has them all.
type Numbered struct {
	*Mutant
	Number int
}

// Graded is a mutant, and what became of it.
type Graded struct {
	Numbered
	Status     Status
	Test       string   // that fails
	Run        *Failure // that fails
	Difference *Difference
}

// Grade holds mutants against runs and tests, some at once. Those of whom nothing is known yet when the context ends
// are nil. Program is what came of the program's own runs; done is told of each mutant.
func Grade(ctx context.Context, b Bench, all []Numbered, program *Runs, workers int, done func()) ([]*Graded, error) {
	graded := make([]*Graded, len(all))
	pool, within := errgroup.WithContext(ctx)
	pool.SetLimit(workers)
	for i, m := range all {
		pool.Go(func() error {
			if within.Err() != nil {
				return nil
			}
			g, err := grade(within, b, m, program)
			if within.Err() != nil || errors.Is(err, context.Canceled) {
				return nil // it has been told to end
			}
			if graded[i] = g; err == nil {
				done()
			}
			return err
		})
	}
	if err := pool.Wait(); err != nil {
		return nil, err
	}
	return graded, nil
}

// grade holds one mutant against runs and tests.
func grade(ctx context.Context, b Bench, m Numbered, program *Runs) (*Graded, error) {
	g, number := &Graded{Numbered: m}, m.Number
	runs, err := b.Runs(ctx, number)
	if err != nil {
		return nil, err
	}
	g.Run = runs.Failure
	if g.Test, err = b.Tests(ctx, number); err != nil {
		return nil, err
	}
	seed, differs := program.differs(runs)
	switch {
	case g.Test != "" || g.Run != nil:
		g.Status = Noticed
	case differs:
		g.Status = Survives
		g.Difference, err = b.Differ(ctx, number, seed)
	case slices.Contains(program.Reached, number):
		g.Status = Same
	default:
		g.Status = Unreached
	}
	return g, err
}

// differs returns the first seed whose runs differ.
func (r *Runs) differs(other *Runs) (seed uint64, differs bool) {
	for i := range r.Hashes {
		if i >= len(other.Hashes) || r.Hashes[i] != other.Hashes[i] {
			return r.First + uint64(i), true
		}
	}
	return 0, false
}
