package session

import (
	"fmt"
	"io"

	"machsim/debugger/record"
	"machsim/debugger/record/watch"
	"machsim/debugger/replay/encode"
	"machsim/debugger/replay/graph"
	"machsim/debugger/replay/tape"
	"machsim/debugger/run/runner"
)

// Keeper keeps what was derived from long recordings, so that they are opened without a replay the next time. What it
// returns is believed: nobody else may write to where it keeps that (debugger/replay/cache).
type Keeper interface {
	// Get returns what is kept under a name, which may be any text; nil if nothing is.
	Get(name string) []byte
	// Put keeps what write writes, in place of what was there. It is called from a goroutine.
	Put(name string, write func(io.Writer) error) error
}

// leastKept is the number of events of a recording from which on it is worth it.
const leastKept = 20_000

// kept is what is kept of an opened recording: all that the replay gave.
type kept struct {
	Tape    *tape.Tape
	Order   *graph.Derived
	Spacing int // of marks
	Marks   []mark
	Run     runner.Ended
}

// keptAs returns the name under which is kept what was derived from a recording: by this executable, as another one
// has other types and other code.
func keptAs(rec *record.Recording) string {
	return fmt.Sprintf("%s %d %s", record.ThisBuild(), rec.Events, rec.Identity())
}

// keeping is where something is kept of a recording, and its name there. The Keeper is nil if nothing is.
type keeping struct {
	Keeper
	name string
}

// keepingOf returns where something is kept of a recording, if it is worth it.
func keepingOf(rec *record.Recording, o *Options) keeping {
	if o.Keeper == nil || rec.Events < leastKept || o.Window != (Window{}) {
		return keeping{}
	}
	return keeping{o.Keeper, keptAs(rec)}
}

// get reads what is kept under the name and a word; false if nothing is.
func (k keeping) get(word string, into any) bool {
	if k.Keeper == nil {
		return false
	}
	data := k.Get(k.name + word)
	return data != nil && encode.Read(data, into, tape.Types) == nil
}

// put keeps a value under the name and a word, by a goroutine.
func (k keeping) put(word string, value any) {
	if k.Keeper != nil {
		go func() {
			_ = k.Put(k.name+word, func(w io.Writer) error { return encode.Write(inTurns{w}, value, tape.Types) })
		}()
	}
}

// inTurns gives way before it writes.
type inTurns struct{ io.Writer }

func (w inTurns) Write(b []byte) (int, error) {
	watch.GiveWay()
	return w.Writer.Write(b)
}

// shared is kept apart, for it is found later than the rest: the tasks whose threads share variables without a lock.
const shared = " shared"

// reopen opens a recording by what was kept of it; false if nothing was.
func (s *Session) reopen(o *Options, ro *runner.ReplayOptions) bool {
	var k kept
	if !s.keeping.get("", &k) || !k.of(s.Rec) {
		return false
	}
	l := &log{marks: &marks{spacing: k.Spacing, all: k.Marks}}
	l.tape = k.Tape.For(s.Program, ro.Setup().Config())
	l.tape.Limit = ro.LoopLimit
	l.run = runner.Reopen(ro, k.Run, l.tape.End)
	l.cuts, l.causal = graph.Cuts{Tape: l.tape}, k.Order.Graph(l.tape)
	s.begin(l, o)
	s.Run = l.run
	s.taken.Store(l)
	return true
}

// of says whether k belongs to a recording.
func (k *kept) of(rec *record.Recording) bool {
	return k.Tape.End.Hash == rec.Hash && uint64(k.Tape.Len()) == rec.Events
}

// keep has what was derived from a recording kept, once the causal order is there.
func (s *Session) keep(l *log) func(*graph.Derived) {
	if s.keeping.Keeper == nil {
		return nil
	}
	return func(order *graph.Derived) {
		ended, whole := l.run.Ended()
		k := kept{l.tape.Apart(), order, l.marks.spacing, l.marks.all, ended}
		if whole && k.of(s.Rec) {
			s.keeping.put("", &k)
		}
	}
}
