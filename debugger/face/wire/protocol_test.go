package wire_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"machsim/debugger"
	"machsim/debugger/face/wire"
)

var update = flag.Bool("update", false, "write the table of methods into the manual")

// The manual, and what is around the part of it that is made from the table.
const (
	manual = "../../../docs/PROTOCOL.md"
	begin  = "<!-- made from the table of methods: go test ./debugger/face/wire -update -->\n"
)

// TestManual holds true what the manual says of each method, and of what it takes and answers.
func TestManual(t *testing.T) {
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(text), begin)
	if !ok {
		t.Fatalf("%s has no line %q", manual, begin)
	}
	made := head + begin + (&writer{types: map[string]reflect.Type{}}).manual()
	if *update {
		if err := os.WriteFile(manual, []byte(made), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != string(text) {
		t.Errorf("%s is not what the table says; go test ./debugger/face/wire -update writes it", manual)
	}
}

// writer writes the manual.
type writer struct {
	b     strings.Builder
	types map[string]reflect.Type // of rows, by their names
}

func (w *writer) manual() string {
	for _, g := range wire.Groups {
		fmt.Fprintf(&w.b, "\n## %s\n", g.Title)
		for _, m := range g.Methods {
			w.method(m)
		}
	}
	w.b.WriteString("\n## Rows\n")
	for done := map[string]bool{}; len(done) < len(w.types); {
		for _, name := range slices.Sorted(maps.Keys(w.types)) {
			if !done[name] {
				done[name] = true
				w.row(name, w.types[name])
			}
		}
	}
	return w.b.String()
}

func (w *writer) method(m wire.Method) {
	fmt.Fprintf(&w.b, "\n### %s\n\n%s\n", m.Name, m.Doc)
	if fields := fieldsOf(m.Params); len(fields) > 0 {
		w.b.WriteString("\n| takes | | |\n|---|---|---|\n")
		for _, f := range fields {
			kind := w.kind(f.Type)
			if kind == "a word" {
				kind = "a text" // which may be ""
			}
			fmt.Fprintf(&w.b, "| `%s` | %s | %s |\n", f.name, kind, f.doc())
		}
	}
	if m.Result.NumMethod() == 0 && m.Result.Kind() == reflect.Struct && m.Result.NumField() == 0 {
		return
	}
	fmt.Fprintf(&w.b, "\nAnswers %s.\n", w.kind(m.Result))
}

// row writes a type of rows.
func (w *writer) row(name string, t reflect.Type) {
	fmt.Fprintf(&w.b, "\n### %s\n\n| field | | |\n|---|---|---|\n", name)
	for _, f := range fieldsOf(t) {
		fmt.Fprintf(&w.b, "| `%s` | %s | %s |\n", f.name, w.kind(f.Type), f.doc())
	}
}

// kind is a type in words. Rows that it meets are written later.
func (w *writer) kind(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[debugger.Position]():
		return "a position"
	case t == reflect.TypeFor[json.RawMessage]():
		return "any"
	case t == reflect.TypeFor[error]():
		return w.kind(reflect.TypeFor[wire.Error]()) + " or null"
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 && t.Implements(reflect.TypeFor[fmt.Stringer]()):
		return "a word"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Interface:
		return "any"
	case reflect.Pointer:
		return w.kind(t.Elem()) + " or null"
	case reflect.Map:
		return "an object, name by name"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "a list: " + w.kind(t.Elem())
	case reflect.Struct:
		if other := w.types[t.Name()]; other != nil && other != t {
			panic(fmt.Sprintf("the manual has no names for both %s and %s", t, other))
		}
		w.types[t.Name()] = t
		return fmt.Sprintf("[%s](#%s)", t.Name(), strings.ToLower(t.Name()))
	}
	return "a number"
}

// field is a field as it is on the wire.
type field struct {
	reflect.StructField
	name string
	of   reflect.Type
}

// doc is what it says: its tag or, of a type of the subject, its comment.
func (f field) doc() string {
	return cmp.Or(f.Tag.Get("doc"), comment(f.of, f.Name))
}

// fieldsOf are the fields of a struct, with those of what is embedded in it.
func fieldsOf(t reflect.Type) (all []field) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case wire.IsEmbedded(f) && f.Type.Kind() == reflect.Pointer:
			all = append(all, fieldsOf(f.Type.Elem())...)
		case wire.IsEmbedded(f):
			all = append(all, fieldsOf(f.Type)...)
		case f.IsExported() && f.Type.Kind() != reflect.Func:
			all = append(all, field{f, wire.JSONName(f), t})
		}
	}
	return all
}

// packages are the comments on fields of packages, by package, type and field.
var packages = map[string]map[string]string{}

// comment is what the source says of a field.
func comment(t reflect.Type, name string) string {
	path := t.PkgPath()
	if packages[path] == nil {
		packages[path] = comments("../../../" + strings.TrimPrefix(path, "machsim/"))
	}
	return packages[path][t.Name()+"."+name]
}

// comments reads the comments on the fields of all structs of a package.
func comments(dir string) map[string]string {
	all := map[string]string{}
	files, _ := os.ReadDir(dir)
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), dir+"/"+file.Name(), nil, parser.ParseComments)
		if err != nil {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if t, ok := n.(*ast.TypeSpec); ok {
				if s, ok := t.Type.(*ast.StructType); ok {
					of(all, t.Name.Name, s)
				}
			}
			return true
		})
	}
	return all
}

func of(all map[string]string, name string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		text := f.Comment.Text()
		if text == "" {
			text = f.Doc.Text()
		}
		for _, n := range f.Names {
			all[name+"."+n.Name] = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|")
		}
	}
}
