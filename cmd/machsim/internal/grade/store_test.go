package grade

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/test/effort"
)

// TestStore: a grader that was ended anywhere in what it wrote goes on, and the table is the same; what was graded is
// not judged again, and a grade that was changed is noticed.
func TestStore(t *testing.T) {
	effort.Dear(t, "it judges submissions again and again")
	w := workshop(t, "mutex", "autumn")
	root, dir := t.TempDir(), t.TempDir()
	all4 := map[string]string{"ann": "right-monitor", "bob": "wrong-if", "cat": "right-monitor", "dan": ""}
	for name, solution := range all4 {
		if err := os.MkdirAll(filepath.Join(root, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if solution == "" {
			continue
		}
		if err := os.CopyFS(filepath.Join(root, name), os.DirFS(filepath.Join("testdata/mutex", solution))); err != nil {
			t.Fatal(err)
		}
	}
	names, _, err := w.Submissions([]string{root}, false)
	if err != nil || len(names) != 4 {
		t.Fatal(names, err)
	}
	judged := 0
	all := func() string {
		s, err := w.OpenStore(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		grades, err := w.All(context.Background(), names, 2, s, func(_ *Grade, kept bool) {
			if !kept {
				judged++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return formatted(t, "json", grades...)
	}
	first := all()
	if strings.Count(first, `"refused"`) != 1 || strings.Count(first, `"score": 100`) != 2 {
		t.Error(first)
	}
	file := filepath.Join(dir, "grades.jsonl")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{0, 1, len(whole) / 3, len(whole) - 1, len(whole)}
	for _, n := range ends {
		if err := os.WriteFile(file, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		judged = 0
		if again := all(); again != first {
			t.Errorf("ended after %d bytes, the table is another one", n)
		}
		if n == len(whole) && judged != 1 { // the one that could not be read
			t.Errorf("%d were judged again", judged)
		}
	}
	s, err := w.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, lines, err := w.Again(names[1], s); err != nil || len(lines) > 0 {
		t.Errorf("%v %v", lines, err)
	}
	for _, g := range s.all {
		g.Parts[0].Seed++
	}
	_, lines, err := w.Again(names[1], s)
	if err != nil || fmt.Sprint(lines) != "[the part exclusion has another verdict]" {
		t.Errorf("%v %v", lines, err)
	}
}
