package simtest

import "machsim/debugger/study"

// Model is what a service does when it is asked one thing after the other; requests and answers are the structs that
// messages are made from.
type Model = study.Model

// Linearizable says that in each run the remote calls to a service could have been made one after the other: there is
// an order of them in which the model gives each the answer that it had, and in which a call that was answered before
// another one was made comes first. A call that nobody answered may have taken effect or not. A run ends at the answer
// that fits no order. The functions of the model run beside each other, and must not end the test.
//
//	simtest.Linearizable(simtest.Model{
//		Name: "register", Ports: []string{"store"}, Kinds: []any{read{}, content{}, write{}, written{}},
//		Init: func() any { return 0 },
//		Step: func(state, asked, answer any) (any, bool) {
//			if w, ok := asked.(write); ok {
//				return w.Value, true
//			}
//			return state, answer == nil || answer == content{state.(int)}
//		},
//	})
func Linearizable(m Model) Option {
	return func(p *plan) { p.options.Claims.Models = append(p.options.Claims.Models, &m) }
}

// LinearizableAs is Linearizable with a predefined model, as the flag --linearizable takes it: "map:port=bank".
func LinearizableAs(model string) Option {
	return func(p *plan) { p.options.Claims.Linearizable = append(p.options.Claims.Linearizable, model) }
}
