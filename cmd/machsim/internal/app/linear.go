package app

import (
	"fmt"

	"github.com/spf13/cobra"

	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/debugger/study/linear"
	"machsim/ipc/quote"
)

// linearizable says whether the remote calls of a recorded run are linearizable as a predefined model.
func (k *checking) linearizable(c *cobra.Command, path string) error {
	model, err := linear.Parse(k.model)
	if err != nil {
		return wrong("--linearizable: %v", err)
	}
	rec, p, err := k.openRun(path)
	if err != nil {
		return err
	}
	calls := linear.NewRecorder()
	o := k.replayOf(path, p, rec)
	o.Tracer = calls.Tracer()
	var done func()
	o.Stop, done = k.supervisor.Interrupted()
	defer done()
	k.runs(o)
	run := runner.Do(o)
	defer letGo(c, run)
	switch res := run.Replayed().Result(run.Ending()); {
	case run.Err != nil:
		return unfit("%s does not fit the program: %v", path, run.Err)
	case res.Divergence != nil:
		return unfit("%s", report.Divergence(p, rec, res.Divergence))
	case res.Stopped:
		return interrupted
	}
	v, err := linear.Check(model, calls.Calls())
	if err != nil {
		return exit{exitWrong, err}
	}
	return k.linearVerdict(c, path, fmt.Sprintf("%s  seed %d ", rec.Program, rec.Seed), model, v)
}

// linearVerdict prints whether calls are linearizable, and where they are not any more.
func (k *checking) linearVerdict(c *cobra.Command, path, begin string, m *linear.Model, v *linear.Verdict) error {
	w := c.OutOrStdout()
	switch {
	case v.Undecided:
		fmt.Fprintf(w, "%s not known: the search gave up after %d steps of the model\n", begin, linear.Limit)
		return failed
	case v.Calls == 0:
		fmt.Fprintf(w, "%s no remote call counts: the names of a port or of types may be misspelt\n", begin)
		return failed
	case v.OK():
		fmt.Fprintf(w, "%s linearizable as a %s: %d remote calls\n", begin, m.Name, v.Calls)
		return nil
	}
	fmt.Fprintf(w, "%s %s\n", begin, quote.Line(v.What(m)))
	for _, line := range v.Lines() {
		fmt.Fprintf(w, "  %s\n", quote.Line(line))
	}
	fmt.Fprintf(w, "  look at it: %s, and there: goto %d\n", commandline.Open("debug", path, false), v.Event)
	return failed
}
