package userprog

import (
	"path"
	"slices"
	"strings"
)

// Choose returns the name of the program of a package that is meant: of the variable or
// program that name says or, without one, of the only one or the variable called Program.
// Word is how the package was typed.
func Choose(word, pkg string, all []Declared, name string) (string, error) {
	if len(all) == 0 {
		return "", undeclared(pkg)
	}
	seen := map[string]string{}
	for _, d := range all {
		if err := d.check(pkg, seen); err != nil {
			return "", err
		}
		seen[d.Name] = d.Variable
	}
	for _, d := range all {
		if name == "" && (len(all) == 1 || d.Variable == "Program") || name != "" && (d.Variable == name || d.Name == name) {
			return d.Name, nil
		}
	}
	forms := make([]string, len(all))
	for i, d := range all {
		forms[i] = word + ":" + d.Name
	}
	if name == "" {
		return "", mistake("package %s declares %d programs, and none of them is called Program; type %s", pkg, len(all),
			strings.Join(forms, " or "))
	}
	return "", mistake("package %s declares no program %q; type %s", pkg, name, strings.Join(forms, " or "))
}

// undeclared returns the error for a package without programs.
func undeclared(pkg string) error {
	return mistake("package %s declares no program; a program is an exported variable:\n"+
		"  var Program = kernel.Program{Name: %q, Doc: ..., Main: func(b *kernel.Boot) { ... }}", pkg, path.Base(pkg))
}

// check says what is wrong with a declaration.
func (d Declared) check(pkg string, seen map[string]string) error {
	switch other, twice := seen[d.Name]; {
	case d.Name == "":
		return mistake("%s of package %s has no Name; give it one: kernel.Program{Name: %q, ...}", d.Variable, pkg,
			path.Base(pkg))
	case strings.ContainsFunc(d.Name, unfit) || strings.HasPrefix(d.Name, "-"):
		return mistake("%s of package %s has the Name %q; it must be one word of letters, digits, - and _", d.Variable, pkg,
			d.Name)
	case twice:
		return mistake("%s and %s of package %s have the same Name, %q", other, d.Variable, pkg, d.Name)
	case d.NoMain:
		return mistake("%s of package %s has no Main; that is what sets the program up: Main: func(b *kernel.Boot) { ... }",
			d.Variable, pkg)
	}
	return d.checkParams(pkg)
}

// checkParams says what is wrong with a parameter: each becomes a flag.
func (d Declared) checkParams(pkg string) error {
	for i, name := range d.Params {
		switch {
		case name == "":
			return mistake("a parameter of %s of package %s has no Name; give it one: kernel.Param{Name: \"n\", ...}",
				d.Variable, pkg)
		case strings.ContainsFunc(name, unfit) || strings.HasPrefix(name, "-"):
			return mistake("%s of package %s has a parameter %q; its name must be one word of letters, digits, - and _",
				d.Variable, pkg, name)
		case slices.Contains(d.Params[:i], name):
			return mistake("%s of package %s has two parameters %q; call one otherwise", d.Variable, pkg, name)
		}
	}
	return nil
}

// unfit tells what cannot be in a name that is typed and used in file names.
func unfit(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
}
