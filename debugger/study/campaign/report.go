package campaign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel"
)

// Search is what was explored: reports with the same Search are of the same runs, but for the Shard.
type Search struct {
	Program    string            `json:"program"`
	Package    string            `json:"package,omitempty"`
	Build      string            `json:"build,omitempty"`
	Args       map[string]string `json:"args,omitempty"`
	Claims     []string          `json:"claims,omitempty"`
	Ordered    string            `json:"ordered,omitempty"` // what is claimed of one order of events in each class alone
	Weak       bool              `json:"weak,omitempty"`
	FreeTimers bool              `json:"free_timers,omitempty"`
	Lenient    bool              `json:"lenient,omitempty"`
	Preempt    bool              `json:"preempt,omitempty"`
	Faults     string            `json:"faults,omitempty"`      // what may go wrong, as "crash=1,loss=2"
	Guarded    bool              `json:"guarded,omitempty"`     // threads share variables behind locks alone
	PanicsPass bool              `json:"panics_pass,omitempty"` // a panic ends its task only
	Unheard    string            `json:"unheard,omitempty"`     // of a preempted program, what has no hooks
	MaxEvents  uint64            `json:"max_events,omitempty"`
	Bounds     explore.Bounds    `json:"bounds,omitempty"` // of the exhaustive runs

	Equivalence Equivalence `json:"equivalence,omitempty"` // of which the exhaustive runs make the classes

	Sought []Sought `json:"sought,omitempty"` // the goals that were known beforehand

	Strategy  string `json:"strategy,omitempty"` // "" for the usual portfolio
	Seed      uint64 `json:"seed"`
	Runs      int    `json:"runs"`
	Stale     int    `json:"stale"`
	KeepGoing bool   `json:"keep_going,omitempty"`
	Shard     Shard  `json:"shard"`
}

// Report is what came of a search. But for its Lanes it says what a person wants to know; these have all that is needed
// to go on with the search, and to make one report of several.
type Report struct {
	Search
	Stop     Stop              `json:"stop"`
	Made     int               `json:"made"` // runs
	Events   uint64            `json:"events"`
	Fails    int               `json:"fails"`              // runs that failed
	Failures []Failure         `json:"failures,omitempty"` // one for each way to fail, in the order of their first runs
	Verdicts []Verdicts        `json:"verdicts,omitempty"` // of the classes in which runs fail
	Goals    Goals             `json:"goals,omitempty"`    // all, and which runs have reached them
	Races    []explore.Race    `json:"races,omitempty"`    // of accesses to variables, in the exhaustive runs
	Every    *Every            `json:"every,omitempty"`    // of the exhaustive runs; nil if there were none
	Estimate *explore.Estimate `json:"estimate,omitempty"` // of all classes, if not all were run
	Pairs    []Pair            `json:"pairs,omitempty"`    // that make most of them, as runs at random say
	Coverage Coverage          `json:"coverage"`
	Tasks    int               `json:"tasks"`           // that set to work of their own accord
	Apart    [][2]string       `json:"apart,omitempty"` // two of them that never did so while the other was at it
	Lanes    []Lane            `json:"lanes,omitempty"`

	again *runner.NewOptions // makes the first failing run once more
}

// Again returns the options that make the first run that failed once more: nil if none did, or if it was not made by
// this process.
func (r *Report) Again() *runner.NewOptions { return r.again }

// Stop says what ended a search.
type Stop string

// What can end a search.
const (
	StopAll         Stop = "all"         // the strategy has no more runs
	StopFailure     Stop = "failure"     // a run failed
	StopRuns        Stop = "runs"        // there were to be no more
	StopStale       Stop = "stale"       // nothing new has come for so many runs
	StopLeft        Stop = "left"        // runs were left to themselves, and go on beside all others
	StopTime        Stop = "time"        // it has taken the time that it was to take
	StopInterrupted Stop = "interrupted" // by the user
)

// Failure is a way in which runs fail, and the first of them.
type Failure struct {
	report.Failure
	Run      int    `json:"run"` // its number
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`
	Events   uint64 `json:"events"`
	Runs     int    `json:"runs"`              // how many fail so
	Classes  int    `json:"classes,omitempty"` // of the exhaustive ones
	Ways     int    `json:"ways,omitempty"`    // of what comes before it there, by its order

	event  uint64            // in its run, 0 at the end
	thread int               // its number among kernel.State.Failures, or -1
	breaks *runner.Violation // of what is claimed; nil for nothing
}

// add counts one more run of a strategy, of a class that none was of before or not.
func (f *Failure) add(strategy string, another bool, ways int) {
	f.Runs++
	if strategy == exhaustive && another {
		f.Classes++
		f.Ways += ways
	}
}

// kept returns what makes the run once more that a search has taken in last, up to this failure.
func (f *Failure) kept(every *strategy.Every) func() kernel.Door {
	switch {
	case f.thread >= 0:
		return every.KeepFailure(f.thread)
	case f.event > 0:
		return every.KeepUpTo(f.event)
	}
	return every.Keep()
}

// Verdicts is in how many classes of schedules a run fails so.
type Verdicts struct {
	Verdict report.Verdict `json:"verdict"`
	Classes int            `json:"classes"`
}

// Every says of exhaustive runs how many classes of schedules they have found.
type Every struct {
	Classes   int  `json:"classes"`
	Redundant int  `json:"redundant"`       // runs that turned out to be in a class that had been run
	Lost      int  `json:"lost"`            // runs that did not go the way they were to go
	Timed     bool `json:"timed,omitempty"` // in some run time passed, or the program looked at the clock
	All       bool `json:"all,omitempty"`   // the search has no more runs
	Anew      bool `json:"anew,omitempty"`  // it begins anew: what was counted before does not count

	// What it has left out beside (explore.Gaps):
	Given   int    `json:"given,omitempty"`
	After   int    `json:"after,omitempty"`
	Spins   string `json:"spins,omitempty"`
	Shared  bool   `json:"shared,omitempty"`
	Unheard string `json:"unheard,omitempty"`
	Coarse  string `json:"coarse,omitempty"`
	Barred  string `json:"barred,omitempty"`

	restarts int

	// What the bounds have left out:
	Cut    int  `json:"cut,omitempty"`    // of the classes, those whose runs were cut
	Known  int  `json:"known,omitempty"`  // runs that came to what was run before, and ended there
	Passed bool `json:"passed,omitempty"` // orders
	Wide   int  `json:"wide,omitempty"`   // random numbers: of the largest range only some were tried; 0 for none
}

// Coverage is how much was seen of what a program can do.
type Coverage struct {
	Classes      int  `json:"classes"` // of schedules
	AboutClasses bool `json:"about_classes,omitempty"`
	States       int  `json:"states"`
	AboutStates  bool `json:"about_states,omitempty"`
	Pairs        int  `json:"pairs"` // of steps whose order matters
	Both         int  `json:"both"`  // those of them that came in both orders
	Sum          Sum  `json:"sum,omitempty"`
}

// Lane is the runs of one strategy.
type Lane struct {
	Strategy string   `json:"strategy"`
	All      bool     `json:"all,omitempty"` // there are no more
	Events   []uint64 `json:"events"`        // of each run that was made, in order
	Rows     []Row    `json:"rows"`          // runs of which there is more to be said
}

// Row says of a run what nobody had seen before, and how it failed.
type Row struct {
	Index    int              `json:"index"` // among the runs of the strategy
	Seen     Seen             `json:"seen,omitzero"`
	Failures []Failure        `json:"failures,omitempty"`
	Reached  []runner.Reached `json:"reached,omitempty"`
	Races    []explore.Race   `json:"races,omitempty"` // which it has shown
	Every    *Every           `json:"every,omitempty"` // if it was redundant or lost, or time passed
	Descent  *Descent         `json:"descent,omitempty"`
}

// Failed says how many runs have failed.
func (r *Report) Failed() int { return r.Fails }

// Whole says whether each shard of the search makes all its runs, and judges its own: they follow from each other.
func (r *Report) Whole() bool { return r.Strategy == exhaustive }

// Gaps are what the exhaustive runs have left out.
func (r *Report) Gaps() explore.Gaps {
	e := r.Every
	if e == nil {
		return explore.Gaps{}
	}
	return explore.Gaps{Made: len(r.exhaustive().Events) > 0, Ended: e.All, Lost: e.Lost, Given: e.Given, After: e.After,
		Ordered: r.Ordered, ByReceipt: r.Equivalence == ByReceipt, Barred: e.Barred,
		Spins: e.Spins, Shared: e.Shared && !r.Guarded,
		Unheard: r.hidden(e.Unheard), Coarse: r.hidden(e.Coarse),
		Bounds: r.Bounds, Cut: e.Cut, Passed: e.Passed, Wide: e.Wide}
}

// hidden is what hooks do not tell: nothing that matters where locks guard what threads share.
func (r *Report) hidden(text string) string {
	if r.Guarded {
		return ""
	}
	return text
}

// exhaustive returns the lane of exhaustive runs, an empty one if there is none.
func (r *Report) exhaustive() *Lane {
	if i := slices.IndexFunc(r.Lanes, func(l Lane) bool { return l.Strategy == exhaustive }); i >= 0 {
		return &r.Lanes[i]
	}
	return &Lane{}
}

// Proven says whether all that the program can do has been run: all orders of scheduling and arrival.
func (r *Report) Proven() bool {
	g := r.Gaps()
	return g.Whole()
}

// Through says whether all has been run that the bounds allow.
func (r *Report) Through() bool {
	g := r.Gaps()
	return g.Through()
}

// Decided says whether the search has come to something: it has made runs and, if these were to be all that there are,
// they are.
func (r *Report) Decided() bool {
	if g := r.Gaps(); r.Strategy == exhaustive && g.Ended {
		return g.Through()
	}
	return r.Made > 0
}

// Failing says that a run has failed, that none has reached a goal, or that the search has come to nothing. What a
// shard has not reached another one may have.
func (r *Report) Failing() bool {
	return r.Failed() > 0 || r.Stop == StopInterrupted || !r.Decided() || r.Shard.All() && r.Goals.Unreached()
}

// format is what a file with a report begins with.
const format = "machsim exploration 2"

// Bytes returns the report as a file has it, with all that Merge and Options.Resume need.
func (r *Report) Bytes() ([]byte, error) { return encode(r, nil) }

// JSON returns what a person or a program wants to know of the report. first is told of the first run that failed; nil
// for nothing.
func (r *Report) JSON(first any) ([]byte, error) {
	short := *r
	short.Lanes = nil
	return encode(&short, first)
}

func encode(r *Report, first any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(struct {
		Format string `json:"format"`
		*Report
		First any `json:"first,omitempty"`
	}{format, r, first})
	return b.Bytes(), err
}

// Read reads what Bytes returns.
func Read(file []byte) (*Report, error) {
	var x struct {
		Format string `json:"format"`
		Report
	}
	switch err := json.Unmarshal(file, &x); {
	case x.Format != format:
		return nil, fmt.Errorf("it is no report of machsim explore, or one of another version")
	case err != nil:
		return nil, fmt.Errorf("it is damaged: %v", err)
	}
	return &x.Report, x.Report.check()
}
