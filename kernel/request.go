package kernel

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"machsim/ipc"
)

// Request asks the kernel of another host to perform a call there. It is ipc.Msg.Call of a message
// to a proxy; the rights among the arguments are the items of the message.
type Request struct {
	// Call is the call without its target, whose port the message goes to. In place of the name
	// of a right it has the number of an item, from 1. Null and Dead stay; a right that the
	// caller lacks is noRight.
	Call   Call
	Serial uint32 // the caller's next number for objects that it makes, for what the call makes
}

// Answer is the result of a Request: ipc.Msg.Call of the message to the caller's reply port.
type Answer struct {
	Op Op // the call that it answers
	// Result is the result. In place of a name of a right it has the number of the item, as
	// in Request. Msg is nil.
	Result Result
	Made   bool   // the call has made an object, which has the number of the Request
	About  Object // the object of the call, if it is a task or a thread
	// Back is the request, if the call was refused: the items are the rights that came with it.
	Back *Request
}

// Ids of requests and answers, as messages.
const (
	CallRequest = 3400
	CallAnswer  = CallRequest + 100
)

// noRight is a name that no scratch space has.
const noRight ipc.Name = 0xffff_ff00

// carriedRight is an argument of a call that names a right of the caller. Without a disposition it
// stands for a send right, which is copied, or made from a receive right.
type carriedRight struct {
	name *ipc.Name
	by   ipc.Disposition
}

// carried returns the arguments of a call that name rights of the caller. The names may be changed
// if the call's More is not shared.
func (call *Call) carried() []carriedRight {
	switch call.Op {
	case OpTaskSetSpecialPort, OpThreadSetSpecialPort, OpPort25InsertSend:
		return []carriedRight{{&call.Name2, 0}}
	case OpPort25InsertReceive:
		return []carriedRight{{&call.Name2, ipc.MoveReceive}}
	case OpPortInsertRight:
		if d := ipc.Disposition(call.N); d.Arrives() != 0 && d >= ipc.MoveReceive && d <= ipc.MakeSendOnce {
			return []carriedRight{{&call.Name3, d}}
		}
	case OpPortRequestNotification:
		if call.Disp.Arrives() == ipc.PortSendOnce {
			return []carriedRight{{&call.Name3, call.Disp}}
		}
	case OpPortsRegister:
		return registered(call.More)
	}
	return nil
}

// registered is carried for mach_ports_register. If there are too many ports, it returns none: the
// call will be refused without using them.
func registered(more *More) (all []carriedRight) {
	if len(more.Names) > numRegistered {
		return nil
	}
	for i := range more.Names {
		all = append(all, carriedRight{&more.Names[i], 0})
	}
	return all
}

// arrived records in a call that a right which it names has arrived as one of type d.
func (call *Call) arrived(d ipc.Disposition) {
	switch call.Op {
	case OpPortInsertRight:
		call.N = int64(d)
	case OpPortRequestNotification:
		call.Disp = d
	}
}

// own gives a call a copy of its shared arguments.
func (call *Call) own() {
	if call.More != nil {
		more := *call.More
		more.Names = slices.Clone(more.Names)
		call.More = &more
	}
}

// given is a type of right that a call gives its caller.
type given struct {
	by     ipc.Disposition // 0: Result.Disp says
	many   bool            // the rights are in Result.Names, not in Result.Name
	mach25 bool            // their names are those of Mach 2.5
}

// gives lists the calls that give rights to their callers.
var gives = map[Op]given{
	OpTaskCreate:              {by: ipc.PortSend},
	OpThreadCreate:            {by: ipc.PortSend},
	OpTaskGetSpecialPort:      {by: ipc.PortSend},
	OpThreadGetSpecialPort:    {by: ipc.PortSend},
	OpTaskThreads:             {by: ipc.PortSend, many: true},
	OpPortsLookup:             {by: ipc.PortSend, many: true},
	OpPortExtractRight:        {},
	OpPortRequestNotification: {by: ipc.PortSendOnce},
	OpPort25ExtractSend:       {by: ipc.PortSend, mach25: true},
	OpPort25ExtractReceive:    {by: ipc.PortReceive, mach25: true},
}

// rights returns the names in a result that stand for rights, to be written to, and how these
// are carried. The lists of the result are its own.
func (r *Result) rights(op Op) ([]*ipc.Name, given) {
	g, ok := gives[op]
	if !ok || r.Code != 0 {
		return nil, g
	}
	g.by = cmp.Or(g.by, r.Disp)
	if !g.many {
		return named([]*ipc.Name{&r.Name}), g
	}
	var all []*ipc.Name
	for i := range r.Names {
		all = append(all, &r.Names[i])
	}
	return named(all), g
}

// named leaves out what is no name of a right.
func named(all []*ipc.Name) []*ipc.Name {
	return slices.DeleteFunc(all, func(n *ipc.Name) bool { return *n == ipc.Null || *n == ipc.Dead })
}

// makes says what kind of thing a call makes that its caller numbers; false if it makes none.
func (o Op) makes() (kind int, ok bool) {
	switch {
	case o.Class() == ClassMakeTask:
		return madeTask, true
	case o.Class() == ClassMakePort, o == OpPort25Enable:
		return madePort, true
	}
	return 0, false
}

// serial takes the caller's next number for an object that a call makes on another host. It
// travels in the request, so that the object has the same name in every schedule. If the call
// makes none, the answer gives the number back.
func (c *core) serial(id ThreadID, op Op) uint32 {
	kind, ok := op.makes()
	if !ok {
		return 0
	}
	return c.newLabel(id, kind, "").Serial
}

// unused gives back a number that serial took.
func (t *ThreadState) unused() {
	if kind, ok := t.Call.Op.makes(); ok {
		t.Made[kind]--
	}
}

// String returns the call with its operands; a right that it carries is the number of an item.
func (r *Request) String() string {
	c := &r.Call
	var parts []string
	operands := c.Op.Operands()
	for i := range operands {
		if text := operands[i].sent(c); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.TrimSpace(c.Op.String() + " " + strings.Join(parts, ", "))
}

// sent returns an operand as a request has it, "" for one that has no value.
func (o *Operand) sent(c *Call) string {
	name, number, text := o.Name(c), o.Number(c), o.Text(c)
	switch {
	case name != ipc.Null && c.carries(o.Field):
		return fmt.Sprint(o.Word, " item ", int(name))
	case name != ipc.Null:
		return fmt.Sprint(o.Word, " ", name)
	case number != 0 && o.Kind == OperandFlag:
		return o.Word
	case number != 0:
		return fmt.Sprint(o.Word, " ", number)
	case text != "":
		return fmt.Sprint(o.Word, " ", strconv.Quote(text))
	case o.Field == FieldNames && c.More != nil:
		return fmt.Sprint(len(c.More.Names), " ports")
	}
	return ""
}

// carries says whether the name in a field of a request stands for one of its items.
func (c *Call) carries(f Field) bool {
	n := c.nameIn(f)
	return *n != ipc.Dead && *n != noRight &&
		slices.ContainsFunc(c.carried(), func(r carriedRight) bool { return r.name == n })
}

// String returns the call and its result.
func (a *Answer) String() string {
	if a.Result.Code == 0 {
		return a.Op.String() + " is done"
	}
	return a.Op.String() + ": " + a.Result.Code.Error()
}
