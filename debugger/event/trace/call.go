package trace

import (
	"fmt"
	"strconv"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// call is the call with its operands.
func call(e *event.Event) string {
	text := ""
	if e.Op.Class() == kernel.ClassMessage {
		text = message(e)
	} else {
		text = asked(e)
	}
	if text == "" {
		return e.Op.String()
	}
	return e.Op.String() + " " + text
}

// asked is what a call that is no message call was given.
func asked(e *event.Event) string {
	if e.Op.Class() == kernel.ClassRaise && e.Flag {
		return "panic: " + e.Operand(kernel.FieldText).Text
	}
	return operands(e)
}

// operands is the operands of a call, in the order and with the words of its row in the catalogue.
func operands(e *event.Event) string {
	text := ""
	row := e.Op.Operands()
	for i := range row {
		o := &row[i]
		if o.Silent {
			continue
		}
		said := operand(e, o, &e.Operands[i])
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
func operand(e *event.Event, o *kernel.Operand, v *event.Value) string {
	switch o.Kind {
	case kernel.OperandTask:
		if v.Own { // which goes without saying
			return ""
		}
		return unlessNull(v)
	case kernel.OperandThread, kernel.OperandOwn, kernel.OperandName:
		return unlessNull(v)
	case kernel.OperandMember:
		if e.Set.Text != "" && e.Code == 0 {
			return name(v) + " from set " + e.Set.Text
		}
		return name(v)
	case kernel.OperandNotify:
		if v.Raw == ipc.Null {
			return "nobody"
		}
		return name(v)
	case kernel.OperandNew:
		return v.Raw.String()
	case kernel.OperandMutex, kernel.OperandCondition, kernel.OperandThreadID, kernel.OperandText,
		kernel.OperandFile:
		return v.Text
	case kernel.OperandString:
		return strconv.Quote(v.Text)
	case kernel.OperandSwitch:
		return threadSwitch(e, v.N)
	}
	return numeral(o, v.N)
}

func unlessNull(v *event.Value) string {
	if v.Raw == ipc.Null {
		return ""
	}
	return name(v)
}

func threadSwitch(e *event.Event, option int64) string {
	switch option {
	case kernel.SwitchWait:
		return fmt.Sprintf("wait %d ms", e.Operand(kernel.FieldN2).N)
	case kernel.SwitchDepress:
		return fmt.Sprintf("depress %d ms", e.Operand(kernel.FieldN2).N)
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

// Name is the object behind a name in words, as all lines of a trace have it.
func Name(v *event.Value) string { return name(v) }

// name is what a name stands for: a port or set by the name that it has in every schedule.
func name(v *event.Value) string {
	switch {
	case v.Raw == ipc.Null && v.Text != "": // not given by a name
		return v.Text
	case v.Raw == ipc.Null || v.Raw == ipc.Dead:
		return v.Raw.String()
	case v.Kind == kernel.NoObject:
		return "name " + v.Raw.String()
	case !v.Dead:
		return v.Text
	case v.Text == "":
		return "dead name " + v.Raw.String()
	}
	return fmt.Sprintf("dead name %v (was %s)", v.Raw, v.Text)
}
