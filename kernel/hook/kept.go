package hook

import (
	"reflect"
	"runtime"
	"sync/atomic"
	"time"
)

// Kept is what a run has of what there is only once in a process: the variables of packages, and the thread that is
// heard (Running). A run that needs them is inside, between Enter and Leave, whenever its program code runs, and
// whoever looks at its variables is, too. One run is inside at a time, and others wait. So nobody waits for another run
// while inside. Nil is that of a run that needs none of it, which never waits.
//
// A Kept is used by one goroutine at a time, as the machine or Feeder is that has it.
type Kept struct {
	values []held       // of the variables of packages, while others have theirs there
	lost   *atomic.Bool // the run was given up; nil: it never is
	turns  uint8        // how often it was left
}

// held is a value of a variable.
type held struct{ variable, value reflect.Value }

var (
	inside  atomic.Pointer[Kept]     // the run that is
	waiting atomic.Int32             // how many want to be
	left    = make(chan struct{}, 1) // has something when one was left while others waited
	present *Kept                    // the run whose values the variables have, for the one that is inside
)

// moment is how long code that was given up has to come to its next hook, where it stays.
const moment = 20 * time.Millisecond

// Begin returns the Kept of a run that begins: nil if no program writes to variables of its package, and the run need
// not be alone for another reason. lost is set when the run is given up; it may be nil.
func Begin(alone bool, lost *atomic.Bool) *Kept {
	if !alone && !Changing() {
		return nil
	}
	return &Kept{lost: lost}
}

// Under says what is set from now on when the run is given up.
func (k *Kept) Under(lost *atomic.Bool) {
	if k != nil {
		k.lost = lost
	}
}

// Enter waits until no other run is inside, and gives the variables of packages the values that they have in this one.
func (k *Kept) Enter() {
	if k == nil {
		return
	}
	if inside.Load() == k {
		panic("hook: a run is entered that somebody is inside of")
	}
	if !inside.CompareAndSwap(nil, k) {
		k.wait()
	}
	if present != k {
		present.take()
		k.give()
		present = k
	}
}

// wait waits until the run is inside. From one that was given up, and has not come back in a moment, it takes the
// place: that one is in code without hooks, or waits for something, and does not get beyond its next hook.
func (k *Kept) wait() {
	waiting.Add(1)
	defer waiting.Add(-1)
	tick := time.NewTicker(moment)
	defer tick.Stop()
	for late := (*Kept)(nil); !inside.CompareAndSwap(nil, k); {
		select {
		case <-left:
			continue
		case <-tick.C:
		}
		now := inside.Load()
		if late != nil && late == now && inside.CompareAndSwap(now, k) {
			return
		}
		if k.givenUp() {
			select {} // it is not to begin any more
		}
		if late = nil; now.givenUp() {
			late = now
		}
	}
}

func (k *Kept) givenUp() bool { return k != nil && k.lost != nil && k.lost.Load() }

// Leave lets another run in. It does nothing if the run was given up, and another has taken its place.
func (k *Kept) Leave() {
	if k == nil {
		return
	}
	if !inside.CompareAndSwap(k, nil) {
		if !k.givenUp() {
			panic("hook: a run is left that nobody is inside of")
		}
		return
	}
	if waiting.Load() == 0 {
		return
	}
	select {
	case left <- struct{}{}:
	default:
	}
	if k.turns++; k.turns == 0 {
		runtime.Gosched()
	}
}

// take keeps the values that the variables have.
func (k *Kept) take() {
	if k == nil {
		return
	}
	k.values = k.values[:0]
	for v := range variables {
		value := reflect.New(v.Type()).Elem()
		value.Set(v)
		k.values = append(k.values, held{v, value})
	}
}

// give gives the variables the values that were kept.
func (k *Kept) give() {
	for _, h := range k.values {
		h.variable.Set(h.value)
	}
}
