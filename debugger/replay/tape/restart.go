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

// serving is what a Builder knows of a thread of Serve. One that does not Collect notes it once.
type serving struct {
	calls, glances, infos int // before Serve

	next    int    // after how many calls its results so far may be dropped
	above   int    // the threads up to this number were there before Serve, or what came of it since is forgotten
	shape   uint64 // of what it remembers
	refused bool   // that is no plain data, or others share it
}

// restartEvery is how many calls a thread of Serve completes before its results so far are dropped, at least; one that
// remembers much completes a call for each restartBytes of it.
const (
	restartEvery = 256
	restartBytes = 4
)

// Restart drops the results of a thread that serves, if they are many, and nobody needs them to be made again; and with
// them all threads that have come of it since it serves.
func (k *Builder) Restart(s *kernel.State, id kernel.ThreadID, remembers any) {
	lane := k.t.LaneOf(id)
	if lane < 0 {
		return
	}
	l, g := &k.t.Lanes[lane], k.gatheredOf(lane)
	done := l.results.Len() + len(g.results)
	if l.earlier.serves == nil {
		k.write(g, l)
		l.earlier.serves = &serving{calls: done, glances: l.glances.Len(), infos: l.infos.Len(),
			next: done + restartEvery, above: s.Threads.Len(), refused: company(s, id),
			shape: encode.Shape(reflect.TypeOf(remembers), nil)}
	}
	x := l.earlier.serves
	if !k.collects || done < x.next || x.refused || company(s, id) {
		return
	}
	since := k.madeSince(s, id, x.above)
	if !k.apart(s, id, since, x.above) {
		x.next = done + max(restartEvery, s.Threads.Len()-x.above)
		return
	}
	b, err := x.bytes(remembers)
	if err != nil {
		x.refused = true
		return
	}
	k.restart(lane, since, b)
	x.above, x.next = s.Threads.Len(), x.calls+max(restartEvery, len(b)/restartBytes)
}

// company says whether another thread of its task is there.
func company(s *kernel.State, id kernel.ThreadID) bool {
	return len(s.Tasks.At(uint32(s.Threads.At(uint32(id)).Task)).Threads) > 1
}

// restart has a lane begin with what it remembers, without what has come of it since it serves.
func (k *Builder) restart(lane int, since since, remembers []byte) {
	l, g := &k.t.Lanes[lane], k.gatheredOf(lane)
	x, before := l.earlier.serves, l.gathers()
	dropped := l.results.Len() + len(g.results) - x.calls
	g.drop()
	l.results.shorten(x.calls)
	l.infos.shorten(x.infos)
	l.sums.shorten(x.calls)
	l.glances.shorten(x.glances)
	k.collected -= before - l.gathers()
	l.earlier.restart = &restart{x.calls, x.glances, remembers, k.t.Len()}
	p := k.t.passed.ref(g.stretch.number - 1)
	if len(since.threads) > 0 || int(p.lane) != lane || int(p.calls) < dropped {
		k.forget(lane, x.calls, since)
		return
	}
	p.calls -= uint32(dropped)
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
	c.serves = true
	at := c.l.earlier.restart
	if at == nil || at.calls != c.calls || len(at.remembers) < 8 ||
		binary.LittleEndian.Uint64(at.remembers) != encode.Shape(reflect.TypeOf(remembers), nil) {
		return
	}
	_ = encode.Read(bytes.Clone(at.remembers[8:]), remembers, nil)
}
