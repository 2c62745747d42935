package breakpoint

// Reason says why a thread stands where it stands.
type Reason uint8

const (
	// AtBreakpoint: it is at its place.
	AtBreakpoint Reason = iota
	// Passed: it is beyond its place, because the place of another process comes after that.
	Passed
	// Held: its next event depends on one that a process of P would take after its place. In the
	// present state its call would block, or the debugger holds it back until its turn.
	Held
	// Blocked: it is in the middle of a call and waits, for the same reason.
	Blocked
	// Needed: it has done what the place of another process depends on, and nothing more.
	Needed
	// Still: the motion neither needs nor affects it, so it stays where it stood.
	Still
	// Spare: no place depends on its later events, so they are undone.
	Spare
	// Unborn: it does not exist yet.
	Unborn
	// Over: it has ended.
	Over
	// Doomed: it takes no further step, because event By ends it.
	Doomed
	// Stuck: it waits, and still waits when the recording ends.
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

// Chance says whether the run ever brings a process of P to its breakpoint.
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
