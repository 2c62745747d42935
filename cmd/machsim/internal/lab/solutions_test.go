package lab_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/lab"
)

// TestSolutions: a student gets the solutions that may be seen, and no other; a grader has all of them, and those of
// the teacher.
func TestSolutions(t *testing.T) {
	l, err := lab.Find("barrier")
	if err != nil {
		t.Fatal(err)
	}
	dir, own := filepath.Join(t.TempDir(), "my"), t.TempDir()
	if err := l.Start(dir); err != nil {
		t.Fatal(err)
	}
	if err := lab.Write(own, map[string]string{"wrong-late/late.go": "package late"}); err != nil {
		t.Fatal(err)
	}
	if err := l.Hide(own); err != nil {
		t.Fatal(err)
	}
	seen, _ := os.ReadFile(filepath.Join(dir, "solutions", "solutions.go"))
	all := l.Module("x", nil)
	for text, has := range map[string][2]bool{
		`lab.Solved("right-doors", true, false, `:   {true, true},
		`lab.Solved("wrong-signal", false, false, `: {true, true},
		`lab.Solved("wrong-none", false, true, `:    {false, true},
		`lab.Solved("wrong-late", false, true, `:    {false, true},
		`"lab/hidden/own/wrong-late"`:               {false, true},
	} {
		in := [2]bool{strings.Contains(string(seen), text), strings.Contains(all["solutions/solutions.go"], text)}
		if in != has {
			t.Errorf("%s: seen and known: %v", text, in)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "hidden")); err == nil {
		t.Error("the student has the hidden ones")
	}
	for name, says := range map[string]string{"late/x.go": "is neither right-... nor wrong-...", "x.go": "no solutions"} {
		bad := t.TempDir()
		if err := lab.Write(bad, map[string]string{name: "package x"}); err != nil {
			t.Fatal(err)
		}
		if err := l.Hide(bad); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
