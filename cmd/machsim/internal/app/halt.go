package app

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/cli"
	"machsim/debugger"
	"machsim/debugger/study"
	"machsim/kernel"
)

// second is a run that was made again with a debugger's messages in it.
type second struct {
	run  *study.Running
	how  string // what became of it, before the predicate
	file []byte // its recording; nil if that is of no interest
	told interface{ Print(io.Writer) }
	good bool
}

// twice makes a run, and makes it again as a function says, which gets the file for its recording.
func (r *running) twice(ctx context.Context, c *cobra.Command, s *study.Study, suffix, predicate string,
	makes func(d *debugger.Debugger, file string) (*second, error)) error {
	d, err := s.Debug(ctx, debugger.Options{})
	if err != nil {
		return cli.WrongBy(err)
	}
	defer d.Close()
	file := ""
	if !r.Memory {
		file = s.File(suffix)
	}
	x, err := makes(d, file)
	if err != nil {
		return undecided(err)
	}
	defer cli.LetGo(c, x.run)
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%s  seed %d  %d events  %s: %s\n", x.run.Program.Name, r.Seed, x.run.State.Steps, x.how, predicate)
	if x.told.Print(w); x.file != nil {
		r.keep(c, file, x.file)
	}
	if !x.good {
		return cli.Failed
	}
	return nil
}

// keep records a second run, and says where.
func (r *running) keep(c *cobra.Command, file string, data []byte) {
	if file == "" {
		return
	}
	if err := study.Save(file, data); err != nil {
		cli.Warn(c, "the run is not recorded: %v", err)
		return
	}
	fmt.Fprintf(c.OutOrStdout(), "  recorded in %s\n  debug it: %s\n", file, r.CommandOn("debug", file))
}

// halt makes a run again with markers that halt it once a predicate is met.
func (r *running) halt(ctx context.Context, c *cobra.Command, s *study.Study) error {
	return r.twice(ctx, c, s, "-halted", r.haltWhen, func(d *debugger.Debugger, file string) (*second, error) {
		o := r.withMarkers(file)
		if debugger.IsSimultaneous(r.haltWhen) {
			var err error
			if o.Points, err = pointsOf(r.Machsim, s.Options().Program); err != nil {
				return nil, cli.WrongBy(err)
			}
		}
		x, err := d.Halt(ctx, r.haltWhen, o)
		if err != nil {
			return nil, err
		}
		if x.Run.Outcome != kernel.Halted {
			return &second{run: x.Run, how: "NOT HALTED by", told: x}, nil
		}
		return &second{x.Run, "HALTED by", x.File, x, true}, nil
	})
}

// snapshot makes a run again with markers that take a snapshot once a predicate is met.
func (r *running) snapshot(ctx context.Context, c *cobra.Command, s *study.Study) error {
	return r.twice(ctx, c, s, "-snapshot", r.snapWhen, func(d *debugger.Debugger, file string) (*second, error) {
		x, err := d.Snapshot(ctx, r.snapWhen, r.withMarkers(file))
		if err != nil {
			return nil, err
		}
		if !x.Taken() {
			return &second{run: x.Run, how: "NO SNAPSHOT at", told: x}, nil
		}
		return &second{x.Run, "SNAPSHOT at", x.File, x, x.Holds()}, nil
	})
}

func (r *running) withMarkers(file string) debugger.HaltOptions {
	return debugger.HaltOptions{Seed: r.Seed, LoopLimit: r.LoopLimit, Recording: file}
}

// haltFor makes a run again halted by agents once a predicate is met, and going on after a time.
func (r *running) haltFor(ctx context.Context, c *cobra.Command, s *study.Study) error {
	return r.twice(ctx, c, s, "-halted", r.haltWhen, func(d *debugger.Debugger, file string) (*second, error) {
		o := r.GoOn()
		o.LoopLimit, o.Recording = r.LoopLimit, file
		x, err := d.HaltFor(ctx, r.haltWhen, o)
		if err != nil {
			return nil, err
		}
		return &second{x.Run, fmt.Sprintf("HALTED for %s by", r.Lasts), x.File, x, x.First == nil}, nil
	})
}
