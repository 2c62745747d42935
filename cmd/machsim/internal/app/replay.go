package app

import (
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/term"
	"machsim/kernel"
)

// replaying has the flags of the command replay.
type replaying struct {
	*cli.Machsim
	trace     bool
	loopLimit time.Duration
}

func newReplay(m *cli.Machsim) *cobra.Command {
	r := &replaying{Machsim: m}
	c, f := m.Command(cli.Command{
		Use:   "replay FILE",
		Short: "make a recorded run again, and check that it is the same",
		Long: `replay makes a recorded run again, with the choices and the console input of the
recording, and compares it with what was recorded, event by event. Exit code 0 says
that it was the same, however it ended; 1 that the recording holds nothing to be
compared, or that the replay was interrupted; 3 that it was not the same: then the program or
machsim has changed since, or the program is not deterministic. The first event that
differs is named.`,
		Example: `  machsim replay .machsim/philosophers-7.rec
  machsim replay .machsim/philosophers-7.rec --trace`,
		File: r.replay,
	})
	f.BoolVar(&r.trace, "trace", false, "print a line for each event")
	f.DurationVar(&r.loopLimit, "loop-limit", 0, "the longest `TIME` without a kernel call (default that of "+
		"the run)")
	cli.AddServers(c)
	return c
}

func (r *replaying) replay(c *cobra.Command, path string) error {
	if c.Flags().Changed("loop-limit") && r.loopLimit <= 0 {
		return cli.TooShort("loop-limit", r.loopLimit)
	}
	rec, err := r.Recorded(path)
	if err != nil {
		return err
	}
	stop, done := r.Supervisor.Interrupted()
	defer done()
	var t kernel.Tracer
	shown := func() {}
	if r.trace {
		out := term.NewScreen(c.OutOrStdout(), true)
		t, shown = out.Tracer(), out.End
	}
	run, err := rec.Replay(stop, r.loopLimit, t)
	shown()
	if err != nil {
		return err
	}
	defer cli.LetGo(c, run)
	if run.Failing() {
		return conclude(c, run.Ran, false)
	}
	return run.Tell(c.OutOrStdout())
}
