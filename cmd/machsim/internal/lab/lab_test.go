package lab_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"machsim"
	"machsim/cmd/machsim/internal/lab"
)

// TestSource: every package of machsim that a lab is built of is in the executable, file for file; and it needs no
// module beside it but the one for which a file stands.
func TestSource(t *testing.T) {
	all, err := machsim.Source.ReadDir(".")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	need := golist(t, "list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}} `+
		`{{join .SFiles " "}} {{join .EmbedFiles " "}}{{end}}`, "machsim/test/lab", "machsim/debugger/face/repl",
		"machsim/cthreads", "machsim/netname/callrpc")
	for l := range strings.Lines(need) {
		words := strings.Fields(l)
		if !strings.HasPrefix(words[0], "machsim") {
			if lab.SourceFile(words[0], "errors.go") == "" {
				t.Errorf("a lab needs %s, and has it not", words[0])
			}
			continue
		}
		for _, name := range words[2:] {
			want, err := os.ReadFile(filepath.Join(words[1], filepath.FromSlash(name)))
			if err != nil {
				t.Fatal(err)
			}
			if got := lab.SourceFile(words[0], name); got != string(want) {
				t.Errorf("%s of %s is not the file that machsim is built of", name, words[0])
			}
		}
	}
}

func golist(t *testing.T, args ...string) string {
	t.Helper()
	text, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestStart: what a student gets has all that it needs, and nothing where something is already.
func TestStart(t *testing.T) {
	for _, name := range lab.Names() {
		l, err := lab.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Hints) != 3 || !strings.HasPrefix(l.Text, "# "+l.Title) || l.Title == "" || l.About == "" {
			t.Errorf("%s has %d hints", name, len(l.Hints))
		}
		dir := filepath.Join(t.TempDir(), "my lab")
		if l.Debugging() {
			continue // what it is started with is made of a run (package question)
		}
		if err := l.Start(dir); err != nil {
			t.Fatal(err)
		}
		if err := l.Start(dir); err == nil || !strings.Contains(err.Error(), "is not empty") {
			t.Errorf("a second time: %v", err)
		}
		c := exec.Command("go", "list", "-deps", ".", "./harness")
		c.Dir, c.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=readonly")
		if text, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

// TestFind: a lab is one of machsim's, or a directory; what is wrong with it is said in a sentence.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	whole := map[string]string{"lab.json": `{"files": ["student/a.go"]}`, "README.md": "# A",
		"student/a.go": "package student", "harness/h.go": "package harness"}
	for name, text := range whole {
		if err := lab.Write(dir, map[string]string{name: text}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := lab.Find(dir); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ name, text, says string }{
		{"lab.json", "{", "cannot be read"},
		{"lab.json", `{"files": ["../x.go"]}`, "no Go file of its directory student"},
		{"lab.json", "{}", "names no files"},
		{"lab.json", `{"questions": [{"name": "a"}, {"name": "a"}]}`, "has two questions \"a\""},
	} {
		if err := lab.Write(dir, map[string]string{c.name: c.text}); err != nil {
			t.Fatal(err)
		}
		if _, err := lab.Find(dir); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, err := lab.Find("nolab"); err == nil || !strings.Contains(err.Error(), "there is no lab") {
		t.Error(err)
	}
}
