package kernel

import "sync/atomic"

// Pulse is how a watchdog on another goroutine sees whether a program gets anywhere. A
// machine or a Feeder that has one (Config.Pulse) tells it whenever it hands over to program
// code, and whenever that comes back: with a kernel call, with a call of Boot, or by
// returning. The zero Pulse is ready for use; one Pulse is for one machine or Feeder.
type Pulse struct {
	// The number of tellings in the upper 31 bits, whether program code goes on in the bit
	// below, and the thread in the lower 32 bits.
	v atomic.Uint64
	n uint64 // the number of tellings, for whoever runs the machine
}

const pulseInside = 1 << 32

// Beat is what a Pulse shows at a moment.
type Beat struct {
	Count  uint64   // changes whenever program code goes on or comes back
	Inside bool     // program code goes on
	Thread ThreadID // whose it is, or was last; 0 for the program's Main
}

// Look returns what the Pulse shows now.
func (p *Pulse) Look() Beat {
	v := p.v.Load()
	return Beat{v >> 33, v&pulseInside != 0, ThreadID(v)}
}

// goesOn tells that program code of a thread goes on.
func (p *Pulse) goesOn(id ThreadID) {
	if p != nil {
		p.n++
		p.v.Store(p.n<<33 | pulseInside | uint64(uint32(id)))
	}
}

// comesBack tells that it has come back.
func (p *Pulse) comesBack(id ThreadID) {
	if p != nil {
		p.n++
		p.v.Store(p.n<<33 | uint64(uint32(id)))
	}
}

// Carry calls f. In a dump of all stacks a watchdog knows the goroutines of a program by the
// frames of Carry and, in those of threads, of Thread.run, which both show the Pulse.
//
//go:noinline
func (p *Pulse) Carry(f func()) {
	f()
	p.stay(0)
}

// stay is to be called last by what has its arguments as its own: so it keeps them, and a dump shows them.
//
//go:noinline
func (p *Pulse) stay(ThreadID) {}

// Enter tells that program code goes on which is no thread's.
func (p *Pulse) Enter() { p.goesOn(0) }

// Leave tells that it has come back.
func (p *Pulse) Leave() { p.comesBack(0) }
