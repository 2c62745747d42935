package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// comparing has the flags of the command compare.
type comparing struct {
	cli.Settings
	seeds int
	json  bool
}

func newCompare(m *cli.Machsim) *cobra.Command {
	k := &comparing{Settings: m.Settings()}
	c, f := m.Command(cli.Command{
		Use:   "compare PROGRAM | FILE...",
		Short: "say what failing runs have that good ones have not",
		Long: `compare makes many runs of a program, or replays recordings of one, and says what failing
runs have that good ones have not: an order of two events, an event of another thread between
two of one, mutexes that are held at the same time, a message that was lost, a call that timed
out, a value. Failures with different verdicts, or different texts, are told apart.

With each it says how many failing and how many good runs have it, and how likely that is by
chance: p is that of Fisher's exact test, corrected by Holm's method for the number of features
tested. So "nothing tells them apart" is an answer. A failing run that shows the first is
recorded, and a good one that has it not. The exit code is 1 if nothing tells them apart, or
if all runs ended alike.

Of two recordings it says besides how many events they begin with that are the same.`,
		Example: `  machsim compare bank
  machsim compare philosophers --seeds 5000 --n 3
  machsim compare .machsim/bank-*.rec`,
		Program: k.program, Files: k.recordings,
	})
	k.RegisterAll(f)
	f.IntVar(&k.seeds, "seeds", study.DefaultSeeds, "make runs of `N` seeds, from --seed or 1 on")
	f.BoolVar(&k.json, "json", false, "print a JSON object for each thing that tells runs apart")
	return c
}

// program compares runs of a program.
func (k *comparing) program(c *cobra.Command, p *kernel.Program) error {
	return k.Studies(c, p, true, func(ctx context.Context, s *study.Study) error {
		return k.compare(ctx, c, p.Name, k.seeds, s.Compare)
	})
}

// recordings compares recorded runs.
func (k *comparing) recordings(c *cobra.Command, files []string) error {
	if name := cli.HowMade(c.Flags(), "seeds", "keep-going"); name != "" {
		return cli.Wrong("--%s and recordings do not go together: each says how it was made", name)
	}
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	if len(files) < 2 {
		return cli.Wrong("compare needs several recordings, of failing and of good runs")
	}
	all := make([]*study.Recorded, len(files))
	for i, file := range files {
		var err error
		if all[i], err = k.Recorded(file); err != nil {
			return err
		}
	}
	ctx, done := k.UntilInterrupt()
	defer done()
	if len(all) == 2 && all[0].Program == all[1].Program && all[0].Dropped+all[1].Dropped == 0 && !k.json {
		if err := k.inCommon(ctx, c, all[0], files[1]); err != nil {
			return err
		}
	}
	return k.compare(ctx, c, all[0].Program, len(all),
		func(ctx context.Context, _ int, step func()) (*study.Compared, error) {
			return study.CompareRecorded(ctx, all, step)
		})
}

// inCommon tells how long two recorded runs of a program are one.
func (k *comparing) inCommon(ctx context.Context, c *cobra.Command, one *study.Recorded, other string) error {
	d, err := k.OpenSource(c, debugger.Source{Recording: one.Recording, File: one.File},
		debugger.Options{Read: study.ReadFile})
	if err != nil {
		return err
	}
	defer d.Close()
	beside, err := d.Beside(ctx, other)
	if err != nil {
		return err
	}
	x, err := d.Compare(ctx, 0, beside.Number)
	if err == nil {
		fmt.Fprintf(c.OutOrStdout(), "the first %d events are the same, with all that was chosen in them\n", x.Same)
	}
	return err
}

// compare compares n runs of a program, and tells what was found.
func (k *comparing) compare(ctx context.Context, c *cobra.Command, program string, n int,
	compare func(context.Context, int, func()) (*study.Compared, error)) error {
	bar := term.NewBar(c.ErrOrStderr(), "runs", 2*n)
	x, err := compare(ctx, n, bar.Step)
	bar.End()
	switch {
	case err != nil:
		return err
	case k.json:
		return x.JSON(c.OutOrStdout())
	}
	return x.Text(c.OutOrStdout(), program, term.Width(c.OutOrStdout()))
}
