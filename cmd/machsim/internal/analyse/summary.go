package analyse

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// summary is what a call of another package does: it adds nodes after one, and returns the last.
type summary func(f *frame, s *site, n int) int

// summaries are those of all calls that programs can make of machsim, by their full names.
var summaries map[string]summary

func init() {
	summaries = map[string]summary{
		"machsim/kernel.Must":            must,
		"(*machsim/kernel.Thread).Serve": forever,
		"machsim/kernel.Send":            send,
		"machsim/kernel.SendTimeout":     perhaps(send),
		"machsim/kernel.Receive":         surely(receive),
		"machsim/kernel.ReceiveTimeout":  surely(receive),
		"machsim/kernel.RPC":             surely(rpc),
		"machsim/kernel.RPCTimeout":      surely(rpc),
		"machsim/kernel.Reply":           reply,
		"machsim/kernel.Pack":            packs,
		"machsim/kernel.NewMessage":      packs,
		"machsim/kernel.Unpack":          gives("untyped"),

		"machsim/netname.Register": registers(2),
		"machsim/netname.CheckIn":  registers(3),
		"machsim/netname.Find":     finds(1),
		"machsim/netname.LookUp":   finds(2),
		"machsim/netname.Await":    finds(2),

		"machsim/cthreads.Fork":            forks(1, 2),
		"machsim/cthreads.Exit":            ends,
		"machsim/cthreads.NewMutex":        newPort,
		"(machsim/cthreads.Mutex).With":    under,
		"(machsim/cthreads.Mutex).Lock":    locks(true),
		"(machsim/cthreads.Mutex).TryLock": locks(true),
		"(machsim/cthreads.Mutex).Unlock":  locks(false),

		"machsim/netname/callrpc.Bind":            binds(true),
		"machsim/netname/callrpc.BindTo":          binds(false),
		"machsim/netname/callrpc.Call":            calls,
		"machsim/netname/callrpc.NewServer":       serves(true),
		"machsim/netname/callrpc.NewServerAt":     serves(false),
		"machsim/netname/callrpc.Handle":          handles,
		"(*machsim/netname/callrpc.Server).Serve": answers,
	}
	for _, of := range []map[string]summary{ofBoot, ofThread, ofMach} {
		maps.Copy(summaries, of)
	}
	for _, name := range quiet {
		summaries[name] = nothing
	}
	for _, name := range ending {
		summaries[name] = openly("ends processes wherever they stand")
	}
	for _, name := range raw {
		summaries[name] = openly("is as Mach has it: what it does depends on numbers")
	}
}

// outside adds what a call of another package does. What has no summary is told of if it is machsim's; other packages
// make no kernel calls, but they may call the functions that they are handed, now.
func (f *frame) outside(s *site, n int) int {
	fn := s.fn
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	name := fn.String()
	switch does := summaries[name]; {
	case does != nil:
		return does(f, s, n)
	case fn.Name() == "init":
		return n
	case slices.ContainsFunc(s.Args, func(a ssa.Value) bool { return acts(a.Type(), 0) }):
		return f.unfollowed(s, n, strings.ReplaceAll(name, "machsim/", "")+", which has no summary")
	case strings.HasPrefix(name, "fmt.Sprint"):
		f.put(s.to(0), f.printed(fn.Name(), s))
		return n
	}
	return f.handed(s, f.given(s), n)
}

// acts says whether who has a value of a type can make kernel calls with it.
func acts(t types.Type, depth int) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return isNamed(t, kernelPath, "Thread") || isNamed(t, kernelPath, "Boot") ||
			depth < 4 && acts(t.Underlying(), depth+1)
	case *types.Pointer:
		return acts(t.Elem(), depth)
	case *types.Slice:
		return acts(t.Elem(), depth)
	case *types.Struct:
		for i := range t.NumFields() {
			if acts(t.Field(i).Type(), depth) {
				return true
			}
		}
	}
	return false
}

// giveBack are the packages whose functions return nothing but what they are given, or is in it.
var giveBack = []string{"slices", "maps", "iter"}

// handed adds what a function of another package does with what it is given: it may call functions in that, and return
// it, or what any of those packages was given before.
func (f *frame) handed(s *site, given []value, n int) int {
	var all value
	for _, v := range given {
		elements := v.elements()
		all = all.with(v).with(elements).with(f.held(elements))
	}
	n = f.touches(s, n)
	loop := f.after(n)
	for _, a := range all.of(function) {
		if b := f.bound[a.key]; b.fn != nil {
			args := make([]value, len(b.fn.Params))
			for i, p := range b.fn.Params {
				args[i] = all.shaped(p.Type())
			}
			f.graph.Edge(f.enter(f.callback(s, b), b, args, loop), loop)
			all = all.with(f.cells[f.callback(s, b).to(0)])
		}
	}
	if s.fn == nil || s.fn.Pkg == nil || !slices.Contains(giveBack, s.fn.Pkg.Pkg.Path()) {
		f.put("foreign", all)
		all = f.cells["foreign"]
	}
	for j := range s.results().Len() {
		f.put(s.to(j), f.returns(s, j, all))
	}
	return loop
}

// elements are those of slices and maps, and their keys; of what is deeper in them, anything.
func (v value) elements() value {
	for _, a := range v {
		if strings.Count(a.path, "[]")+strings.Count(a.path, "{}") > 1 {
			return anything
		}
	}
	return v.in("[]").with(v.in("{}"))
}

// callback is a call of a function that another package was handed.
func (f *frame) callback(s *site, b closure) *site {
	x := *s
	c := *s.CallCommon
	c.Value, c.Method, c.Args = b.fn, nil, nil
	x.CallCommon, x.key, x.result = &c, s.key+" "+b.fn.String(), nil
	return &x
}

// returns is what a function of another package may return.
func (f *frame) returns(s *site, j int, all value) value {
	t := s.results().At(j).Type()
	if isFunction(t) {
		return f.function(s.to(j), closure{foreign: true, free: []value{all}})
	}
	return all.shaped(t)
}

// shaped is what of a value a variable of a type can be.
func (v value) shaped(t types.Type) (all value) {
	switch {
	case plain(t) || isError(t):
		return nil
	case isText(t):
		return anyText
	case types.IsInterface(t):
		return v
	}
	for _, a := range v {
		if a.sort == unknown || (a.sort == function) == isFunction(t) && a.sort != text && a.sort != kind {
			all = append(all, a)
		}
	}
	return all
}

// printed is the text that fmt makes of values, with * for each that is none.
func (f *frame) printed(how string, s *site) value {
	format, list := value{{sort: text}}, s.Args[len(s.Args)-1]
	parts, ok := f.printing(list)
	if how == "Sprintf" {
		format = f.value(s.Args[0])
	}
	if !ok || how == "Sprintln" || len(format) != 1 || format[0].sort != text {
		return anyText
	}
	if how == "Sprint" {
		return joined(spaced(parts)...)
	}
	return joined(formatted(format[0].key, parts)...)
}

// perhaps is what another call does, or it gives up at some point of that.
func perhaps(does summary) summary {
	return func(f *frame, s *site, n int) int {
		over, first := f.after(n), len(f.graph.Nodes)
		does(f, s, n)
		for i := first; i < len(f.graph.Nodes); i++ {
			f.graph.Edge(i, over)
			f.graph.Nodes[i].Call = 0 // it does not wait until it is answered
		}
		for i := range f.messages {
			if m := &f.messages[i]; m.node >= first && f.isReceive(m.node) {
				f.fails[m.node] = true
				m.kinds = anything // a message of another type is an error
			}
		}
		return over
	}
}

// surely is what a call does whose process does not go on if it fails; if it does, it is done perhaps.
func surely(does summary) summary {
	return func(f *frame, s *site, n int) int {
		if s.must() {
			return does(f, s, n)
		}
		return perhaps(does)(f, s, n)
	}
}

// nothing is what a call does that does not matter; its results are not known, if they are rights or functions.
func nothing(f *frame, s *site, n int) int {
	for j := range s.results().Len() {
		t := s.results().At(j).Type()
		if isFunction(t) {
			f.put(s.to(j), f.function(s.to(j), closure{}))
			continue
		}
		f.put(s.to(j), f.foreign(t))
	}
	return n
}

// openly is a call after which nothing is claimed.
func openly(why string) summary {
	return func(f *frame, s *site, n int) int {
		f.open(f.where(s.at), s.fn.Name()+" "+why)
		return nothing(f, s, n)
	}
}

// ends is a call from which a process does not come back.
func ends(f *frame, _ *site, n int) int {
	f.graph.Edge(n, f.graph.Processes[f.process].Exit)
	return f.join()
}

// fails is a call after which the run is over.
func fails(f *frame, _ *site, _ int) int { return f.join() }

// runs is a call that calls the function that it is given, once.
func runs(f *frame, s *site, n int) int {
	all := []int{}
	for _, a := range f.value(s.Args[len(s.Args)-1]).of(function) {
		b := f.bound[a.key]
		all = append(all, f.enter(f.callback(s, b), b, nil, n))
	}
	if len(all) == 0 {
		return f.unfollowed(s, n, "a function that is not known")
	}
	return f.after(all...)
}

// forever is a call that calls the function that it is given again and again.
func forever(f *frame, s *site, n int) int {
	was := f.loop
	f.loop = true // what is made there may be made more than once
	defer func() { f.loop = was }()
	loop := f.after(n)
	f.graph.Edge(runs(f, s, loop), loop)
	return ends(f, s, loop)
}

// under is a call that calls a function with a mutex.
func under(f *frame, s *site, n int) int {
	return locks(false)(f, s, runs(f, s, locks(true)(f, s, n)))
}

// gives is a call that returns what a cell holds.
func gives(key string) summary {
	return func(f *frame, s *site, n int) int {
		f.put(s.to(0), f.cells[key])
		return n
	}
}

// keepsAt is a call that puts an argument into a cell.
func keepsAt(key string, arg int) summary {
	return func(f *frame, s *site, n int) int {
		f.put(key, f.value(s.Args[arg]))
		return nothing(f, s, n)
	}
}

// returned is a call that returns an argument.
func returned(arg int) summary {
	return func(f *frame, s *site, n int) int {
		f.put(s.to(0), f.value(s.Args[arg]))
		return n
	}
}

var must = returned(0)
