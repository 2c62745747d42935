package origin

import (
	"go/ast"
	"reflect"
	"sort"
	"strings"

	"machsim/kernel"
)

// outside finds where the result of a call of code without hooks comes from.
func (t *tracer) outside(x *ast.CallExpr, at place, p path) []*Link {
	name := lastName(x.Fun)
	inKernel := t.isKernel(x, at)
	switch {
	case inKernel && name == "Must":
		return t.value(x.Args[0], at, p)
	case inKernel && (strings.Contains(name, "Receive") || strings.Contains(name, "RPC")):
		if all := t.received(name, at, p); len(all) > 0 {
			return all
		}
		return []*Link{t.end(at, Kernel, name)}
	case inKernel:
		return []*Link{t.end(at, Kernel, name)}
	}
	return t.unheard(x, at)
}

// unheard is what code without hooks has made of its arguments.
func (t *tracer) unheard(x *ast.CallExpr, at place) []*Link {
	l := t.make(linkKey{at.log, at.s, Outside, int(x.Pos()), ""}, at, nil)
	if l.expand == nil {
		l.Name = lastName(x.Fun)
		l.expand = func() (all []*Link) {
			if sel, ok := ast.Unparen(x.Fun).(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); !ok || !t.isPackage(id, at) {
					all = t.whole(sel.X, at)
				}
			}
			for _, arg := range x.Args {
				if _, literal := arg.(*ast.FuncLit); !literal {
					all = append(all, t.whole(arg, at)...)
				}
			}
			return all
		}
	}
	return []*Link{l}
}

// whole finds the sources of a value, and of what it leads to.
func (t *tracer) whole(x ast.Expr, at place) []*Link {
	typ := t.typeOf(x, at)
	all := t.value(x, at, nil)
	if typ == nil {
		return all
	}
	switch typ.Kind() {
	case reflect.Slice, reflect.Map:
		all = append(all, t.value(x, at, path{{kind: '['}})...)
	case reflect.Pointer:
		if !strings.HasPrefix(typ.Elem().PkgPath(), "machsim/kernel") {
			all = append(all, t.value(x, at, path{{kind: '*'}})...)
		}
	}
	return all
}

// isKernel says whether a call is one of a function of package kernel, or of a method of a thread.
func (t *tracer) isKernel(x *ast.CallExpr, at place) bool {
	fun := ast.Unparen(x.Fun)
	switch i := fun.(type) {
	case *ast.IndexExpr:
		fun = i.X
	case *ast.IndexListExpr:
		fun = i.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if id, ok := sel.X.(*ast.Ident); ok && t.isPackage(id, at) {
		return t.code(at).files[at.fn().File].imports[id.Name] == "machsim/kernel"
	}
	return t.typeOf(sel.X, at) == reflect.TypeFor[*kernel.Thread]()
}

// received finds the messages that a statement has received by its own calls.
func (t *tracer) received(name string, at place, p path) (all []*Link) {
	p = p.rest('#').rest('*')
	if strings.Contains(name, "Receive") && len(p) > 0 {
		if p[0].kind != '.' || p[0].name != "Body" {
			return []*Link{t.end(at, Kernel, name)} // what the kernel says of a message
		}
		p = p[1:]
	}
	e := at.entry()
	for i, end := at.s+1, at.log.next(at.s); i < end; i++ {
		c := at.log.at(i)
		if c.kind != arrived || c.by != e.by || c.frame != e.frame || c.event < 0 {
			continue
		}
		if sent := t.run.Received(c.event); sent >= 0 {
			all = append(all, t.message(at, c.event, sent, p))
		}
	}
	return all
}

// message is the link for a message, at the statement that has sent it.
func (t *tracer) message(at place, received, sent int, p path) *Link {
	id := t.run.ThreadOf(sent)
	l, c := t.logs[t.run.TaskOf(id)], -1
	if l != nil {
		c = l.call(id, sent)
	}
	if c < 0 || l.at(c).frame == 0 {
		x := &Link{Kind: Outside, Sent: sent, Received: received, Times: 1, Name: t.run.ThreadName(id)}
		x.At.Thread, x.At.Event = id, sent
		return x
	}
	s := l.head(c, l.at(c).by, l.at(c).frame)
	if s < 0 {
		return t.forgotten(l)
	}
	from := place{log: l, s: s, limit: c}
	x := t.make(linkKey{l, c, Message, received, p.String()}, from, nil)
	if x.expand == nil {
		x.Sent, x.Received, x.Name = sent, received, t.run.SentBy(sent)
		x.expand = func() []*Link { return t.sent(from, p) }
	}
	return x
}

// call is the entry with which a thread came to the call to which an event belongs, -1 for none.
func (l *log) call(id kernel.ThreadID, event int) int {
	by := l.threads[id]
	if by == nil {
		return -1
	}
	i := sort.Search(len(by.calls), func(i int) bool {
		if by.calls[i] < l.left {
			return false
		}
		done := l.at(by.calls[i]).event
		return done >= event || done < 0
	})
	if i == len(by.calls) {
		return -1
	}
	return by.calls[i]
}

// sent finds the sources of a message that a statement has sent.
func (t *tracer) sent(at place, p path) (all []*Link) {
	for _, x := range calls(t.code(at).statement(at.entry().code)) {
		if name := lastName(x.Fun); t.isKernel(x, at) && name != "Must" && len(x.Args) > 2 {
			all = append(all, t.value(x.Args[2], at, p)...)
		}
	}
	if all == nil {
		all = []*Link{t.end(at, Unheard, "")}
	}
	return all
}
