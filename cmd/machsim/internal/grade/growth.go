package grade

import (
	"go/ast"
	"go/token"
	"strconv"
)

// mostGrowth is how large a constant text may be, in bytes, and a type, in its fields and those within them. Few lines
// that refer to each other can double either of them line by line: whoever computes with that, be it this grader or the
// compiler, would not come to an end.
const mostGrowth = maxConstant

// growth finds out how large constants and types become, by their names alone: before anybody computes with them.
type growth struct {
	*source
	named map[string][]ast.Expr // what constants and types of a name are made of, in whatever scope
	known map[string]int
	onWay map[string]bool
}

// growth refuses constants and types that become too large.
func (s *source) growth() error {
	g := &growth{s, map[string][]ast.Expr{}, map[string]int{}, map[string]bool{}}
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			g.declared(n)
			return true
		})
	}
	for _, f := range s.files {
		if err := g.check(f); err != nil {
			return err
		}
	}
	return nil
}

// declared takes down what a declaration of constants or of a type says.
func (g *growth) declared(n ast.Node) {
	switch n := n.(type) {
	case *ast.TypeSpec:
		g.named[n.Name.Name] = append(g.named[n.Name.Name], n.Type)
	case *ast.GenDecl:
		if n.Tok != token.CONST {
			return
		}
		var last []ast.Expr
		for _, spec := range n.Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Values) > 0 {
				last = v.Values
			}
			for i, id := range v.Names {
				if i < len(last) {
					g.named[id.Name] = append(g.named[id.Name], last[i])
				}
			}
		}
	}
}

// check looks at each type and each sum of a file.
func (g *growth) check(f *ast.File) (err error) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.StructType, *ast.ArrayType, *ast.BinaryExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.Ident:
			if err == nil && g.weight(n.(ast.Expr)) > mostGrowth {
				err = g.refuseAt(n, "a constant or a type refers to itself, or becomes too large by what it refers to")
			}
		}
		return err == nil
	})
	return err
}

// of is how large what a name means becomes, at most; too large for one that refers to itself.
func (g *growth) of(name string) int {
	if n, ok := g.known[name]; ok {
		return n
	}
	if g.onWay[name] {
		return mostGrowth + 1
	}
	g.onWay[name] = true
	most := 1
	for _, x := range g.named[name] {
		most = max(most, g.weight(x))
	}
	delete(g.onWay, name)
	g.known[name] = most
	return most
}

// weight is how large an expression becomes, at most. What a pointer, a slice or a map leads to is no part of it.
func (g *growth) weight(x ast.Expr) int {
	n := 1
	switch x := x.(type) {
	case *ast.Ident:
		n = g.of(x.Name)
	case *ast.BasicLit:
		if text, err := strconv.Unquote(x.Value); err == nil && x.Kind == token.STRING {
			n += len(text)
		}
	case *ast.ParenExpr:
		n = g.weight(x.X)
	case *ast.BinaryExpr:
		if x.Op == token.ADD {
			n = g.weight(x.X) + g.weight(x.Y)
		}
	case *ast.CallExpr:
		for _, a := range x.Args {
			n += g.weight(a)
		}
	case *ast.StructType:
		for _, f := range x.Fields.List {
			n += g.weight(f.Type) * max(1, len(f.Names))
		}
	case *ast.ArrayType:
		if x.Len != nil {
			n = g.weight(x.Elt)
		}
	case *ast.IndexExpr:
		n = g.weight(x.X) * g.weight(x.Index)
	case *ast.IndexListExpr:
		n = g.weight(x.X)
		for _, i := range x.Indices {
			n = min(n*g.weight(i), mostGrowth+1)
		}
	}
	return min(n, mostGrowth+1)
}
