package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"machsim/test/effort"
)

// TestLab is a student's round, and that of the teacher: a wrong solution is told with a recording, in which the bug is
// seen at the prompt; a right one passes, and is handed in and graded.
func TestLab(t *testing.T) {
	effort.Dear(t, "it builds a lab, and a debugger for it")
	t.Chdir(t.TempDir())
	says := func(code int, in string, words ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(tested(), words, strings.NewReader(in), &out, &errs); got != code {
			t.Fatalf("%v ends with %d, not %d:\n%s%s", words, got, code, out.String(), errs.String())
		}
		return out.String() + errs.String()
	}
	has := func(text string, all ...string) {
		t.Helper()
		for _, want := range all {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in:\n%s", want, text)
			}
		}
	}
	solve := func(name string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(here, "../grade/testdata/mutex", name, "student/rwlock.go"))
		if err == nil {
			err = os.WriteFile("student/rwlock.go", text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	says(0, "", "lab", "start", "mutex", "my")
	t.Chdir("my")
	solve("wrong-signal")
	has(says(1, "", "lab", "check"), "together", "STUCK: ", "at rwlock.go:27",
		"machsim lab debug ./.machsim/mutex-progress.rec", "0 of 100 points")
	why := says(0, "why\n", "lab", "debug", ".machsim/mutex-proof.rec")
	has(why, "waits for condition may read to be signalled (rwlock.go:27)")
	if waits := regexp.MustCompile(`(reader\d)  waits for condition`).FindStringSubmatch(why); waits != nil {
		has(says(0, "thread "+waits[1]+"\nlist\n", "lab", "debug", ".machsim/mutex-proof.rec"),
			"=>   27          l.mayRead.Wait(th, l.mu)")
	}
	solve("right-queue")
	has(says(0, "", "lab", "check"), "100 of 100 points")
	if left, _ := filepath.Glob(".machsim/*.rec"); len(left) > 0 {
		t.Errorf("recordings of parts that are passed now are left: %v", left)
	}
	has(says(0, "", "lab", "hand-in"), "mutex.zip", "student/rwlock.go")
	table := says(0, "", "grade", "mutex", "mutex.zip", "--key", "secret")
	has(table, "mutex.zip          30        25        15       15     15     100  100")
	scope := says(0, "", "grade", "mutex", "mutex.zip", "--key", "secret", "--format", "gradescope")
	x := map[string]any{}
	if json.Unmarshal([]byte(scope[strings.IndexByte(scope, '{'):]), &x) != nil || x["tests"] == nil {
		t.Error(scope)
	}
	has(says(0, "", "grade", "mutex", "mutex.zip", "--key", "secret", "--again"), "each grade is the same to the bit")
}

// here is the directory of this package.
var here, _ = os.Getwd()
