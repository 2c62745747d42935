package facts

import (
	"machsim/debugger/event"
	"machsim/kernel"
)

// The names that Krawczuk's thesis gives to events (3.3.1, appendix C), and those that it gives no name.
const (
	Transmission = "message-transmission"
	Reception    = "message-reception"
	Exchange     = "message-exchange" // one step sends a message and receives another
	setAdd       = "port-set-add-port"
	setRemove    = "port-set-remove-port"
	setCreate    = "port-set-create"
	setDelete    = "port-set-delete"
	portCreation = "port-creation"
	portDeath    = "port-destruction"
	MadeTask     = "create-task"
	taskDestroy  = "destroy-task"
	MadeThread   = "create-thread"
	threadEnd    = "destroy-thread"
	taskDone     = "task-done"
	taskAborted  = "task-aborted"
	threadDone   = "thread-done"
	threadAbort  = "thread-aborted"
	userEvent    = "user-event"
	userBegun    = "user-event-begun"
	userEnded    = "user-event-ended"
	mutexEntry   = "mutex_entry"
	mutexExit    = "mutex_exit"
	waiting      = "wait"
	arrival      = "arrival"
	edited       = "edit"
	fault        = "fault" // between two steps, or of a packet
	Met          = "predicate-met"
)

// After is what the state after an event says of it.
type After struct {
	Died     []event.Value // the ports and sets that are no more
	TaskOver bool          // the task of the event's thread has ended
}

// KindOf is what happened with an event.
func KindOf(x *event.Event, a *After) string {
	switch {
	case x.Fault != nil:
		return fault
	case x.Kind == event.Arrival:
		return arrival
	case x.Kind == event.Edit:
		return edited
	case x.Kind == event.Met:
		return Met
	case x.Op.Class() == kernel.ClassMessage:
		return kindOfMessage(x)
	case x.Ended:
		return kindOfEnd(x, a.TaskOver)
	case !x.Done:
		return waiting
	case x.Code != 0:
		return x.Op.Class().String()
	case x.Op.Class() == kernel.ClassRights:
		return kindOfRights(x, a.Died)
	}
	if f := classes[x.Op.Class()].kind; f != nil {
		return f(x)
	}
	return x.Op.Class().String()
}

func always(kind string) func(*event.Event) string {
	return func(*event.Event) string { return kind }
}

func made(kind string) func(*event.Event) string {
	return func(x *event.Event) string {
		if x.About.Kind == kernel.SetObject {
			return setCreate
		}
		return kind
	}
}

// kindOfMessage is what a step of a message call did.
func kindOfMessage(x *event.Event) string {
	sends := x.Message != nil && x.Phase == 0
	switch {
	case sends && x.Got != nil:
		return Exchange
	case sends:
		return Transmission
	case x.Got != nil:
		return Reception
	case !x.Done:
		return waiting
	}
	return x.Op.Class().String()
}

// kindOfEnd is what a step did with which its thread ended.
func kindOfEnd(x *event.Event, taskOver bool) string {
	class := x.Op.Class()
	switch {
	case class == kernel.ClassEnd && x.Op == kernel.OpTaskTerminate:
		return taskDestroy
	case class == kernel.ClassEnd:
		return threadEnd
	case class == kernel.ClassExit && taskOver:
		return taskDone
	case class == kernel.ClassExit:
		return threadDone
	case taskOver:
		return taskAborted
	}
	return threadAbort
}

// kindOfRights is what a call did that changes names and rights.
func kindOfRights(x *event.Event, died []event.Value) string {
	if x.Op.Operand(kernel.FieldName2) != nil && x.Op.Operands()[0].Kind == kernel.OperandMember {
		if x.Op.Operand(kernel.FieldName3) != nil && into(x).Kind == kernel.SetObject {
			return setAdd
		}
		return setRemove
	}
	name := x.Operand(kernel.FieldName2)
	for i := range died {
		switch {
		case died[i].Identity != name.Identity:
		case name.Kind == kernel.SetObject:
			return setDelete
		default:
			return portDeath
		}
	}
	return x.Op.Class().String()
}

// into is the set that a member is put into; not one if it is taken out of a set.
func into(x *event.Event) event.Value {
	for _, f := range []kernel.Field{kernel.FieldName3, kernel.FieldName2} {
		if v := x.Operand(f); v.Kind == kernel.SetObject {
			return v
		}
	}
	return event.Value{}
}
