package app

import (
	"path/filepath"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/runner"
	"machsim/kernel"
)

// Of the variables of a package those are programs that are of that type, or point to
// one; each is called on a command line by the directory as seen from here.
func TestDeclare(t *testing.T) {
	was := catalog
	defer func() { ownPackage, declared, catalog = record.Package{}, nil, was }()
	number, program, fixed := 3, kernel.Program{Name: "lab"}, &kernel.Program{Name: "lab-fixed"}
	var none *kernel.Program
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	Declare("example.com/lab", filepath.Join(here, "lab"), []string{"Fixed", "None", "Number", "Program"}, []any{&fixed, &none, &number, &program})
	if len(catalog) != 2 || findProgram("lab") != &program || findProgram("lab-fixed") != fixed {
		t.Fatalf("the programs are %v", programNames())
	}
	dir := "." + string(filepath.Separator) + "lab"
	for p, want := range map[*kernel.Program]string{&program: dir + ":lab", fixed: dir + ":lab-fixed"} {
		if got := typed(p); got != want {
			t.Errorf("%s is typed as %s, not %s", p.Name, got, want)
		}
	}
	program.Main, fixed.Main = func(*kernel.Boot) {}, func(*kernel.Boot) {}
	for i := range declared {
		declared[i].NoMain = false
	}
	o := runner.Options{Program: &program}
	if ofOwn(&o); o.As != dir || o.Package.Path != "example.com/lab" {
		t.Errorf("the options say %q of %v", o.As, o.Package)
	}
}
