package tape

import (
	"maps"
	"math"
	"reflect"

	"machsim/ipc"
	"machsim/kernel"
)

// Types are the types of the values that a log has in interfaces, for package encode.
var Types = []reflect.Type{
	reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[ipc.Name](), reflect.TypeFor[ipc.Type](),
	reflect.TypeFor[[]ipc.Port25Type](),
	reflect.TypeFor[*kernel.Request](), reflect.TypeFor[*kernel.Answer](), reflect.TypeFor[kernel.TaskInfo](),
	reflect.TypeFor[kernel.ThreadInfo](), reflect.TypeFor[kernel.RegionInfo](), reflect.TypeFor[ipc.Status25](),
	reflect.TypeFor[ipc.ReceiveStatus](), reflect.TypeFor[kernel.StayInfo](),
}

// Collect has the Builder log nothing but what Picture needs, and call between where a Picture may be taken: before
// each event, and after the last. It must be called before the Builder watches a run.
func (k *Builder) Collect(between func(s *kernel.State)) {
	k.from, k.collects = math.MaxInt, true
	k.Between = func(s *kernel.State, _ int) { between(s) }
}

// Picture returns the log of a run that stands in state s, between two events, with none of its events: what it takes
// to go on from there (Krawczuk 3.4). It is plain data, as Apart returns it, and valid until the next event. The
// Builder has been told to Collect, and goes on.
func (k *Builder) Picture(s *kernel.State) *Tape {
	for lane := range k.gathered {
		k.write(&k.gathered[lane], &k.t.Lanes[lane])
	}
	t := k.t.copied()
	t.passed, t.asked, t.asks = List[passed]{own: t.passed.all()}, maps.Clone(t.asked), maps.Clone(k.asks)
	p := Builder{t: &t, places: map[uintptr]uint64{}, from: k.from}
	for i := range t.Lanes {
		l, g := &t.Lanes[i], k.gatheredOf(i)
		l.first = t.First()
		l.earlier.calls, l.earlier.ops = l.results.Len(), l.results.Len()
		if p.comes(s, l.Thread); g.interrupted {
			p.begins(s, l.Thread)
		}
		if g.interrupted || l.Thread != 0 && l.earlier.amid { // what it sends may be gone
			*l.sums.last() = uint32(s.Threads.At(uint32(l.Thread)).Call.Op)
			l.earlier.ops++
		}
	}
	t.Start = s.Freeze()
	t.End = t.Start
	return t.Apart()
}

// Collected is about how many bytes of results there are for a Picture.
func (k *Builder) Collected() int { return k.collected }

// Forget gives back what was collected. The Builder must not be told of anything any more (kernel.Machine.Unlog).
func (k *Builder) Forget() { *k = Builder{} }

// Placed says where the program stands at the call that a thread is in where the log begins: a Picture does not have
// that, for it may be another executable's.
func (k *Builder) Placed(id kernel.ThreadID, pc uintptr) {
	l := &k.t.Lanes[k.t.LaneOf(id)]
	if l.calls.Len() != 1 {
		return
	}
	var c kernel.Call
	var m ipc.Message
	var h *ipc.Header
	r := reader{l.calls.At(0)}
	if r.call(&c, &k.t.places, &m) {
		h = &m.Header
	}
	l.calls.drop()
	w := writer{l.calls.begin()}
	w.call(&c, k.number(pc), h, m.Items)
	l.calls.end(w.b)
}
