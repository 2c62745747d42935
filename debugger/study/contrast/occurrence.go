package contrast

import "fmt"

// act is what a thread does, as far as it is told apart in features.
type act uint8

const (
	actLock    act = iota // locks a mutex
	actWait               // begins to wait for a condition
	actSignal             // signals a condition
	actInVain             // signals a condition that nobody waits for
	actReceipt            // a message of the thread is received
	actNotice             // the thread is told something by the kernel
	actTimeout            // a call times out
	actRefused            // a call is refused
	actLost               // a message of the thread is lost
	actLabel              // passes a label
	actStage              // crashes a host, cuts a wire ...
	actEnd                // ends a thread or task of others
	actStart              // begins
	actReturn             // ends
	actRead               // is about to read a variable
	actWrite              // is about to write to a variable
	actDraw               // draws a random number
	numActs
)

// conflicts says whether the order of two acts on one object can matter.
func conflicts(a, b act) bool {
	switch a {
	case actLock, actReceipt, actWrite:
		return a == b || a == actWrite && b == actRead
	case actRead:
		return b == actWrite
	case actWait:
		return b == actSignal || b == actInVain
	case actSignal, actInVain:
		return b == actWait
	}
	return false
}

// special says whether it is out of the ordinary that an act happens at all.
func (a act) special() bool {
	switch a {
	case actInVain, actNotice, actTimeout, actRefused, actLost, actLabel, actStage, actEnd:
		return true
	}
	return false
}

// occurrence is something that happened in a run. Its name is the same in every schedule: who, what, to which object,
// and which of its kind it is.
type occurrence struct {
	event  int // from 1
	actor  string
	role   string // the actor, with a star for each number
	act    act
	what   string // the type of a message, the code of a refusal, the name of a label
	object string
	nth    int // among those of the same actor, act, what and object, from 1
	fields []field
	deed   uint64 // the hash of act, what and object
	key    uint64 // and of the actor
	kind   uint64 // of the deed and the role
}

// field is a number or text in a message, by its name.
type field struct {
	name  string
	value string
}

// phrase says what happened, in the present tense.
func (o *occurrence) phrase() string { return o.by(o.actor) + nth(o.nth) }

// by is phrase with other words for the actor, and without saying which of its kind it is.
func (o *occurrence) by(actor string) string {
	switch o.act {
	case actLock:
		return fmt.Sprintf("%s locks %s", actor, o.object)
	case actWait:
		return fmt.Sprintf("%s waits for %s", actor, o.object)
	case actSignal:
		return fmt.Sprintf("%s signals %s", actor, o.object)
	case actInVain:
		return fmt.Sprintf("%s signals %s, which nobody waits for", actor, o.object)
	case actReceipt:
		return fmt.Sprintf("%s is received from %s at %s", o.what, actor, o.object)
	case actLost:
		return fmt.Sprintf("%s of %s to %s is lost", o.what, actor, o.object)
	case actTimeout:
		return fmt.Sprintf("%s of %s times out", o.what, actor)
	case actRefused:
		return fmt.Sprintf("%s of %s is refused: %s", o.object, actor, o.what)
	case actRead, actWrite:
		return fmt.Sprintf("%s %ss %s", actor, o.what, o.object)
	}
	if o.object == "" {
		return fmt.Sprintf("%s %s", actor, o.what)
	}
	return fmt.Sprintf("%s %s %s", actor, o.what, o.object)
}

// nth says which of its kind something is, "" for the first.
func nth(n int) string {
	switch {
	case n <= 1:
		return ""
	case n%10 == 2 && n%100 != 12:
		return fmt.Sprintf(" (the %dnd time)", n)
	case n%10 == 3 && n%100 != 13:
		return fmt.Sprintf(" (the %drd time)", n)
	case n%10 == 1 && n%100 != 11:
		return fmt.Sprintf(" (the %dst time)", n)
	}
	return fmt.Sprintf(" (the %dth time)", n)
}

// The hashes of features are made of those of their parts.

// mix adds a number to a hash.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// word adds a text to a hash.
func word(h uint64, s string) uint64 {
	f := uint64(14695981039346656037)
	for i := range len(s) {
		f = (f ^ uint64(s[i])) * 1099511628211
	}
	return mix(h, f)
}
