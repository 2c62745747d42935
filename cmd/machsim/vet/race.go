package vet

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

var raceRule = Rule{
	Name:  "race",
	Finds: "variables that threads of one task use, one of which writes to them, where nothing orders the threads",
	Use: "a mutex that each holds around its uses; machsim races shows the accesses of a run, and machsim run " +
		"--preempt what comes of them",
	search: findRaces,
}

// findRaces reports only what is certain: threads whose bodies make no call that may order them, such as one that
// locks, waits, sends or receives.
func findRaces(c *check) {
	for _, code := range c.program.code {
		c.races(code)
	}
}

// races reports the variables that threads have in common that one function makes, or the functions in it.
func (c *check) races(code ast.Node) {
	made := c.creations(code, false)
	uses := map[*types.Var][]raceUse{}
	for _, m := range made {
		body := c.bodyOf(m)
		if body == nil || c.orders(body, token.NoPos, body.End()) {
			continue
		}
		of := map[*types.Var][]access{}
		for _, a := range c.accessesOf(m, made) {
			of[a.v] = append(of[a.v], a)
		}
		for v, all := range of {
			if declaredIn(v, c.taskOf(m, code)) {
				uses[v] = append(uses[v], raceUse{m, all})
			}
		}
	}
	for _, v := range slices.SortedFunc(maps.Keys(uses), byPlace) {
		c.raceOn(code, v, uses[v], made)
	}
}

func byPlace(a, b *types.Var) int { return cmp.Compare(a.Pos(), b.Pos()) }

// raceUse is how a thread uses a variable.
type raceUse struct {
	made creation
	all  []access
}

// taskOf returns the code of the task that makes a thread: the innermost body of a task around the call.
func (c *check) taskOf(m creation, code ast.Node) ast.Node {
	for i, n := range m.path {
		if t, ok := c.creation(n, m.path[:i+1]); ok && t.task && i+1 < len(m.path) && m.path[i+1] == ast.Node(t.body) {
			code = t.body
		}
	}
	return code
}

// racer is a thread, or several that run the same, which nothing orders with the others.
type racer struct {
	name    string
	several bool
	all     []access
}

// raceOn reports a variable if threads use the same part of it and one writes to that.
func (c *check) raceOn(code ast.Node, v *types.Var, uses []raceUse, made []creation) {
	var racers []racer
	last := token.NoPos
	for _, u := range uses {
		if last != token.NoPos && c.orders(code, last, u.made.call.Pos()) {
			return // the one may have ended before the other begins
		}
		last = u.made.call.End()
		loop := loopBetween(u.made.path, v)
		several := loop != nil && !c.orders(loop, token.NoPos, loop.End())
		racers = append(racers, racer{text(u.made.call.Args[u.made.maker.body-1]), several, u.all})
		if own := c.makersOwn(code, v, u.made, made); len(own) > 0 && !c.makerWaits(code, v, u.made) {
			racers = append(racers, racer{"the one that makes it", false, own})
		}
	}
	for i, r := range racers {
		for _, a := range r.all {
			if names := rivals(racers, i, a); a.writes && len(names) > 0 {
				c.report(a.site, "%s is used by threads of one task (%s) that nothing orders; hold a mutex around its uses, "+
					"and see machsim races and machsim run --preempt", v.Name(), strings.Join(names, ", "))
				return
			}
		}
	}
}

// rivals names the threads that meet in an access of racer i; none if it meets nobody but itself.
func rivals(racers []racer, i int, a access) (names []string) {
	rival := false
	for j, r := range racers {
		meets := slices.ContainsFunc(r.all, func(b access) bool { return b.overlaps(a.spot) })
		rival = rival || meets && (j != i || r.several)
		if meets && !slices.Contains(names, r.name) {
			names = append(names, r.name)
		}
	}
	if !rival {
		return nil
	}
	return names
}

// makersOwn are the accesses of the thread that makes another one when that may run already.
func (c *check) makersOwn(code ast.Node, v *types.Var, m creation, made []creation) []access {
	late := map[ast.Node]bool{}
	eachBelow(code, func(n ast.Node, path []ast.Node) { late[n] = c.later(path, v, m, made) })
	a := &accesses{check: c, made: made, leads: map[*types.Var]spot{}}
	a.walk(c.taskOf(m, code))
	return slices.DeleteFunc(a.all, func(a access) bool { return a.v != v || !late[a.site] })
}

// makerWaits says whether the thread that makes another one may wait for it before it uses a variable.
func (c *check) makerWaits(code ast.Node, v *types.Var, m creation) bool {
	waits := false
	eachBelow(code, func(n ast.Node, _ []ast.Node) {
		id, ok := n.(*ast.Ident)
		if ok && c.TypesInfo.Uses[id] == v && id.Pos() > m.call.End() {
			waits = waits || c.orders(code, m.call.End(), id.Pos())
		}
	})
	return waits
}

// orders says whether code makes a call between two positions that may order threads: any call of machsim but those
// that make threads or only give way, and any of a function that is given the thread.
func (c *check) orders(code ast.Node, from, to token.Pos) bool {
	return (&ordering{c, map[ast.Node]bool{}}).calls(code, from, to)
}

// ordering is orders at work.
type ordering struct {
	*check
	seen map[ast.Node]bool // functions that were looked into
}

func (o *ordering) calls(code ast.Node, from, to token.Pos) bool {
	found := false
	ast.Inspect(code, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found || call.End() <= from || call.Pos() >= to {
			return !found
		}
		if _, makes := o.creation(call, nil); makes {
			return call.Pos() < from // then it is around the first position
		}
		found = o.may(call)
		return !found
	})
	return found
}

// harmless are the calls of threads that order nothing.
var harmless = []string{"Yield", "Printf", "Watch", "Label", "Reach", "Random", "Check", "CThreads", "Must"}

func (o *ordering) may(call *ast.CallExpr) bool {
	callee := o.program.callee(call)
	fn, ok := callee.(*types.Func)
	if ok && (isMachsim(fn.Pkg(), "kernel") || isMachsim(fn.Pkg(), "cthreads")) {
		return !slices.Contains(harmless, fn.Name())
	}
	if code := o.program.function(call); code != nil {
		if o.seen[code] {
			return false
		}
		o.seen[code] = true
		return o.calls(code, token.NoPos, code.End())
	}
	if v, isVar := callee.(*types.Var); ok && fn.Pkg() == o.Pkg || isVar && isFunction(v.Type()) {
		return true // a function that is not known
	}
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return isThread(o.TypesInfo.TypeOf(e)) })
}

func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
