package strategy

import (
	"machsim/debugger/choose/explore"
	"machsim/kernel"
)

// Bounds limit what an exhaustive search tries.
type Bounds = explore.Bounds

// ParseBounds reads bounds as one types them: preemptions=2,depth=100.
func ParseBounds(words string) (Bounds, error) { return explore.ParseBounds(words) }

// BoundHelp lists the bounds with what they mean.
func BoundHelp() string { return explore.BoundHelp() }

// Every makes a run of each class of orders (package explore). The seed makes no difference.
type Every struct {
	*explore.Search     // says how many there are
	begun           int // the number of the run that was begun last, plus 1
}

func newEvery() Strategy { return EveryFrom(0) }

// EveryFrom makes a run of each class of what can follow the first n events of runs. These events are the same in all
// runs, and somebody else chooses them: the options of the runs are runner.FollowOptions, with a record.Follow up to
// event n.
func EveryFrom(n int) *Every { return &Every{Search: explore.From(n)} }

// Begin returns a Door that has to be the Log of the run, too.
func (s *Every) Begin(r Run) kernel.Door {
	s.wants(r)
	var l explore.Listener
	if r.N+1 == s.begun {
		l = s.Search.Again()
	} else if l = s.Search.Begin(); l == nil {
		return nil
	}
	s.begun = r.N + 1
	return l
}

// wants takes in how runs are to be made.
func (s *Every) wants(r Run) {
	s.Search.FreeTimers, s.Search.Weak, s.Search.KeepGoing = r.FreeTimers, r.Weak, r.KeepGoing
	s.Search.Bounds, s.Search.ByReceipt = r.Bounds, r.ByReceipt
}

// Keep keeps the run that has ended last: what it returns makes that one once more, however many have come since.
func (s *Every) Keep() func() kernel.Door { return doors(s.Search.Keep()) }

// KeepFailure is Keep for an ordinary run that ends with a failure of that one, by its number.
func (s *Every) KeepFailure(i int) func() kernel.Door { return doors(s.Search.KeepFailure(i)) }

// KeepUpTo is Keep for an ordinary run that has made its events up to one, without failures.
func (s *Every) KeepUpTo(event uint64) func() kernel.Door { return doors(s.Search.KeepUpTo(event)) }

// KeepAlive is Keep for an ordinary run that has made all its events before it fails, if it does.
func (s *Every) KeepAlive() func() kernel.Door { return doors(s.Search.KeepAlive()) }

func doors(again func() explore.Listener) func() kernel.Door {
	return func() kernel.Door { return again() }
}

// End takes the run in.
func (s *Every) End(_ int, e Ended) {
	if e.Left != nil {
		s.Search.Left(e.Left)
	} else {
		s.Search.End()
	}
}

// Kept makes runs once more that were kept. They do not follow from each other.
type Kept struct {
	forgetful
	First, Step int // the number of the first, and how far apart their numbers are
	Doors       []func() kernel.Door
}

// Begin begins a run.
func (k *Kept) Begin(r Run) kernel.Door { return k.Doors[(r.N-k.First)/k.Step]() }

// Take implements Ahead.
func (s *Every) Take(r Run) *Attempt {
	s.wants(r)
	return s.Search.Take()
}

// Turn implements Ahead.
func (s *Every) Turn() *Attempt {
	a := s.Search.Turn()
	if a != nil {
		s.begun++
	}
	return a
}
