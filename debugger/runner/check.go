package runner

import "machsim/kernel"

// Check is how somebody looks at a run from outside, between its steps. Both functions
// return what is wrong, in words, "" if nothing is.
type Check struct {
	// Step is called after every step, before program code goes on. The run ends when
	// something is wrong.
	Step func(*kernel.Event) string
	// End is called at the end of a run that has done what it should.
	End func() string
}

// Violation is what a Check has found wrong.
type Violation struct {
	Text   string
	Thread kernel.ThreadID // that took the step before, 0 at the end of a run and for a packet
}

// checking is a Check at work.
type checking struct {
	Check
	found *Violation // the first
}

// check shows an event to the run's Check, until that has found something.
func (r *Run) check(e *kernel.Event) {
	c := r.checks
	if c.Step == nil || c.found != nil {
		return
	}
	if text := c.Step(e); text != "" {
		c.found = &Violation{text, e.Actor.Thread}
		r.interrupt()
	}
}

// judge notes what the Check of a run has found, when that has come to its end.
func (r *Run) judge(end *ending) {
	c := r.checks
	if c == nil || end.broken != nil || end.err != nil || end.main != nil {
		return
	}
	if c.found == nil && c.End != nil && end.outcome == kernel.Finished {
		if text := c.End(); text != "" {
			c.found = &Violation{Text: text}
		}
	}
	r.Violation = c.found
}

// Variables returns what a thread shows by Watch, as Machine.Variables. It is to be
// called by a Check, or when the run has ended.
func (r *Run) Variables(id kernel.ThreadID) []kernel.Variable {
	if m := r.machine.Load(); m != nil {
		return m.Variables(id)
	}
	return nil
}
