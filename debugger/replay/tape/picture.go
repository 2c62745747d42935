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

// Collect has the Builder log nothing but what Picture needs. It must be called before the run begins.
func (k *Builder) Collect() { k.from = math.MaxInt }

// collects says whether the Builder does so.
func (k *Builder) collects() bool { return k.from == math.MaxInt && !k.forgets }

// Forget gives back what was collected, and has the Builder log nothing any more: there will be no Picture. The run
// stands in state s.
func (k *Builder) Forget(s *kernel.State) {
	s.IPC.Values, s.IPC.AccessLog, k.forgets = nil, nil, true
	*k.t = Tape{Program: k.t.Program, Config: k.t.Config, Endless: k.t.Endless}
}

// Picture returns the log of a run that stands in state s, between two events, with none of its events: what it takes
// to go on from there (Krawczuk 3.4). It is plain data, as Apart returns it. The Builder has been told to Collect, and
// goes on.
func (k *Builder) Picture(s *kernel.State) *Tape {
	t := k.t.copied()
	t.passed, t.asked, t.asks = List[passed]{own: t.passed.all()}, maps.Clone(t.asked), maps.Clone(k.asks)
	p := Builder{t: &t, inCall: k.inCall}
	p.horizon(s)
	t.End = t.Start
	return t.Apart()
}

// Collected is about how many bytes of results there are for a Picture.
func (k *Builder) Collected() (bytes int) {
	for i := range k.t.Lanes {
		l := &k.t.Lanes[i]
		bytes += l.results.data.Len() + 4*(l.sums.Len()+l.glances.Len())
	}
	return bytes
}

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
