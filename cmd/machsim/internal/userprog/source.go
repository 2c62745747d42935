//go:build !wasm

package userprog

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// files are the contents of files that exist for a build only, by path.
type files map[string]string

// extra is the name of packages that are added for a build and hand on what is in an internal directory.
// Nobody else has such a name.
const extra = "machsim_userprog"

// sources makes the files that bring the programs of a package into machsim: with SQL, if it is to debug them.
func (p *Package) sources(debugs bool) (files, error) {
	names, renamed, err := p.parse()
	if err != nil {
		return nil, err
	}
	all := files{}
	maps.Copy(all, p.texts)
	maps.Copy(all, renamed)
	if len(names) == 0 {
		return nil, undeclared(p.Path)
	}
	from, dir, variables := p.Path, p.Dir, "[]any{&user."+strings.Join(names, ", &user.")+"}"
	for parent := outside(from); parent != ""; parent = outside(from) {
		dir = filepath.Join(strings.TrimSuffix(dir, filepath.FromSlash(strings.TrimPrefix(from, parent))), extra)
		all[filepath.Join(dir, extra+".go")] = fmt.Sprintf(handing, extra, from, variables)
		from, variables = parent+"/"+extra, "user.Variables"
	}
	imports, engine := "", "nil"
	if debugs {
		imports, engine = sqlImport, sqlEngine
	}
	all[filepath.Join(p.tool, "main.go")] = fmt.Sprintf(linking, imports, from, p.Named(), p.Dir, names, variables, engine)
	all[siteMain(p.tool)] = fmt.Sprintf(siteLinking, from, variables)
	return all, nil
}

// The files of a build: one that hands variables on, and machsim's main.go, which links the package.
const (
	handing = `package %s

import user %q

var Variables = %s
`
	linking = `package main

import (
	"machsim/cmd/machsim/internal/app"
%s	"machsim/cmd/machsim/internal/userprog"
	user %q
)

func main() { app.MainOf(userprog.Link(%q, %q, %#v, %s), %s) }
`
	sqlImport, sqlEngine = "\t\"machsim/cmd/machsim/internal/sql\"\n", "sql.Engine"
)

// outside returns the import path of the directory that may import an internal package, "" if any
// package may.
func outside(path string) string {
	elements := strings.Split(path, "/")
	for i := len(elements) - 1; i > 0; i-- {
		if elements[i] == "internal" {
			return strings.Join(elements[:i], "/")
		}
	}
	return ""
}

// parse returns the names of the package's exported variables, in order. Of a command it also returns
// the files with other package clauses. An error says where the syntax is wrong.
func (p *Package) parse() (names []string, renamed files, err error) {
	renamed = files{}
	for _, name := range p.Files {
		file := filepath.Join(p.Dir, name)
		text, err := p.read(file)
		if err != nil {
			return nil, nil, err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		names = append(names, exported(f)...)
		if p.Name == "main" {
			at := set.Position(f.Name.Pos()).Offset
			renamed[file] = string(text[:at]) + command + string(text[at+len("main"):])
		}
	}
	slices.Sort(names)
	return names, renamed, nil
}

// command is the name of package main while it is imported.
const command = "command"

// exported returns the names of the exported variables of a file. Their types are known only when the
// program runs.
func exported(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			for _, id := range spec.(*ast.ValueSpec).Names {
				if id.IsExported() {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}
