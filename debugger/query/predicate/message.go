package predicate

import (
	"math"

	"machsim/debugger/lang"
	"machsim/debugger/lang/eval"
	"machsim/ipc"
	"machsim/kernel"
)

// partOfMessage reads a part of the message of a call; it is missing if there is no message, or none
// with such a part.
func partOfMessage(t *Expr) Eval {
	return func(f *Frame) eval.Value {
		switch {
		case f.msg == nil:
		case t.Op == lang.MessageID:
			return eval.IntOf(int64(f.msg.ID))
		case t.Op == lang.MessageType:
			return typeOf(f.msg.Items)
		case t.Op == field:
			return ofItem(kernel.FieldOf(f.msg.Items, t.Text))
		case t.node.N <= len(f.msg.Items):
			return ofItem(&f.msg.Items[t.node.N-1])
		}
		return eval.Value{}
	}
}

// typeOf is the type of the Go struct that a message was made from, if it was.
func typeOf(items []ipc.Item) eval.Value {
	if s, ok := kernel.ShapeOf(items); ok {
		return eval.TextOf(s.Name)
	}
	return eval.Value{}
}

// ofItem is the value of an item, if there is one; rights and memory have none.
func ofItem(it *ipc.Item) eval.Value {
	if it == nil {
		return eval.Value{}
	}
	switch it.Kind {
	case ipc.KindString, ipc.KindBytes:
		return eval.TextOf(it.Str)
	case ipc.KindInt:
		return eval.IntOf(int64(it.Num))
	case ipc.KindFloat:
		return eval.FloatOf(math.Float64frombits(it.Num))
	case ipc.KindBool:
		return eval.BoolOf(it.Num != 0)
	}
	return eval.Value{}
}
