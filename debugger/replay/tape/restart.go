package tape

import (
	"bytes"
	"encoding/binary"
	"reflect"

	"machsim/debugger/replay/encode"
	"machsim/kernel"
)

// restart is where a thread's program began anew (kernel.Thread.Serve): the results of its calls up to Serve are those
// from its birth on, and the next is the first one after it remembered what is here.
type restart struct {
	calls, glances int
	remembers      []byte // with the Shape of its type before it
	event          int    // how many events there were when it remembered that
}

// serving is what a Builder that Collects knows of a thread of Serve.
type serving struct {
	calls, glances int    // before Serve
	next           int    // after how many calls its results so far may be dropped
	shape          uint64 // of what it remembers
	refused        bool   // that is no plain data
}

// restartEvery is how many calls a thread of Serve completes before its results so far are dropped, at least; one that
// remembers much completes a call for each restartBytes of it.
const (
	restartEvery = 256
	restartBytes = 4
)

// Restart drops the results of a thread that serves, if they are many, and nobody needs them to be made again.
func (k *Builder) Restart(s *kernel.State, id kernel.ThreadID, remembers any) {
	lane := k.t.LaneOf(id)
	if !k.collects || lane < 0 {
		return
	}
	l, g := &k.t.Lanes[lane], k.gatheredOf(lane)
	done := l.results.Len() + len(g.results)
	if g.serves == nil {
		k.write(g, l)
		g.serves = &serving{calls: done, glances: l.glances.Len(), next: done + restartEvery,
			shape: encode.Shape(reflect.TypeOf(remembers), nil)}
	}
	x := g.serves
	if done < x.next || x.refused {
		return
	}
	if x.next = done + restartEvery; !k.alone(s, id) {
		return
	}
	b, err := x.bytes(remembers)
	if err != nil {
		x.refused = true
		return
	}
	k.restart(s, l, g, b)
	x.next = x.calls + max(restartEvery, len(b)/restartBytes)
}

// alone says whether a thread is the only one that its task has had, and no thread that it has made is still there.
func (k *Builder) alone(s *kernel.State, id kernel.ThreadID) bool {
	task := s.Threads.At(uint32(id)).Task
	for other := range s.Threads.All {
		of := kernel.ThreadID(other)
		th := s.Threads.At(other)
		if of == id {
			continue
		}
		if by, made := k.t.asked[of]; th.Task == task || made && by.Thread == id && th.Status != kernel.Ended {
			return false
		}
	}
	return true
}

// restart has a lane begin with what it remembers.
func (k *Builder) restart(s *kernel.State, l *Lane, g *gathered, remembers []byte) {
	x, before := g.serves, l.gathers()
	dropped := uint32(l.results.Len() + len(g.results) - x.calls)
	g.drop()
	l.results.shorten(x.calls)
	l.sums.shorten(x.calls)
	l.glances.shorten(x.glances)
	k.collected -= before - l.gathers()
	l.earlier.restart = &restart{x.calls, x.glances, remembers, k.t.Len()}
	lane := uint32(k.t.LaneOf(l.Thread))
	for n := k.stretches[s.Threads.At(uint32(l.Thread)).Task].number; dropped > 0 && n > 0; n-- {
		if p := k.t.passed.ref(n - 1); p.lane == lane { // there are several if something was done to the task
			less := min(p.calls, dropped)
			p.calls, dropped = p.calls-less, dropped-less
		}
	}
}

// Restarted says whether the lane's program, which begins anew, remembers what an event has done.
func (l *Lane) Restarted(event int) bool {
	return l.earlier.restart != nil && event < l.earlier.restart.event
}

// Restarts says whether the lane's program begins anew, with what it remembers (kernel.Thread.Serve).
func (l *Lane) Restarts() bool { return l.earlier.restart != nil }

// bytes returns what the thread remembers.
func (x *serving) bytes(v any) ([]byte, error) {
	b := bytes.NewBuffer(binary.LittleEndian.AppendUint64(nil, x.shape))
	err := encode.WriteAcross(b, v, nil, func(uintptr) uint64 { return 0 })
	return b.Bytes(), err
}

// Serve gives a thread whose program is fed, and has come to its Serve, what it is to remember.
func (c *Cursor) Serve(remembers any) {
	c.serves = &serving{calls: c.calls, glances: c.glances, shape: encode.Shape(reflect.TypeOf(remembers), nil)}
	at := c.l.earlier.restart
	if at == nil || at.calls != c.calls || len(at.remembers) < 8 ||
		binary.LittleEndian.Uint64(at.remembers) != c.serves.shape {
		return
	}
	_ = encode.Read(bytes.Clone(at.remembers[8:]), remembers, nil)
}
