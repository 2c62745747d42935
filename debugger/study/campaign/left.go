package campaign

import (
	"fmt"
	"time"

	"machsim/debugger/choose/explore"
	"machsim/debugger/choose/strategy"
	"machsim/debugger/run/runner"
)

// While exhaustive runs are made, some at random beside them estimate how many there will be: one beside each so many,
// from where it is not worth while any more to wait for the end.
const (
	firstDescent = 256  // the exhaustive run beside which the first is made
	descentEvery = 16   // how many runs apart they are
	mostDescents = 1000 // how many there are
)

// Descent is what a run at random says of how many classes there are.
type Descent struct {
	Log  float64 `json:"log"`            // the logarithm of an estimate
	Anew bool    `json:"anew,omitempty"` // what those before it have said is of runs with other steps
}

// descents are those of a search, one after the other: each has learnt from those before it.
type descents struct {
	by   *strategy.Descents
	o    runner.NewOptions
	next int // the exhaustive run beside which the next one is made
	last *Descent
}

// descend makes the descent beside an exhaustive run, if there is one, and those before it that were not made by this
// process.
func (c *campaign) descend(index int) *Descent {
	k := index - firstDescent
	if k < 0 || k%descentEvery != 0 || k >= mostDescents*descentEvery || c.Run.Faults.String() != "" ||
		c.Run.Bounds.Orders() {
		return nil
	}
	if c.descents == nil {
		c.descents = c.newDescents()
	}
	for d := c.descents; d.next <= index; d.next += descentEvery {
		d.make()
	}
	return c.descents.last
}

func (c *campaign) newDescents() *descents {
	d := &descents{by: strategy.NewDescents(), o: *c.Run, next: firstDescent}
	d.o.Hold(nil)
	d.o.Strategy = exhaustive
	c.exhausts(&d.o)
	d.o.By, d.o.Stop, d.o.Listen, d.o.Check, d.o.Try = d.by, nil, nil, nil, 0
	return d
}

// make makes the next one.
func (d *descents) make() {
	o := d.o
	o.Seed = uint64(d.next)
	r := runner.Do(&o)
	defer r.Close()
	if d.last = nil; r.Err != nil || r.State == nil || r.Loop != nil || r.Broken != nil {
		return
	}
	if d.by.End(0, strategy.Ended{}); d.by.Known || d.by.Anew {
		d.last = &Descent{d.by.Log, d.by.Anew}
	}
}

// descended takes in a descent.
func (f *fold) descended(d *Descent) {
	switch {
	case d == nil:
	case d.Anew:
		f.logs = nil
	default:
		f.logs = append(f.logs, d.Log)
	}
}

// estimate is how many classes there are about, nil if that is known or nothing is known of it.
func (f *fold) estimate() *explore.Estimate {
	e := explore.Estimated(f.logs)
	if e == nil || f.report.Every == nil || f.report.Every.All {
		return nil
	}
	least := e.AtLeast(f.report.Every.Classes)
	return &least
}

// left says how long it takes at about this pace until all classes are made.
func (c *campaign) left(e *explore.Estimate) time.Duration {
	if e == nil {
		return 0
	}
	made := c.report.Every.Classes - c.classes0
	if made <= 0 {
		return 0
	}
	each := time.Since(c.since).Seconds() / float64(made)
	return time.Duration(min(each*(e.Classes-float64(c.report.Every.Classes)), 1e9) * float64(time.Second))
}

// begins notes when the first exhaustive run of this process begins.
func (c *campaign) begins() {
	if !c.since.IsZero() {
		return
	}
	if c.since = time.Now(); c.report.Every != nil {
		c.classes0 = c.report.Every.Classes
	}
}

// LeftText says how much is left; "" if nothing is known of it.
func (p Progress) LeftText() string {
	if p.Estimate == nil {
		return ""
	}
	text := p.Estimate.String()
	if p.Left > 0 {
		text += fmt.Sprintf(", some %s to all of them", p.Left.Round(time.Second))
	}
	return text
}
