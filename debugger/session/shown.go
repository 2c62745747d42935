package session

import (
	"sync"

	"machsim/debugger/replay/engine"
	"machsim/kernel"
)

// Shown is a change of a variable that a program shows (kernel.Thread.Watch).
type Shown struct {
	Event    int // the event after which the thread's program had changed it
	Thread   kernel.ThreadID
	Name     string
	Known    bool // there is an old value
	Old, New string
}

// Shown returns the changes of all variables that programs show, as they are found at kernel calls: between two calls
// of a thread only the last value is seen. It runs the programs once, until stop is closed. The rows of a thread are in
// order; those of several tasks are not.
func (s *Session) Shown(stop <-chan struct{}) (all []Shown, err error) {
	type variable struct {
		thread kernel.ThreadID
		name   string
	}
	var mu sync.Mutex
	last := map[variable]string{}
	err = s.log().engine.Walk(engine.Walk{Stop: stop, Look: func(v engine.View, id kernel.ThreadID, event int) {
		for _, x := range v.Variables(id) {
			text, loop := s.WatchedText(x.Value)
			if loop != nil {
				continue
			}
			key := variable{id, x.Name}
			mu.Lock()
			if old, known := last[key]; !known || old != text {
				last[key] = text
				all = append(all, Shown{event, id, x.Name, known, old, text})
			}
			mu.Unlock()
		}
	}})
	return all, err
}
