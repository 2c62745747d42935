package campaign

import (
	"cmp"
	"fmt"
	"slices"
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
	Pair string  `json:"pair,omitempty"` // two of its steps that may come either way, drawn by chance
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
		c.Run.Bounds.Orders() || c.ByReceipt {
		return nil
	}
	if c.descents == nil {
		c.descents = c.newDescents()
	}
	began, d := time.Now(), c.descents
	again := d.next < index
	for ; d.next <= index; d.next += descentEvery {
		d.make()
	}
	if again { // what was made before in another process takes no time of the runs that are left
		c.since = c.since.Add(time.Since(began))
	}
	return d.last
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
		d.last = &Descent{d.by.Log, d.by.Pair, d.by.Anew}
	}
}

// descended takes in a descent.
func (f *fold) descended(d *Descent) {
	switch {
	case d == nil:
	case d.Anew:
		f.logs, f.drawn = nil, nil
	default:
		f.logs = append(f.logs, d.Log)
		if f.drawn == nil {
			f.drawn = map[string]int{}
		}
		f.drawn[d.Pair]++
	}
}

// Pair is two steps that may come either way, in words, and what share they have in all such pairs, by estimate.
type Pair struct {
	Steps string  `json:"steps"`
	Share float64 `json:"share"`
}

// mostPairs is how many pairs are told.
const mostPairs = 3

// mostly is which pairs make most of the classes, where not all of these were run: a search without them would be
// shorter.
func (f *fold) mostly() (all []Pair) {
	if f.report.Estimate == nil {
		return nil
	}
	for steps, n := range f.drawn {
		if steps != "" && n > 1 {
			all = append(all, Pair{steps, float64(n) / float64(len(f.logs))})
		}
	}
	slices.SortFunc(all, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.Steps, b.Steps))
	})
	return all[:min(mostPairs, len(all))]
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

// pace is how long this process has taken for each class so far, with what was made in turn with them; 0 if that is not
// known.
func (c *campaign) pace() time.Duration {
	if c.report.Every == nil || c.report.Every.Classes <= c.earlier {
		return 0
	}
	return time.Since(c.since) / time.Duration(c.report.Every.Classes-c.earlier)
}

// begins notes when the first exhaustive run of this process was taken in.
func (c *campaign) begins(lane int) {
	if c.since.IsZero() && c.report.Lanes[lane].Strategy == exhaustive {
		c.since, c.earlier = time.Now(), c.report.classes()
	}
}

// LeftText says how much is left; "" if nothing is known of it.
func (p Progress) LeftText() string {
	e := p.Estimate
	if e == nil {
		return ""
	}
	text := e.String()
	if p.Pace > 0 {
		text += fmt.Sprintf(", %s to all of them (%s to %s)", p.takes(e.Classes), p.takes(e.Least), p.takes(e.Most))
	}
	return text
}

// longest is as long as is told.
const longest = 1000 * time.Hour

// takes says about how long it takes at the pace so far until there are so many classes.
func (p *Progress) takes(classes float64) string {
	d := time.Duration(min(max(0, classes-float64(p.Exhaustive))*float64(p.Pace), float64(longest)))
	switch {
	case d == longest:
		return "over 1000 h"
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return explore.Rounded(d.Hours()) + " h"
}
