package campaign

import (
	"cmp"
	"fmt"
	"slices"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/event/text"
	"machsim/debugger/lang"
	"machsim/debugger/run/runner"
)

// Sought is a goal: what some run is to reach.
type Sought struct {
	Name    string `json:"goal"`
	Claimed bool   `json:"claimed,omitempty"` // it is a predicate; else a place in the program
	Place   string `json:"place,omitempty"`   // where the source names it, if that is known: "election.go:45"
}

// Goal is a goal, and which runs have reached it.
type Goal struct {
	Sought
	Runs     int    `json:"runs"`
	First    *Visit `json:"first,omitempty"`    // nil if none has
	Shortest *Visit `json:"shortest,omitempty"` // the one that took the fewest events to it
}

// Visit is a run that has reached a goal.
type Visit struct {
	Run      int    `json:"run"` // its number
	Strategy string `json:"strategy"`
	Seed     uint64 `json:"seed"`
	Event    uint64 `json:"event"` // after which it has; 0 if that is so in another order of the same events

	Recording string `json:"recording,omitempty"` // its file; none in the file of a report

	index int
	again *runner.NewOptions // makes it once more; nil if another process has made it
}

// Again returns the options that make the run once more: nil if its strategy learns, and another process has made it.
func (v *Visit) Again() *runner.NewOptions { return v.again }

// Goals are those of a search, and of its runs.
type Goals []Goal

// NewGoals returns goals that no run has reached.
func NewGoals(all []Sought) (g Goals) {
	for _, x := range all {
		g = append(g, Goal{Sought: x})
	}
	return g
}

// Take takes in what a run has reached, the next one, and returns the visits that are to be remembered. Goals that
// nobody knew of before are added.
func (g *Goals) Take(reached []runner.Reached, run Visit) (visits []*Visit) {
	for _, r := range reached {
		i := slices.IndexFunc(*g, func(x Goal) bool { return x.Name == r.Name && x.Claimed == r.Claimed })
		if i < 0 {
			i = len(*g)
			*g = append(*g, Goal{Sought: Sought{Name: r.Name, Claimed: r.Claimed}})
		}
		x, v := &(*g)[i], run
		v.Event = r.Event
		if x.Runs++; x.First == nil {
			x.First, x.Shortest = &v, &v
		} else if v.Event > 0 && (v.Event < x.Shortest.Event || x.Shortest.Event == 0) {
			x.Shortest = &v
		} else {
			continue
		}
		visits = append(visits, &v)
	}
	return visits
}

// Unreached says whether no run has reached one of them.
func (g Goals) Unreached() bool {
	return slices.ContainsFunc(g, func(x Goal) bool { return x.Runs == 0 })
}

// Lines say of each goal how many runs have reached it, of so many. Only where never is true is one that none has
// reached said to be reached by none that there is.
func (g Goals) Lines(runs int, never bool) []string {
	return text.Each(g, func(x Goal) string { return x.text(runs, never) })
}

func (x *Goal) text(runs int, never bool) string {
	text := x.String() + ": "
	switch {
	case runs == 1 && x.Runs == 1:
		text += "reached" + x.First.where()
	case x.Runs > 0:
		text += fmt.Sprintf("reached in %d of %s, first in %s", x.Runs, count(runs, "run"), x.First)
		if x.Shortest.Run != x.First.Run {
			text += fmt.Sprintf(", in the fewest events in %s", x.Shortest)
		}
	case never:
		text += "never reached"
	default:
		text += "not reached in " + count(runs, "run")
	}
	return text
}

// Short is the name of the goal, or the predicate if that has none.
func (x *Sought) Short() string {
	if name, _ := lang.Claim(x.Name); name != "" && x.Claimed {
		return name
	}
	return x.Name
}

// String names the goal.
func (x *Sought) String() string {
	switch {
	case x.Claimed:
		return "sometimes " + x.Short()
	case x.Place != "":
		return fmt.Sprintf("goal %s (%s)", x.Name, x.Place)
	}
	return "goal " + x.Name
}

func (v *Visit) String() string {
	text := fmt.Sprintf("run %d", v.Run)
	if v.Strategy != "" {
		text += " by " + v.Strategy
	}
	return text + v.where()
}

func (v *Visit) where() string {
	if v.Event == 0 {
		return ", in another order of its events"
	}
	return fmt.Sprintf(" at event %d", v.Event)
}

// visited has each goal that a run was the first to reach, or reached in the fewest events, keep what makes that run
// once more. again returns that, up to an event if it is not 0.
func (c *campaign) visited(visits []*Visit, again func(event uint64) *runner.NewOptions) {
	for _, v := range visits {
		v.again = again(v.Event)
	}
}

// revisit completes the visits of runs that another process has made, where each is a function of its number.
func (c *campaign) revisit() {
	for i := range c.report.Goals {
		for _, v := range []*Visit{c.report.Goals[i].First, c.report.Goals[i].Shortest} {
			if v == nil || v.again != nil {
				continue
			}
			row := strategy.Named(cmp.Or(v.Strategy, strategy.Usual()))
			if row == nil || row.Learns {
				continue
			}
			o := *c.Run
			o.Strategy = v.Strategy
			v.again = failing(&o, v.index)
		}
	}
}

// GoalLines say of each goal how many runs have reached it.
func (r *Report) GoalLines() []string { return r.Goals.Lines(r.Made, r.unrestricted()) }

// unrestricted says whether the search was a proof of all that the program can do, without anything that was left out,
// was assumed, or came as it happened to come.
func (r *Report) unrestricted() bool {
	return r.Proven() && !r.Every.Timed && !r.Guarded && (r.Preempt || len(r.Races) == 0)
}
