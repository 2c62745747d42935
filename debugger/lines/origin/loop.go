package origin

import "go/ast"

// ranged finds the sources of a variable of a loop over something, in one turn.
func (t *tracer) ranged(s *ast.RangeStmt, at place, i int, name string, p path) []*Link {
	id, ok := s.Value.(*ast.Ident)
	isValue := ok && id.Name == name
	var key any
	if e := at.log.at(i); isValue && i > at.log.left {
		if k := at.log.at(i - 1); k.kind == declared && k.by == e.by && k.frame == e.frame && k.code == e.code-1 {
			key = k.value
		}
	}
	return t.element(s, isValue, at, i, key, p)
}

// element finds the sources of the element, or its key, to which a loop has come before an entry.
func (t *tracer) element(s *ast.RangeStmt, isValue bool, at place, i int, key any, p path) []*Link {
	e := at.entry()
	head := at
	for j := at.s; j >= max(e.of().first, at.log.left); j-- {
		x := at.log.at(j)
		if st := t.codes.of(x.pkg0(e.pkg)); x.kind == began && x.by == e.by && x.frame == e.frame &&
			st.statement(x.code).node == s && !st.statement(x.code).again {
			head = in(at.log, j)
			break
		}
	}
	if !isValue {
		return t.value(s.X, head, nil)
	}
	for j := i - 1; j > head.s; j-- {
		x := at.log.at(j)
		if x.by == e.by && x.frame == e.frame && x.reads() && int(x.site().From) == offset(s.X.Pos()) {
			r := regionOf(x)
			if r.isMap {
				r.key = key
			}
			if links, done := t.from(at.log, r, j, p); done {
				return links
			} else if len(links) > 0 {
				return append(links, t.value(s.X, head, p.after(step{kind: '[', key: key}))...)
			}
			break
		}
	}
	return t.value(s.X, head, p.after(step{kind: '[', key: key}))
}
