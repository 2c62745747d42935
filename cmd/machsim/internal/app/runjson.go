package app

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
)

// ran is what run --json prints: what the report of a run says.
type ran struct {
	Program   string         `json:"program"`
	Seed      uint64         `json:"seed"`
	Verdict   report.Verdict `json:"verdict"`
	Summary   string         `json:"summary,omitempty"`
	Events    uint64         `json:"events"`
	Time      int64          `json:"us"` // virtual
	Thread    string         `json:"thread,omitempty"`
	Stack     []place        `json:"stack,omitempty"`
	Earlier   string         `json:"earlier,omitempty"` // where it did before what it was not to do again
	Waits     []waits        `json:"waits,omitempty"`
	Why       []string       `json:"why,omitempty"` // a claim is broken
	Notes     []string       `json:"notes,omitempty"`
	Warnings  []string       `json:"warnings,omitempty"`
	Hash      string         `json:"hash,omitempty"`
	Recording string         `json:"recording,omitempty"`
	Repeat    string         `json:"repeat,omitempty"` // the command that makes the run again
	Debug     string         `json:"debug,omitempty"`
	Fine      int            `json:"fine,omitempty"` // runs of other seeds before it
}

type place struct {
	Line string `json:"line"`
	Func string `json:"func"`
}

// waits is what a thread waits for.
type waits struct {
	Thread string `json:"thread"`
	Text   string `json:"text"`
	Line   string `json:"line,omitempty"`
	Held   string `json:"held,omitempty"`
}

// sought is what run --seeds --json prints if no run has failed.
type sought struct {
	Program string         `json:"program"`
	Verdict report.Verdict `json:"verdict"`
	Fine    int            `json:"fine"`
	Events  uint64         `json:"events"`
	Unheard []string       `json:"unheard,omitempty"` // what has no hooks, if threads are preempted
	Halted  bool           `json:"interrupted,omitempty"`
}

// concludes is conclude in the form that was asked for.
func (r *running) concludes(c *cobra.Command, run *runner.Run, fine int, console bool) error {
	if !r.json {
		err := conclude(c, run, console)
		writeFine(c.OutOrStdout(), fine)
		return err
	}
	if run.Err != nil {
		return exit{exitWrong, run.Err}
	}
	rep := report.Last(run)
	x := ranOf(rep)
	x.Fine, x.Repeat = fine, repeats(run)
	if x.Recording != "" {
		x.Debug = commandline.Open("debug", x.Recording, run.Trust)
	}
	if err := printJSON(c.OutOrStdout(), x); err != nil {
		return err
	}
	switch {
	case run.Failed():
		return failed
	case run.Lost != nil || rep.Verdict == report.MachsimError:
		return exit{code: exitWrong}
	}
	return nil
}

func ranOf(rep *report.Report) *ran {
	x := &ran{Program: rep.Program, Seed: rep.Seed, Verdict: rep.Verdict, Summary: rep.Summary, Events: rep.Events,
		Time: rep.Time, Thread: rep.Thread, Earlier: rep.Before, Notes: rep.Notes, Warnings: rep.Warnings, Hash: rep.Hash,
		Recording: rep.Recording, Why: rep.Why}
	for _, f := range rep.Stack {
		x.Stack = append(x.Stack, place{f.String(), f.Func})
	}
	for _, e := range slices.Concat(rep.Cycle, rep.Doing) {
		x.Waits = append(x.Waits, waits{e.Thread, e.Text, e.Where, e.Held})
	}
	return x
}

// printJSON prints a value as a line of JSON, without what a terminal obeys.
func printJSON(w io.Writer, x any) error {
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", quote.JSON(line))
	return err
}
