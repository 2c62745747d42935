package explore

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"machsim/debugger/choose/explore/touch"
	"machsim/kernel/hook"
)

// Race is two accesses of threads to one variable, one of them a write, that nothing orders: in some run they come one
// right after the other, and in another one the other way round.
type Race struct {
	First  Access `json:"first"`
	Second Access `json:"second"`
}

// Access is a place at which a variable is read or written.
type Access struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Expr  string `json:"expr"` // the variable, as it is written there
	Write bool   `json:"write,omitempty"`
}

func placeOf(t *touch.Touch) Access {
	return Access{filepath.Base(t.In.Files[t.In.Funcs[t.In.Stmts[t.Site.Stmt].Func].File].Path), t.In.Line(t.Site),
		strings.Join(strings.Fields(t.Site.Expr), " "), t.Site.Write}
}

// compare orders the accesses of a race: by place, and a write before a read.
func (a Access) compare(b Access) int {
	c := cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	switch {
	case c != 0 || a.Write == b.Write:
		return cmp.Or(c, cmp.Compare(a.Expr, b.Expr))
	case a.Write:
		return -1
	}
	return 1
}

// Same says whether two races are those of the same lines.
func (r Race) Same(o Race) bool {
	return r.First.File == o.First.File && r.First.Line == o.First.Line &&
		r.Second.File == o.Second.File && r.Second.Line == o.Second.Line
}

// noteRace notes two accesses that could come the other way round. Where something else orders the two events they are
// no race: if that came the other way round, the accesses would, too.
func (s *Search) noteRace(x *race) {
	first := &s.order.events[x.first]
	if len(first.touches) == 0 || len(x.next.touches) == 0 || s.names.Ordered(first.uses, x.next.uses) {
		return
	}
	for i := range first.touches {
		for k := range x.next.touches {
			if t, u := &first.touches[i], &x.next.touches[k]; s.names.Meet(t, u) && s.knows(t.Site, u.Site) {
				s.addRace(placeOf(t), placeOf(u))
			}
		}
	}
}

// knows notes two places, and says whether they are new together.
func (s *Search) knows(a, b *hook.Site) bool {
	pair := [2]*hook.Site{a, b}
	if s.sites[pair] {
		return false
	}
	if s.sites == nil {
		s.sites = map[[2]*hook.Site]bool{}
	}
	s.sites[pair] = true
	return true
}

func (s *Search) addRace(a, b Access) {
	r := Race{a, b}
	if a.compare(b) > 0 {
		r = Race{b, a}
	}
	if !slices.ContainsFunc(s.Races, r.Same) {
		s.Races = append(s.Races, r)
	}
}
