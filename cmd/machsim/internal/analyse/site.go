package analyse

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// site is a call in the text.
type site struct {
	*ssa.CallCommon
	key    string // what tells it from others, in the context of its function
	at     token.Pos
	block  *ssa.BasicBlock
	result ssa.Value // nil if it is deferred: nobody takes the result
	fn     *ssa.Function
}

// siteOf is where an instruction calls something.
func (f *frame) siteOf(c ssa.CallInstruction) *site {
	s := &site{CallCommon: c.Common(), at: c.Pos(), block: c.Block(), fn: c.Common().StaticCallee()}
	if v := c.Value(); v != nil {
		s.result, s.key = v, f.of(v)
	} else {
		s.key = f.of(c.Common().Value) + "@" + f.where(c.Pos())
	}
	return s
}

// to names a result.
func (s *site) to(n int) string { return s.key + "#" + string(rune('0'+n)) }

// results are the types of what is returned.
func (s *site) results() *types.Tuple { return s.Signature().Results() }

// must says whether the run ends if the call fails: its error goes to Must, and nowhere else.
func (s *site) must() bool {
	if s.result == nil {
		return false
	}
	for _, r := range *s.result.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok || !isError(e.Type()) {
			continue
		}
		for _, use := range *e.Referrers() {
			if x, ok := use.(*ssa.Store); ok && isVarargs(x.Addr) && len(*e.Referrers()) == 1 {
				return true
			}
		}
	}
	return false
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
