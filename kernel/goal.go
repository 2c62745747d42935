package kernel

import "slices"

// Goal is a place in the program that is worth a run's coming to it.
type Goal struct {
	Name   string
	Thread ThreadID // that came to it first
	Step   uint64   // in this event
}

// maxGoals is how many goals of a run are noted: more are no names that a program has, but numbers that it counts.
const maxGoals = 1000

// Reach says that the run has come to where it is to come in some run: a search tells of each goal how many of its runs
// have reached it, and fails if none has. It is an event that a breakpoint names as it does a label, and it puts other
// threads in no order. Of the names that are made as the program runs a search knows only those that a run has reached,
// and of one run the first thousand count.
func (th *Thread) Reach(goal string) {
	th.begin(OpReach).Text = goal
	th.enter()
}

// Unreachable fails the run: it is for places to which no run is to come.
func (th *Thread) Unreachable(text string) {
	th.fails(CheckFailed, "this was never to be reached: "+text)
}

func runReach(c *core, id ThreadID, t *ThreadState) bool {
	c.Hash = hashText(c.Hash, t.Call.Text)
	known := func(g Goal) bool { return g.Name == t.Call.Text }
	if len(c.Goals) < maxGoals && !slices.ContainsFunc(c.Goals, known) {
		c.Goals = append(c.Goals, Goal{t.Call.Text, id, c.Steps + 1})
	}
	return true
}
