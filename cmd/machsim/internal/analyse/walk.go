package analyse

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// walker makes the nodes of one process.
type walker struct {
	*world
	process int
	task    *task
}

// node adds a node after another.
func (f *frame) node(after int, k flow.Kind, at token.Pos, what string) int {
	n := f.graph.Node(f.process, k, f.where(at))
	f.at, f.what = append(f.at, f.where(at)), append(f.what, what)
	f.stacks = append(f.stacks, append(f.calls[:len(f.calls):len(f.calls)], f.where(at)))
	f.graph.Edge(after, n)
	return n
}

// join adds a node that stands for no statement.
func (k *walker) join() int {
	k.at, k.what, k.stacks = append(k.at, ""), append(k.what, ""), append(k.stacks, nil)
	return k.graph.Node(k.process, flow.Local, "")
}

// after is a node that comes after some.
func (k *walker) after(all ...int) int {
	to := k.join()
	for _, n := range all {
		k.graph.Edge(n, to)
	}
	return to
}

// deepest is how many calls can be within each other, and most how many nodes a graph has.
const (
	deepest = 40
	most    = 5_000
)

// body adds the nodes of a function, and returns the one at which it is over.
func (k *walker) body(f *frame, from int) (to int) {
	f.to, f.memo = k.join(), map[ssa.Value]value{}
	starts := make([]int, len(f.fn.Blocks))
	for i := range starts {
		starts[i] = k.join()
	}
	if len(starts) == 0 {
		k.graph.Edge(from, f.to)
		return f.to
	}
	f.start = starts[0]
	k.graph.Edge(from, f.start)
	for i, b := range f.fn.Blocks {
		n := starts[i]
		for _, x := range b.Instrs {
			n = f.instruction(x, n)
		}
		for i, s := range b.Succs {
			if x, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				k.when(n, starts[s.Index], f.learned(x.Cond, i == 0))
			}
			k.graph.Edge(n, starts[s.Index])
		}
	}
	return f.to
}

// instruction adds what an instruction does after a node, and returns the node after which it goes on.
func (f *frame) instruction(x ssa.Instruction, n int) int {
	switch x := x.(type) {
	case *ssa.Call:
		return f.call(f.siteOf(x), n)
	case *ssa.Store:
		return f.stores(f.value(x.Addr), x.Val, n, x.Pos())
	case *ssa.MapUpdate:
		f.stores(f.value(x.Map).in("{}"), x.Key, n, x.Pos())
		return f.stores(f.value(x.Map).in("[]"), x.Value, n, x.Pos())
	case *ssa.Return:
		f.graph.Edge(n, f.to)
		for j, v := range x.Results {
			f.put(f.returned(j), f.value(v))
		}
	case *ssa.Defer:
		f.deferred = append(f.deferred, x)
	case *ssa.RunDefers:
		return f.undone(n)
	case *ssa.Go, *ssa.Select, *ssa.Send:
		f.open(f.where(x.Pos()), "a statement that is not followed: "+x.String())
	}
	return n
}

// undone adds what was deferred, the last first: it may have been, or not.
func (f *frame) undone(n int) int {
	for _, d := range slices.Backward(f.deferred) {
		n = f.after(n, f.call(f.siteOf(d), n))
	}
	return n
}

// stores puts a value where it is stored.
func (f *frame) stores(to value, v ssa.Value, n int, at token.Pos) int {
	is := f.value(v)
	for _, a := range is {
		if a.sort == received && a.path == "" {
			f.saved[strings.TrimSuffix(a.key, ".message")+".Body"] = true
		}
	}
	for _, a := range to {
		if a.sort == cell || a.sort == received {
			f.put(a.key+a.path, is)
		}
	}
	return f.changes(to, n, at)
}

// changes adds a node where a variable that is shown may change.
func (f *frame) changes(to value, n int, at token.Pos) int {
	for _, a := range to {
		if a.sort != unknown && (a.sort != cell || !f.watched[a.key]) {
			continue
		}
		n = f.node(n, flow.Local, at, "changes what it shows")
		f.graph.Nodes[n].Changes = true
		if a.sort == cell {
			f.changers[a.key] = append(f.changers[a.key], n)
		}
		return n
	}
	return n
}

// call adds what a call does.
func (f *frame) call(s *site, n int) int {
	if b, ok := s.Value.(*ssa.Builtin); ok {
		return f.builtin(s, b.Name(), n)
	}
	if s.fn != nil && len(s.fn.Blocks) == 0 {
		return f.outside(s, n)
	}
	if s.IsInvoke() {
		return f.method(s, n)
	}
	called := f.value(s.Value).of(function)
	if !called.known() || len(called) == 0 {
		return f.unfollowed(s, n, "a function that is not known")
	}
	var all []int
	for _, a := range called {
		b := f.bound[a.key]
		all = append(all, f.enter(s, b, f.given(s), n))
	}
	return f.after(all...)
}

// given are the arguments of a call, each as it is.
func (f *frame) given(s *site) (all []value) {
	for _, a := range s.Args {
		all = append(all, f.value(a))
	}
	return all
}

// builtin adds what a call of a builtin does.
func (f *frame) builtin(s *site, name string, n int) int {
	switch name {
	case "append":
		f.put(s.to(0), f.value(s.Args[0]).with(f.value(s.Args[1])))
	case "copy":
		for _, a := range f.value(s.Args[0]).in("[]") {
			f.put(a.key+a.path, f.held(f.value(s.Args[1]).in("[]")))
		}
		return f.changes(f.value(s.Args[0]), n, s.at)
	case "clear", "delete":
		return f.changes(f.value(s.Args[0]), n, s.at)
	case "min", "max":
		for _, a := range s.Args {
			f.put(s.to(0), f.value(a))
		}
	case "recover":
		f.put(s.to(0), anything)
	}
	return n
}

// enter follows a call into a function that is known.
func (f *frame) enter(s *site, b closure, args []value, n int) int {
	switch {
	case b.foreign:
		return f.handed(s, append(args, b.free...), n)
	case b.fn == nil: // it does nothing that matters
		return n
	case len(b.fn.Blocks) == 0:
		x := *s
		x.fn = b.fn
		return f.outside(&x, n)
	}
	for g := f; g != nil; g = g.caller {
		if g.fn == b.fn {
			return f.again(s, g, b, args, n)
		}
	}
	if f.depth() >= deepest || len(f.graph.Nodes) >= most {
		return f.unfollowed(s, n, b.fn.Name()+", which is too much")
	}
	return f.inside(s, b, args, n)
}

func (f *frame) depth() (n int) {
	for ; f != nil; f = f.caller {
		n++
	}
	return n
}

// inside follows a call of a function of the package.
func (f *frame) inside(s *site, b closure, args []value, n int) int {
	in := &frame{walker: f.walker, fn: b.fn, key: f.context(s.key + " " + b.fn.String()), free: b.free, args: args,
		caller: f, from: s.CallCommon, loop: repeated(s.block), calls: f.calls, asks: f.passed(s, b.fn)}
	if at := f.where(s.at); at != "" {
		in.calls = append(f.calls[:len(f.calls):len(f.calls)], at)
	}
	to := f.body(in, n)
	for j := range s.results().Len() {
		f.put(s.to(j), f.cells[in.returned(j)])
	}
	return to
}

// again follows a call of a function that is being executed already: what it does is not told from what that does.
func (f *frame) again(s *site, in *frame, b closure, args []value, n int) int {
	for i, v := range args {
		f.put(in.parameter(i), v)
	}
	for i, v := range b.free {
		if i < len(in.free) && !slices.Equal(in.free[i].with(v), in.free[i]) {
			return f.unfollowed(s, n, b.fn.Name()+", which calls itself with other variables")
		}
	}
	f.repeat(in.key)
	f.graph.Edge(n, in.start)
	for j := range s.results().Len() {
		f.put(s.to(j), f.cells[in.returned(j)])
	}
	return f.after(in.to)
}

// method follows a call of a method of an interface: that of each type of the packages that are read.
func (f *frame) method(s *site, n int) int {
	r := s.results()
	if isError(s.Value.Type()) || s.Method.Name() == "String" && r.Len() == 1 && isText(r.At(0).Type()) {
		f.put(s.to(0), anyText)
		return n
	}
	all := []int{n}
	for _, fn := range f.methods(s.Value.Type().Underlying().(*types.Interface), s.Method) {
		args := append([]value{f.value(s.Value)}, f.given(s)...)
		all = append(all, f.enter(s, closure{fn: fn}, args, n))
	}
	for j := range s.results().Len() {
		f.put(s.to(j), anything)
	}
	return f.after(all...)
}

// methods are those of an interface's method in the packages that are read.
func (w *world) methods(i *types.Interface, m *types.Func) (all []*ssa.Function) {
	for _, t := range w.types() {
		for _, t := range []types.Type{t, types.NewPointer(t)} {
			if fn := w.pkg.Prog.LookupMethod(t, m.Pkg(), m.Name()); types.Implements(t, i) && fn != nil {
				if !slices.Contains(all, fn) {
					all = append(all, fn)
				}
				break
			}
		}
	}
	return all
}

// unfollowed tells of a call whose effects are not known: its results can be anything, and it may change what it gets.
func (f *frame) unfollowed(s *site, n int, what string) int {
	f.open(f.where(s.at), "calls "+what)
	return f.opaque(s, n)
}

func (f *frame) opaque(s *site, n int) int {
	for j := range s.results().Len() {
		f.put(s.to(j), f.foreign(s.results().At(j).Type()))
	}
	return f.touches(s, n)
}

// touches adds a node if a call is given a pointer to what is shown.
func (f *frame) touches(s *site, n int) int {
	for _, a := range s.Args {
		if plain(a.Type()) || isText(a.Type()) {
			continue
		}
		for _, x := range f.value(a) {
			if x.sort == cell {
				n = f.changes(value{x}, n, s.at)
			}
		}
	}
	return n
}
