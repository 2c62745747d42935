// Package facts folds the events of a run into what no single event says: who holds which mutex, who received what was
// sent, what threads wait for. Whoever needs one of these reads it here, so all that is told of a run agrees.
//
//	f := new(facts.Facts)
//	... f.See(x), for each event of the run, from the first one on
//	for _, h := range f.Mutexes.All {
//		fmt.Println(f.Mutexes.Objects[h.Mutex].Text, h.Taken, h.Released)
//	}
//
// The facts are rows of numbers of events, from 1; 0 stands for none. What an event says for itself (its thread, its
// time, its call) is not repeated in a row. Each fold also says what the event at hand has changed (Mutexes.Took), for
// those who tell a run event by event, and can be used alone.
//
// Remote calls, which call serves which, are such a fold as well (package rpc); it reads more than an event says.
package facts

import "machsim/debugger/event"

// Facts are all facts of a run; the zero value those of one of which no event has been seen.
type Facts struct {
	Mutexes Mutexes
	Mail    Mail
	Waits   Waits
}

// See takes an event.
func (f *Facts) See(x *event.Event) {
	f.Mutexes.See(x)
	f.Mail.See(x)
	f.Waits.See(x)
}

// index gives objects numbers from 0, in the order in which they come up.
type index struct {
	Objects []event.Value // by number, as they were then
	numbers event.Table[uint32]
}

// of is the number of an object.
func (t *index) of(v *event.Value) uint32 {
	if n := t.numbers.Get(v.Identity); n > 0 {
		return n - 1
	}
	t.Objects = append(t.Objects, *v)
	t.numbers.Put(v.Identity, uint32(len(t.Objects)))
	return uint32(len(t.Objects) - 1)
}

// at is the place of a number in a slice that grows with it.
func at[N ~uint32 | ~uint64, T any](all *[]T, n N) *T {
	for len(*all) <= int(n) {
		var none T
		*all = append(*all, none)
	}
	return &(*all)[n]
}
