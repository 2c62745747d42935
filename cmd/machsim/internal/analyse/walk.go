package analyse

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"machsim/debugger/study/flow"
)

// walker makes the nodes of one process.
type walker struct {
	*world
	process int
}

// node adds a node after another.
func (k *walker) node(after int, kind flow.Kind, at token.Pos, what string) int {
	n := k.graph.Node(k.process, kind, k.where(at))
	k.at, k.what = append(k.at, k.where(at)), append(k.what, what)
	k.graph.Edge(after, n)
	return n
}

// join adds a node that stands for no statement.
func (k *walker) join() int {
	k.at, k.what = append(k.at, ""), append(k.what, "")
	return k.graph.Node(k.process, flow.Local, "")
}

// deepest is how many calls can be within each other, and most how many nodes a graph has.
const (
	deepest = 40
	most    = 5_000
)

// body adds the nodes of a function, and returns the one at which it is over.
func (k *walker) body(f *frame, from int) (to int) {
	to = k.join()
	starts := make([]int, len(f.fn.Blocks))
	for i := range starts {
		starts[i] = k.join()
	}
	if len(starts) == 0 {
		k.graph.Edge(from, to)
		return to
	}
	k.graph.Edge(from, starts[0])
	for i, b := range f.fn.Blocks {
		n := starts[i]
		for _, x := range b.Instrs {
			n = f.instruction(x, n)
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			k.graph.Edge(n, to)
			for j, v := range r.Results {
				k.put(f.key+"/"+f.fn.Name()+"#"+string(rune('0'+j)), f.value(v))
			}
		}
		for _, s := range b.Succs {
			k.graph.Edge(n, starts[s.Index])
		}
	}
	return to
}

// instruction adds what an instruction does after a node, and returns the node after which it goes on.
func (f *frame) instruction(x ssa.Instruction, n int) int {
	switch x := x.(type) {
	case *ssa.Call:
		return f.call(x, n)
	case *ssa.Store:
		to := f.value(x.Addr)
		for _, a := range to {
			if a.sort == cell || a.sort == received {
				f.put(a.key+a.path, f.value(x.Val))
			}
		}
		return f.changes(to, n, x.Pos())
	case *ssa.MapUpdate:
		return f.changes(anything, n, x.Pos())
	case *ssa.Defer, *ssa.Go, *ssa.Select, *ssa.Send:
		f.open(f.where(x.Pos()), "a statement that is not followed: "+x.String())
	}
	return n
}

// changes adds a node where a variable that is shown may change.
func (f *frame) changes(to value, n int, at token.Pos) int {
	for _, a := range to {
		if a.sort == cell && f.watched[a.key] || a.sort == unknown {
			n = f.node(n, flow.Local, at, "changes what it shows")
			f.graph.Nodes[n].Changes = true
			return n
		}
	}
	return n
}

// call adds what a call does.
func (f *frame) call(c *ssa.Call, n int) int {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			f.put(f.result(c, 0), anything)
		}
		return n
	}
	if fn := c.Call.StaticCallee(); fn != nil && fn.Pkg != f.pkg && (fn.Origin() == nil || fn.Origin().Pkg != f.pkg) &&
		fn.Parent() == nil {
		return f.outside(c, fn, n)
	}
	if c.Call.IsInvoke() {
		return f.unfollowed(c, n, "a method of an interface")
	}
	called := f.value(c.Call.Value)
	if !called.known() || len(called) == 0 {
		return f.unfollowed(c, n, "a function that is not known")
	}
	after := f.join()
	for _, a := range called {
		if b := f.bound[a.key]; f.follows(b.fn) {
			f.graph.Edge(f.inside(c, b, n), after)
		} else {
			f.graph.Edge(f.unfollowed(c, n, b.fn.Name()+", which calls itself, is of another package, or is too much"), after)
		}
	}
	return after
}

// follows says whether the walk goes on in a function: one of the package that it is not in already.
func (f *frame) follows(fn *ssa.Function) bool {
	own := fn.Pkg == f.pkg || fn.Parent() != nil || fn.Origin() != nil && fn.Origin().Pkg == f.pkg
	return own && fn != f.fn && !slices.Contains(f.stack, fn) && len(f.stack) < deepest && len(f.graph.Nodes) < most
}

// inside follows a call of a function of the package.
func (f *frame) inside(c *ssa.Call, b closure, n int) int {
	in := &frame{walker: f.walker, fn: b.fn, key: f.of(c), free: b.free, stack: append(f.stack[:len(f.stack):len(f.stack)],
		f.fn)}
	for _, a := range c.Call.Args {
		in.args = append(in.args, f.value(a))
	}
	to := f.body(in, n)
	for j := range c.Call.Signature().Results().Len() {
		f.put(f.result(c, j), f.cells[in.key+"/"+b.fn.Name()+"#"+string(rune('0'+j))])
	}
	return to
}

// unfollowed tells of a call whose effects are not known: its results can be anything, and it may change what it gets.
func (f *frame) unfollowed(c *ssa.Call, n int, what string) int {
	f.open(f.where(c.Pos()), "calls "+what)
	return f.opaque(c, n)
}

func (f *frame) opaque(c *ssa.Call, n int) int {
	for j := range max(1, c.Call.Signature().Results().Len()) {
		f.put(f.result(c, j), anything)
	}
	for _, a := range c.Call.Args {
		if _, ok := a.Type().Underlying().(*types.Pointer); ok {
			for _, x := range f.value(a) {
				if x.sort == cell {
					n = f.changes(value{x}, n, c.Pos())
				}
			}
		}
	}
	return n
}
