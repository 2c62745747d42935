package trace

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// call is the call with its operands.
func (l *line) call() string {
	name, text := l.e.Call.Op.String(), ""
	switch l.e.Call.Op.Class() {
	case kernel.ClassMessage:
		text = l.message()
	case kernel.ClassRaise:
		text = l.raise()
	default:
		text = l.operands()
	}
	if text == "" {
		return name
	}
	return name + " " + text
}

func (l *line) raise() string {
	if l.e.Call.Flag {
		return "panic: " + l.e.Call.Text
	}
	return l.operands()
}

// operands is the operands of a call, in the order and with the words of its row in the catalogue.
func (l *line) operands() string {
	text := ""
	all := l.e.Call.Op.Operands()
	for i := range all {
		o := &all[i]
		if o.Silent {
			continue
		}
		said := l.operand(o)
		switch {
		case said == "":
		case text == "":
			text = said
		case o.Lead == "":
			text += ", " + said
		default:
			text += o.Lead + said
		}
	}
	return text
}

// operand is an operand in words, "" if it goes without saying.
func (l *line) operand(o *kernel.Operand) string {
	c := l.e.Call
	n, number := o.Name(c), o.Number(c)
	switch o.Kind {
	case kernel.OperandTask, kernel.OperandThread, kernel.OperandOwn:
		return l.ownName(o, n)
	case kernel.OperandNotify:
		if n == ipc.Null {
			return "nobody"
		}
		return l.name(n)
	case kernel.OperandName:
		if n == ipc.Null {
			return ""
		}
		return l.nameIn(l.e.Target(), n)
	case kernel.OperandMember:
		return l.member(n)
	case kernel.OperandNew:
		return n.String()
	case kernel.OperandMutex, kernel.OperandCondition, kernel.OperandThreadID:
		return l.object(o.Kind.Object(), number)
	case kernel.OperandText:
		return o.Text(c)
	case kernel.OperandString:
		return strconv.Quote(o.Text(c))
	case kernel.OperandSwitch:
		return l.threadSwitch()
	}
	return numeral(o, number)
}

// ownName is what a name of the thread's task stands for. That a call is on the own task goes
// without saying.
func (l *line) ownName(o *kernel.Operand, n ipc.Name) string {
	if n == ipc.Null || o.Kind == kernel.OperandTask && n == l.s.Tasks.At(uint32(l.thread.Task)).Self {
		return ""
	}
	return l.name(n)
}

// object is the name of an object without its kind.
func (l *line) object(k kernel.ObjectKind, id int64) string {
	_, name, _ := strings.Cut(l.s.ObjectName(kernel.Object{Kind: k, ID: uint32(id)}), " ")
	return name
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

// numeral is a number that is an operand, with the operand's word where it is no plain count, and
// no other word leads to it.
func numeral(o *kernel.Operand, n int64) string {
	switch o.Kind {
	case kernel.OperandRight:
		return ipc.Right(n).String()
	case kernel.OperandDisposition:
		return ipc.Disposition(n).String()
	case kernel.OperandNotice:
		if what := Notice(int32(n)); what != "" {
			return what
		}
	case kernel.OperandAddress:
		return fmt.Sprintf("%s %#x", o.Word, n)
	case kernel.OperandTime:
		return fmt.Sprintf("%d ms", n)
	case kernel.OperandResult:
		if n == 0 {
			return ""
		}
	}
	if o.Lead != "" {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s %d", o.Word, n)
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

// member is a port that a call puts into a set, or takes out of one, with the set that it leaves.
func (l *line) member(n ipc.Name) string {
	text := l.nameIn(l.e.Target(), n)
	m, _ := l.e.Before(l.e.Target(), n)
	if left := l.s.MeaningSet(m); left != "" && l.e.Result.Code == 0 {
		text += " from set " + left
	}
	return text
}
