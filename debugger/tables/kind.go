package tables

import (
	"strconv"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// The names that Krawczuk's thesis gives to events (3.3.1, appendix C), and those that it gives no name.
const (
	transmission = "message-transmission"
	reception    = "message-reception"
	exchange     = "message-exchange" // one step sends a message and receives another
	setAdd       = "port-set-add-port"
	setRemove    = "port-set-remove-port"
	setCreate    = "port-set-create"
	setDelete    = "port-set-delete"
	portCreation = "port-creation"
	portDeath    = "port-destruction"
	taskCreate   = "create-task"
	taskDestroy  = "destroy-task"
	threadCreate = "create-thread"
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
	met          = "predicate-met"
)

// after is what the state after an event says of it.
type after struct {
	died     []event.Value // the ports and sets that are no more
	taskOver bool          // the task of the event's thread has ended
}

// kindOf is what happened with an event.
func kindOf(x *event.Event, a after) string {
	switch {
	case x.Fault != nil:
		return fault
	case x.Kind == event.Arrival:
		return arrival
	case x.Kind == event.Edit:
		return edited
	case x.Kind == event.Met:
		return met
	case x.Op.Class() == kernel.ClassMessage:
		return kindOfMessage(x)
	case x.Ended:
		return kindOfEnd(x, a.taskOver)
	case !x.Done:
		return waiting
	case x.Code != 0:
		return x.Op.Class().String()
	case x.Op.Class() == kernel.ClassRights:
		return kindOfRights(x, a.died)
	}
	if f := kinds[x.Op.Class()]; f != nil {
		return f(x)
	}
	return x.Op.Class().String()
}

// kinds are what calls that were not refused do, by their class.
var kinds = map[kernel.Class]func(*event.Event) string{
	kernel.ClassMakePort:   made(portCreation),
	kernel.ClassMakeTask:   always(taskCreate),
	kernel.ClassMakeThread: always(threadCreate),
	kernel.ClassLock:       always(mutexEntry),
	kernel.ClassUnlock:     always(mutexExit),
	kernel.ClassWait:       always(mutexEntry), // it ends with the mutex in hand again
	kernel.ClassSpanEnd:    always(userEnded),
	kernel.ClassLabel: func(x *event.Event) string {
		if x.Op == kernel.OpSpan {
			return userBegun
		}
		return userEvent
	},
	kernel.ClassTryLock: func(x *event.Event) string {
		if x.Result.N == 0 {
			return x.Op.Class().String()
		}
		return mutexEntry
	},
	kernel.ClassEnd: func(x *event.Event) string {
		if x.Op == kernel.OpTaskTerminate {
			return taskDestroy
		}
		return threadEnd
	},
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
		return exchange
	case sends:
		return transmission
	case x.Got != nil:
		return reception
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

// messageOf is the message of an event: the one that it received, else the one that it sent. It is nil for a later
// step of the call that sent it.
func messageOf(x *event.Event) *event.Message {
	switch {
	case x.Got != nil:
		return x.Got
	case x.Kind == event.Step && x.Phase > 0:
		return nil
	}
	return x.Message
}

// about is what an event is about.
type about struct{ port, set, object string }

func aboutOf(x *event.Event, m *event.Message) (a about) {
	switch {
	case x.Kind == event.Failing:
		a.object = x.Fault.Object.Text
	case x.Kind == event.Edit:
		a.object = x.Edit.Object.Text
	case x.Kind == event.Arrival:
		a = aboutPacket(x)
	case x.Kind == event.Met:
	case x.Op.Class() == kernel.ClassMessage:
		a = aboutMessage(x, m)
	default:
		a = aboutCall(x)
	}
	return a
}

// aboutPacket is what the arrival of a packet is about.
func aboutPacket(x *event.Event) (a about) {
	switch p := x.Packet; {
	case p.Marker:
		a.object = p.Task.Text
	case p.Port.Text != "":
		a.port, a.object = p.Port.Text, p.Port.Text
	case x.Message != nil:
		a.port, a.object = x.Message.To.Text, x.Message.To.Text
	}
	return a
}

// aboutMessage is what a step of a message call is about: the port of the message, or where the thread waits.
func aboutMessage(x *event.Event, m *event.Message) (a about) {
	at := x.Wait.On
	switch {
	case m != nil:
		at = m.To
	case at.Text == "":
		at = x.Operand(kernel.FieldName)
	}
	a.object, a.set = at.Text, x.Set.Text
	switch {
	case at.Kind == kernel.SetObject:
		a.set = at.Text
	default:
		a.port = at.Text
	}
	return a
}

// aboutCall is what a call is about: of the objects that it names the one that its class is for, or what it made.
func aboutCall(x *event.Event) (a about) {
	for i, o := range x.Op.Operands() {
		v := &x.Operands[i]
		switch {
		case v.Own || v.Kind == kernel.NoObject:
		case v.Kind == kernel.PortObject && v.Serves == kernel.KindPlain && a.port == "":
			a.port = v.Text
		case v.Kind == kernel.SetObject:
			a.set = v.Text
		}
		if o.Kind == kernel.OperandMember && a.set == "" {
			a.set = x.Set.Text
		}
	}
	a.object = objectOf(x)
	switch x.About.Kind {
	case kernel.PortObject:
		if x.About.Serves == kernel.KindPlain && a.port == "" {
			a.port = x.About.Text
		}
	case kernel.SetObject:
		a.set = x.About.Text
	}
	return a
}

// objectOf is what a call is about, by its name.
func objectOf(x *event.Event) string {
	switch x.Op.Class() {
	case kernel.ClassLabel, kernel.ClassSpanEnd:
		return x.Operand(kernel.FieldText).Text
	case kernel.ClassExit:
		return x.Thread.Text
	case kernel.ClassRights:
		if v := x.Operand(kernel.FieldName2); v.Text != "" {
			return v.Text
		}
	case kernel.ClassWait:
		if x.Done { // it has entered the mutex
			return x.Operand(kernel.FieldN2).Text
		}
	}
	if x.About.Text != "" {
		return x.About.Text
	}
	for i := range x.Operands {
		if v := &x.Operands[i]; v.Kind != kernel.NoObject && !v.Own {
			return v.Text
		}
	}
	return ""
}

// resultOf is how a call went that is done.
func resultOf(x *event.Event) string {
	if x.Code != 0 {
		return x.Code.Error()
	}
	return "ok"
}

// answerOf is what a call answers beside its code.
func answerOf(x *event.Event) Value {
	if x.Kind != event.Step || !x.Done || x.Code != 0 {
		return Null()
	}
	switch x.Op.Result() {
	case kernel.ResultNumber, kernel.ResultTime, kernel.ResultTaken, kernel.ResultWokenCount:
		return Int(x.Result.N)
	case kernel.ResultAddress:
		return String("0x" + strconv.FormatUint(uint64(x.Result.N), 16))
	case kernel.ResultType:
		return String(ipc.Type(x.Result.N).String())
	case kernel.ResultMade, kernel.ResultName, kernel.ResultFormer, kernel.ResultWoken, kernel.ResultLine:
		return shown(x.Result.Text)
	}
	return Null()
}
