package predicate

import (
	"math"

	"machsim/debugger/lang"
	"machsim/ipc"
)

// partOfMessage reads a part of the message of a call; it is missing if there is no message, or none
// with such a part.
func partOfMessage(t *term) eval {
	if t.op == lang.MessageID {
		return func(f *frame) Value {
			if f.msg == nil {
				return Value{}
			}
			return integer(int64(f.msg.ID))
		}
	}
	return func(f *frame) Value {
		if f.msg == nil || t.node.N > len(f.msg.Items) {
			return Value{}
		}
		return ofItem(&f.msg.Items[t.node.N-1])
	}
}

// ofItem is the value of an item; rights and memory have none.
func ofItem(it *ipc.Item) Value {
	switch it.Kind {
	case ipc.KindString, ipc.KindBytes:
		return textual(it.Str)
	case ipc.KindInt:
		return integer(int64(it.Num))
	case ipc.KindFloat:
		return floating(math.Float64frombits(it.Num))
	case ipc.KindBool:
		return boolean(it.Num != 0)
	}
	return Value{}
}
