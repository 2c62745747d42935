package instrument

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// element returns the hook for the element that a loop over a slice reads at the begin of each turn. It is left out
// where the slice may have become another one meanwhile.
func (f *function) element(s *ast.RangeStmt) string {
	x, ok := s.X.(*ast.Ident)
	if _, slice := f.typeOf(s.X).(*types.Slice); !ok || !slice || s.Tok != token.DEFINE {
		return ""
	}
	key, _ := s.Key.(*ast.Ident)
	value, _ := s.Value.(*ast.Ident)
	if key == nil || value == nil || value.Name == "_" || key.Name == x.Name || value.Name == x.Name ||
		f.writes[f.info.ObjectOf(x)] {
		return ""
	}
	name := key.Name
	if name == "_" {
		name = f.prefix + "k"
		f.edits.replace(f.at(key.Pos()), f.at(key.End()), name)
	}
	return fmt.Sprintf("%s%s, %s); ", f.hook("Elem", s.X, false), x.Name, name)
}
