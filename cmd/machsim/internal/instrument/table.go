package instrument

import (
	"fmt"
	"go/constant"
	"go/types"
	"strings"
)

// tableFile is the text of the file that holds the tables and registers them.
func (r *rewriting) tableFile() string {
	var b strings.Builder
	h := r.prefix + "hook"
	fmt.Fprintf(&b, "package %s\n\nimport %s %q\n\n", r.Name, h, "machsim/kernel/hook")
	fmt.Fprintf(&b, "import %sreflect \"reflect\"\n\nvar _ %[1]sreflect.Type\n\n", r.prefix)
	fmt.Fprintf(&b, "var %stable = %s.Package{\n\tPath: %q,\n", r.prefix, h, r.Path)
	r.staticPart(&b, h)
	fmt.Fprintf(&b, "}\n\nfunc init() {\n")
	for _, name := range r.inits {
		fmt.Fprintf(&b, "\t%s()\n", name)
	}
	r.initPart(&b, h)
	fmt.Fprintf(&b, "\t%s.Register(&%stable)\n}\n", h, r.prefix)
	r.resetPart(&b, h)
	return b.String()
}

// staticPart writes what needs no code to be run.
func (r *rewriting) staticPart(b *strings.Builder, h string) {
	t := &r.table
	fmt.Fprintf(b, "\tFiles: []%s.File{\n", h)
	for _, f := range t.Files {
		fmt.Fprintf(b, "\t\t{Path: %q, Text: %q, Why: %q},\n", f.Path, f.Text, f.Why)
	}
	b.WriteString("\t},\n")
	fmt.Fprintf(b, "\tTable: %q,\n", t.Encode())
	if len(t.Coarse) > 0 {
		fmt.Fprintf(b, "\tCoarse: %#v,\n", t.Coarse)
	}
	if len(t.Imports) > 0 {
		fmt.Fprintf(b, "\tImports: %#v,\n", t.Imports)
	}
	if len(t.Unheard) > 0 {
		fmt.Fprintf(b, "\tUnheard: %#v,\n", t.Unheard)
	}
	if len(t.Goals) > 0 {
		fmt.Fprintf(b, "\tGoals: []%s.Goal{\n", h)
		for _, g := range t.Goals {
			fmt.Fprintf(b, "\t\t{Name: %q, Place: %q},\n", g.Name, g.Place)
		}
		b.WriteString("\t},\n")
	}
}

// initPart writes what refers to names of the package.
func (r *rewriting) initPart(b *strings.Builder, h string) {
	table := r.prefix + "table"
	var globals, consts, named []string
	scope := r.types.Scope()
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Var:
			globals = append(globals, fmt.Sprintf("{Name: %q, Pointer: &%s}", name, name))
		case *types.Const:
			if text := constText(o); text != "" {
				consts = append(consts, fmt.Sprintf("{Name: %q, Value: %s}", name, text))
			}
		case *types.TypeName:
			if isPlain(o) {
				named = append(named, fmt.Sprintf("%s.TypeOf[%s]()", h, name))
			}
		}
	}
	for _, part := range []struct {
		field, of string
		list      []string
	}{{"Globals", h + ".Global", globals}, {"Consts", h + ".Const", consts}, {"Types", r.prefix + "reflect.Type", named}} {
		if len(part.list) > 0 {
			fmt.Fprintf(b, "\t%s.%s = []%s{%s}\n", table, part.field, part.of, strings.Join(part.list, ", "))
		}
	}
	if len(r.changes) > 0 {
		fmt.Fprintf(b, "\t%s.Reset = %sreset\n", table, r.prefix)
	}
}

// resetPart writes the function that does again what initialises the package.
func (r *rewriting) resetPart(b *strings.Builder, h string) {
	if len(r.changes) == 0 {
		return
	}
	fmt.Fprintf(b, "\nfunc %sreset() {\n", r.prefix)
	for _, name := range r.zeroed() {
		fmt.Fprintf(b, "\t%s.Zero(&%s)\n", h, name)
	}
	for _, name := range append(r.resets, r.inits...) {
		fmt.Fprintf(b, "\t%s()\n", name)
	}
	b.WriteString("}\n")
}

// constText is the value of a constant as an expression that has a Go type, "" if it is too large for
// one.
func constText(c *types.Const) string {
	basic, ok := c.Type().(*types.Basic)
	if !ok || basic.Kind() != types.UntypedInt {
		return c.Name()
	}
	if _, ok := constant.Int64Val(c.Val()); ok {
		return c.Name()
	}
	if _, ok := constant.Uint64Val(c.Val()); ok {
		return "uint64(" + c.Name() + ")"
	}
	return ""
}

// isPlain says whether a name is that of a type of which there are variables; an alias has another name.
func isPlain(o *types.TypeName) bool {
	t, ok := o.Type().(*types.Named)
	if !ok || o.Name() == "_" || t.TypeParams().Len() > 0 {
		return false
	}
	i, ok := t.Underlying().(*types.Interface)
	return !ok || i.IsMethodSet()
}
