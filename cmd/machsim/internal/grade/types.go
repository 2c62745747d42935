package grade

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"machsim/cmd/machsim/internal/lab"
)

// Bounds of what the compiler is given.
const (
	maxType     = 1 << 20  // bytes of a type
	maxConstant = 64 << 10 // bytes of a constant text
)

// typed is what was handed in, with its types.
type typed struct {
	*source
	info    *types.Info
	sizes   types.Sizes
	allowed map[string][]string
}

// check refuses what names or types say that no submission may have. load reads the packages that it imports.
func (s *source) check(pkg string, allowed map[string][]string, load types.Importer) error {
	t := &typed{s, &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}, types.SizesFor("gc", "amd64"), allowed}
	if err := s.growth(); err != nil {
		return err
	}
	var first error
	c := types.Config{Importer: load, Sizes: t.sizes, GoVersion: "go1.26", Error: func(err error) {
		if first == nil {
			first = err
		}
	}}
	if _, err := c.Check(lab.Prefix+pkg, s.set, s.files, t.info); err != nil {
		return refuse("it does not build: %s", line(firstLine(first.Error())))
	}
	return t.all()
}

// all looks at every name and every expression.
func (t *typed) all() (err error) {
	for _, f := range t.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if err != nil || n == nil {
				return false
			}
			switch n := n.(type) {
			case *ast.Ident:
				err = t.name(n)
			case *ast.InterfaceType:
				err = t.methods(n)
			case *ast.CallExpr:
				err = t.shown(n)
			}
			if x, ok := n.(ast.Expr); ok && err == nil {
				err = t.size(x)
			}
			return err == nil
		})
	}
	return err
}

// name refuses a name that leads out of what the lab allows.
func (t *typed) name(id *ast.Ident) error {
	o := t.info.Uses[id]
	if d := t.info.Defs[id]; o == nil && d != nil {
		return t.tooLarge(id, d.Type())
	}
	switch o := o.(type) {
	case nil, *types.PkgName:
		return nil
	case *types.Builtin:
		if o.Name() == "print" || o.Name() == "println" {
			return t.refuseAt(id, "%s is not allowed: th.Printf writes to the console", o.Name())
		}
		return nil
	}
	if o.Pkg() == nil || o.Pkg().Path() == "lab/student" {
		return nil
	}
	return t.foreign(id, o)
}

// foreign refuses a name of another package.
func (t *typed) foreign(id *ast.Ident, o types.Object) error {
	pkg := o.Pkg().Path()
	names, limited := t.allowed[pkg]
	switch {
	case pkg == "fmt" && !strings.HasPrefix(o.Name(), "Sprint") && o.Name() != "Errorf" && o.Name() != "Stringer":
		return t.refuseAt(id, "fmt.%s is not allowed, only Sprint, Sprintf, Sprintln and Errorf; "+
			"th.Printf writes to the console", o.Name())
	case !limited && strings.HasPrefix(pkg, "machsim/"):
		return t.refuseAt(id, "%s of %s is not allowed in this lab", qualified(o), pkg)
	case limited && !matches(names, qualified(o)):
		return t.refuseAt(id, "%s of %s is not allowed in this lab%s", qualified(o), pkg, instead(names, qualified(o)))
	}
	return nil
}

// matches says whether a name is in a list, where * stands for all.
func matches(list []string, name string) bool {
	owner, _, method := strings.Cut(name, ".")
	return slices.Contains(list, name) || method && slices.Contains(list, owner+".*") || slices.Contains(list, "*")
}

// instead says what is allowed where a name is not: the methods of its type or, for what has no type, all such names.
func instead(list []string, name string) string {
	of := func(name string) string { return name[:strings.Index(name, ".")+1] }
	list = slices.DeleteFunc(slices.Clone(list), func(other string) bool { return of(other) != of(name) })
	if len(list) == 0 {
		return ""
	}
	return "; there are " + strings.Join(list, ", ")
}

// qualified is the name of an object in its package: Thread.Yield of a method or field.
func qualified(o types.Object) string {
	if f, ok := o.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			return owner(recv.Type()) + "." + o.Name()
		}
	}
	if v, ok := o.(*types.Var); ok && v.IsField() {
		return "field." + o.Name()
	}
	return o.Name()
}

// owner is the name of a receiver's type.
func owner(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return "?"
}

// methods refuses an interface by which a thread's other calls could be reached.
func (t *typed) methods(x *ast.InterfaceType) error {
	for _, m := range x.Methods.List {
		for _, id := range m.Names {
			if id.IsExported() && !slices.Contains([]string{"String", "Error", "Len", "Less", "Swap", "Push", "Pop"}, id.Name) &&
				t.ofThread(id.Name) {
				return t.refuseAt(id, "an interface with a method %s is not allowed: the kernel has a call of that name",
					id.Name)
			}
		}
	}
	return nil
}

// ofThread says whether a type of machsim's that the lab knows has a method of a name that it does not allow.
func (t *typed) ofThread(name string) bool {
	seen := map[*types.Package]bool{}
	for _, o := range t.info.Uses {
		if n, ok := o.(*types.PkgName); ok && t.allowed[n.Imported().Path()] != nil && !seen[n.Imported()] {
			seen[n.Imported()] = true
			if hasMethod(n.Imported(), name, t.allowed[n.Imported().Path()]) {
				return true
			}
		}
	}
	return false
}

// hasMethod says whether a type of a package has a method of a name that is not in a list.
func hasMethod(pkg *types.Package, name string, allowed []string) bool {
	for _, typeName := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(typeName).(*types.TypeName)
		if !ok || matches(allowed, typeName+"."+name) {
			continue
		}
		if o, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, pkg, name); o != nil {
			if _, ok := o.(*types.Func); ok {
				return true
			}
		}
	}
	return false
}

// shown refuses to put addresses into words: they are others in each process.
func (t *typed) shown(c *ast.CallExpr) error {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	f, ok := t.info.Uses[sel.Sel].(*types.Func)
	if !ok || !f.Signature().Variadic() || f.Pkg() == nil ||
		f.Pkg().Path() != "fmt" && f.Pkg().Path() != "machsim/kernel" {
		return nil
	}
	if f.Pkg().Path() == "fmt" && !strings.HasPrefix(f.Name(), "Sprint") && f.Name() != "Errorf" {
		return nil // its name is refused
	}
	for _, a := range c.Args {
		tv := t.info.Types[a]
		if tv.Value != nil && tv.Value.Kind() == constant.String && strings.Contains(constant.StringVal(tv.Value), "%p") {
			return t.refuseAt(a, "%%p is not allowed: addresses are others in each run")
		}
		if tv.Type != nil && addressed(tv.Type, 0) {
			return t.refuseAt(a, "a value with addresses in it is not to be put into words: they are others in each run")
		}
	}
	return nil
}

// addressed says whether fmt would write addresses of a type's values.
func addressed(t types.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	if types.Implements(t, stringer) || types.Implements(t, errorType) {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Signature, *types.Chan:
		return true
	case *types.Slice:
		return addressed(t.Elem(), depth+1)
	case *types.Array:
		return addressed(t.Elem(), depth+1)
	case *types.Map:
		return addressed(t.Key(), depth+1) || addressed(t.Elem(), depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			if addressed(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// stringer and errorType are what fmt asks for a text.
var (
	errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	stringer  = types.NewInterfaceType([]*types.Func{types.NewFunc(token.NoPos, nil, "String",
		types.NewSignatureType(nil, nil, nil, nil,
			types.NewTuple(types.NewVar(token.NoPos, nil, "", types.Typ[types.String])), false))}, nil).Complete()
)

// size refuses expressions that are too large.
func (t *typed) size(x ast.Expr) error {
	tv, ok := t.info.Types[x]
	if !ok {
		return nil
	}
	if v := tv.Value; v != nil && v.Kind() == constant.String && len(constant.StringVal(v)) > maxConstant {
		return t.refuseAt(x, "a constant text has more than %d kB", maxConstant>>10)
	}
	return t.tooLarge(x, tv.Type)
}

// tooLarge refuses a type that is too large, or whose size nobody knows.
func (t *typed) tooLarge(n ast.Node, typ types.Type) (err error) {
	if typ == nil || parameterised(typ, 0) {
		return nil
	}
	switch typ.Underlying().(type) {
	case *types.Array, *types.Struct:
		if n2 := t.sizes.Sizeof(typ); n2 > maxType || n2 < 0 {
			return t.refuseAt(n, "a type has more than %d MB", maxType>>20)
		}
	}
	return nil
}

// parameterised says whether a type has parameters that are not known.
func parameterised(t types.Type, depth int) bool {
	if depth > 20 {
		return true
	}
	switch t := t.(type) {
	case *types.TypeParam:
		return true
	case *types.Array:
		return parameterised(t.Elem(), depth+1)
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if parameterised(a, depth+1) {
				return true
			}
		}
		return t.TypeArgs().Len() == 0 && t.TypeParams().Len() > 0
	case *types.Struct:
		for f := range t.Fields() {
			if parameterised(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}
