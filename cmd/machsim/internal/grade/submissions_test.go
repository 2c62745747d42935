package grade

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"machsim/cmd/machsim/internal/lab"
)

// TestSubmissions looks for submissions of all forms in a directory; what can be none is told, and what is misspelt is
// no submission.
func TestSubmissions(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"ann.zip", "bob.go", "cyn.ZIP", "notes.txt", "dan.tar.gz", ".hidden"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "eve"), 0o777); err != nil {
		t.Fatal(err)
	}
	below := func(names ...string) (all []string) {
		for _, name := range names {
			all = append(all, filepath.Join(root, name))
		}
		return all
	}
	one := &Workshop{Lab: &lab.Lab{Files: []string{"student/rwlock.go"}}}
	two := &Workshop{Lab: &lab.Lab{Files: []string{"student/a.go", "student/b.go"}}}
	asked := &Workshop{Lab: &lab.Lab{Files: []string{lab.AnswersFile}, Questions: make([]lab.Question, 1)}}
	for _, c := range []struct {
		w           *Workshop
		one         bool
		all, others []string
	}{
		{one, false, below("ann.zip", "bob.go", "cyn.ZIP", "eve"), below("dan.tar.gz", "notes.txt")},
		{one, true, below("ann.zip", "cyn.ZIP", "eve"), below("bob.go", "dan.tar.gz", "notes.txt")},
		{two, false, below("ann.zip", "cyn.ZIP", "eve"), below("bob.go", "dan.tar.gz", "notes.txt")},
		{asked, false, below("ann.zip", "cyn.ZIP", "eve"), below("bob.go", "dan.tar.gz", "notes.txt")},
	} {
		all, others, err := c.w.Submissions([]string{root}, c.one)
		if err != nil || !reflect.DeepEqual(all, c.all) || !reflect.DeepEqual(others, c.others) {
			t.Errorf("%v: %v, and %v: %v", c.w.Lab.Files, all, others, err)
		}
	}
	_, _, err := one.Submissions([]string{filepath.Join(root, "nobody")}, false)
	var wrong *lab.Mistake
	if !errors.As(err, &wrong) {
		t.Errorf("what is not there: %v", err)
	}
}
