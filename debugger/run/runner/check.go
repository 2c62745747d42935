package runner

import (
	"sync/atomic"

	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/kernel"
)

// Check is how somebody looks at a run from outside, between its steps. Both functions
// return what is wrong, in words, "" if nothing is.
type Check struct {
	// Step is called after every step, before program code goes on. The run ends when
	// something is wrong.
	Step func(*kernel.Event) string
	// End is called at the end of a run that has done what it should.
	End func() string
	// Why says more of what they find, in lines for a person; nil for nothing.
	Why []string
}

// Violation is what a Check, or a Judge, has found wrong.
type Violation struct {
	Text   string
	Thread kernel.ThreadID // that took the step before, 0 at the end of a run and for a packet
	Event  uint64          // that step; 0 at the end
	Why    []string        // more of it, in lines for a person
}

// Check returns a Check that has a run, made once more, end where a Judge has found this in the whole run. others
// looked at that run as well; nil if nobody did.
func (v *Violation) Check(others func(*Run) Check) func(*Run) Check {
	return func(r *Run) (c Check) {
		if others != nil {
			c = others(r)
		}
		step, end := c.Step, c.End
		c.Step = func(e *kernel.Event) (text string) {
			if step != nil {
				text = step(e)
			}
			return v.unless(text, e.Step)
		}
		c.End = func() (text string) {
			if end != nil {
				text = end()
			}
			return v.unless(text, 0)
		}
		c.Why = v.Why
		return c
	}
}

// unless is the text of others or, if they say nothing, what is wrong after an event; 0 stands for the end.
func (v *Violation) unless(text string, event uint64) string {
	if text == "" && event == v.Event {
		return v.Text
	}
	return text
}

// Breaks is what somebody has found wrong with a recorded run from outside; nil if that ended otherwise.
func Breaks(rec *record.Recording) *Violation {
	if rec.Kind != record.Condition {
		return nil
	}
	v := &Violation{Text: rec.Text}
	if rec.Outcome != kernel.Finished.String() {
		v.Event = rec.Events
	}
	return v
}

// checking is a Check at work.
type checking struct {
	Check
	found  *Violation  // the first
	busy   atomic.Bool // it is being asked
	exited bool        // it has called runtime.Goexit, or panicked
}

// goexited is what is wrong with a Check that ends the goroutine which asks it.
const goexited = "the condition calls runtime.Goexit (t.FailNow does that too); it is to return"

// ask asks a Check, which may not come back: what it does counts as program code does.
func (c *checking) ask(p *kernel.Heartbeat, f func() string) (text string) {
	c.busy.Store(true)
	c.exited = true
	p.Watched(func() { text = f() })
	c.exited = false
	c.busy.Store(false)
	return text
}

// check shows an event to the run's Check, until that has found something. A run that survives failures goes on.
func (r *Run) check(e *kernel.Event) {
	c := r.checks
	if c.Step == nil || c.found != nil {
		return
	}
	if text := c.ask(r.heartbeat, func() string { return c.Step(e) }); text != "" {
		if c.found = (&Violation{text, e.Actor.Thread, e.Step, c.Why}); !r.Survive {
			r.interrupt()
		}
	}
}

// judge notes what the Check of a run has found, when that has come to its end.
func (r *Run) judge() {
	c, end := r.checks, &r.end
	if c == nil || end.broken != nil || end.err != nil || end.main != nil && !c.exited {
		return
	}
	switch {
	case c.exited:
		c.found, r.Main = &Violation{Text: goexited}, nil
	case c.found == nil && c.End != nil && end.outcome == kernel.Finished && len(r.State.Failures) == 0:
		r.judgeEnd(c)
	}
	r.Violation = c.found
}

// judgeEnd asks a Check about the end of a run.
func (r *Run) judgeEnd(c *checking) {
	defer func() {
		if v := recover(); v != nil {
			if _, exited := v.(watch.Exited); !exited {
				panic(v)
			}
			c.found = &Violation{Text: goexited}
		}
	}()
	var text string
	if l := watch.Do(r.heartbeat, r.limits(), func() { text = c.ask(r.heartbeat, c.End) }); l != nil {
		r.giveUp(l, false)
	} else if text != "" {
		c.found = &Violation{Text: text, Why: c.Why}
	}
}

// Variables returns what a thread shows by Watch, as Machine.Variables. It is to be
// called by a Check, or when the run has ended.
func (r *Run) Variables(id kernel.ThreadID) []kernel.Variable {
	if m := r.machine.Load(); m != nil {
		return m.Variables(id)
	}
	return nil
}
