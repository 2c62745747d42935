package analyse

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// kinds are the types of structs that a call sends or expects: the one that is named, or those of a list of values.
func (f *frame) kinds(t types.Type, list value) value {
	if k := kindOf(t); k != nil {
		return k
	}
	return list.of(kind)
}

// among are the types of the values of a list.
func (f *frame) among(s *site, list int) value { return f.held(f.value(s.Args[list]).in("[]")) }

// named is how the types are written.
func (v value) named() string {
	var all []string
	for _, a := range v {
		if a.sort != kind {
			return "any"
		}
		all = append(all, a.key)
	}
	return strings.Join(all, " or ")
}

func (f *frame) isReceive(n int) bool { return f.graph.Nodes[n].Kind == flow.Receive }

func send(f *frame, s *site, n int) int {
	return f.sends(s, n, "send", f.value(s.Args[1]), f.kinds(s.fn.TypeArgs()[0], f.value(s.Args[2])), f.value(s.Args[2]))
}

// sends adds a send. What it returns is an error.
func (f *frame) sends(s *site, n int, how string, to, kinds, body value) int {
	n = f.node(n, flow.Send, s.at, how+" "+kinds.named())
	f.messages = append(f.messages, message{node: n, port: to, kinds: kinds, body: body})
	return n
}

func receive(f *frame, s *site, n int) int {
	return f.receives(s, n, f.value(s.Args[1]), f.kinds(s.fn.TypeArgs()[0], f.among(s, len(s.Args)-1)), ".Body")
}

// receives adds a receive. body is the field in which what comes is kept.
func (f *frame) receives(s *site, n int, from, kinds value, body string) int {
	n = f.node(n, flow.Receive, s.at, "receive "+kinds.named())
	f.takes[s.key], f.takes[s.key+".message"] = n, n
	ports := f.through(from)
	f.messages = append(f.messages, message{node: n, port: ports, kinds: kinds, expects: kinds, key: s.key + body})
	f.put(s.to(0), value{{sort: received, key: s.key}})
	f.put(s.key+".Message", value{{sort: received, key: s.key + ".message"}})
	for _, key := range []string{s.key, s.key + ".message"} {
		f.put(key+".Local", ports)
		f.put(key+".Remote", anything)
		f.put(key+".Items", anything)
	}
	return n
}

func rpc(f *frame, s *site, n int) int {
	t := s.fn.TypeArgs()
	return f.asksFor(s, n, f.value(s.Args[1]), f.kinds(t[0], f.value(s.Args[2])), f.value(s.Args[2]),
		f.kinds(t[1], f.among(s, len(s.Args)-1)))
}

// asksFor adds a question, and the wait for its answer, which is returned.
func (f *frame) asksFor(s *site, n int, to, kinds, body, answers value) int {
	f.put(s.to(0), value{{sort: received, key: s.key}})
	return f.question(s, n, to, kinds, body, answers)
}

// question adds a question, and the wait for its answer.
func (f *frame) question(s *site, n int, to, kinds, body, answers value) int {
	ask := f.sends(s, n, "ask", to, kinds, body)
	n = f.node(ask, flow.Receive, s.at, "wait for "+answers.named())
	f.graph.Nodes[ask].Call = n
	f.messages = append(f.messages, message{node: n, kinds: answers, key: s.key, answer: true, ask: ask})
	return n
}

func reply(f *frame, s *site, n int) int {
	return f.replies(s, n, s.Args[1], f.kinds(s.fn.TypeArgs()[1], f.value(s.Args[2])), f.value(s.Args[2]))
}

// replies adds an answer.
func (f *frame) replies(s *site, n int, request ssa.Value, kinds, body value) int {
	asked := f.value(request).of(received)
	n = f.node(n, flow.Send, s.at, "answer "+kinds.named())
	sure := len(asked) == 1 && asked[0].sort == received && !f.kept(request)
	if !sure {
		f.tell(f.where(s.at), "which of the requests that were kept this answers is not known: it may be any of them")
	}
	f.messages = append(f.messages, message{node: n, kinds: kinds, answer: true, asked: asked, sure: sure,
		facts: f.known(s.block, request), body: body})
	return n
}

// kept says whether a request comes out of a variable: it may be another one than came last.
func (f *frame) kept(request ssa.Value) bool {
	switch x := request.(type) {
	case *ssa.Parameter:
		n := slices.Index(f.fn.Params, x)
		return f.from == nil || n >= len(f.from.Args) || f.caller.kept(f.from.Args[n])
	case *ssa.FieldAddr:
		return f.kept(x.X)
	case *ssa.UnOp:
		at, ok := x.X.(*ssa.FieldAddr)
		return !ok || !isNamed(at.X.Type(), kernelPath, "Received") || f.kept(at.X)
	case *ssa.Extract:
		return f.kept(x.Tuple)
	case *ssa.Call:
		return keeps(x)
	}
	return true
}

// keeps says whether a call may return another request than the one that came last.
func keeps(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	switch {
	case fn == nil:
		return true
	case fn.Origin() != nil && fn.Origin().String() == kernelPath+".Must":
		x, ok := c.Call.Args[0].(*ssa.Extract)
		return !ok || keepsAll(x.Tuple)
	case len(fn.Blocks) == 0:
		return false
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && keepsAll(r.Results[0]) {
			return true
		}
	}
	return false
}

func keepsAll(v ssa.Value) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, ok := v.(*ssa.Call)
	return !ok || keeps(c)
}

// Of messages that are no structs nothing is known but where they go.

func sendRaw(to, body int) summary {
	return func(f *frame, s *site, n int) int {
		return f.sends(s, n, "send", f.value(s.Args[to]), anything, anything)
	}
}

func receiveRaw(f *frame, s *site, n int) int {
	return f.receives(s, n, f.value(s.Args[1]), anything, "")
}

func rpcRaw(f *frame, s *site, n int) int {
	return f.asksFor(s, n, f.value(s.Args[1]), anything, anything, anything)
}

func replyRaw(f *frame, s *site, n int) int { return f.replies(s, n, s.Args[1], anything, anything) }

// packs is a call that makes a message: what is in it is not known any more.
func packs(f *frame, s *site, n int) int {
	f.put(s.to(0), anything)
	return n
}

// noticeKinds are the types of the messages that the kernel sends.
var noticeKinds = func() (all value) {
	for _, name := range []string{"DeadName", "PortDeleted", "NoSenders", "PortDestroyed", "SendOnce"} {
		all = append(all, atom{sort: kind, key: name})
	}
	return all
}()

const noticed = "noticed"

// notify adds the kernel, if some receive can take what it sends: it may send that at any time.
func (w *world) notify() {
	_, receives := w.sides()
	for _, r := range receives {
		if r.answer || !r.kinds.meets(noticeKinds) {
			continue
		}
		k := &walker{world: w, process: w.process("the kernel", true), task: &task{}}
		f := &frame{walker: k}
		p := w.graph.Processes[k.process]
		n := f.node(p.Enter, flow.Send, 0, "notify")
		w.graph.Edge(n, n)
		w.graph.Edge(n, p.Exit)
		w.messages = append(w.messages,
			message{node: n, port: anything, kinds: noticeKinds, body: value{{sort: cell, key: noticed}}})
		return
	}
}
