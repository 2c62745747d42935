package tables

import (
	"strconv"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

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
	case kernel.ResultMade, kernel.ResultFile, kernel.ResultName, kernel.ResultFormer, kernel.ResultWoken, kernel.ResultLine:
		return shown(x.Result.Text)
	}
	return Null()
}
