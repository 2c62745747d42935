package analyse

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// summary is what a call of another package does: it adds nodes after one, and returns the last.
type summary func(f *frame, c *ssa.Call, fn *ssa.Function, n int) int

// summaries are those of calls that matter, by their full names.
var summaries map[string]summary

func init() {
	summaries = map[string]summary{
		"machsim/kernel.Must":                 must,
		"machsim/kernel.Send":                 send,
		"machsim/kernel.SendTimeout":          perhaps(send),
		"machsim/kernel.Receive":              certainly(receive),
		"machsim/kernel.ReceiveTimeout":       perhaps(receive),
		"machsim/kernel.RPC":                  certainly(rpc),
		"machsim/kernel.RPCTimeout":           perhaps(rpc),
		"machsim/kernel.Reply":                reply,
		"(*machsim/kernel.Thread).NewPort":    newPort,
		"(*machsim/kernel.Thread).NewPortSet": newPort,
		"(*machsim/kernel.Thread).AddMember":  addMember,
		"(*machsim/kernel.Boot).Port":         newPort,
		"(*machsim/kernel.Boot).Send":         given,
		"(*machsim/kernel.Thread).Watch":      watch,
		"(*machsim/kernel.Boot).Task":         makes,
		"(*machsim/kernel.Boot).Server":       makes,
		"machsim/netname.Register":            registers(2),
		"machsim/netname.CheckIn":             registers(3),
		"machsim/netname.Find":                finds(1),
		"machsim/netname.LookUp":              finds(2),
		"machsim/netname.Await":               finds(2),
	}
	for _, name := range quiet {
		summaries[name] = nothing
	}
}

// quiet are the calls that neither send nor receive, and change no variable: they may wait, or end their thread.
var quiet = slices.Concat(
	methods("machsim/netname.", "Serve", "CheckOut", "Version"),
	methods("(*machsim/kernel.Thread).", "Check", "Fail", "Printf", "Yield", "Sleep", "Label", "Random", "Clock",
		"HostName", "HostNames", "Name", "ID", "Exit", "SetQueueLimit", "ReadLine"),
	methods("(*machsim/kernel.Boot).", "Host", "Hosts", "HostName", "Int", "IntIn", "Text", "Bool", "Milliseconds",
		"Delay", "Clock", "Speed", "Attended", "Shared"),
	methods("machsim/cthreads.", "NewMutex", "NewCondition", "Join", "JoinAll", "Detach", "Self", "SetName", "Name",
		"Count", "SetLimit", "Limit", "Yield"),
	methods("(machsim/cthreads.Mutex).", "Lock", "TryLock", "Unlock", "Free"),
	methods("(machsim/cthreads.Condition).", "Wait", "Signal", "Broadcast", "Free"),
)

// methods are the full names of some, behind what they have in common.
func methods(of string, names ...string) (all []string) {
	for _, n := range names {
		all = append(all, of+n)
	}
	return all
}

// outside adds what a call of another package does. What has no summary is told of if it is machsim's; of other
// packages it is known that they make no kernel calls, unless they are handed a function.
func (f *frame) outside(c *ssa.Call, fn *ssa.Function, n int) int {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	name := fn.String()
	switch does := summaries[name]; {
	case does != nil:
		return does(f, c, c.Call.StaticCallee(), n)
	case fn.Name() == "init":
		return n
	case slices.ContainsFunc(c.Call.Args, isFunction):
		return f.unfollowed(c, n, name+", which may call a function that it is given")
	case strings.Contains(name, "machsim/"):
		return f.unfollowed(c, n, strings.ReplaceAll(name, "machsim/", "")+", which has no summary")
	}
	return f.opaque(c, n)
}

func isFunction(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Signature)
	return ok
}

// perhaps is what another call does, or it gives up after some time.
func perhaps(does summary) summary {
	return func(f *frame, c *ssa.Call, fn *ssa.Function, n int) int {
		over, first := f.join(), len(f.graph.Nodes)
		f.graph.Edge(n, over)
		f.graph.Edge(does(f, c, fn, n), over)
		for i := first; i < len(f.graph.Nodes); i++ {
			f.graph.Nodes[i].Call = 0 // it does not wait until it is answered
		}
		return over
	}
}

// certainly is what a call does that has failed if no message has come: its process is not to go on then.
func certainly(does summary) summary {
	return func(f *frame, c *ssa.Call, fn *ssa.Function, n int) int {
		f.ends(c)
		return does(f, c, fn, n)
	}
}

func nothing(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	f.put(f.result(c, 0), anything)
	return n
}

func must(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	f.put(f.result(c, 0), f.value(c.Call.Args[0]))
	return n
}

// kindOf is the type of what is sent or received; "" for an interface, which can be anything.
func (f *frame) kindOf(t types.Type) string {
	if types.IsInterface(t) {
		return ""
	}
	return types.TypeString(t, types.RelativeTo(f.pkg.Pkg))
}

// ends tells of a call that may fail while its process goes on: nothing may have come then.
func (f *frame) ends(c *ssa.Call) {
	for _, r := range *c.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == 1 && len(*e.Referrers()) == 1 {
			if s, ok := (*e.Referrers())[0].(*ssa.Store); ok && isVarargs(s.Addr) {
				return // of Must, which ends the run
			}
		}
	}
	f.open(f.where(c.Pos()), "the process goes on if this fails, and no message may have come then")
}

// isVarargs says whether an address is one of a list that is made for a call.
func isVarargs(v ssa.Value) bool {
	i, ok := v.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	a, ok := i.X.(*ssa.Alloc)
	return ok && a.Comment == "varargs"
}

func send(f *frame, c *ssa.Call, fn *ssa.Function, n int) int {
	kind := f.kindOf(fn.TypeArgs()[0])
	n = f.node(n, flow.Send, c.Pos(), "send "+kind)
	f.messages = append(f.messages,
		message{node: n, port: f.value(c.Call.Args[1]), kind: kind, body: f.value(c.Call.Args[2])})
	f.put(f.result(c, 0), anything)
	return n
}

func receive(f *frame, c *ssa.Call, fn *ssa.Function, n int) int {
	kind, key := f.kindOf(fn.TypeArgs()[0]), f.of(c)
	n = f.node(n, flow.Receive, c.Pos(), strings.TrimSpace("receive "+kind))
	f.takes[key] = n
	ports := f.through(f.value(c.Call.Args[1]))
	f.messages = append(f.messages, message{node: n, port: ports, kind: kind, key: key + ".Body"})
	f.put(f.result(c, 0), value{{sort: received, key: key}})
	return n
}

func rpc(f *frame, c *ssa.Call, fn *ssa.Function, n int) int {
	kind, answer, key := f.kindOf(fn.TypeArgs()[0]), f.kindOf(fn.TypeArgs()[1]), f.of(c)
	ask := f.node(n, flow.Send, c.Pos(), "ask "+kind)
	n = f.node(ask, flow.Receive, c.Pos(), "wait for "+answer)
	f.graph.Nodes[ask].Call = n
	f.messages = append(f.messages,
		message{node: ask, port: f.value(c.Call.Args[1]), kind: kind, body: f.value(c.Call.Args[2])},
		message{node: n, kind: answer, key: key, answer: true, ask: ask})
	f.put(f.result(c, 0), value{{sort: received, key: key}})
	return n
}

func reply(f *frame, c *ssa.Call, fn *ssa.Function, n int) int {
	kind, asked := f.kindOf(fn.TypeArgs()[1]), f.value(c.Call.Args[1])
	n = f.node(n, flow.Send, c.Pos(), "answer "+kind)
	if len(asked) == 1 && asked[0].sort == received {
		f.graph.Nodes[n].Answers = f.takes[asked[0].key]
	}
	f.messages = append(f.messages,
		message{node: n, kind: kind, answer: true, asked: asked, body: f.value(c.Call.Args[2])})
	f.put(f.result(c, 0), anything)
	return n
}

func newPort(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	f.put(f.result(c, 0), value{{sort: port, key: f.of(c)}})
	return n
}

// watch notes which variable is shown.
func watch(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	f.shows[f.process] = true
	for _, a := range f.value(c.Call.Args[2]) {
		if a.sort == unknown {
			f.open(f.where(c.Pos()), "shows a variable that is not known")
		}
		if a.sort == cell && !f.watched[a.key] {
			f.watched[a.key], f.grown = true, true
		}
	}
	return n
}

// named is where it is kept what the name server has under a name; anything has all.
const named = "name "

// registers is a call that gives a port, its last argument, to the name server.
func registers(last int) summary {
	return func(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
		f.put(f.result(c, 0), anything)
		for _, a := range f.value(c.Call.Args[1]) {
			key := named + a.key
			if a.sort != text {
				key = named
				f.tell(f.where(c.Pos()), "registers a port by a name that is not known")
			}
			f.put(key, f.value(c.Call.Args[last]))
			f.put(named+"*", f.value(c.Call.Args[last]))
		}
		return n
	}
}

// finds is a call that asks the name server, for the name that is an argument.
func finds(name int) summary {
	return func(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
		found := f.cells[named]
		for _, a := range f.value(c.Call.Args[name]) {
			if a.sort == text {
				found = found.with(f.cells[named+a.key])
				continue
			}
			f.tell(f.where(c.Pos()), "looks for a name that is not known")
			found = found.with(f.cells[named+"*"])
		}
		f.put(f.result(c, 0), found)
		return n
	}
}

// given is what a task gets that may send to a port.
func given(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	f.put(f.result(c, 0), f.value(c.Call.Args[2]))
	return n
}

// member is where it is kept which ports a set has.
const member = "member "

func addMember(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	ports := f.value(c.Call.Args[2])
	for _, a := range f.value(c.Call.Args[1]) {
		if a.sort == unknown {
			f.open(f.where(c.Pos()), "puts a port into a set that is not known")
		}
		f.put(member+a.key, ports)
	}
	return n
}

// through are the ports through which a receive takes messages: those of a set, too.
func (f *frame) through(ports value) value {
	all := ports
	for _, a := range ports {
		all = all.with(f.cells[member+a.key])
	}
	return all
}

// makes adds a process.
func makes(f *frame, c *ssa.Call, _ *ssa.Function, n int) int {
	f.put(f.result(c, 0), anything)
	t := &task{name: "?", body: f.value(c.Call.Args[3])}
	if v := f.value(c.Call.Args[2]); len(v) == 1 && v[0].sort == text {
		t.name = v[0].key
	}
	if t.family = repeated(c.Block()); t.family {
		f.tell(f.where(c.Pos()), "a loop makes processes: they are one family")
	}
	f.tasks = append(f.tasks, t)
	return n
}

// repeated says whether a block is in a loop.
func repeated(b *ssa.BasicBlock) bool {
	seen, todo := map[*ssa.BasicBlock]bool{}, b.Succs
	for len(todo) > 0 {
		x := todo[0]
		todo = todo[1:]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			todo = append(todo[:len(todo):len(todo)], x.Succs...)
		}
	}
	return false
}
