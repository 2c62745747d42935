package ipc

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Short forms for traces.

var kindNames = [...]string{"int", "float", "bool", "string", "bytes", "port", "memory", "name", "shape"}

func (k ItemKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// article returns the kind with its article, for use in a sentence.
func (k ItemKind) article() string {
	switch k {
	case KindInt:
		return "an int"
	case KindBytes, KindMemory:
		return k.String()
	}
	return "a " + k.String()
}

func (n Name) String() string {
	switch n {
	case Null:
		return "null"
	case Dead:
		return "dead"
	}
	return fmt.Sprintf("%#x", uint32(n))
}

func (d Disposition) String() string {
	switch d {
	case 0:
		return "none"
	case MoveReceive:
		return "move-receive"
	case MoveSend:
		return "move-send"
	case MoveSendOnce:
		return "move-send-once"
	case CopySend:
		return "copy-send"
	case MakeSend:
		return "make-send"
	case MakeSendOnce:
		return "make-send-once"
	}
	return "disposition " + strconv.Itoa(int(d))
}

var rightNames = [...]string{"send", "receive", "send-once", "port-set", "dead-name"}

func (r Right) String() string {
	if int(r) < len(rightNames) {
		return rightNames[r]
	}
	return "right " + strconv.Itoa(int(r))
}

// String lists the rights and pending requests, as in "send+receive+dn-request".
func (t Type) String() string {
	var parts []string
	for r := range rightNames {
		if t&Right(r).bit() != 0 {
			parts = append(parts, rightNames[r])
		}
	}
	if t&TypeDNRequest != 0 {
		parts = append(parts, "dn-request")
	}
	if t&TypeMARequest != 0 {
		parts = append(parts, "ma-request")
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, "+")
}

// maxShown is the number of bytes of a long string that a trace shows.
const maxShown = 24

func (it Item) String() string {
	switch it.Kind {
	case KindInt:
		return strconv.FormatInt(int64(it.Num), 10)
	case KindFloat:
		return strconv.FormatFloat(math.Float64frombits(it.Num), 'g', -1, 64)
	case KindBool:
		return strconv.FormatBool(it.Num != 0)
	case KindString, KindShape:
		return shorten(it.Str)
	case KindBytes:
		return fmt.Sprintf("%d bytes", len(it.Str))
	case KindPort:
		return it.Disp.String() + " " + Name(it.Num).String()
	case KindName:
		return "name " + Name(it.Num).String()
	case KindMemory:
		return fmt.Sprintf("memory %#x+%d", it.Num, max(int(it.Size), len(it.Str)))
	}
	return it.Kind.String()
}

func shorten(s string) string {
	if len(s) <= maxShown {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q... %d bytes", s[:maxShown], len(s))
}

// String returns the whole message on one line, with rights as names of the task that
// holds it: `7("fork", 3) remote copy-send 0x100 local make-send-once 0x200`.
func (m *Message) String() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(m.ID)))
	b.WriteByte('(')
	for i := range m.Items {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(m.Items[i].String())
	}
	b.WriteByte(')')
	if m.Remote != Null {
		fmt.Fprintf(&b, " remote %s %s", m.RemoteType, m.Remote)
	}
	if m.Local != Null {
		fmt.Fprintf(&b, " local %s %s", m.LocalType, m.Local)
	}
	return b.String()
}
