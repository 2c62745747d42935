package app

import (
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/kernel"
)

// replaying has the flags of the command replay.
type replaying struct {
	*machsim
	trace     bool
	loopLimit time.Duration
}

func (m *machsim) newReplay() *cobra.Command {
	r := &replaying{machsim: m}
	c, f := m.command(command{
		use:   "replay FILE",
		short: "make a recorded run again, and check that it is the same",
		long: `replay makes a recorded run again, with the choices and the console input of the
recording, and compares it with what was recorded, event by event. Exit code 0 says
that it was the same, however it ended; 1 that the recording holds nothing to be
compared, or that the replay was interrupted; 3 that it was not the same: then the program or
machsim has changed since, or the program is not deterministic. The first event that
differs is named.`,
		example: `  machsim replay .machsim/philosophers-7.rec
  machsim replay .machsim/philosophers-7.rec --trace`,
		file: r.replay,
	})
	f.BoolVar(&r.trace, "trace", false, "print a line for each event")
	f.DurationVar(&r.loopLimit, "loop-limit", 0, "the longest `TIME` without a kernel call (default that of "+
		"the run)")
	addServers(c)
	return c
}

func (r *replaying) replay(c *cobra.Command, path string) error {
	if c.Flags().Changed("loop-limit") && r.loopLimit <= 0 {
		return tooShort("loop-limit", r.loopLimit)
	}
	rec, err := r.recorded(path)
	if err != nil {
		return err
	}
	stop, done := r.supervisor.Interrupted()
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
	defer letGo(c, run)
	if run.Failing() {
		return conclude(c, run.Ran, false)
	}
	return run.Tell(c.OutOrStdout())
}
