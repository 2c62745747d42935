package tape

import (
	"maps"
	"math"
	"reflect"
	"slices"

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

// Forget gives back what was collected: there will be no Picture.
func (k *Builder) Forget() {
	k.forgets = true
	*k.t = Tape{Program: k.t.Program, Config: k.t.Config, Endless: k.t.Endless}
}

// bare is close for a Builder that logs nothing.
func (k *Builder) bare(s *kernel.State) {
	s.IPC.Values, s.IPC.AccessLog = nil, nil
	if k.Between != nil {
		k.Between(s, int(s.Steps))
	}
}

// Picture returns the log of a run that stands in state s, between two events, with none of its events: what it takes
// to go on from there (Krawczuk 3.4). It is plain data, as Apart returns it. The Builder has been told to Collect, and
// goes on.
func (k *Builder) Picture(s *kernel.State) *Tape {
	t := *k.t
	t.Lanes, t.passed = slices.Clone(t.Lanes), List[passed]{own: k.t.passed.all()}
	t.threads, t.makers = slices.Clone(t.threads), slices.Clone(t.makers)
	t.askers, t.packets, t.asked = maps.Clone(t.askers), maps.Clone(t.packets), maps.Clone(t.asked)
	t.events.latest, t.asks = slices.Clone(t.events.latest), maps.Clone(k.asks)
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
	m := new(ipc.Message)
	r := reader{l.calls.At(0)}
	if !r.call(&c, &k.t.places, m) {
		m = nil
	}
	l.calls.drop()
	w := writer{l.calls.begin()}
	if m == nil {
		w.call(&c, k.number(pc), nil, nil)
	} else {
		w.call(&c, k.number(pc), &m.Header, m.Items)
	}
	l.calls.end(w.b)
}
