//go:build !js

package serve

import (
	"sync"
	"time"

	"machsim/debugger/face/wire"
)

// often is how often those who look are told of states: so they follow within a tenth of a second, and what they ask
// then costs whoever moves little, however fast he is.
const often = 70 * time.Millisecond

// pace tells of the newest event, and not too often.
type pace struct {
	told func(wire.Event)

	mu    sync.Mutex
	last  time.Time   // when it was told
	next  *wire.Event // that waits
	timer *time.Timer // tells it
}

// put tells an event, now or soon.
func (p *pace) put(e wire.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	wait := often - time.Since(p.last)
	switch {
	case p.next != nil: // the timer is on its way
		p.next = &e
	case wait <= 0:
		p.last = time.Now()
		p.told(e)
	default:
		p.next = &e
		p.timer = time.AfterFunc(wait, p.tell)
	}
}

// tell tells the event that waits.
func (p *pace) tell() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.next; e != nil {
		p.next, p.last = nil, time.Now()
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
