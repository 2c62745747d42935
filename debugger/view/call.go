package view

import (
	"fmt"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// objects says of which kinds the records are that a call names by their ids, in N and
// N2. All other calls have numbers there.
var objects = map[string][2]kernel.ObjectKind{
	"mutex_lock":          {kernel.MutexObject},
	"mutex_try_lock":      {kernel.MutexObject},
	"mutex_unlock":        {kernel.MutexObject},
	"mutex_free":          {kernel.MutexObject},
	"condition_wait":      {kernel.ConditionObject, kernel.MutexObject},
	"condition_signal":    {kernel.ConditionObject},
	"condition_broadcast": {kernel.ConditionObject},
	"condition_free":      {kernel.ConditionObject},
	"cthread_join":        {kernel.ThreadObject},
	"cthread_detach":      {kernel.ThreadObject},
	"cthread_data":        {kernel.ThreadObject},
	"cthread_set_data":    {kernel.ThreadObject},
	"cthread_set_name":    {kernel.ThreadObject},
}

// call is the call that a thread is about to make or in the middle of, with all its
// arguments; those that are 0 go without saying.
func (w *writer) call(t *kernel.ThreadState) string {
	c := &t.Call
	name := c.Op.String()
	args := ""
	if c.Opt&(ipc.MACH_SEND_MSG|ipc.MACH_RCV_MSG) != 0 {
		args = w.messageCall(t)
	} else {
		args = w.arguments(t, objects[name])
	}
	if args == "" {
		return name
	}
	return name + " " + args
}

// arguments are those of any call, with the words of the table of calls.
func (w *writer) arguments(t *kernel.ThreadState, kinds [2]kernel.ObjectKind) string {
	c := &t.Call
	words := c.Op.Args()
	var parts []string
	for i, n := range []ipc.Name{c.Name, c.Name2, c.Name3} {
		if word := words[i]; n != ipc.Null && !w.itself(t, word, n) || n == ipc.Null && whose[word] {
			parts = append(parts, phrase(word, w.right(t, n)))
		}
	}
	for i, n := range []int64{c.N, c.N2, c.N3} {
		switch {
		case i < len(kinds) && kinds[i] != kernel.NoObject:
			parts = append(parts, bare(w.n.of(kernel.Object{Kind: kinds[i], ID: uint32(n)})))
		case n != 0:
			parts = append(parts, number(words[3+i], n))
		}
	}
	if c.Text != "" {
		parts = append(parts, inQuotes(c.Text))
	}
	return strings.Join(append(parts, w.rest(t)...), ", ")
}

// whose says which arguments are the task that a call works on. That it is the caller's
// own goes without saying.
var whose = map[string]bool{"task": true, "parent": true}

func (w *writer) itself(t *kernel.ThreadState, word string, n ipc.Name) bool {
	return whose[word] && w.s.Tasks.Has(uint32(t.Task)) && w.s.Tasks.At(uint32(t.Task)).Self == n
}

// bare is the name of an object without its kind.
func bare(name string) string {
	_, bare, _ := strings.Cut(name, " ")
	return bare
}

// phrase is an argument with its word; what a call is about needs none.
func phrase(word, value string) string {
	if word == "" || word == "name" || word == "n" {
		return value
	}
	return word + " " + value
}

func number(word string, n int64) string {
	switch word {
	case "right":
		return ipc.Right(n).String()
	case "disposition":
		return ipc.Disposition(n).String()
	case "addr", "src", "dst":
		return fmt.Sprintf("%s %#x", word, n)
	}
	return phrase(word, fmt.Sprint(n))
}

// rest is the arguments that few calls have.
func (w *writer) rest(t *kernel.ThreadState) (parts []string) {
	c := &t.Call
	if c.Flag {
		parts = append(parts, flagged(c.Op))
	}
	if c.Disp != 0 {
		parts = append(parts, c.Disp.String())
	}
	if c.Opt != 0 {
		parts = append(parts, fmt.Sprintf("options %#x", uint32(c.Opt)))
	}
	if c.Msg != 0 && w.s.IPC.Msgs.Has(uint32(c.Msg)) {
		parts = append(parts, w.draft(t, w.s.IPC.Msgs.At(uint32(c.Msg))))
	}
	if c.More != nil {
		if c.More.Host != "" {
			parts = append(parts, "host "+plain(c.More.Host))
		}
		for _, n := range c.More.Names {
			parts = append(parts, w.right(t, n))
		}
	}
	return parts
}

// flagged is what the flag of a call means.
func flagged(o kernel.Op) string {
	if o.String() == "mach_reply_port" {
		return "for RPCs"
	}
	return "yes"
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

// options are the ways to make a message call that its text does not imply.
var options = []struct {
	bit  ipc.Option
	word string
}{
	{ipc.MACH_SEND_NOTIFY, "send-notify"}, {ipc.MACH_SEND_INTERRUPT, "send-interrupt"}, {ipc.MACH_SEND_CANCEL, "send-cancel"},
	{ipc.MACH_RCV_NOTIFY, "receive-notify"}, {ipc.MACH_RCV_INTERRUPT, "receive-interrupt"}, {ipc.MACH_RCV_LARGE, "large"},
	{ipc.MACH_SEND_ALWAYS, "send-always"},
}

// messageCall is what a message call sends, where it receives, and how.
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

// sending is the message that a call sends, or once it is sent, where it went.
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
	if t.Call.Name == kernel.PORT_DEFAULT && t.Call.Op.String() == "msg_receive" {
		return "the default set"
	}
	return w.right(t, t.Call.Name)
}
