package trace

import (
	"fmt"
	"strconv"

	"machsim/debugger/event"
	"machsim/ipc"
	"machsim/kernel"
)

// outcome is what comes of a call that is done, for the end of a sentence.
func outcome(e *event.Event) string {
	if text := result(e); text != "" {
		return " = " + text
	}
	return ""
}

// result is what a call that is done answers; "" for plain success.
func result(e *event.Event) string {
	switch {
	case e.Code == ipc.MACH_RCV_TOO_LARGE && e.Receives():
		return fmt.Sprintf("%s, %d bytes", e.Code.Error(), e.Result.N)
	case e.Code != 0:
		return e.Code.Error()
	}
	return answer(e)
}

// answer is what a call that has succeeded answers, by the kind of result that its row in the
// catalogue has.
func answer(e *event.Event) string {
	n := e.Result.N
	switch e.Op.Result() {
	case kernel.ResultMessage:
		return received(e)
	case kernel.ResultMade, kernel.ResultFile:
		return e.Result.Text
	case kernel.ResultName:
		return name(&e.Result)
	case kernel.ResultFormer:
		if e.Result.Raw == ipc.Null {
			return ""
		}
		return "was " + name(&e.Result)
	case kernel.ResultNames:
		return names(e.Names)
	case kernel.ResultNumber, kernel.ResultTime:
		return strconv.FormatInt(n, 10)
	case kernel.ResultAddress:
		return fmt.Sprintf("%#x", n)
	case kernel.ResultType:
		return ipc.Type(n).String()
	case kernel.ResultType25:
		return ipc.Port25Type(n).String()
	case kernel.ResultTaken:
		if n == 0 {
			return "not free"
		}
		return "taken"
	case kernel.ResultWoken:
		if e.Result.Kind == kernel.NoObject {
			return "lost, nobody waits"
		}
		return "wakes " + e.Result.Text
	case kernel.ResultWokenCount:
		return "wakes " + strconv.FormatInt(n, 10)
	case kernel.ResultLine:
		if n == 0 {
			return "no more"
		}
		return strconv.Quote(e.Result.Text)
	case kernel.ResultData:
		if e.Op.Class() == kernel.ClassDisk {
			return strconv.Quote(e.Result.Text)
		}
	}
	return ""
}

func names(all []event.Value) string {
	text := ""
	for len(all) > 0 && all[len(all)-1].Raw == ipc.Null {
		all = all[:len(all)-1]
	}
	for i := range all {
		switch {
		case i == maxItems:
			return text + fmt.Sprintf(", %d more", len(all)-i)
		case i > 0:
			text += ", "
		}
		text += name(&all[i])
	}
	return text
}
