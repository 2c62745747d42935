package simtest_test

import (
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/test/simtest"
)

type (
	read    struct{}
	content struct{ Value int }
	write   struct{ Value int }
	written struct{}
)

// replicated is a register of which there are two copies: the first one is written to, and tells the second one, which
// is read. It answers the writer before the second one knows, or when patient, after.
func replicated(patient bool) *kernel.Program {
	return &kernel.Program{Name: "replicated", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		var writes, reads, toSecond kernel.Name
		second := b.Server(h, "second", func(th *kernel.Thread) {
			for value := 0; ; {
				m := kernel.Must(kernel.Receive[any](th, reads, read{}, write{}))
				if w, ok := m.Body.(write); ok {
					value = w.Value
				}
				if m.Remote != kernel.Null {
					kernel.Must(kernel.Reply(th, m, content{value}))
				}
			}
		})
		first := b.Server(h, "first", func(th *kernel.Thread) {
			for {
				m := kernel.Must(kernel.Receive[write](th, writes))
				if patient {
					kernel.Must(kernel.RPC[write, content](th, toSecond, m.Body))
				}
				kernel.Must(kernel.Reply(th, m, written{}))
				if !patient {
					kernel.Must(kernel.Send(th, toSecond, m.Body))
				}
			}
		})
		writes, reads = b.Port(first, "first"), b.Port(second, "second")
		toSecond = b.Send(second, reads, first)
		for i, name := range []string{"ann", "bob"} {
			var to, from kernel.Name
			task := b.Task(h, name, func(th *kernel.Thread) {
				kernel.Must(kernel.RPC[write, written](th, to, write{i + 1}))
				kernel.Must(kernel.RPC[read, content](th, from, read{}))
			})
			to, from = b.Send(first, writes, task), b.Send(second, reads, task)
		}
	}}
}

// register is what the two copies are to look like.
var register = simtest.Model{
	Name: "register", Ports: []string{"first", "second"}, Kinds: []any{read{}, content{}, write{}, written{}},
	Init: func() any { return 0 },
	Step: func(state, asked, answer any) (any, bool) {
		if w, ok := asked.(write); ok {
			return w.Value, true
		}
		return state, answer == nil || answer == content{state.(int)}
	},
}

// TestLinearizable sees a register pass whose copies are alike when it answers, and fail where the one that is read may
// not have heard of a write yet.
func TestLinearizable(t *testing.T) {
	const predefined = "register:port=first+second,init=0"
	for _, o := range []simtest.Option{simtest.Linearizable(register), simtest.LinearizableAs(predefined)} {
		simtest.Run(t, replicated(true), simtest.Seeds(50), o)
		simtest.Fails(t, replicated(false), simtest.CheckFailed, simtest.Seeds(200), o)
		said := failing(t, func(t testing.TB) { simtest.Run(t, replicated(false), simtest.Seeds(1000), o) })
		for _, want := range []string{"not linearizable as a register", "read{} is answered content{Value:",
			"and then does not fit: rpc ", "an order that explains all answers before:", ".rec"} {
			if !strings.Contains(said, want) {
				t.Errorf("%q is not in:\n%s", want, said)
			}
		}
	}
	panics := register
	panics.Step = func(any, any, any) (any, bool) { panic("no idea") }
	said := failing(t, func(t testing.TB) { simtest.Run(t, replicated(true), simtest.Linearizable(panics)) })
	if !strings.Contains(said, "the model register panics: no idea") {
		t.Error(said)
	}
}
