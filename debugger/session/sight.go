package session

import (
	"reflect"
	"sync"

	"machsim/debugger/event/text"
	"machsim/debugger/lang/eval"
	"machsim/ipc"
	"machsim/kernel"
)

// sight is what a value of a thread's program may ask about the present position. It has a copy of the state, for the
// method that asks may not come back.
type sight struct {
	state func() *kernel.State
	of    kernel.ThreadID
}

func (s *Session) sight(of kernel.ThreadID) *sight {
	return &sight{sync.OnceValue(s.State().Clone), of}
}

// own says how a value of a thread's program shows itself, if it does (kernel.Debugged).
func (v *sight) own(x any) (said string, ok bool) {
	if _, ok = x.(kernel.Debugged); !ok {
		return "", false
	}
	copied, err := eval.Of(reflect.ValueOf(x)).Copied()
	if err != nil {
		return "(its DebugString is not called: " + err.Error() + ")", true
	}
	return text.Said("DebugString", func() string { return copied.Interface().(kernel.Debugged).DebugString(v) }), true
}

func (v *sight) Now() int64 { return v.state().Now }

// object is what something stands for.
func (v *sight) object(x any) (o kernel.Object) {
	rv := reflect.ValueOf(x)
	if rv.IsValid() && rv.Kind() == reflect.Struct && rv.NumField() == 1 && rv.Type().PkgPath() == "machsim/cthreads" {
		rv = rv.Field(0)
	}
	if !rv.IsValid() || !rv.CanUint() {
		return o
	}
	switch n := uint32(rv.Uint()); rv.Type() {
	case reflect.TypeFor[ipc.Name]():
		return v.named(ipc.Name(n))
	case reflect.TypeFor[kernel.MutexID]():
		o = kernel.Object{Kind: kernel.MutexObject, ID: n}
	case reflect.TypeFor[kernel.ConditionID]():
		o = kernel.Object{Kind: kernel.ConditionObject, ID: n}
	case reflect.TypeFor[kernel.ThreadID]():
		o = kernel.Object{Kind: kernel.ThreadObject, ID: n}
	}
	st := v.state()
	known := map[kernel.ObjectKind]func(uint32) bool{kernel.MutexObject: st.Mutexes.Has,
		kernel.ConditionObject: st.Conditions.Has, kernel.ThreadObject: st.Threads.Has}[o.Kind]
	if known == nil || !known(o.ID) {
		return kernel.Object{}
	}
	return o
}

// named is the port or the port set that a name of the thread's task stands for.
func (v *sight) named(n ipc.Name) (o kernel.Object) {
	st := v.state()
	if n == ipc.Null || !st.Threads.Has(uint32(v.of)) {
		return o
	}
	task := st.Tasks.At(uint32(st.Threads.At(uint32(v.of)).Task))
	if task.Ended {
		return o
	}
	switch e := st.IPC.Look(task.Space, n); {
	case e == nil, e.Type == ipc.TypeDeadName:
		return o
	case e.Type == ipc.TypePortSet:
		return kernel.Object{Kind: kernel.SetObject, ID: e.Object}
	default:
		return kernel.Object{Kind: kernel.PortObject, ID: e.Object}
	}
}

func (v *sight) Name(x any) string {
	o := v.object(x)
	if o == (kernel.Object{}) {
		return ""
	}
	return v.state().NameOf(o)
}

func (v *sight) Owner(mutex any) string {
	o, st := v.object(mutex), v.state()
	if o.Kind != kernel.MutexObject || o.ID == 0 || st.Mutexes.At(o.ID).Owner == 0 {
		return ""
	}
	return st.ThreadName(st.Mutexes.At(o.ID).Owner)
}

func (v *sight) Waiting(x any) []string {
	o, st := v.object(x), v.state()
	if o.ID == 0 {
		return nil
	}
	switch o.Kind {
	case kernel.MutexObject:
		return waiters(st, st.Mutexes.At(o.ID).Waiters)
	case kernel.ConditionObject:
		return waiters(st, st.Conditions.At(o.ID).Waiters)
	case kernel.PortObject:
		return waiters(st, st.IPC.Ports.At(o.ID).Receivers)
	case kernel.SetObject:
		return waiters(st, st.IPC.Sets.At(o.ID).Receivers)
	}
	return nil
}

func (v *sight) Queue(port ipc.Name) (all []string) {
	o := v.named(port)
	if o.Kind != kernel.PortObject || o.ID == 0 {
		return nil
	}
	for _, m := range queuedIn(v.state(), ipc.PortID(o.ID)) {
		all = append(all, m.Text())
	}
	return all
}
