package userprog

import (
	"path/filepath"
	"testing"

	"machsim/kernel"
)

// Of the variables of a package those are programs that are of that type, or point to one; each is
// called on a command line by the directory as seen from here.
func TestLink(t *testing.T) {
	number, program, fixed := 3, kernel.Program{Name: "lab"}, &kernel.Program{Name: "lab-fixed"}
	var none *kernel.Program
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	l := Link("example.com/lab", filepath.Join(here, "lab"), []string{"Fixed", "None", "Number", "Program"},
		[]any{&fixed, &none, &number, &program})
	if len(l.Programs) != 2 || l.Programs[0] != fixed || l.Programs[1] != &program {
		t.Fatalf("the programs are %v", l.Programs)
	}
	dir := "." + string(filepath.Separator) + "lab"
	for p, want := range map[*kernel.Program]string{&program: dir + ":lab", fixed: dir + ":lab-fixed"} {
		if got := l.Typed(p); got != want {
			t.Errorf("%s is typed as %s, not %s", p.Name, got, want)
		}
	}
	for i := range l.declared {
		l.declared[i].NoMain = false
	}
	if got := l.Typed(&program); got != dir {
		t.Errorf("the first program is typed as %s, not %s", got, dir)
	}
}
