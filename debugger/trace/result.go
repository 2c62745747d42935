package trace

import (
	"fmt"
	"strconv"
	"strings"

	"machsim/ipc"
	"machsim/kernel"
)

// result is what a call that is done answers; "" for plain success.
func (l *line) result() string {
	text := ""
	switch code := l.e.Result.Code; {
	case l.e.Call.Op.Result() == kernel.ResultMessage:
		text = l.messageResult()
	case code != 0:
		text = code.Error()
	default:
		text = l.answer()
	}
	if text == "" {
		return ""
	}
	return " = " + text
}

// answer is what a call that has succeeded answers, by the kind of result that its row in the
// catalogue has.
func (l *line) answer() string {
	n := l.e.Result.N
	switch l.e.Call.Op.Result() {
	case kernel.ResultMade:
		return l.about()
	case kernel.ResultName:
		return l.named()
	case kernel.ResultFormer:
		return l.previous()
	case kernel.ResultNames:
		return l.names()
	case kernel.ResultNumber, kernel.ResultTime:
		return strconv.FormatInt(n, 10)
	case kernel.ResultAddress:
		return fmt.Sprintf("%#x", n)
	case kernel.ResultType:
		return ipc.Type(n).String()
	case kernel.ResultType25:
		return ipc.Port25Type(n).String()
	case kernel.ResultTaken:
		return l.taken()
	case kernel.ResultWoken:
		return l.woken()
	case kernel.ResultWokenCount:
		return "wakes " + strconv.FormatInt(n, 10)
	case kernel.ResultLine:
		return l.input()
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

func (l *line) taken() string {
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

func (l *line) named() string { return l.name(l.e.Result.Name) }

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
