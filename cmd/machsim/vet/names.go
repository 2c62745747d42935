package vet

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// isMachsim says whether a package is the one of that name in machsim, wherever that is
// published.
func isMachsim(pkg *types.Package, name string) bool {
	return pkg != nil && (pkg.Path() == "machsim/"+name || strings.HasSuffix(pkg.Path(), "/machsim/"+name))
}

// pathOf returns the path of an object's package, "" for what belongs to the language, such
// as the method of error.
func pathOf(obj types.Object) string {
	if obj.Pkg() == nil {
		return ""
	}
	return obj.Pkg().Path()
}

// isNamed says whether a type is the one of that name in a package of machsim.
func isNamed(t types.Type, pkg, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && isMachsim(n.Obj().Pkg(), pkg)
}

func isPointerTo(t types.Type, pkg, name string) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && isNamed(p.Elem(), pkg, name)
}

func isThread(t types.Type) bool { return isPointerTo(t, "kernel", "Thread") }

// makesCalls says whether the methods of a type are calls of a thread.
func makesCalls(t types.Type) bool {
	return isThread(t) || isNamed(t, "kernel", "Mach") || isNamed(t, "kernel", "Mach25") ||
		isNamed(t, "kernel", "CThreads")
}

func isBoot(t types.Type) bool { return isPointerTo(t, "kernel", "Boot") }

// isCallOf says whether a call is of that function or method in a package of machsim.
func (c *check) isCallOf(call *ast.CallExpr, pkg, name string) bool {
	obj := c.program.callee(call)
	return obj != nil && obj.Name() == name && isMachsim(obj.Pkg(), pkg)
}

// kernelName returns how the file around a place calls package kernel, "" if it does not import it
// under a name.
func (c *check) kernelName(at token.Pos) string {
	for _, f := range c.Files {
		if at < f.FileStart || at >= f.FileEnd {
			continue
		}
		for _, spec := range f.Imports {
			if name := c.TypesInfo.PkgNameOf(spec); name != nil && isMachsim(name.Imported(), "kernel") &&
				name.Name() != "_" && name.Name() != "." {
				return name.Name()
			}
		}
	}
	return ""
}

// thread returns how the innermost function around a place calls its own thread, "" if
// it has none with a name.
func (c *check) thread(path []ast.Node) string {
	for i := len(path) - 1; i >= 0; i-- {
		v := c.threadParam(path[i])
		if v == nil {
			continue
		}
		at := path[len(path)-1].Pos()
		if _, obj := c.Pkg.Scope().Innermost(at).LookupParent(v.Name(), at); obj == v {
			return v.Name()
		}
		return ""
	}
	return ""
}

// threadParam returns the parameter of a function that is its thread, nil if it has none.
func (c *check) threadParam(n ast.Node) *types.Var {
	var sig *types.Signature
	switch n := n.(type) {
	case *ast.FuncLit:
		sig, _ = c.TypesInfo.TypeOf(n).(*types.Signature)
	case *ast.FuncDecl:
		sig, _ = c.TypesInfo.Defs[n.Name].Type().(*types.Signature)
	}
	if sig == nil {
		return nil
	}
	for v := range sig.Params().Variables() {
		if isThread(v.Type()) {
			return v
		}
	}
	return nil
}
