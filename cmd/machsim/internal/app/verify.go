package app

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"machsim/debugger/commandline"
	"machsim/debugger/report"
	"machsim/debugger/runner"
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
	case v.Divergence != nil:
		differs(c.OutOrStdout(), v)
		return failed
	}
	return s.alike(c, o, v)
}

// alike reports two equal runs, or that they were not seen to the end.
func (s *settings) alike(c *cobra.Command, o *runner.NewOptions, v runner.Verified) error {
	run := v.First
	if limited := v.Limited(); limited != nil {
		run = limited
	}
	rep := report.Of(run)
	w := c.OutOrStdout()
	switch rep.Verdict {
	case report.Interrupted, report.Loop, report.Blocked, report.Overflow, report.Memory:
		rep.Print(w, styleFor(c, run))
		return failed
	}
	fmt.Fprintf(w, "%s  seed %d  identical, %d events, hash %s\n", rep.Program, rep.Seed, rep.Events, rep.Hash)
	if rep.Verdict == report.NoEnd {
		o.Lines = true
		s.provesLivelocks(o)
		run = runner.Do(o)
		defer letGo(c, run)
		rep = report.Of(run)
	}
	if rep.Verdict != report.OK {
		bothTimes(w, string(rep.Verdict), run)
	}
	return nil
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
