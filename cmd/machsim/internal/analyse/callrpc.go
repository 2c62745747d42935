package analyse

import "machsim/debugger/study/flow"

// handler is a function that answers the calls of a type.
type handler struct {
	request, answer value
	does            value
}

// bound is the type of the message by which a client of callrpc binds.
var bound = value{{sort: kind, key: "callrpc's bind"}}

// binds is a call that binds to a server, by its name or its port: a client is where its calls go.
func binds(byName bool) summary {
	return func(f *frame, s *site, n int) int {
		server := f.value(s.Args[1])
		if byName {
			server = f.find(s, server)
		}
		f.put(s.to(0), server)
		return surely(func(f *frame, s *site, n int) int { return f.question(s, n, server, bound, nil, bound) })(f, s, n)
	}
}

// calls is a call: its packets may be lost, or come again.
func calls(f *frame, s *site, n int) int {
	t := s.fn.TypeArgs()
	return perhaps(func(f *frame, s *site, n int) int {
		return f.asksFor(s, n, f.value(s.Args[1]), f.kinds(t[0], f.value(s.Args[2])), f.value(s.Args[2]), anything)
	})(f, s, n)
}

// serves is a call that makes a server of callrpc, by a name or at a port.
func serves(byName bool) summary {
	return func(f *frame, s *site, n int) int {
		at := f.value(s.Args[1])
		if byName {
			at = value{{sort: port, key: s.key}}
			f.register(s, f.value(s.Args[1]), at)
		}
		f.put(s.key+".port", at)
		f.put(s.to(0), value{{sort: cell, key: s.key}})
		return n
	}
}

// handles is a call that has a function answer the calls of a type.
func handles(f *frame, s *site, n int) int {
	t := s.fn.TypeArgs()
	f.handlers[s.key] = handler{f.kinds(t[0], nil), f.kinds(t[1], nil), f.value(s.Args[2])}
	for _, a := range f.value(s.Args[1]).of(cell) {
		f.put(a.key+".handlers", value{{sort: function, key: s.key}})
	}
	return n
}

// answers is a call that executes what comes, and does not return.
func answers(f *frame, s *site, n int) int {
	loop := f.after(n)
	for _, a := range f.value(s.Args[0]) {
		at := f.cells[a.key+".port"]
		if a.sort == unknown {
			f.open(f.where(s.at), "serves calls of a server that is not known")
		}
		f.serve(s, handler{bound, bound, nil}, at, loop)
		for _, h := range f.cells[a.key+".handlers"] {
			f.serve(s, f.handlers[h.key], at, loop)
		}
	}
	return ends(f, s, loop)
}

// serve adds the receipt of a call, what is done about it, and the answer.
func (f *frame) serve(s *site, h handler, at value, loop int) {
	x := *s
	x.key += " " + h.request.named()
	n := f.receives(&x, loop, at, h.request, ".Body")
	request := value{{sort: received, key: x.key, path: ".Body"}}
	for _, a := range h.does.of(function) {
		b := f.bound[a.key]
		n = f.after(f.enter(f.callback(&x, b), b, []value{nil, request}, n))
	}
	n = f.node(n, flow.Send, s.at, "answer "+h.answer.named())
	f.messages = append(f.messages, message{node: n, kinds: h.answer, answer: true,
		asked: value{{sort: received, key: x.key}}})
	f.graph.Edge(n, loop)
}
