package explore

import (
	"fmt"
	"maps"
	"math/rand/v2"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel"
)

// anyWay takes one option at each position, by chance.
type anyWay struct {
	everyWay
	r *rand.Rand
}

func (w *anyWay) decide(_ int, options []option) int { return w.r.IntN(len(options)) }

func (w *anyWay) fails(could []mishap) touch.Actor {
	if i := w.r.IntN(3 * len(could)); i < len(could) {
		return could[i].actor
	}
	return 0
}

// Sampled holds a search of a program that is too large for all runs of it against so many of them, by chance. It
// returns nil if there are as many classes as most, and else the search, and what it has not found. Where faults may
// come it compares outcomes only: a search has it that what ends the chance of a fault comes in an order with that.
func Sampled(p *kernel.Program, b Begun, runs, most int) (c *Comparison, missed string) {
	c = &Comparison{}
	n := c.sample(p, b, runs, touch.NewNames())
	if c.explore(p, b, most, n); c.Search.Classes+c.Search.Redundant+c.Search.Lost >= most {
		return nil, ""
	}
	if !maps.Equal(c.Search.names.Waits, n.Waits) { // each has met waits that are steps before the other could
		c.sample(p, b, runs, c.Search.names.Again())
	}
	missed = lacks("outcome", c.Found, c.All)
	if b.Faults == (kernel.Faults{}) {
		missed += lacks("class", c.Classes, c.Orders)
	}
	return c, missed
}

// sample makes the runs, until no run shows a wait that is to be a step. Those are known that names know.
func (c *Comparison) sample(p *kernel.Program, b Begun, runs int, n *touch.Names) *touch.Names {
	for again := true; again; again = n.Learned() {
		n = n.Numbers.Names()
		c.All, c.Orders = Outcomes{}, Outcomes{}
		w := &anyWay{r: rand.New(rand.NewPCG(1, 2))}
		for range runs {
			r := newRun(n.Waiting(n.Waits), b.N, nil, w, false, nil)
			_, text, _ := ran(p, b, r, r, r.prints.Names)
			r.ended()
			r.prints.Names.Teach()
			c.Orders[classOf(r)]++
			c.All[text]++
		}
	}
	return n
}

// lacks says of what there is one, and none among those that were found.
func lacks(what string, found, all Outcomes) string {
	for o := range all {
		if found[o] == 0 {
			return fmt.Sprintf("%d and not the %s %s\n", len(found), what, o)
		}
	}
	return ""
}
