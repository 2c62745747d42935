package session

import (
	"fmt"
	"reflect"

	"machsim/ipc"
	"machsim/kernel"
)

// Meant describes the kernel object that a value of a thread's program stands for at the present
// position: a port name, a mutex, a condition or a thread, also in their C Threads form. It is ""
// for any other value.
func (s *Session) Meant(id kernel.ThreadID, v reflect.Value) string {
	if v.Kind() == reflect.Struct && v.NumField() == 1 && v.Type().PkgPath() == "machsim/cthreads" {
		v = v.Field(0)
	}
	st := s.State()
	switch v.Type() {
	case reflect.TypeFor[ipc.Name]():
		return s.meantByName(id, ipc.Name(v.Uint()))
	case reflect.TypeFor[kernel.MutexID]():
		return s.meantMutex(kernel.MutexID(v.Uint()))
	case reflect.TypeFor[kernel.ConditionID]():
		if st.Conditions.Has(uint32(v.Uint())) {
			return "condition " + st.ConditionName(kernel.ConditionID(v.Uint()))
		}
	case reflect.TypeFor[kernel.ThreadID]():
		if st.Threads.Has(uint32(v.Uint())) {
			return "thread " + st.ThreadName(kernel.ThreadID(v.Uint()))
		}
	}
	return ""
}

// meantByName describes the object behind a name in a thread's task.
func (s *Session) meantByName(id kernel.ThreadID, n ipc.Name) string {
	st := s.State()
	if n == ipc.Null || !st.Threads.Has(uint32(id)) {
		return ""
	}
	task := st.Tasks.At(uint32(st.Threads.At(uint32(id)).Task))
	if task.Ended {
		return ""
	}
	e := st.IPC.Look(task.Space, n)
	switch {
	case e == nil:
		return "no name here"
	case e.Type == ipc.TypeDeadName:
		return "a dead name"
	case e.Type == ipc.TypePortSet:
		return "set " + st.SetName(ipc.SetID(e.Object))
	}
	return "port " + st.PortName(ipc.PortID(e.Object))
}

// meantMutex describes a mutex, its owner, and since when the owner has held it.
func (s *Session) meantMutex(m kernel.MutexID) string {
	st := s.State()
	if !st.Mutexes.Has(uint32(m)) {
		return ""
	}
	text := "mutex " + st.MutexName(m)
	mu := st.Mutexes.At(uint32(m))
	if mu.Owner == 0 {
		return text + ", free"
	}
	text += ", held by " + st.ThreadName(mu.Owner)
	if e := s.lockedAt(m, mu.Owner); e >= 0 {
		text += fmt.Sprintf(" since event %d", e+1)
	}
	return text
}

// lockedAt returns the event with which a thread last locked a mutex up to the present position; -1
// if none is found.
func (s *Session) lockedAt(m kernel.MutexID, owner kernel.ThreadID) int {
	lane := s.log().tape.LaneOf(owner)
	if lane < 0 {
		return -1
	}
	l := &s.log().tape.Lanes[lane]
	for k := l.Completed(int(s.log().at.Cut[lane])) - 1; k >= 0; k-- {
		switch c, _, _ := s.log().tape.Call(lane, k); {
		case (c.Op == kernel.OpMutexLock || c.Op == kernel.OpMutexTryLock) && kernel.MutexID(c.N) == m,
			c.Op == kernel.OpConditionWait && kernel.MutexID(c.N2) == m:
			return l.Event(l.DoneBy(k) - 1)
		}
	}
	return -1
}

// ThreadOf returns the name of the thread if v is a *kernel.Thread; ok is false for any other
// value.
func (s *Session) ThreadOf(v reflect.Value) (name string, ok bool) {
	if v.Type() != reflect.TypeFor[*kernel.Thread]() || v.IsNil() {
		return "", false
	}
	id := uint32(v.Elem().FieldByName("id").Uint())
	if st := s.State(); st.Threads.Has(id) {
		return st.ThreadName(kernel.ThreadID(id)), true
	}
	return "", false
}
