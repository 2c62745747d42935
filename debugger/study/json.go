package study

import (
	"slices"

	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
)

// reportJSON is what the report of a run says, for JSON.
type reportJSON struct {
	Program   string         `json:"program"`
	Seed      uint64         `json:"seed"`
	Verdict   report.Verdict `json:"verdict"`
	Summary   string         `json:"summary,omitempty"`
	Events    uint64         `json:"events"`
	Time      int64          `json:"us"` // virtual
	Thread    string         `json:"thread,omitempty"`
	Stack     []placeJSON    `json:"stack,omitempty"`
	Earlier   string         `json:"earlier,omitempty"` // where it did before what it was not to do again
	Waits     []waitsJSON    `json:"waits,omitempty"`
	Why       []string       `json:"why,omitempty"` // a claim is broken
	Notes     []string       `json:"notes,omitempty"`
	Warnings  []string       `json:"warnings,omitempty"`
	Hash      string         `json:"hash,omitempty"`
	Recording string         `json:"recording,omitempty"`
	Repeat    string         `json:"repeat,omitempty"` // the command that makes the run again
	Debug     string         `json:"debug,omitempty"`
	Fine      int            `json:"fine,omitempty"` // runs of other seeds before it
}

type placeJSON struct {
	Line string `json:"line"`
	Func string `json:"func"`
}

// waitsJSON is what a thread waits for.
type waitsJSON struct {
	Thread string `json:"thread"`
	Text   string `json:"text"`
	Line   string `json:"line,omitempty"`
	Held   string `json:"held,omitempty"`
}

// JSON returns the report of the run, and closes that. So many runs of other seeds were fine before it.
func (r *Ran) JSON(fine int) any {
	rep := r.Report()
	x := &reportJSON{Program: rep.Program, Seed: rep.Seed, Verdict: rep.Verdict, Summary: rep.Summary, Events: rep.Events,
		Time: rep.Time, Thread: rep.Thread, Earlier: rep.Before, Notes: rep.Notes, Warnings: rep.Warnings, Hash: rep.Hash,
		Recording: rep.Recording, Why: rep.Why, Fine: fine, Repeat: r.Command("run")}
	if x.Recording != "" {
		x.Debug = commandline.Open("debug", x.Recording, r.Trust)
	}
	for _, f := range rep.Stack {
		x.Stack = append(x.Stack, placeJSON{f.String(), f.Func})
	}
	for _, e := range slices.Concat(rep.Cycle, rep.Doing) {
		x.Waits = append(x.Waits, waitsJSON{e.Thread, e.Text, e.Where, e.Held})
	}
	return x
}
