package vet

import (
	"cmp"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pkg/errors"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Finding is a place where a program breaks a rule.
type Finding struct {
	At   token.Position
	Rule string
	Text string
	// Programs are the names of the programs of the package (kernel.Program) that the place can run in; none means that
	// any may.
	Programs []string
}

// String returns the finding as the go tool writes one, with the file as seen from a
// directory.
func (f Finding) String() string { return fmt.Sprintf("%s: %s", f.At, f.Text) }

// Unbuilt is the error for packages that cannot be built, or not found, and so cannot be
// checked. It is the message of the go tool.
type Unbuilt string

func (u Unbuilt) Error() string { return string(u) }

// Check applies all rules to the packages that match patterns in a directory, and returns the
// findings in order of files and lines. Names of files below the directory are relative to
// it. The error is Unbuilt, or exec.ErrNotFound if there is no go command, or another one
// from running it. The flags are those of go build.
func Check(dir string, patterns []string, flags ...string) ([]Finding, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.WithStack(err)
	}
	var all []Finding
	for _, p := range Places(dir, patterns) {
		found, err := checkIn(p, dir, flags)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, Finding.compare)
	return all, nil
}

// checkIn is Check for patterns in one directory, with names of files relative to another.
func checkIn(p Place, to string, flags []string) ([]Finding, error) {
	pkgs, err := load(p.Dir, p.Patterns, flags)
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(Analyzers, pkgs, nil)
	if err != nil {
		return nil, errors.WithStack(err)
	}
	var all []Finding
	for _, act := range graph.Roots {
		if act.Err != nil {
			return nil, errors.Wrapf(act.Err, "rule %s, package %s", act.Analyzer.Name, act.Package.PkgPath)
		}
		for _, d := range act.Diagnostics {
			at := act.Package.Fset.Position(d.Pos)
			at.Filename = Relative(to, at.Filename)
			all = append(all, Finding{at, d.Category, d.Message, act.Result.(*program).ownersAt(d.Pos)})
		}
	}
	return all, nil
}

func (f Finding) compare(g Finding) int {
	return cmp.Or(strings.Compare(f.At.Filename, g.At.Filename), cmp.Compare(f.At.Line, g.At.Line),
		cmp.Compare(f.At.Column, g.At.Column), strings.Compare(f.Text, g.Text))
}

// load loads packages without their tests, and their imports from export data.
func load(dir string, patterns, flags []string) ([]*packages.Package, error) {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
		Dir:        dir,
		BuildFlags: append(flags, "-buildvcs=false"), // version control runs what the directory's settings for it say
	}, patterns...)
	if err != nil {
		return nil, errors.WithStack(err)
	}
	switch {
	case len(pkgs) == 0:
		return nil, Unbuilt("no packages match " + strings.Join(patterns, " ") + "; name the directory of a Go package")
	case slices.ContainsFunc(pkgs, func(p *packages.Package) bool { return p.IllTyped || len(p.Errors) > 0 }):
		return nil, unbuilt(dir, patterns, pkgs)
	}
	return pkgs, nil
}

// unbuilt returns the message of the go command about packages that cannot be built, or else
// that of the loader.
func unbuilt(dir string, patterns []string, pkgs []*packages.Package) Unbuilt {
	build := exec.Command("go", append([]string{"build", "-buildvcs=false", "-o", os.DevNull, "--"}, patterns...)...)
	build.Dir = dir
	out, err := build.CombinedOutput()
	if text := strings.TrimSpace(string(out)); err != nil && text != "" {
		return Unbuilt(text)
	}
	var lines []string
	for _, p := range pkgs {
		for _, e := range p.Errors {
			lines = append(lines, e.Error())
		}
	}
	return Unbuilt(strings.Join(lines, "\n"))
}

// Relative returns a file's name as the go tool writes it, ./ before those of the directory.
func Relative(dir, file string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		if r, err := filepath.Rel(abs, file); err == nil && !strings.HasPrefix(r, "..") && filepath.IsAbs(file) {
			return "." + string(filepath.Separator) + r
		}
	}
	return file
}
