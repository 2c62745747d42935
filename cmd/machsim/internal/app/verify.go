package app

import (
	"context"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger/study"
	"machsim/kernel"
)

func newVerify(m *cli.Machsim) *cobra.Command {
	s := m.Settings()
	c, f := m.Command(cli.Command{
		Use:   "verify PROGRAM",
		Short: "check that a program is deterministic: run it twice and compare",
		Long: `verify makes the same run twice, event by event in turns, and compares. A program
whose runs differ with the same seed cannot be debugged; the first event that
differs is named. Exit code 0 says that the two runs were the same, however they
ended; 1 that they were not, or have not reached a goal of --sometimes.`,
		Example: `  machsim verify philosophers
  machsim verify philosophers --seed 7 --n 3`,
		Program: func(c *cobra.Command, p *kernel.Program) error { return verify(&s, c, p) },
	})
	s.Register(f)
	s.RegisterKeepGoing(f)
	f.StringArrayVar(&s.Claims.Sometimes, "sometimes", nil, "`PREDICATE` is to be true after a step of the run")
	cli.AddServers(c)
	return c
}

func verify(s *cli.Settings, c *cobra.Command, p *kernel.Program) error {
	return s.Studies(c, p, false, func(ctx context.Context, of *study.Study) error {
		v, err := of.Verify(ctx)
		if err != nil {
			return err
		}
		defer cli.LetGo(c, v.First)
		defer cli.LetGo(c, v.Second)
		if run := v.Broken(); run != nil {
			return conclude(c, run, false)
		}
		if !v.Print(c.OutOrStdout(), look(c)) {
			return cli.Failed
		}
		if err := of.Judge(ctx); err != nil {
			return err
		}
		if tellGoals(c, of, 1); of.Goals().Unreached() {
			return cli.Failed
		}
		return nil
	})
}
