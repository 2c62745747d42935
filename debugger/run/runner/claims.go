package runner

import (
	"machsim/debugger/record"
	"machsim/kernel"
)

// Claims are what runs are held against, beyond what a program says of itself. Package study makes them.
type Claims struct {
	Judge    Judge                    // says which of them a run breaks; several goroutines call it. nil if there are none
	Listen   func(*Run) kernel.Tracer // takes down what the Judge wants to know; nil for nothing
	Recorded bool                     // the Judge is given recordings
	Check    func(*Run) Check         // a test's own conditions, which look at each run; nil for none
}

// Hold has the runs of the options held against claims; nil claims nothing.
func (o *NewOptions) Hold(c *Claims) {
	if o.claims = c; c != nil && c.Check != nil {
		o.Check = c.Check
	}
}

// Judges says whether anything is claimed. c may be nil.
func (c *Claims) Judges() bool { return c != nil && c.Judge != nil }

// Looks says whether a test's own conditions are known. c may be nil.
func (c *Claims) Looks() bool { return c != nil && c.Check != nil }

// Know says whether c, which may be nil, has what found a recorded run wrong: what is claimed is in the recording, and
// the conditions of a test are functions, which only a process has that is built with them.
func (c *Claims) Know(rec *record.Recording) bool { return c.Looks() || c.Judges() && rec.Test == "" }

// HoldAs has them held against what is claimed of the runs of others.
func (o *NewOptions) HoldAs(others *NewOptions) { o.claims = others.claims }

// listener listens to each run for whoever the options name, and for the claims.
func (o *NewOptions) listener() func(*Run) kernel.Tracer {
	switch listen := o.Listen; {
	case o.claims == nil || o.claims.Listen == nil:
		return listen
	case listen == nil:
		return o.claims.Listen
	default:
		return func(r *Run) kernel.Tracer { return listen(r).And(o.claims.Listen(r)) }
	}
}

// Held says whether more is claimed of the runs than that they do what they should.
func (o *NewOptions) Held() bool { return o.claims.Judges() }

// judged says whether runs are to be recorded for who judges them.
func (o *NewOptions) judged() bool { return o.claims != nil && o.claims.Recorded }

// Judge judges a run of the options, which has ended; file is its recording, if claims want one. It is a Judge of what
// the program says of itself, and of the claims.
func (o *NewOptions) Judge(r *Run, file []byte) Tried {
	if !o.claims.Judges() {
		return Plainly(r)
	}
	return o.claims.Judge(o, r, file)
}

// Judged makes a run, and judges it. The run goes on to its end, whatever it breaks on the way.
func Judged(o *NewOptions) (*Run, Tried) {
	if !o.judged() {
		r := Do(o)
		return r, o.Judge(r, nil)
	}
	r, file := InMemory(o)
	return r, o.Judge(r, file)
}
