//go:build !wasm

package serve

import (
	"sync"
	"time"

	"machsim/debugger/face/wire"
)

// Those who look are told of a state once whoever moves has rested for a moment, so that what they ask then is in
// nobody's way; and if he does not rest, so often that they follow within a tenth of a second.
const (
	rest  = 40 * time.Millisecond
	often = 80 * time.Millisecond
)

// pace tells of the newest event, and not too often.
type pace struct {
	told func(wire.Event)

	mu    sync.Mutex
	next  *wire.Event // that waits; nil for none
	since time.Time   // when the first one came that was not told
	timer *time.Timer // tells it
}

// put has an event told soon, in place of one that waits.
func (p *pace) put(e wire.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.next == nil {
		p.since = now
	}
	p.next = &e
	wait := min(rest, often-now.Sub(p.since))
	if p.timer == nil {
		p.timer = time.AfterFunc(wait, p.tell)
	} else {
		p.timer.Reset(max(wait, 0))
	}
}

// tell tells the event that waits.
func (p *pace) tell() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.next; e != nil {
		p.next = nil
		p.told(*e)
	}
}

// end tells nothing any more.
func (p *pace) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next = nil; p.timer != nil {
		p.timer.Stop()
	}
}
