package campaign

import (
	"cmp"
	"fmt"
	"time"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
)

// Options say what is explored, and for how long.
type Options struct {
	// Run has the program, its parameters, configuration and limits, the strategy ("" for the usual portfolio, which
	// has exhaustive runs beside random ones) and the first seed.
	Run *runner.NewOptions

	Runs      int           // how many runs there are at most; 0 for UsualRuns
	For       time.Duration // how long they take at most; 0 for any time
	Stale     int           // after how many runs without anything new the search ends; 0 for UsualStale, below for never
	KeepGoing bool          // a failing run does not end the search
	Guarded   bool          // threads share variables behind locks alone, says whoever asks: no access need be heard
	ByReceipt bool          // the classes of exhaustive runs are those by receipt, and there are no other runs
	Ordered   string        // what runs are held against of which another order of the same events may say otherwise
	Sought    []Sought      // the goals that are known beforehand
	Deaf      bool          // accesses to variables are not heard: others in this process may hear hooks meanwhile
	Shard     Shard         // the part that is made; the zero Shard is all
	Workers   int           // how many runs are made at once; 0 for as many as there are cores
	Build     string        // says of which build of the program the report is; "" if nobody is to compare it

	Prove    runner.Prove       // says whether runs that do not end are in a livelock; nil for nobody
	Progress func(Progress)     // is told of runs, from one goroutine at a time; nil for nobody
	Tried    func(runner.Tried) // is told what came of each run that is made here, from several goroutines; or nil
	Resume   *Report            // of the same search, which was interrupted: its runs are not made again
}

// What a search has that does not say.
const (
	UsualRuns  = 10_000
	UsualStale = 1000
)

// Shard is the part I of so many, from 1 on.
type Shard struct {
	I  int `json:"i"`
	Of int `json:"of"`
}

// All says whether the shard is the whole.
func (s Shard) All() bool { return s.Of <= 1 }

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.I, s.Of) }

// ParseShard reads a shard as it is typed: 2/4.
func ParseShard(text string) (s Shard, err error) {
	var rest string
	n, _ := fmt.Sscanf(text, "%d/%d%s", &s.I, &s.Of, &rest)
	if n != 2 || s.Of < 1 || s.I < 1 || s.I > s.Of {
		return s, fmt.Errorf("%q is no shard; the second of four is 2/4", text)
	}
	return s, nil
}

// Progress is how far a search has come.
type Progress struct {
	Runs, Of int // runs that were made, and how many there are at most
	Failed   int // of them
	Coverage

	Estimate   *explore.Estimate // of all classes, nil for none
	Exhaustive int               // how many were made
	Pace       time.Duration     // how long each takes, as far as is known
}

// withDefaults returns the options with what they do not say.
func (o Options) withDefaults() (Options, error) {
	if o.Runs <= 0 {
		o.Runs = UsualRuns
	}
	o.Stale, o.Shard = cmp.Or(o.Stale, UsualStale), cmp.Or(o.Shard, Shard{1, 1})
	run := *o.Run
	o.Run = &run
	if o.ByReceipt {
		if err := receives(&run); err != nil {
			return o, err
		}
	}
	if row := strategy.Named(run.Strategy); row == nil {
		return o, fmt.Errorf("there is no strategy %q; there are: %s", run.Strategy, strategy.Names())
	} else if run.Strategy != "" {
		run.Strategy = row.Name
	} else if len(run.Bounds) == 0 {
		run.Bounds = usualBounds
	}
	return o, nil
}

// usualBounds are those of exhaustive runs that take turns with samples: one that does not end would take the time of
// thousands of these.
var usualBounds = strategy.Bounds{explore.Events: 4000}
