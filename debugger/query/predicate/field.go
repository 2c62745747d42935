package predicate

import (
	"fmt"
	"go/constant"
	"maps"
	"regexp"
	"slices"

	"machsim/debugger/lang"
	"machsim/ipc"
	"machsim/kernel"
)

// field is the op of an expression that reads a field of a message by its name.
const field lang.Op = 254

// field is a name in the condition of a place that is a field of the run's messages, and no variable of
// the thread that stops there; nil for any other.
func (b *Binder) field(n *lang.Node, s scope) *Expr {
	if !s.message {
		return nil
	}
	name, first := fieldName(n)
	switch {
	case name == "", len(b.r.showing([]kernel.ThreadID{s.thread}, first)) > 0, !b.r.hasField(name):
		return nil
	}
	t := join(field, n, name)
	t.owner = several // because no thread shows its value
	return t
}

// fieldName is the name of a field as messages have it, as Amount, From.Account, Marks[2] and len(Marks),
// and its first part; "" for what can be none.
func fieldName(n *lang.Node) (name, first string) {
	switch n.Op {
	case lang.Variable:
		if n.Steps == nil {
			return "", ""
		}
		return joined(n.Steps), n.Steps[0].Text
	case lang.Member:
		if name, first = fieldName(n.Kids[0]); name != "" {
			name += "." + n.Text
		}
	case lang.Element:
		i := n.Kids[1].Value
		if name, first = fieldName(n.Kids[0]); name != "" && i != nil && i.Kind() == constant.Int {
			return name + "[" + i.ExactString() + "]", first
		}
		return "", ""
	case lang.Function:
		if n.Text != "len" {
			return "", ""
		}
		if name, first = fieldName(n.Kids[0]); name != "" {
			name = "len(" + name + ")"
		}
	}
	return name, first
}

// index is an index in the name of a field: which one differs from message to message.
var index = regexp.MustCompile(`\[[0-9]+\]`)

// hasField says whether any message of the run has a field, or another element of the same list.
func (r *Run) hasField(name string) bool {
	return slices.Contains(r.fields(), index.ReplaceAllString(name, "[0]"))
}

// fields are the names of the fields of all messages that the run sends, in order, with 0 for each index.
func (r *Run) fields() []string {
	if r.fieldNames == nil {
		names, looked := map[string]bool{}, map[string]bool{}
		r.messages(func(items []ipc.Item) {
			s, ok := kernel.ShapeOf(items)
			alike := fmt.Sprint(len(items), items[len(items)-1].Str)
			if !ok || looked[alike] {
				return
			}
			looked[alike] = true
			for _, f := range s.Fields(items) {
				names[index.ReplaceAllString(f, "[0]")] = true
			}
		})
		delete(names, "") // of the shape
		r.fieldNames = slices.AppendSeq([]string{}, maps.Keys(names))
		slices.Sort(r.fieldNames)
	}
	return r.fieldNames
}

// messages shows the items of all messages that the run sends, but of those without any.
func (r *Run) messages(show func([]ipc.Item)) {
	for lane := range r.Tape.Lanes {
		for k := range r.Tape.Lanes[lane].Calls() {
			if _, m, ok := r.Tape.Call(lane, k); ok && m != nil && len(m.Items) > 0 {
				show(m.Items)
			}
		}
	}
}
