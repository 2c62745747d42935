package study

import (
	"context"
	"fmt"
	"io"

	"machsim/debugger/run/commandline"
	"machsim/debugger/run/report"
	"machsim/debugger/run/runner"
	"machsim/ipc/quote"
)

// Verified is two runs of one seed. They are to be closed.
type Verified struct {
	runner.Verified
	study *Study
}

// Verify makes the run of the first seed twice, event by event in turns. The error says why the program refuses to run.
func (s *Study) Verify(ctx context.Context) (*Verified, error) {
	s.options.Stop = ctx.Done()
	s.with.Process.does(&s.options, "")
	v := &Verified{runner.Verify(&s.options), s}
	if v.First.Err != nil {
		v.Close()
		return nil, v.First.Err
	}
	return v, nil
}

// Judge has the run of the first seed held against the claims, if there are any: Goals says then what it has reached.
func (s *Study) Judge(ctx context.Context) error {
	if !s.held().Judges() {
		return nil
	}
	return s.try(ctx, 1, nil).Err
}

// Broken is the run in which machsim itself has failed; nil for none.
func (v *Verified) Broken() *Ran {
	for _, run := range []*runner.Run{v.First, v.Second} {
		if run.Broken != nil {
			return v.ran(run)
		}
	}
	return nil
}

func (v *Verified) ran(run *runner.Run) *Ran { return &Ran{Run: run, process: v.study.with.Process} }

// Print tells of the two, neither of which is broken. It says whether they were seen to be the same.
func (v *Verified) Print(w io.Writer, l Look) bool {
	if v.Divergence != nil {
		v.differs(w)
		return false
	}
	run := v.ran(v.First)
	if limited := v.Limited(); limited != nil {
		run = v.ran(limited)
	}
	rep := report.Of(run.Run)
	switch rep.Verdict {
	case report.Interrupted, report.Loop, report.Blocked, report.Overflow, report.Memory:
		rep.Print(w, run.style(l))
		return false
	}
	fmt.Fprintf(w, "%s  seed %d  identical, %d events, hash %s\n", rep.Program, rep.Seed, rep.Events, rep.Hash)
	if rep.Verdict == report.OK {
		for _, note := range rep.Notes {
			fmt.Fprintf(w, "  note: %s\n", note)
		}
	}
	if rep.Verdict == report.NoEnd {
		o := v.study.Options()
		o.Lines = true
		run.process.proves(&o.Common)
		run = v.ran(runner.Do(o))
		defer run.Close()
		rep = report.Of(run.Run)
	}
	if rep.Verdict != report.OK {
		run.bothTimes(w, string(rep.Verdict))
	}
	return true
}

// bothTimes tells how two runs have ended that are the same.
func (r *Ran) bothTimes(w io.Writer, verdict string) {
	fmt.Fprintf(w, "  both times it ended with %s; see %s\n", verdict, r.Command("run"))
	if r.Cycle != nil {
		for _, line := range r.Cycle.Lines() {
			fmt.Fprintf(w, "  %s\n", quote.Line(line))
		}
	}
}

// differs tells of the first event at which the two differ.
func (v *Verified) differs(w io.Writer) {
	o := &v.First.Setup
	fmt.Fprintf(w, "%s  seed %d  NOT DETERMINISTIC: two runs differ at event %d\n", o.Program.Name, o.Seed,
		v.Divergence.Event)
	fmt.Fprint(w, report.Differs(v.Verified), report.Causes())
	fmt.Fprintf(w, "  repeat it: %s\n", commandline.Command("verify", o))
}
