package app

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
	"machsim/kernel"
)

func (m *machsim) newVerify() *cobra.Command {
	s := &settings{machsim: m}
	c := &cobra.Command{
		Use:   "verify PROGRAM",
		Short: "check that a program is deterministic: run it twice and compare",
		Long: `verify makes the same run twice, event by event in turns, and compares. A program
whose runs differ with the same seed cannot be debugged; the first event that
differs is named. Exit code 0 says that the two runs were the same, however they
ended; 1 that they were not.`,
		Example: `  machsim verify philosophers
  machsim verify philosophers --seed 7 --n 3`,
	}
	s.register(c.PersistentFlags())
	s.registerKeepGoing(c.PersistentFlags())
	s.perProgram(c, s.verify)
	return c
}

func (s *settings) verify(c *cobra.Command, p *kernel.Program) error {
	if err := s.validate(c.Flags()); err != nil {
		return err
	}
	o := s.options(c, p)
	var done func()
	o.Stop, done = s.supervisor.Interrupted()
	defer done()
	s.runs(o)
	v := runner.Verify(o)
	defer letGo(c, v.First)
	defer letGo(c, v.Second)
	switch {
	case v.First.Err != nil:
		return exit{exitWrong, v.First.Err}
	case v.First.Broken != nil || v.Second.Broken != nil:
		return conclude(c, broken(v), false)
	}
	style := func(run *runner.Run) report.Style { return styleFor(c, run) }
	if !s.verified(c.OutOrStdout(), style, o, v) {
		return failed
	}
	return nil
}

// verified reports two runs, neither of which is broken. It says whether they were seen to be the same.
func (m *machsim) verified(w io.Writer, style func(*runner.Run) report.Style, o *runner.NewOptions,
	v runner.Verified) bool {
	if v.Divergence != nil {
		differs(w, v)
		return false
	}
	run := v.First
	if limited := v.Limited(); limited != nil {
		run = limited
	}
	rep := report.Of(run)
	switch rep.Verdict {
	case report.Interrupted, report.Loop, report.Blocked, report.Overflow, report.Memory:
		rep.Print(w, style(run))
		return false
	}
	fmt.Fprintf(w, "%s  seed %d  identical, %d events, hash %s\n", rep.Program, rep.Seed, rep.Events, rep.Hash)
	if rep.Verdict == report.NoEnd {
		o.Lines = true
		m.provesLivelocks(o)
		run = runner.Do(o)
		defer run.Close()
		rep = report.Of(run)
	}
	if rep.Verdict != report.OK {
		bothTimes(w, string(rep.Verdict), run)
	}
	return true
}

// bothTimes prints how two runs have ended that are the same.
func bothTimes(w io.Writer, verdict string, run *runner.Run) {
	fmt.Fprintf(w, "  both times it ended with %s; see %s\n", verdict, repeats(run))
	if run.Cycle != nil {
		for _, line := range run.Cycle.Lines() {
			fmt.Fprintf(w, "  %s\n", quote.Line(line))
		}
	}
}

func broken(v runner.Verified) *runner.Run {
	if v.First.Broken != nil {
		return v.First
	}
	return v.Second
}

// differs prints the first event at which two runs differ.
func differs(w io.Writer, v runner.Verified) {
	d := v.Divergence
	o := &v.First.Setup
	fmt.Fprintf(w, "%s  seed %d  NOT DETERMINISTIC: two runs differ at event %d\n", o.Program.Name, o.Seed, d.Event)
	fmt.Fprint(w, report.Differs(v), report.Causes())
	fmt.Fprintf(w, "  repeat it: %s\n", commandline.Command("verify", o))
}
