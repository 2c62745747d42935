package study

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/text"
	"machsim/debugger/record"
	"machsim/debugger/run/commandline"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
)

// Exploring says how far a program is explored, Explorings how far that has come, and Explored what has
// come of it, and of what Search.
type (
	Exploring  = campaign.Options
	Explorings = campaign.Progress
	Explored   = campaign.Report
	Search     = campaign.Search
)

// Shard is a part of the runs of a search.
type Shard = campaign.Shard

// ParseShard reads a shard as it is typed: 2/4.
func ParseShard(text string) (Shard, error) { return campaign.ParseShard(text) }

// What an exploration has that does not say: how many runs at most, and after how many without anything new it ends.
const (
	UsualRuns  = campaign.UsualRuns
	UsualStale = campaign.UsualStale
)

// Sampling is the strategy of runs at random in an exploration.
const Sampling = campaign.Sampling

// ReadExplored reads the report of an exploration in a file. The error is an *Unfit if it is none.
func ReadExplored(file string) (*Explored, error) {
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, mistaken("there is no file %s", file)
	case err != nil:
		return nil, err
	}
	r, err := campaign.Read(text)
	if err != nil {
		return nil, unfit("%s: %v", file, err)
	}
	return r, nil
}

// ParseExplored reads a report as its file has it.
func ParseExplored(file []byte) (*Explored, error) { return campaign.Read(file) }

// WriteExplored writes a report with all that it has.
func WriteExplored(file string, r *Explored) error {
	text, err := r.Bytes()
	if err != nil {
		return err
	}
	return Write(file, text)
}

// Merge makes one report of those of all shards of a search. The error is an *Unfit if they do not go together.
func Merge(parts []*Explored) (*Explored, error) {
	r, err := campaign.Merge(parts)
	if err != nil {
		return nil, unfit("%v", err)
	}
	return r, nil
}

// FirstFailing is the command that makes the first run of a search that failed, and reports it: the search is made
// again up to there if its strategy has learnt from the runs before, and says then how its run is opened; else opens is
// the command for that. Both are "" if none has failed.
func FirstFailing(r *Explored) (makes, opens string) {
	if len(r.Failures) == 0 {
		return "", ""
	}
	f := r.Failures[0]
	o := runner.New(&kernel.Program{Name: r.Program}, f.Seed)
	if r.Package != "" {
		o.As = r.Package + ":" + r.Program
	}
	o.Args, o.Claims, o.MaxSteps = r.Args, r.Claims, r.MaxEvents
	o.Weak, o.FreeTimers, o.Lenient, o.Preempt, o.KeepGoing = r.Weak, r.FreeTimers, r.Lenient, r.Preempt, r.PanicsPass
	o.Faults, _ = strategy.ParseFaults(r.Faults) // if a stranger's report says nonsense, none
	o.Strategy = f.Strategy
	if !Learns(f.Strategy) {
		return commandline.Command("run", o.Setup()), commandline.Command("debug", o.Setup())
	}
	o.Strategy, o.Seed = r.Strategy, r.Seed
	words := append([]string{commandline.Command("explore", o.Setup())}, text.Each(r.Claims, commandline.Quote)...)
	if bounds := r.Bounds.String(); bounds != "" {
		words = append(words, "--bound", bounds)
	}
	if r.Equivalence == campaign.ByReceipt {
		words = append(words, "--by-receipt")
	}
	return strings.Join(words, " "), ""
}

// Explore explores the program: o says how, and need not say what. The error is a *Wrong if no run knows a name in a
// claim.
func (s *Study) Explore(ctx context.Context, o Exploring) (*Explored, error) {
	if row := strategy.Named(s.options.Strategy); s.options.Strategy != "" && s.with.Bounds != "" && !row.Exhaustive {
		return nil, mistaken("--bound is for --strategy every: runs of %s have none", s.options.Strategy)
	}
	s.searches()
	o.Sought = s.sought(cmp.Or(o.Runs, UsualRuns))
	o.Run, o.Build, o.Prove = s.Options(), record.ThisBuild(), s.with.Process.prove(&s.options.Common)
	if ordered := s.orderly(o.ByReceipt); o.Ordered == "" {
		o.Ordered = ordered
	} else if ordered != "" {
		o.Ordered = ordered + ", " + o.Ordered
	}
	o.Tried = s.tried
	r, err := campaign.Run(ctx, o)
	s.remark()
	if err == nil && r.Failed() == 0 {
		err = s.Unknown()
	}
	return r, err
}

// orderly names the claims that one order of the events of a class may break where another does not. Of classes by
// receipt it is every claim: states have queues.
func (s *Study) orderly(byReceipt bool) string {
	if !byReceipt {
		return s.ordered
	}
	return strings.Join(append(text.Each(s.claims, claim.String), text.Each(s.models, (*linearizing).String)...), ", ")
}

// Reaching makes a run once more that has reached a goal, and records it; nil if its strategy has learnt from the runs
// before it, and these were made by another process.
func (s *Study) Reaching(v *Visit, file string) *Ran {
	o := v.Again()
	if o == nil {
		return nil
	}
	x := s.with
	x.File = file
	return open(o, x).again(o)
}

// Failing makes the first run once more that has failed in an exploration, and records it; nil if none has, or if that
// was not made by this process.
func (s *Study) Failing(r *Explored) *Ran {
	if o := r.Again(); o != nil {
		return s.again(o)
	}
	return nil
}
