package breakpoint

// Reason is why a thread stands where it stands.
type Reason uint8

const (
	// AtBreakpoint: it is at its place.
	AtBreakpoint Reason = iota
	// Passed: it is beyond its place, for another one's place comes after that.
	Passed
	// Held: its next event needs one that a process of P would take after its place. As the state
	// is there, its call would wait, or else it is kept back until its turn.
	Held
	// Blocked: it is in the middle of a call, and held so: it waits.
	Blocked
	// Needed: it has done what another one's place needs, and nothing after that.
	Needed
	// Still: it is not needed, or not affected, and stands where it stood.
	Still
	// Spare: none of its later events is needed, though it had done some.
	Spare
	// Unborn: it has not been made yet.
	Unborn
	// Over: it has ended.
	Over
	// Doomed: it takes no further step, for event By ends it.
	Doomed
	// Stuck: it waits, and waits still when the recording ends.
	Stuck
	// Cut: it would go on, but the recording ends here.
	Cut
	numReasons
)

var reasonNames = [numReasons]string{
	"at its breakpoint", "past its breakpoint", "held back", "blocked", "not needed further", "stays", "not needed",
	"not made yet", "ended", "about to be ended", "waits for ever", "at the end of the recording",
}

func (r Reason) String() string { return reasonNames[r] }

// Chance is what the run has in store for a process of P that has no place to go to.
type Chance uint8

const (
	// Reachable: it has a place, or is not in P.
	Reachable Chance = iota
	// Never: it never comes to the breakpoint in this recording.
	Never
	// NotAgain: it has a place, but none beyond the present cut.
	NotAgain
	// NotBefore: it has a place, but none before the present cut.
	NotBefore
)
