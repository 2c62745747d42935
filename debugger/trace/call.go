package trace

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// formatters puts the arguments of calls into words where the table's argument
// names do not do: by the name of the call.
var formatters = map[string]func(*line) string{
	"mach_msg":    (*line).message,
	"msg_send":    (*line).message,
	"msg_receive": (*line).message,
	"msg_rpc":     (*line).message,

	"mutex_lock":          (*line).mutex,
	"mutex_try_lock":      (*line).mutex,
	"mutex_unlock":        (*line).mutex,
	"mutex_free":          (*line).mutex,
	"condition_wait":      (*line).conditionWait,
	"condition_signal":    (*line).condition,
	"condition_broadcast": (*line).condition,
	"condition_free":      (*line).condition,

	"cthread_join":     (*line).other,
	"cthread_detach":   (*line).other,
	"cthread_data":     (*line).other,
	"cthread_set_data": func(l *line) string { return fmt.Sprintf("%s to %d", l.other(), l.e.Call.N2) },
	"cthread_set_name": func(l *line) string { return fmt.Sprintf("%s to %q", l.other(), l.e.Call.Text) },

	"thread_switch":   (*line).threadSwitch,
	"exception_raise": (*line).raise,
	"wire_cut":        (*line).wire,
	"wire_heal":       (*line).wire,
	"wire_delay":      func(l *line) string { return fmt.Sprintf("%s from %d to %d ms", l.wire(), l.e.Call.N, l.e.Call.N2) },
	"spawn":           (*line).spawn,
	"fail":            nothing,
	"mutex_alloc":     nothing, // the result shows the name
	"condition_alloc": nothing,
	"cthread_fork":    nothing,

	"task_create": nothing,

	"mach_port_move_member":          func(l *line) string { return l.member(l.e.Call.Name2, l.e.Call.Name3) },
	"port_set_add":                   func(l *line) string { return l.member(l.e.Call.Name3, l.e.Call.Name2) },
	"port_set_remove":                func(l *line) string { return l.member(l.e.Call.Name2, ipc.Null) },
	"mach_port_rename":               (*line).rename,
	"port_rename":                    (*line).rename,
	"port_insert_send":               (*line).insertion,
	"port_insert_receive":            (*line).insertion,
	"port_extract_send":              (*line).extraction,
	"port_extract_receive":           (*line).extraction,
	"mach_port_allocate":             func(l *line) string { return ipc.Right(l.e.Call.N).String() },
	"mach_port_request_notification": (*line).notification,
	"print":                          func(l *line) string { return strconv.Quote(l.e.Call.Text) },
	"label":                          func(l *line) string { return l.e.Call.Text },
}

// call is the call with its arguments.
func (l *line) call() string {
	name := l.e.Call.Op.String()
	text := ""
	if f := formatters[name]; f != nil {
		text = f(l)
	} else {
		text = l.arguments()
	}
	if text == "" {
		return name
	}
	return name + " " + text
}

func nothing(*line) string { return "" }

func (l *line) mutex() string     { return l.s.MutexName(kernel.MutexID(l.e.Call.N)) }
func (l *line) condition() string { return l.s.ConditionName(kernel.ConditionID(l.e.Call.N)) }
func (l *line) other() string     { return l.s.ThreadName(kernel.ThreadID(l.e.Call.N)) }

func (l *line) conditionWait() string {
	return l.condition() + " with " + l.s.MutexName(kernel.MutexID(l.e.Call.N2))
}

func (l *line) threadSwitch() string {
	switch l.e.Call.N {
	case kernel.SwitchWait:
		return fmt.Sprintf("wait %d ms", l.e.Call.N2)
	case kernel.SwitchDepress:
		return fmt.Sprintf("depress %d ms", l.e.Call.N2)
	}
	return ""
}

func (l *line) raise() string {
	c := l.e.Call
	if c.Flag {
		return "panic: " + c.Text
	}
	return fmt.Sprintf("type %d, code %d, subcode %d", c.N, c.N2, c.N3)
}

func (l *line) wire() string {
	if l.e.Call.More == nil {
		return l.e.Call.Text
	}
	return l.e.Call.Text + "-" + l.e.Call.More.Host
}

func (l *line) spawn() string {
	if m := l.e.Call.More; m != nil && m.Host != "" {
		return l.e.Call.Text + " on " + m.Host
	}
	return l.e.Call.Text
}

func (l *line) notification() string {
	c := l.e.Call
	what := Notice(int32(c.N))
	if what == "" {
		what = fmt.Sprint("id ", c.N)
	}
	of := l.nameIn(l.e.Target(), c.Name2)
	if c.Name3 == ipc.Null {
		return what + " of " + of + ": none"
	}
	return what + " of " + of + " to " + l.name(c.Name3)
}

func (l *line) rename() string {
	return l.nameIn(l.e.Target(), l.e.Call.Name2) + " to " + l.e.Call.Name3.String()
}

// insertion is a right of the caller's, and the name that another task gets for it.
func (l *line) insertion() string {
	c := l.e.Call
	text := l.name(c.Name2) + " as " + c.Name3.String()
	if task := l.nameArgument("task", c.Name); task != "" {
		return text + " in " + task
	}
	return text
}

// extraction is the name that another task has for a right.
func (l *line) extraction() string {
	text := l.e.Call.Name2.String()
	if task := l.nameArgument("task", l.e.Call.Name); task != "" {
		return text + " of " + task
	}
	return text
}

// arguments is the arguments of any call, by the names that the table of calls
// gives them. What has its usual value is left out.
func (l *line) arguments() string {
	var parts []string
	c := l.e.Call
	args := c.Op.Args()
	for i, n := range []ipc.Name{c.Name, c.Name2, c.Name3} {
		if s := l.nameArgument(args[i], n); s != "" {
			parts = append(parts, s)
		}
	}
	for i, n := range []int64{c.N, c.N2, c.N3} {
		if s := number(args[3+i], n); s != "" {
			parts = append(parts, s)
		}
	}
	if args[6] != "" && c.Text != "" {
		parts = append(parts, c.Text)
	}
	return strings.Join(parts, ", ")
}

// nameArgument is a name that is an argument. That the call is on the own task goes
// without saying.
func (l *line) nameArgument(arg string, n ipc.Name) string {
	switch {
	case arg == "", n == ipc.Null:
		return ""
	case (arg == "task" || arg == "parent") && n == l.s.Tasks.At(uint32(l.thread.Task)).Self:
		return ""
	}
	if ofTarget[arg] {
		return l.nameIn(l.e.Target(), n)
	}
	return l.name(n)
}

// ofTarget says which arguments are names of the task that a call is about; the others
// are the caller's.
var ofTarget = map[string]bool{
	"name": true, "old": true, "member": true, "after": true, "set": true, "backup": true,
}

// number is a number that is an argument, with the argument's name where it is no
// plain count.
func number(arg string, n int64) string {
	switch arg {
	case "":
		return ""
	case "n":
		return fmt.Sprint(n)
	case "right":
		return ipc.Right(n).String()
	case "disposition":
		return ipc.Disposition(n).String()
	case "addr", "src", "dst":
		return fmt.Sprintf("%s %#x", arg, n)
	case "result":
		if n == 0 {
			return ""
		}
	}
	return fmt.Sprintf("%s %d", arg, n)
}

// name is what a name of the thread's task stands for.
func (l *line) name(n ipc.Name) string { return l.nameIn(l.space, n) }

// nameIn is what a name of a space stands for: the port with the name that it has in
// every schedule. What the call mentions is shown as it was before the event, which may
// have ended it.
func (l *line) nameIn(sp ipc.SpaceID, n ipc.Name) string {
	if n == ipc.Null || n == ipc.Dead {
		return n.String()
	}
	m := l.meaning(sp, n)
	object := l.s.MeaningName(m)
	switch {
	case m.Type == 0:
		return "name " + n.String()
	case m.Type&ipc.TypeDeadName == 0:
		return object
	case object == "":
		return "dead name " + n.String()
	}
	return fmt.Sprintf("dead name %v (was %s)", n, object)
}

// meaning is what a name stood for before the event or, if it stood for nothing or the
// event's call does not mention it, what it stands for after it.
func (l *line) meaning(sp ipc.SpaceID, n ipc.Name) kernel.Meaning {
	if m, ok := l.e.Before(sp, n); ok && m.Type != 0 {
		return m
	}
	return l.s.Meaning(sp, n)
}

// member is a port that a call puts into a set, or takes out of one, with the sets.
func (l *line) member(n, into ipc.Name) string {
	sp := l.e.Target()
	text := l.nameIn(sp, n)
	m, _ := l.e.Before(sp, n)
	if left := l.s.MeaningSet(m); left != "" && l.e.Result.Code == 0 {
		text += " from set " + left
	}
	if into != ipc.Null {
		text += " into set " + l.nameIn(sp, into)
	}
	if task := l.nameArgument("task", l.e.Call.Name); task != "" {
		return text + " of " + task
	}
	return text
}
