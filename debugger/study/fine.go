package study

import (
	"fmt"
	"strings"
	"time"

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
	Halted  bool           `json:"interrupted,omitempty"`
}

// FineJSON returns that for a search.
func (s *Study) FineJSON(found Found) any {
	x := fineJSON{s.options.Program.Name, report.OK, found.Fine, found.Events, s.unheard(), found.Halted}
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
