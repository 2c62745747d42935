package study

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/kernel/hook"
)

// noteApart warns that a search could not find much.
const noteApart = "  note: no two tasks were ever at work at once, as a step takes 0.01 ms: " +
	"let them sleep for less, or add --free-timers\n"

// AllFine tells of a search through n seeds in which no run has failed, and that has taken so long.
func (s *Study) AllFine(found Found, n int, took time.Duration) string {
	name := s.options.Program.Name
	if found.Halted {
		return fmt.Sprintf("%s  INTERRUPTED: %d seeds were tried, all fine\n", name, found.Fine)
	}
	tried := fmt.Sprintf("%d seeds", found.Fine)
	switch {
	case found.All && found.Fine == 1:
		tried = fmt.Sprintf("1 run, the only one of strategy %s", s.options.Strategy)
	case found.All:
		tried = fmt.Sprintf("%d runs, all of strategy %s", found.Fine, s.options.Strategy)
	}
	text := fmt.Sprintf("%s  %s, all fine, %d events, %s\n", name, tried, found.Events,
		max(took, time.Millisecond).Round(time.Millisecond))
	if all := s.unheard(); all != nil {
		text += fmt.Sprintf("  not looked at, for want of hooks: %s\n", strings.Join(all, ", "))
	}
	if runner.Apart(&s.options, n) {
		text += noteApart
	}
	return text
}

// unheard names what the threads of a preempted program do in one step, for want of hooks.
func (s *Study) unheard() []string {
	if !s.options.Preempt {
		return nil
	}
	return hook.Unheard(s.options.Program.Main)
}

// fineJSON is what came of a search in which no run has failed, for JSON.
type fineJSON struct {
	Program string         `json:"program"`
	Verdict report.Verdict `json:"verdict"`
	Fine    int            `json:"fine"`
	Events  uint64         `json:"events"`
	Unheard []string       `json:"unheard,omitempty"` // what has no hooks, if threads are preempted
	Goals   Goals          `json:"goals,omitempty"`
	Halted  bool           `json:"interrupted,omitempty"`
}

// FineJSON returns that for a search.
func (s *Study) FineJSON(found Found) any {
	x := fineJSON{s.options.Program.Name, report.OK, found.Fine, found.Events, s.unheard(), s.goals, found.Halted}
	if found.Halted {
		x.Verdict = report.Interrupted
	}
	return x
}

// Before says how many seeds were fine before one that failed.
func Before(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 seed was fine before it\n"
	}
	return fmt.Sprintf("%d seeds were fine before it\n", n)
}

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
	Goals     Goals          `json:"goals,omitempty"`
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

// JSON returns the report of the run, and closes that. So many runs of other seeds were fine before it; with servers it
// tells what name servers were doing, too.
func (r *Ran) JSON(fine int, servers bool) any {
	rep := r.Report()
	if !servers {
		rep.Servers = nil
	}
	x := &reportJSON{Program: rep.Program, Seed: rep.Seed, Verdict: rep.Verdict, Summary: rep.Summary, Events: rep.Events,
		Time: rep.Time, Thread: rep.Thread, Earlier: rep.Before, Notes: rep.Notes, Warnings: rep.Warnings, Hash: rep.Hash,
		Recording: rep.Recording, Why: rep.Why, Goals: r.goals, Fine: fine, Repeat: r.Command("run")}
	if x.Recording != "" {
		x.Debug = commandline.Open("debug", x.Recording, r.Trust)
	}
	for _, f := range rep.Stack {
		x.Stack = append(x.Stack, placeJSON{f.String(), f.Func})
	}
	for _, e := range slices.Concat(rep.Cycle, rep.Doing, rep.Servers) {
		x.Waits = append(x.Waits, waitsJSON{e.Thread, e.Text, e.Where, e.Held})
	}
	return x
}
