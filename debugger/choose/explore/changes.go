package explore

import (
	"slices"

	"machsim/debugger/choose/explore/touch"
)

// changes is what became of a call on the way to where it was taken as the second event of a race, looked at from there
// back to the race's first event. Many events have noted the call before they came. Where it was another one before,
// and the race's sequence does not have that event, it is that other one in the sequence.
type changes struct {
	*order
	race  *race
	uses  touch.Footprint // what the call uses when the sequence has been run, as far as is known
	seen  touch.Footprint // what it used at the place that is looked at
	stuck bool            // it could not go on, but for what comes after the first event
}

// back looks at the call before an event.
func (c *changes) back(m int) {
	e, next := &c.events[m], c.race.next
	calls := e.calls
	if len(calls) == 0 {
		calls = e.seen
	}
	i := slices.IndexFunc(calls, func(call event) bool { return call.actor == next.actor })
	if i < 0 {
		return
	}
	c.stuck = c.stuck || slices.Contains(e.stuck, next.actor) && !c.freed(m, c.race.first, next, c.race.at)
	before := slices.Clip(calls[i].uses).With(next.since)
	if m == c.race.first || c.follows(m, c.race) {
		c.uses = c.uses.Instead(c.seen, before)
	}
	c.seen = before
}
