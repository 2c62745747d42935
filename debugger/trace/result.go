package trace

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// results puts the answer of calls into words where it is more than a code.
var results = map[string]func(*line) string{
	"mach_msg":    (*line).messageResult,
	"msg_send":    (*line).messageResult,
	"msg_receive": (*line).messageResult,
	"msg_rpc":     (*line).messageResult,

	"mutex_try_lock":      (*line).yesNo,
	"condition_signal":    (*line).woken,
	"condition_broadcast": (*line).wokenAll,
	"mutex_alloc":         (*line).about,
	"condition_alloc":     (*line).about,
	"cthread_fork":        (*line).about,
	"thread_create":       (*line).about,
	"task_create":         (*line).about,
	"spawn":               (*line).about,
	"mach_port_allocate":  (*line).about,
	"mach_reply_port":     (*line).about,

	"cthread_join":            (*line).count,
	"cthread_count":           (*line).count,
	"cthread_data":            (*line).count,
	"cthread_set_limit":       (*line).count,
	"mach_port_get_refs":      (*line).count,
	"random":                  (*line).count,
	"clock":                   (*line).count,
	"mach_port_type":          func(l *line) string { return ipc.Type(l.e.Result.N).String() },
	"vm_allocate":             (*line).address,
	"read_line":               (*line).input,
	"mach_port_extract_right": (*line).named,
	"task_get_special_port":   (*line).named,
	"thread_get_special_port": (*line).named,
	"mach_task_self":          (*line).named,
	"mach_thread_self":        (*line).named,
	"host_self":               (*line).named,
	"net_server":              (*line).named,
	"port_allocate":           (*line).about,
	"port_set_allocate":       (*line).about,
	"port_type":               func(l *line) string { return ipc.Port25Type(l.e.Result.N).String() },
	"port_set_backup":         (*line).previous,
	"port_extract_send":       (*line).named,
	"port_extract_receive":    (*line).named,
	"port_names":              (*line).names,
	"port_set_status":         (*line).names,
	"mach_ports_lookup":       (*line).names,
	"mach_port_names":         (*line).names,
	"task_threads":            (*line).names,
}

// result is what a call that is done answers; "" for plain success.
func (l *line) result() string {
	res := l.e.Result
	f := results[l.e.Call.Op.String()]
	if f == nil || res.Code != 0 && !l.isMessage() {
		if res.Code == 0 {
			return ""
		}
		return " = " + res.Code.Error()
	}
	if text := f(l); text != "" {
		return " = " + text
	}
	return ""
}

func (l *line) messageResult() string {
	res := l.e.Result
	switch {
	case res.Code == ipc.MACH_RCV_TOO_LARGE && res.Msg != nil:
		return fmt.Sprintf("%s, %d bytes", res.Code.Error(), res.Msg.Size)
	case res.Code != 0:
		return res.Code.Error()
	case l.e.Call.Opt&ipc.MACH_RCV_MSG != 0 && res.Msg != nil:
		return l.received(res.Msg)
	}
	return ""
}

func (l *line) yesNo() string {
	if l.e.Result.N != 0 {
		return "taken"
	}
	return "not free"
}

func (l *line) woken() string {
	if l.e.Result.N == 0 {
		return "lost, nobody waits"
	}
	return "wakes " + l.s.ThreadName(kernel.ThreadID(l.e.Result.N))
}

func (l *line) wokenAll() string { return "wakes " + strconv.FormatInt(l.e.Result.N, 10) }
func (l *line) count() string    { return strconv.FormatInt(l.e.Result.N, 10) }
func (l *line) address() string  { return fmt.Sprintf("%#x", l.e.Result.N) }
func (l *line) named() string    { return l.name(l.e.Result.Name) }

// previous is what a call has replaced; "" if that is nothing.
func (l *line) previous() string {
	if l.e.Result.Name == ipc.Null {
		return ""
	}
	return "was " + l.named()
}

// about is the name of what the call made, or did something to; "" when it is gone.
func (l *line) about() string {
	switch id := l.e.About.ID; {
	case l.e.About.Kind == kernel.PortObject && !l.s.IPC.Ports.Has(id),
		l.e.About.Kind == kernel.SetObject && !l.s.IPC.Sets.Has(id):
		return ""
	}
	_, name, _ := strings.Cut(l.s.ObjectName(l.e.About), " ")
	return name
}

func (l *line) input() string {
	if l.e.Result.N == 0 {
		return "no more"
	}
	return strconv.Quote(l.e.Result.Text)
}

func (l *line) names() string {
	text, names := "", l.e.Result.Names
	for len(names) > 0 && names[len(names)-1] == ipc.Null {
		names = names[:len(names)-1]
	}
	for i, n := range names {
		switch {
		case i == maxItems:
			return text + fmt.Sprintf(", %d more", len(names)-i)
		case i > 0:
			text += ", "
		}
		text += l.name(n)
	}
	return text
}
