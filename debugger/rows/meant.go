package rows

import (
	"fmt"
	"reflect"

	"machsim/ipc"
	"machsim/kernel"
)

// Meant describes the kernel object that a value of a thread's program stands for: a port name, a mutex, a condition
// or a thread, also in their C Threads form. It is "" for any other value. locked returns the event with which the
// owner of a mutex locked it; -1 if that is not known.
func Meant(st *kernel.State, id kernel.ThreadID, v reflect.Value,
	locked func(kernel.MutexID, kernel.ThreadID) int) string {
	switch o := objectOf(st, id, v); {
	case o.Kind == kernel.MutexObject:
		return meantMutex(st, kernel.MutexID(o.ID), locked)
	case o != kernel.Object{}:
		return o.Kind.String() + " " + st.NameOf(o)
	}
	if v = bare(v); v.Type() != reflect.TypeFor[ipc.Name]() {
		return ""
	}
	switch e, alive := entry(st, id, ipc.Name(v.Uint())); {
	case !alive:
		return ""
	case e == nil:
		return "no name here"
	}
	return "a dead name"
}

// meantMutex describes a mutex, its owner, and since when the owner has held it.
func meantMutex(st *kernel.State, m kernel.MutexID, locked func(kernel.MutexID, kernel.ThreadID) int) string {
	text, owner := "mutex "+st.MutexName(m), st.Mutexes.At(uint32(m)).Owner
	if owner == 0 {
		return text + ", free"
	}
	text += ", held by " + st.ThreadName(owner)
	if e := locked(m, owner); e >= 0 {
		text += fmt.Sprintf(" since event %d", e+1)
	}
	return text
}

// bare is what a value of package cthreads stands for.
func bare(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Kind() == reflect.Struct && v.NumField() == 1 && v.Type().PkgPath() == "machsim/cthreads" {
		return v.Field(0)
	}
	return v
}

// objectOf is the kernel object that a value of a thread's program stands for; none of any other value.
func objectOf(st *kernel.State, of kernel.ThreadID, v reflect.Value) (o kernel.Object) {
	if v = bare(v); !v.IsValid() || !v.CanUint() {
		return o
	}
	n, known := uint32(v.Uint()), false
	switch v.Type() {
	case reflect.TypeFor[ipc.Name]():
		return named(st, of, ipc.Name(n))
	case reflect.TypeFor[kernel.MutexID]():
		o.Kind, known = kernel.MutexObject, st.Mutexes.Has(n)
	case reflect.TypeFor[kernel.ConditionID]():
		o.Kind, known = kernel.ConditionObject, st.Conditions.Has(n)
	case reflect.TypeFor[kernel.ThreadID]():
		o.Kind, known = kernel.ThreadObject, st.Threads.Has(n)
	}
	if !known {
		return kernel.Object{}
	}
	o.ID = n
	return o
}

// named is the port or the port set that a name of a thread's task stands for.
func named(st *kernel.State, of kernel.ThreadID, n ipc.Name) kernel.Object {
	switch e, _ := entry(st, of, n); {
	case e == nil, e.Type == ipc.TypeDeadName:
		return kernel.Object{}
	case e.Type == ipc.TypePortSet:
		return kernel.Object{Kind: kernel.SetObject, ID: e.Object}
	default:
		return kernel.Object{Kind: kernel.PortObject, ID: e.Object}
	}
}

// entry is that of a name in a thread's task, nil if there is none; alive is false if there is no such task.
func entry(st *kernel.State, of kernel.ThreadID, n ipc.Name) (e *ipc.Entry, alive bool) {
	if n == ipc.Null || !st.Threads.Has(uint32(of)) {
		return nil, false
	}
	task := st.Tasks.At(uint32(st.Threads.At(uint32(of)).Task))
	if task.Ended {
		return nil, false
	}
	return st.IPC.Look(task.Space, n), true
}

// ThreadOf returns the name of the thread if v is a *kernel.Thread; ok is false for any other value.
func ThreadOf(st *kernel.State, v reflect.Value) (name string, ok bool) {
	if v.Type() != reflect.TypeFor[*kernel.Thread]() || v.IsNil() {
		return "", false
	}
	id := kernel.ThreadID(v.Elem().FieldByName("id").Uint())
	if !st.Threads.Has(uint32(id)) {
		return "", false
	}
	return st.ThreadName(id), true
}
