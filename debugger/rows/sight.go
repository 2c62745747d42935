package rows

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

// Own returns what says how a value of a thread's program shows itself, if it does (kernel.Debugged).
func Own(st *kernel.State, of kernel.ThreadID) func(x any) (said string, ok bool) {
	return (&sight{sync.OnceValue(st.Clone), of}).own
}

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
func (v *sight) object(x any) kernel.Object { return objectOf(v.state(), v.of, reflect.ValueOf(x)) }

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
	o := named(v.state(), v.of, port)
	if o.Kind != kernel.PortObject || o.ID == 0 {
		return nil
	}
	return text.Each(queued(v.state(), ipc.PortID(o.ID)), func(m Message) string { return m.Text() })
}
