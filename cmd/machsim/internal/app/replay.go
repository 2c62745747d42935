package app

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"machsim/cmd/machsim/internal/term"
	"machsim/debugger/record"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/ipc/quote"
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
	c := &cobra.Command{
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
		Args:              oneRecording,
		RunE:              func(c *cobra.Command, args []string) error { return r.replay(c, args[0]) },
		ValidArgsFunction: completeRecording,
	}
	addTrust(c)
	c.Flags().BoolVar(&r.trace, "trace", false, "print a line for each event")
	c.Flags().DurationVar(&r.loopLimit, "loop-limit", 0, "the longest `TIME` without a kernel call (default that of "+
		"the run)")
	return c
}

func (r *replaying) replay(c *cobra.Command, path string) error {
	if c.Flags().Changed("loop-limit") && r.loopLimit <= 0 {
		return tooShort("loop-limit", r.loopLimit)
	}
	rec, p, err := r.openRun(path)
	if err != nil {
		return err
	}
	of, err := study.Of(p, rec)
	if err != nil {
		return unfit("%s: %v", path, err)
	}
	stop, done := r.supervisor.Interrupted()
	defer done()
	run := r.make(c, of, p, rec, path, stop)
	defer letGo(c, run)
	if run.Err != nil {
		return unfit("%s does not fit the program: %v", path, run.Err)
	}
	if run.Broken != nil && rec.Outcome != record.Broken {
		return conclude(c, run, false)
	}
	if err := r.replayed(c.OutOrStdout(), rec, run); err != nil || rec.Truncated {
		return err
	}
	if report.Fails(run) && !of.Repeats(rec, stop) {
		fmt.Fprintf(c.OutOrStdout(), "  seed %d, by strategy %s, makes another run now: only the recording repeats "+
			"this one\n", rec.Seed, quote.Line(rec.Strategy))
	}
	return r.confirm(of, rec, run, path)
}

// confirm judges a run anew, of which something was claimed.
func (r *replaying) confirm(of *study.Study, rec *record.Recording, run *runner.Run, path string) error {
	if len(rec.Claims) == 0 {
		return nil
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return exit{exitWrong, err}
	}
	if err := of.Confirm(rec, run, file); err != nil {
		return unfit("%s: %v", path, err)
	}
	return nil
}

// replayOf is a replay of the recording in a file, as of a program that the user's package may declare.
func (m *machsim) replayOf(path string, p *kernel.Program, rec *record.Recording) *runner.ReplayOptions {
	o := runner.Replay(p, rec)
	o.Recording = path
	m.declares(&o.Common)
	return o
}

// make replays a recording quickly. If the run departs from it, it replays once more, event by event, to
// find out where. A trace is of such a replay from the beginning.
func (r *replaying) make(c *cobra.Command, of *study.Study, p *kernel.Program, rec *record.Recording, path string,
	stop <-chan struct{}) *runner.Run {
	o := r.replayOf(path, p, rec)
	of.Listen(o)
	o.Within(r.loopLimit)
	o.Stop = stop
	if v := rec.Verdict(); v == report.NoEnd || v == report.Livelock {
		o.Lines = true
		r.provesLivelocks(o)
	}
	if !r.trace {
		o.Replayed().Quick()
		r.runs(o)
		run := runner.Do(o)
		if run.Err != nil || run.Broken != nil || o.Replayed().Result(run.Ending()).Divergence == nil {
			return run
		}
		run.Close()
		o = o.Again()
	} else {
		out := term.NewScreen(c.OutOrStdout(), true)
		o.Tracer = out.Tracer()
		defer out.End()
	}
	o.Lines = true
	r.runs(o)
	return runner.Do(o)
}

// replayed prints how a replay went, and returns the exit.
func (m *machsim) replayed(w io.Writer, rec *record.Recording, run *runner.Run) error {
	res := run.Replayed().Result(run.Ending())
	begin := fmt.Sprintf("%s  seed %d  ", rec.Program, rec.Seed)
	end := fmt.Sprintf("%d events, hash %016x\n", res.Events, res.Hash)
	switch {
	case res.Divergence != nil:
		fmt.Fprint(w, begin)
		m.departs(w, rec, res.Divergence)
		return exit{code: exitUnfit}
	case res.Limited:
		fmt.Fprintf(w, "%s%s: %s\n", begin, report.Of(run).Verdict, advised(report.Limited(run, res)))
		return failed
	case res.Further:
		fmt.Fprintf(w, "%sidentical, %s  the recorded run was given up there (%s); this one went on\n", begin, end,
			rec.Ending.Text)
		return nil
	case res.Stopped:
		fmt.Fprintf(w, "%sINTERRUPTED: identical so far, %s", begin, end)
		return failed
	case res.Events == 0 && (res.Truncated || rec.Outcome == record.Interrupted):
		fmt.Fprintf(w, "%sthe recording holds no event: there is nothing to compare\n", begin)
		return failed
	case res.Truncated:
		fmt.Fprintf(w, "%sidentical, %s  the recording is truncated: it ends there, and the run went on\n", begin, end)
		return nil
	}
	if res.Events == 0 {
		fmt.Fprintf(w, "%sthe run ended before its first event, then as now\n", begin)
	} else {
		fmt.Fprintf(w, "%sidentical, %s", begin, end)
	}
	if rep := report.Of(run); rep.Verdict != report.OK {
		c, verdict := run.Cycle, string(rep.Verdict)
		if c != nil && c.Livelock && rep.Verdict != report.Livelock {
			verdict += fmt.Sprintf(", which is a %s: %s", report.Livelock, c)
		}
		bothTimes(w, verdict, run)
	}
	return nil
}

// departs prints the first difference between a run and its recording.
func (m *machsim) departs(w io.Writer, rec *record.Recording, d *record.Divergence) {
	fmt.Fprint(w, "DIFFERENT: ", report.Divergence(m.findProgram(rec.Program), rec, d))
}
