package debugger

import (
	"sync"

	"machsim/debugger/session"
)

// Work is what may take long.
type Work = session.Work

// The kinds of work. The zero Work is none.
const (
	Replaying = session.Replaying // a recorded run is made again, or a fork is made; counted in events
	Ordering  = session.Ordering  // the causal order of the events is found; in events
	Running   = session.Running   // programs run again, with what their calls have returned; in calls
	Playing   = session.Playing   // recorded steps are taken again, on a state; in events
	Trying    = session.Trying    // runs are made that begin as the present one; in runs
	Ending    = session.Ending    // a recorded run is made again to see its end, before all of it is known; in events
)

// progress tells a face how far the work is that somebody waits for.
type progress struct {
	mu      sync.Mutex
	tell    session.Progress // nil for nobody
	waiting int              // how many wait
	told    bool             // of work that they wait for
	hears   map[int]func(Growth)
	heard   int  // the number that was given to one of these last
	ending  bool // the end is not there yet, and the log behind it is not told of
}

// of is told of all work.
func (p *progress) of(w Work, done, total uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w == Ending {
		p.ending = done < total
	}
	if p.waiting > 0 && !(w == Replaying && p.ending) {
		p.told = true
		p.tell(w, done, total)
	}
}

// grew tells how far a live run has come.
func (p *progress) grew(g Growth) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told = true
	for _, hear := range p.hears {
		hear(g)
	}
}

// Hear lets a function be told how far a live run has come while a method has it made, some times a second, until stop
// is called. It must not call the Debugger.
func (d *Debugger) Hear(f func(Growth)) (stop func()) {
	p := &d.progress
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard++
	n := p.heard
	if p.hears == nil {
		p.hears = map[int]func(Growth){}
	}
	p.hears[n] = f
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.hears, n)
	}
}

// begin says that somebody begins to wait, and end that he has what he waited for.
func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting++
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting--; p.waiting == 0 && p.told {
		if p.told = false; p.tell != nil {
			p.tell(0, 0, 0)
		}
	}
}

// session returns what a Session is to tell; nil if nobody wants to know.
func (p *progress) session() session.Progress {
	if p.tell == nil {
		return nil
	}
	return p.of
}
