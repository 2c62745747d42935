package hook

import (
	"path"
	"reflect"
	"strings"
	"sync/atomic"
)

// Package is the tables of a package that the rewriter has gone through.
type Package struct {
	Path    string
	Files   []File
	Table   string // Funcs, Stmts, Shared and Private as Encode writes them; "" if they are there already
	Funcs   []Func
	Stmts   []Stmt
	Shared  []Site         // where a variable is read or written that threads may share
	Private []Site         // and one that only its own thread can change: no hook is called there
	Coarse  []int32        // statements that read and write such variables in one step, where the language has several
	Imports []string       // packages with hooks that it imports
	Unheard []string       // packages without hooks that may read or write such variables
	Goals   []Goal         // that its source names
	Globals []Global       // its variables, but for those called _
	Consts  []Const        // those that have a value of a Go type
	Types   []reflect.Type // its named types, but for generic ones
	Reset   func()         // initialises the variables once more; nil if the program does not write to them

	once atomic.Bool // Reset has panicked, and is not called any more
}

// Global returns the variable or constant that a name stands for in the package: one of its own, or one of another
// package, as in bank.Total. A constant has no address.
func (p *Package) Global(name string) (reflect.Value, bool) {
	if v, ok := p.own(name); ok {
		return v, true
	}
	for _, other := range Packages() {
		if its, ok := strings.CutPrefix(name, path.Base(other.Path)+"."); ok {
			if v, ok := other.own(its); ok {
				return v, true
			}
		}
	}
	return reflect.Value{}, false
}

func (p *Package) own(name string) (reflect.Value, bool) {
	for _, g := range p.Globals {
		if g.Name == name {
			return reflect.ValueOf(g.Pointer).Elem(), true
		}
	}
	for _, c := range p.Consts {
		if c.Name == name {
			return reflect.ValueOf(c.Value), true
		}
	}
	return reflect.Value{}, false
}

// File is a source file of a package.
type File struct {
	Path string // as in stack traces
	Text string
	Why  string // it was not rewritten, and this is the reason; "" if it was
}

// Func is a function, a method or a function literal.
type Func struct {
	Name          string // add, Stack.Push, (*Stack).Pop; a literal: add.func1, in a variable's initialiser x.func1
	File          int32
	From, To      int32 // offsets in the file
	Line, EndLine int32
	Vars          []Var
}

// Var is a variable of a function. Its index is its slot.
type Var struct {
	Name     string
	Kind     VarKind
	From, To int32 // offsets in the file: where its scope begins and ends
	Own      bool  // only its own thread uses it, or nothing writes to it: no access to it is announced
}

// VarKind says what a variable is to its function.
type VarKind uint8

const (
	Plain    VarKind = iota // declared in its body
	Receiver                // of the method
	Param                   // an argument
	Result                  // a result; those that have no name in the source are called ~r0, ~r1, ...
	Captured                // a variable of the function in which the literal stands
)

// Stmt is a statement, in front of which there is a hook.
type Stmt struct {
	Func          int32
	Kind          StmtKind
	From, To      int32 // offsets in the file; of a compound statement those of its head
	Line, EndLine int32
	Label         string // the label of Go in front of it, if any
}

// StmtKind says what comes next.
type StmtKind uint8

const (
	Once  StmtKind = iota // the statement
	Again                 // a loop comes to its head again: the post statement and the condition, or the next element
	End                   // the function has come to its closing brace
)

// Site is a place in the source where a variable is read or written.
type Site struct {
	Stmt     int32
	Write    bool
	From, To int32  // offsets in the file: of the expression
	Expr     string // as it is written
}

// Global is a variable of a package.
type Global struct {
	Name    string
	Pointer any
}

// Const is a constant of a package.
type Const struct {
	Name  string
	Value any
}

// TypeOf returns a type. Rewritten packages call it.
func TypeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// Access is an access to a variable: where, and to what.
type Access struct {
	*Site
	Pointer any // to the variable; for an element of a map the map itself
	When    When
}

var packages []*Package

// Register adds a package that has hooks, before any run begins.
func Register(p *Package) {
	if p.Table != "" {
		p.decode(p.Table)
	}
	packages = append(packages, p)
}

// Packages returns the packages of this process that have hooks, in the order of their initialisation.
func Packages() []*Package { return packages }

// Line returns the line of a site. A statement may have several.
func (p *Package) Line(s *Site) int {
	stmt := &p.Stmts[s.Stmt]
	text := p.Files[p.Funcs[stmt.Func].File].Text
	if int(stmt.From) > len(text) || s.From < stmt.From || int(s.From) > len(text) {
		return int(stmt.Line)
	}
	return int(stmt.Line) + strings.Count(text[stmt.From:s.From], "\n")
}

// Place returns the file and line of a statement of the package.
func (p *Package) Place(s *Stmt) (file *File, line int) {
	return &p.Files[p.Funcs[s.Func].File], int(s.Line)
}
