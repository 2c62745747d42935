package facts

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// Sort is what an event of a thread is, as far as pictures tell it.
type Sort uint8

// The sorts.
const (
	Local   Sort = iota // no business of other threads
	Begins              // the first of a thread
	Ends                // the last of a thread
	Makes               // makes a thread or task
	Posts               // sends or receives a message, or begins to wait for one
	Sync                // of a mutex, a condition, or a join
	Note                // a line printed, a label, or a call on a disk
	Meddles             // ends or stops others, changes a host or wire
	Raises              // raises an exception
	Fails               // fails the run
	NumSorts
)

// classes say of the classes of calls what sort of event they are and, if that is not the class itself, what happens
// with a call that is done and was not refused. Calls of other classes are Local.
var classes = map[kernel.Class]struct {
	sort Sort
	kind func(*event.Event) string
}{
	kernel.ClassStart:      {sort: Begins},
	kernel.ClassExit:       {sort: Ends},
	kernel.ClassMessage:    {sort: Posts},
	kernel.ClassMakePort:   {kind: made(portCreation)},
	kernel.ClassMakeTask:   {Makes, always(MadeTask)},
	kernel.ClassMakeThread: {Makes, always(MadeThread)},
	kernel.ClassEnd:        {Meddles, ended},
	kernel.ClassStop:       {sort: Meddles},
	kernel.ClassRaise:      {sort: Raises},
	kernel.ClassLock:       {Sync, always(mutexEntry)},
	kernel.ClassTryLock:    {Sync, tried},
	kernel.ClassUnlock:     {Sync, always(mutexExit)},
	kernel.ClassWait:       {Sync, always(mutexEntry)}, // it ends with the mutex in hand again
	kernel.ClassSignal:     {sort: Sync},
	kernel.ClassJoin:       {sort: Sync},
	kernel.ClassStage:      {sort: Meddles},
	kernel.ClassPrint:      {sort: Note},
	kernel.ClassLabel:      {Note, labelled},
	kernel.ClassSpanEnd:    {Note, always(userEnded)},
	kernel.ClassFail:       {sort: Fails},
	kernel.ClassDisk:       {sort: Note},
}

// sorts is classes by call.
var sorts = func() (all [kernel.Ops]Sort) {
	for op := range all {
		all[op] = classes[kernel.Op(op).Class()].sort
	}
	return all
}()

// SortOf returns what the events of a call are.
func SortOf(op kernel.Op) Sort {
	if int(op) < len(sorts) {
		return sorts[op]
	}
	return classes[op.Class()].sort // a call that was added later
}

func labelled(x *event.Event) string {
	if x.Op == kernel.OpSpan {
		return userBegun
	}
	return userEvent
}

func tried(x *event.Event) string {
	if x.Result.N == 0 {
		return x.Op.Class().String()
	}
	return mutexEntry
}

func ended(x *event.Event) string {
	if x.Op == kernel.OpTaskTerminate {
		return taskDestroy
	}
	return threadEnd
}
