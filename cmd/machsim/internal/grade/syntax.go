package grade

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// goPackages are those of Go that a submission may import: none leads to a file, a clock, a goroutine, the memory of
// others or another process. What fmt may be used for is in types.go.
var goPackages = []string{
	"bytes", "cmp", "container/heap", "container/list", "container/ring", "errors", "fmt", "maps", "math", "math/bits",
	"slices", "sort", "strconv", "strings", "unicode", "unicode/utf8",
}

// source is what was parsed.
type source struct {
	set   *token.FileSet
	files []*ast.File
	at    map[*ast.File]string
}

// parse reads the syntax of what was handed in, and refuses what no submission may have. allowed are the packages of
// machsim that it may import.
func parse(handed map[string][]byte, allowed map[string][]string) (*source, error) {
	s := &source{set: token.NewFileSet(), at: map[*ast.File]string{}}
	for _, name := range slices.Sorted(maps.Keys(handed)) {
		text := handed[name]
		if err := raw(name, text); err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(s.set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, refuse("it does not build: %s", line(firstLine(err.Error())))
		}
		s.files, s.at[f] = append(s.files, f), name
		if err := s.checkFile(f, path.Base(path.Dir(name)), allowed); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// raw refuses what must not even come to a parser.
func raw(name string, text []byte) error {
	switch {
	case strings.ContainsRune(string(text), 0):
		return refuse("%s is no text", name)
	case strings.Count(string(text), "\n") > 5000:
		return refuse("%s has more than 5000 lines", name)
	}
	return deep(name, text)
}

// deep refuses nesting that only a machine writes: it costs the compiler more than it is worth.
func deep(name string, text []byte) error {
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth > 200 {
			return refuse("%s has more than 200 brackets within each other", name)
		}
	}
	return nil
}

// refuseAt refuses what stands at a place.
func (s *source) refuseAt(n ast.Node, format string, args ...any) error {
	p := s.set.PositionFor(n.Pos(), false)
	return refuse("%s:%d: %s", p.Filename, p.Line, fmt.Sprintf(format, args...))
}

// checkFile refuses what one file may not have.
func (s *source) checkFile(f *ast.File, pkg string, allowed map[string][]string) error {
	if f.Name.Name != pkg {
		return s.refuseAt(f.Name, "the package is called %s, and must be %s", f.Name.Name, pkg)
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if word := directive(c.Text); word != "" {
				return s.refuseAt(c, "a comment %s is not allowed", word)
			}
		}
	}
	for _, i := range f.Imports {
		if err := s.checkImport(i, allowed); err != nil {
			return err
		}
	}
	return s.checkNodes(f)
}

// directives are what comments begin with that tools obey.
var directives = []string{"//go:", "//line ", "/*line ", "//export ", "// +build", "//+build", "//extern "}

// directive is what a comment begins with that some tool obeys, "" for none.
func directive(text string) string {
	for _, d := range directives {
		if strings.HasPrefix(text, d) {
			return strings.TrimSpace(d)
		}
	}
	for _, word := range []string{"#cgo", "machsim:ignore"} {
		if strings.Contains(text, word) {
			return word
		}
	}
	return ""
}

func (s *source) checkImport(i *ast.ImportSpec, allowed map[string][]string) error {
	name, err := strconv.Unquote(i.Path.Value)
	switch {
	case err != nil:
		return s.refuseAt(i, "an import cannot be read")
	case i.Name != nil && (i.Name.Name == "." || i.Name.Name == "_"):
		return s.refuseAt(i, "an import as %s is not allowed", i.Name.Name)
	case !slices.Contains(goPackages, name) && allowed[name] == nil:
		return s.refuseAt(i, "the package %s may not be used, only %s", line(strconv.Quote(name)),
			strings.Join(append(slices.Sorted(maps.Keys(allowed)), goPackages...), ", "))
	}
	return nil
}

// checkNodes refuses statements and declarations.
func (s *source) checkNodes(f *ast.File) (err error) {
	for _, d := range f.Decls {
		if err := s.checkDecl(d); err != nil {
			return err
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if err == nil && n != nil {
			err = s.checkNode(n)
		}
		return err == nil
	})
	return err
}

func (s *source) checkDecl(d ast.Decl) error {
	switch d := d.(type) {
	case *ast.GenDecl:
		if d.Tok == token.VAR && !blankVars(d) {
			return s.refuseAt(d, "a package variable is not allowed: all runs would share it")
		}
	case *ast.FuncDecl:
		switch {
		case d.Recv == nil && d.Name.Name == "init":
			return s.refuseAt(d, "a function init is not allowed")
		case d.Body == nil:
			return s.refuseAt(d, "a function without a body is not allowed")
		}
	}
	return nil
}

// blankVars says whether a declaration has blank variables alone whose value is of no interest:
// var _ Interface = (*T)(nil).
func blankVars(d *ast.GenDecl) bool {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name != "_" }) {
			return false
		}
		for _, x := range v.Values {
			if c, ok := x.(*ast.CallExpr); !ok || len(c.Args) != 1 || !isNil(c.Args[0]) {
				return false
			}
		}
	}
	return true
}

func isNil(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "nil"
}

func (s *source) checkNode(n ast.Node) error {
	switch n := n.(type) {
	case *ast.GoStmt:
		return s.refuseAt(n, "a goroutine is not allowed: threads are the kernel's")
	case *ast.ChanType, *ast.SendStmt, *ast.SelectStmt:
		return s.refuseAt(n, "a channel is not allowed: messages are the kernel's")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return s.refuseAt(n, "a channel is not allowed: messages are the kernel's")
		}
	case *ast.BasicLit:
		if len(n.Value) > 10_000 {
			return s.refuseAt(n, "a literal has more than 10000 characters")
		}
	}
	return nil
}

// firstLine is the first line of a text.
func firstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}
