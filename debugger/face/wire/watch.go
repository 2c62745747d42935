package wire

import (
	"sync"

	"machsim/debugger"
)

// Event is what those who watch are told: under the names changed and opened a Changed, under progress a Progress,
// under grew a debugger.Growth, in JSON, under over an Over. After opened there is another recording, and nothing of
// what was shown holds any more. After over whoever serves the Service has to end, and soon.
type Event struct {
	Name string
	Data any
	By   string // of a progress: the name of the person whose call it is
}

// Changed says that there is another state to be seen.
type Changed struct {
	Serial   uint64 `json:"serial"`
	Position string `json:"position"`
	Run      int    `json:"run"` // the number of the run

	// The same for a prompt: where the position lies, in words, and what the prompt is there.
	Says   string `json:"-"`
	Prompt string `json:"-"`
}

// Over says why the session ends.
type Over struct {
	Text string `json:"text"` // a sentence
}

// tellOver tells once that the session has to end.
func (s *Service) tellOver(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.over = true
		s.tell(Event{Name: "over", Data: Over{why.Error()}})
	}
}

// hears tells those who watch how far a live run has come, and what others do with the Debugger.
func (s *Service) hears(d *debugger.Debugger, stamp string) {
	s.changes(d, stamp)
	d.Hear(func(g debugger.Growth) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.tell(Event{Name: "grew", Data: Encode(g)})
	})
}

// Watch lets a function be told of events, until stop is called. It is called with locks held: it takes a
// note of the event, and calls nothing of the Service.
func (s *Service) Watch(told func(Event)) (stop func()) {
	return s.watchers.Add(&s.mu, told)
}

// tell tells all who watch. It is called with the lock held.
func (s *Service) tell(e Event) { s.watchers.Tell(e) }

// Watchers are those who are told of events. A lock of whoever has them guards them.
type Watchers struct {
	all  map[int]func(Event)
	last int // the number of the one that came last
}

// Add lets a function be told of events, until stop is called. Both take the lock.
func (w *Watchers) Add(lock sync.Locker, told func(Event)) (stop func()) {
	lock.Lock()
	defer lock.Unlock()
	if w.all == nil {
		w.all = map[int]func(Event){}
	}
	w.last++
	n := w.last
	w.all[n] = told
	return func() {
		lock.Lock()
		defer lock.Unlock()
		delete(w.all, n)
	}
}

// Tell tells all of them. It is called with the lock held.
func (w *Watchers) Tell(e Event) {
	for _, told := range w.all {
		told(e)
	}
}
