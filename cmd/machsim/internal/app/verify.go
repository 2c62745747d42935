package app

import (
	"context"

	"github.com/spf13/cobra"

	"machsim/debugger/study"
	"machsim/kernel"
)

func (m *machsim) newVerify() *cobra.Command {
	s := m.settings()
	c, f := m.command(command{
		use:   "verify PROGRAM",
		short: "check that a program is deterministic: run it twice and compare",
		long: `verify makes the same run twice, event by event in turns, and compares. A program
whose runs differ with the same seed cannot be debugged; the first event that
differs is named. Exit code 0 says that the two runs were the same, however they
ended; 1 that they were not, or have not reached a goal of --sometimes.`,
		example: `  machsim verify philosophers
  machsim verify philosophers --seed 7 --n 3`,
		program: s.verify,
	})
	s.register(f)
	s.registerKeepGoing(f)
	f.StringArrayVar(&s.Claims.Sometimes, "sometimes", nil, "`PREDICATE` is to be true after a step of the run")
	addServers(c)
	return c
}

func (s *settings) verify(c *cobra.Command, p *kernel.Program) error {
	return s.studies(c, p, false, func(ctx context.Context, of *study.Study) error {
		v, err := of.Verify(ctx)
		if err != nil {
			return err
		}
		defer letGo(c, v.First)
		defer letGo(c, v.Second)
		if run := v.Broken(); run != nil {
			return conclude(c, run, false)
		}
		if !v.Print(c.OutOrStdout(), look(c)) {
			return failed
		}
		if err := of.Judge(ctx); err != nil {
			return err
		}
		if tellGoals(c, of, 1); of.Goals().Unreached() {
			return failed
		}
		return nil
	})
}
