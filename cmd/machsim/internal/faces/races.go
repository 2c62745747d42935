package faces

import (
	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
)

func NewRaces(m *cli.Machsim) *cobra.Command {
	d := &debugCommand{Settings: m.Settings()}
	d.shows = d.races
	d.again = func(path string) []string { return []string{"races", path} }
	c, f := m.Command(cli.Command{
		Use:   "races FILE | PROGRAM",
		Short: "say where the threads of a task share variables with nothing between them",
		Long: `races looks for pairs of accesses to the same variable by threads of one task, at least one
of them a write, of which neither happened before the other: no mutex, message, fork or join
is between them. Each pair of lines is told once, with the threads, the functions that they
are in, and the positions for goto in machsim debug. With the name of a program it makes a
run first. A package is built once more, with hooks at its accesses. The exit code is 0 if
there is no race, and 1 if there is one. Packages without hooks are named if they may use
variables that threads share: what they do is not looked at. Of a recording with the last
part of its run (--keep) those are found of which both accesses are in it.

In a usual run, threads of a task change places at kernel calls only, so many a race does no
harm there. With --preempt they change places at accesses to variables as well.`,
		Example: `  machsim races .machsim/philosophers-7.rec
  machsim races ./lab --seed 7
  machsim run ./lab --preempt --seeds 100`,
		Program: d.program, Files: d.files,
	})
	d.Register(f)
	return c
}

// races shows the races of a run.
func (d *debugCommand) races(c *cobra.Command, b *debugger.Debugger) error {
	ctx, done := d.UntilInterrupt()
	defer done()
	all, err := b.Races(ctx)
	if err != nil {
		return cli.WrongBy(err)
	}
	if err := cli.Tells(b, c.OutOrStdout(), "races"); err != nil {
		return cli.WrongBy(err)
	}
	if len(all) > 0 {
		return cli.Failed
	}
	return nil
}
