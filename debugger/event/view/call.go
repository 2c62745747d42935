package view

import (
	"fmt"
	"strings"

	"machsim/debugger/event/text"
	"machsim/ipc"
	"machsim/kernel"
)

// Call returns what a View of the state says of the call that a thread is about to make or is in. It looks at other
// objects only as far as their names depend on each other.
func Call(s *kernel.State, id kernel.ThreadID) string {
	w := newWriter(s, nil)
	text := w.call(s.Threads.At(uint32(id)))
	if len(w.n.ports.fresh) > 0 { // the number of such a port depends on what is said of others before
		return Of(s).Find(Thread, w.n.threads.of(uint32(id)).name).Get(AboutTo)
	}
	shown, _ := split(text)
	return shown
}

// call formats the present or next call of a thread with all its arguments. It leaves out arguments
// that are 0.
func (w *writer) call(t *kernel.ThreadState) string {
	c := &t.Call
	args := ""
	if c.Op.Class() == kernel.ClassMessage {
		args = w.messageCall(t)
	} else {
		args = w.arguments(t)
	}
	if args == "" {
		return c.Op.String()
	}
	return c.Op.String() + " " + args
}

// arguments formats the arguments of any call, with the words of its row in the catalogue. It also
// shows fields that the row does not have, because two states that differ must look different.
func (w *writer) arguments(t *kernel.ThreadState) string {
	var parts []string
	for f := range kernel.NumFields {
		o := t.Call.Op.Operand(f)
		if o == nil {
			o = &kernel.Operand{Field: f}
		}
		if text := w.operand(t, o); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// operand formats an operand of a call. It is "" for 0 and for the caller's own task, which need no
// mention.
func (w *writer) operand(t *kernel.ThreadState, o *kernel.Operand) string {
	c := &t.Call
	switch name, number, text := o.Name(c), o.Number(c), o.Text(c); {
	case o.Kind == kernel.OperandTask && w.itself(t, name):
		return ""
	case o.Kind == kernel.OperandTask, name != ipc.Null:
		return phrase(o.Word, w.right(t, name))
	case o.Kind.Object() != kernel.NoObject:
		return bare(w.n.of(kernel.Object{Kind: o.Kind.Object(), ID: uint32(number)}))
	case number != 0:
		return numeral(o, number)
	case text != "" && o.Field == kernel.FieldHost:
		return "host " + plain(text)
	case text != "":
		return inQuotes(text)
	case o.Field == kernel.FieldNames && c.More != nil:
		return w.rights(t, c.More.Names)
	}
	return ""
}

// rights formats the meanings of names to a thread.
func (w *writer) rights(t *kernel.ThreadState, names []ipc.Name) string {
	return strings.Join(text.Each(names, func(n ipc.Name) string { return w.right(t, n) }), ", ")
}

// itself says whether a name denotes the caller's own task.
func (w *writer) itself(t *kernel.ThreadState, n ipc.Name) bool {
	return w.s.Tasks.Has(uint32(t.Task)) && w.s.Tasks.At(uint32(t.Task)).Self == n
}

// bare returns the name of an object without its kind.
func bare(name string) string {
	_, bare, _ := strings.Cut(name, " ")
	return bare
}

// phrase puts a word before an argument; the main object of a call has no word.
func phrase(word, value string) string {
	if word == "" || word == "name" {
		return value
	}
	return word + " " + value
}

func numeral(o *kernel.Operand, n int64) string {
	switch o.Kind {
	case kernel.OperandRight:
		return ipc.Right(n).String()
	case kernel.OperandDisposition:
		return ipc.Disposition(n).String()
	case kernel.OperandAddress:
		return fmt.Sprintf("%s %#x", o.Word, n)
	case kernel.OperandFlag:
		return o.Word
	}
	return phrase(o.Word, fmt.Sprint(n))
}

// right is what a name means to a thread: the name of the port or set, with the
// number where that alone would not tell which name it is.
func (w *writer) right(t *kernel.ThreadState, n ipc.Name) string {
	if n == ipc.Null || n == ipc.Dead || !w.s.Tasks.Has(uint32(t.Task)) {
		return n.String()
	}
	task := w.s.Tasks.At(uint32(t.Task))
	if task.Ended || !w.s.IPC.Spaces.Has(uint32(task.Space)) {
		return "name " + n.String()
	}
	e := w.s.IPC.Lookup(task.Space, n)
	switch {
	case e == nil:
		return "name " + n.String()
	case e.Type == ipc.TypePortSet:
		return w.n.sets.of(e.Object).ref()
	case e.Type&ipc.TypeDeadName != 0:
		return "dead name " + n.String()
	case e.Type&ipc.TypeSendOnce != 0:
		return w.n.port(ipc.PortID(e.Object)) + " by " + n.String()
	}
	return w.n.port(ipc.PortID(e.Object))
}

// options are the options of a message call that its text does not imply.
var options = []struct {
	bit  ipc.Option
	word string
}{
	{ipc.MACH_SEND_NOTIFY, "send-notify"}, {ipc.MACH_SEND_INTERRUPT, "send-interrupt"},
	{ipc.MACH_SEND_CANCEL, "send-cancel"},
	{ipc.MACH_RCV_NOTIFY, "receive-notify"}, {ipc.MACH_RCV_INTERRUPT, "receive-interrupt"}, {ipc.MACH_RCV_LARGE, "large"},
	{ipc.MACH_SEND_ALWAYS, "send-always"},
}

// messageCall formats what a message call sends, where it receives, and its options.
func (w *writer) messageCall(t *kernel.ThreadState) string {
	c := &t.Call
	var parts []string
	add := func(is bool, text string) {
		if is {
			parts = append(parts, text)
		}
	}
	if c.Opt&ipc.MACH_SEND_MSG != 0 {
		add(true, w.sending(t))
	}
	if c.Opt&ipc.MACH_RCV_MSG != 0 {
		add(true, "receive at "+w.receiving(t))
	} else if c.Name != ipc.Null {
		add(true, "not receiving at "+w.right(t, c.Name))
	}
	for _, o := range options {
		add(c.Opt&o.bit != 0, o.word)
	}
	add(c.Opt&ipc.MACH_SEND_TIMEOUT != 0, fmt.Sprintf("send in %d ms", c.N))
	add(c.Opt&ipc.MACH_RCV_TIMEOUT != 0, fmt.Sprintf("receive in %d ms", c.N))
	add(c.Opt&(ipc.MACH_SEND_TIMEOUT|ipc.MACH_RCV_TIMEOUT) == 0 && c.N != 0, fmt.Sprintf("timeout %d unused", c.N))
	add(c.N2 != 0, fmt.Sprintf("at most %d bytes", c.N2))
	add(c.N3 != 0, fmt.Sprintf("found %d bytes", c.N3))
	if c.Name2 != ipc.Null {
		add(true, "notify "+w.right(t, c.Name2))
	}
	return strings.Join(parts, ", ")
}

// sending formats the message that a call sends or, once it is sent, its destination.
func (w *writer) sending(t *kernel.ThreadState) string {
	switch c := &t.Call; {
	case c.Msg != 0 && w.s.IPC.Msgs.Has(uint32(c.Msg)):
		return "send " + w.draft(t, w.s.IPC.Msgs.At(uint32(c.Msg)))
	case c.Name3 != ipc.Null && t.Phase > 0:
		return "sent to " + w.right(t, c.Name3)
	}
	return "send"
}

func (w *writer) receiving(t *kernel.ThreadState) string {
	if t.Call.Name == kernel.PORT_DEFAULT && t.Call.Op == kernel.OpMsgReceive {
		return "the default set"
	}
	return w.right(t, t.Call.Name)
}
