package kernel

import "sync/atomic"

// Heartbeat shows a watchdog on another goroutine whether a program makes progress. A machine or a
// Feeder with a Heartbeat (Config.Heartbeat) updates it whenever program code starts to run, and
// whenever it stops, at a kernel call, at a call of Boot, or by returning. The zero Heartbeat is
// ready for use, by one machine or Feeder.
type Heartbeat struct {
	// The number of updates in the upper 31 bits, whether program code is running in the bit
	// below, and the thread in the lower 32 bits.
	v atomic.Uint64
	n uint64 // the number of updates, for the goroutine that runs the machine

	lost atomic.Bool // GiveUp was called
	kin  atomic.Pointer[[]*Heartbeat]
}

const runningBit = 1 << 32

// Progress is the value of a Heartbeat at one time.
type Progress struct {
	Count  uint64   // changes whenever program code starts or stops running
	Inside bool     // program code is running
	Thread ThreadID // the thread of that code, or of the last; 0 for the program's Main
}

// Kin returns the Heartbeats under which threads began that go on under this one: this one, and those of Feeders that
// they have left.
func (p *Heartbeat) Kin() []*Heartbeat {
	if kin := p.kin.Load(); kin != nil {
		return *kin
	}
	return []*Heartbeat{p}
}

// takes has threads go on under p that began under another Heartbeat.
func (p *Heartbeat) takes(other *Heartbeat) {
	if p != nil && other != nil {
		kin := append(p.Kin(), other)
		p.kin.Store(&kin)
	}
}

// Part forgets the Heartbeats under which threads have begun, once these have ended.
func (p *Heartbeat) Part() { p.kin.Store(nil) }

// Look returns the present value of the Heartbeat.
func (p *Heartbeat) Look() Progress {
	v := p.v.Load()
	return Progress{v >> 33, v&runningBit != 0, ThreadID(v)}
}

// GiveUp says, from any goroutine, that nobody waits for the program any more. The threads of a Feeder
// then stay at their next call or hook.
func (p *Heartbeat) GiveUp() { p.lost.Store(true) }

func (p *Heartbeat) givenUp() bool { return p != nil && p.lost.Load() }

// abandoned is what GiveUp sets, nil without a Heartbeat.
func (p *Heartbeat) abandoned() *atomic.Bool {
	if p == nil {
		return nil
	}
	return &p.lost
}

// goesOn records that program code of a thread starts to run.
func (p *Heartbeat) goesOn(id ThreadID) {
	if p != nil {
		p.n++
		p.v.Store(p.n<<33 | runningBit | uint64(uint32(id)))
	}
}

// comesBack records that it has stopped.
func (p *Heartbeat) comesBack(id ThreadID) {
	if p != nil {
		p.n++
		p.v.Store(p.n<<33 | uint64(uint32(id)))
	}
}

// Carry calls f. In a dump of all stacks a watchdog knows the goroutines of a program by the
// frames of Carry and, in those of threads, of Thread.run, which both show the Heartbeat.
//
//go:noinline
func (p *Heartbeat) Carry(f func()) {
	f()
	p.stay(0)
}

// stay keeps its arguments alive. A function calls it last with its own, so that a dump shows them.
//
//go:noinline
func (p *Heartbeat) stay(ThreadID) {}

// Watched calls f between two steps. It is no code of the program, and may not return either.
func (p *Heartbeat) Watched(f func()) {
	id := p.Look().Thread
	p.goesOn(id)
	f()
	p.comesBack(id)
}

// Enter records that program code outside of threads starts to run.
func (p *Heartbeat) Enter() { p.goesOn(0) }
