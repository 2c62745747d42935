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
}

// serving is what a Builder that Collects knows of a thread of Serve.
type serving struct {
	calls, glances int    // before Serve
	shape          uint64 // of what it remembers
	refused        bool   // that is no plain data
}

// restartEvery is how many calls a thread of Serve completes before its results so far are dropped.
const restartEvery = 256

// Restart drops the results of a thread that serves, if they are many, and nobody needs them to be made again.
func (k *Builder) Restart(s *kernel.State, id kernel.ThreadID, remembers any) {
	lane := k.t.LaneOf(id)
	if !k.collects() || lane < 0 {
		return
	}
	l := &k.t.Lanes[lane]
	x := k.serving[id]
	if x == nil {
		if k.serving == nil {
			k.serving = map[kernel.ThreadID]*serving{}
		}
		x = &serving{calls: l.results.Len(), glances: l.glances.Len(),
			shape: encode.Shape(reflect.TypeOf(remembers), nil)}
		k.serving[id] = x
	}
	if x.refused || l.results.Len()-x.calls < restartEvery || !k.alone(s, id) {
		return
	}
	b, err := x.bytes(remembers)
	if err != nil {
		x.refused = true
		return
	}
	k.restart(s, l, &restart{x.calls, x.glances, b})
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
func (k *Builder) restart(s *kernel.State, l *Lane, at *restart) {
	dropped := l.results.Len() - at.calls
	l.results, l.sums, l.glances = l.results.Cut(at.calls), l.sums.Cut(at.calls), l.glances.Cut(at.glances)
	l.earlier.restart = at
	task := s.Threads.At(uint32(l.Thread)).Task
	p := k.t.passed.ref(k.stretches[task].number - 1)
	p.calls -= min(p.calls, uint32(dropped))
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
	at := c.l.earlier.restart
	if at == nil || at.calls != c.calls || len(at.remembers) < 8 ||
		binary.LittleEndian.Uint64(at.remembers) != encode.Shape(reflect.TypeOf(remembers), nil) {
		return
	}
	_ = encode.Read(bytes.Clone(at.remembers[8:]), remembers, nil)
}
