package explore

import (
	"cmp"
	"fmt"
	"strings"

	"machsim/debugger/event/text"
	"machsim/kernel/hook"
)

// Gaps are what a search has left out. Whoever says that all runs of a program were made, that there are no more, or
// that something is proven, has it from here: so nobody forgets a reason why it is not so.
type Gaps struct {
	Made  bool // the search has made a run
	Ended bool // it has no more
	Lost  int  // runs that did not go the way they were to go

	Given int    // runs that were given up at a limit: what would have followed is not known
	After int    // runs that were cut long after a thread had failed, while others went on
	Spins string // a thread that goes round in a loop that changes nothing; "" for none

	Shared  bool   // threads of a task may share variables, and nobody has heard accesses to them
	Unheard string // packages without hooks: what they do with variables is not heard
	Coarse  string // statements that are one step, though threads could come in between

	Ordered string // what is claimed of one order of the events of each class alone

	ByReceipt bool   // classes are those by receipt
	Barred    string // what these do not know

	Bounds Bounds
	Cut    int  // runs that were cut at a bound
	Passed bool // orders are excluded by one
	Wide   int  // the largest range of random numbers of which not all are tried; 0 for none
}

// Gaps returns what the search has left out so far, of what it knows itself: nothing of runs that were given up, and of
// code without hooks.
func (s *Search) Gaps() Gaps {
	return Gaps{Made: s.Classes+s.Redundant+s.Lost+s.Known > 0, Ended: s.all, Lost: s.Lost, After: s.After,
		Spins: s.Spins, Shared: s.Shared, ByReceipt: s.ByReceipt, Barred: s.Barred, Bounds: s.Bounds, Cut: s.Cut,
		Passed: s.Passed, Wide: s.Wide}
}

// Hooked takes in what the hooks of a program do not tell, the one with the function main: of threads that share
// variables, what has no hooks; of those that are preempted, what is a single step.
func (g *Gaps) Hooked(main any, several, preempt bool) {
	if !several || len(hook.Packages()) == 0 {
		return
	}
	g.Unheard = strings.Join(hook.Unheard(main), ", ")
	if preempt {
		g.Coarse = strings.Join(hook.Coarse(main), ", ")
	}
}

// Bounded says whether bounds have left anything out.
func (g *Gaps) Bounded() bool { return g.Cut > 0 || g.Passed || g.Wide > 0 }

// Through says whether a run was made of each class that the bounds allow.
func (g *Gaps) Through() bool { return g.Made && g.Ended && len(g.Why()) == 0 }

// Whole says whether a run was made of each class that there is.
func (g *Gaps) Whole() bool { return g.Through() && !g.Bounded() }

// Why returns why it is not known that a run was made of each class that the bounds allow, though the search has come
// to its end: sentences without a full stop.
func (g *Gaps) Why() (all []string) {
	add := func(yes bool, format string, args ...any) {
		if yes {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(!g.Made, "no run was made")
	add(g.Lost > 0, "%s did not go the way that was meant", text.Counted(g.Lost, "run"))
	add(g.Given > 0, "%s given up at a limit, and what would have followed is not known", wasRun(g.Given))
	add(g.After > 0, "%s cut some %d events after a thread had failed, for the others go on without end", wasRun(g.After),
		mostAfter)
	add(g.Spins != "", "%s goes round in a loop that changes nothing, and each number of rounds is a class of its own: "+
		"a bound, depth=N or events=N, says how many are tried", g.Spins)
	add(g.Barred != "", "by receipt only messages may come in another order, and here stands in the way: %s", g.Barred)
	add(g.Shared, "threads of a task may share variables, and nobody has heard their accesses: they are heard where "+
		"there are hooks, and preemption makes a step of each")
	add(g.Unheard != "", "not looked at, for want of hooks: %s", g.Unheard)
	add(g.Coarse != "", "one step each, where the language lets threads come in between: %s", g.Coarse)
	add(g.Ordered != "", "held against one order of the events of each class, where another may say otherwise: %s",
		g.Ordered)
	return all
}

// Explored says of how many classes a run was made, and whether these are all.
func (g *Gaps) Explored(classes int) string {
	n := text.Plural(classes, "class", "classes")
	if g.ByReceipt {
		n += " by receipt"
	}
	switch {
	case !g.Made:
		return "no run was made: not decided"
	case classes == 0:
		return "no class explored to its end"
	case !g.Through():
		return n + " explored, perhaps not all"
	case g.Bounded():
		return "All " + n + " within the bounds explored"
	}
	return "All " + n + " explored"
}

// End says what is left of a search that has come to its end.
func (g *Gaps) End() string {
	switch {
	case g.Whole():
		return "there are no more"
	case g.Through():
		return "there are no more within the bounds"
	}
	return "there may be more"
}

// Beyond says what bounds have left out; "" if there were none but the usual ones, and these have left out nothing.
func (g *Gaps) Beyond(usual bool, classes int) string {
	if usual && !g.Bounded() {
		return ""
	}
	var all []string
	if g.Passed {
		all = append(all, "they exclude other orders")
	}
	if g.Cut > 0 {
		all = append(all, fmt.Sprintf("%d of %s cut there", g.Cut, text.Plural(classes, "class was", "classes were")))
	}
	if g.Wide > 0 {
		all = append(all, fmt.Sprintf("of random numbers in ranges of up to %d only %d values each were tried, which lie "+
			"evenly between the least and the greatest", g.Wide, g.Bounds.Values(g.Wide)))
	}
	bounds := "bounds: " + cmp.Or(g.Bounds.String(), "the usual ones") + "; "
	if len(all) == 0 {
		return bounds + "they have excluded nothing"
	}
	return bounds + strings.Join(all, ", ") + "; of what lies beyond nothing is known"
}

func wasRun(n int) string { return text.Plural(n, "run was", "runs were") }
