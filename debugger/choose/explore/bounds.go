package explore

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"machsim/debugger/choose/explore/numbered"
	"machsim/debugger/choose/explore/touch"
	"machsim/debugger/event/text"
)

// Bounds limit what a Search tries, each by its name. What is not there has no limit.
type Bounds map[string]int

// The names of bounds.
const (
	Preemptions = "preemptions"
	Delays      = "delays"
	Depth       = "depth"
	Events      = "events"
	Random      = "random"
)

// BoundRow describes a bound.
type BoundRow struct {
	Name        string
	Doc         string // what N of it means, for help
	Least, Most int
}

const many = 1 << 40

// BoundRows lists the bounds.
var BoundRows = []BoundRow{
	{Preemptions, "a thread that could go on is passed over N times at most in a run", 0, many},
	{Delays, "N turns at most are passed over, where else each thread goes on till it waits, and then the next", 0, many},
	{Depth, "a thread takes N steps at most", 1, many},
	{Events, "an actor goes no further when N events have led to where it is", 1, many},
	{Random, "N values at most are tried of each random number", 1, widest},
}

// widest is how many values of a random number are tried without a bound.
const widest = 256

// BoundHelp lists the bounds with what they mean.
func BoundHelp() string {
	all := text.Each(BoundRows, func(r BoundRow) string { return r.Name + "=N (" + r.Doc + ")" })
	return strings.Join(all, ", ")
}

// ParseBounds reads bounds as one types them: preemptions=2,depth=100.
func ParseBounds(words string) (Bounds, error) {
	if words == "" {
		return nil, nil
	}
	b := Bounds{}
	for word := range strings.SplitSeq(words, ",") {
		name, number, _ := strings.Cut(strings.TrimSpace(word), "=")
		i := slices.IndexFunc(BoundRows, func(r BoundRow) bool { return r.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no bound %q; there are: %s", name, BoundHelp())
		}
		r := &BoundRows[i]
		n, err := strconv.Atoi(number)
		switch _, twice := b[name]; {
		case err != nil || n < r.Least:
			return nil, fmt.Errorf("%s must be a number from %d on, not %q", name, r.Least, number)
		case n > r.Most:
			return nil, fmt.Errorf("%s must be at most %d, not %d", name, r.Most, n)
		case twice:
			return nil, fmt.Errorf("%s is there twice", name)
		}
		b[name] = n
	}
	return b, nil
}

// String is what ParseBounds reads.
func (b Bounds) String() string {
	all := text.Each(slices.Sorted(maps.Keys(b)), func(name string) string {
		return fmt.Sprintf("%s=%d", name, b[name])
	})
	return strings.Join(all, ",")
}

// Orders says whether schedules are bounded that make the same class as others which are not.
func (b Bounds) Orders() bool {
	_, preemptions := b[Preemptions]
	_, delays := b[Delays]
	return preemptions || delays
}

// reach says whether runs are cut.
func (b Bounds) reach() bool { return b[Depth]+b[Events] > 0 }

// Cut says why a search has ended a run before the program did.
type Cut uint8

// Why runs end.
const (
	Whole Cut = iota // the program has ended it
	Bound            // whoever could go on is at a bound
	Known            // what follows was run before
	After            // a thread has failed long ago, and others go on
	Spins            // a thread goes round in a loop that changes nothing, while others could go on
)

// bounded is what a run knows of its bounds.
type bounded struct {
	Bounds
	past  *order      // of the events so far; nil if nobody needs it
	known func() bool // says whether what follows was run before; nil for never
	stop  func()      // ends the run before the next step
	cut   Cut
}

// Attach gives the run what ends it before the next step.
func (r *run) Attach(stop func()) { r.bounds.stop = stop }

// Cut says whether the run was ended so, and why.
func (r *run) Cut() Cut { return r.bounds.cut }

// end ends the run.
func (b *bounded) end(why Cut) {
	b.cut = why
	b.stop()
}

// catchUp takes the events in that have been completed.
func (r *run) catchUp() {
	if o := r.bounds.past; o != nil {
		o.events = r.events
		for len(o.stamps) < len(r.events) {
			o.add()
		}
	}
}

// beyond says whether an actor has come to where a bound does not let it go on. That follows from what has led there,
// whatever the order in which it came.
func (r *run) beyond(a touch.Actor, thread bool) bool {
	b := &r.bounds
	if !b.reach() {
		return false
	}
	own := numbered.At(b.past.own, a)
	if len(own) == 0 {
		return false
	}
	depth, events := b.Bounds[Depth], b.Bounds[Events]
	return thread && depth > 0 && len(own) >= depth || events > 0 && b.past.size(int(own[len(own)-1])) >= events
}

// size is how many events have led to one, itself included, without those by which time passes.
func (o *order) size(i int) (n int) {
	for a, k := range o.stamps[i].clock {
		if touch.Actor(a) != touch.Clock {
			n += int(k)
		}
	}
	return n
}

// Values is how many values of a choice among n are tried.
func (b Bounds) Values(n int) int {
	if most := b[Random]; most > 0 {
		return min(n, most)
	}
	return min(n, widest)
}

// value is the i-th of so many values that are tried of a choice among n: they lie evenly between the first and the
// last.
func value(i, tried, n int) int {
	if tried >= n || tried == 1 {
		return min(i, n-1)
	}
	return i * (n - 1) / (tried - 1)
}
