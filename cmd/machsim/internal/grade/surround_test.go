package grade

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"machsim/test/effort"
	"machsim/test/lab/verdict"
)

// TestSurroundings: nothing that a submission brings along, or that is set where the grader was started, reaches the go
// tool.
func TestSurroundings(t *testing.T) {
	for name, value := range map[string]string{"GOFLAGS": "-toolexec=evil", "GOWORK": "/evil/go.work", "CGO_ENABLED": "1",
		"GOTOOLCHAIN": "go9.99", "GOPROXY": "https://evil.example", "GOENV": "/evil/env", "CC": "evil",
		"LD_PRELOAD": "evil.so"} {
		t.Setenv(name, value)
	}
	env := goTool(context.Background(), ".", "version").Env
	for _, x := range env {
		if strings.Contains(x, "evil") || strings.Contains(x, "9.99") {
			t.Errorf("the go tool is given %s", x)
		}
	}
	for _, want := range []string{"GOWORK=off", "GOFLAGS=-mod=readonly", "CGO_ENABLED=0", "GOTOOLCHAIN=local"} {
		if !slices.Contains(env, want) {
			t.Errorf("the go tool is not given %s", want)
		}
	}
}

// TestBeside: what lies in a directory beside the files that the lab names is left out, be it ever so much, and named
// as far as that is short.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	student := filepath.Join(dir, "student")
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(student, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("rwlock.go", "package student")
	for _, name := range []string{"evil.syso", "evil.s", "evil.c", "rwlock_test.go", "vendor/machsim/kernel/kernel.go"} {
		write(name, "x")
	}
	for i := range effort.Of(2000) {
		write(fmt.Sprintf("z%d.go", i), "package evil")
	}
	h, err := Read(dir, []string{"student/rwlock.go"})
	if err != nil || len(h.Files) != 1 || len(h.Remarks) != 1 || len(h.Remarks[0]) > 1000 {
		t.Errorf("%v %d files, %v", err, len(h.Files), h.Remarks)
	}
}

// TestPackage: a submission is of the package that the lab says, whatever else it calls itself.
func TestPackage(t *testing.T) {
	w := workshop(t, "mutex", "autumn")
	for _, name := range []string{"kernel", "cthreads", "harness", "main", "lab"} {
		text := strings.Replace(attack{}.text(), "package student", "package "+name, 1)
		err := w.accept(map[string][]byte{"student/rwlock.go": []byte(text)})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("package %s: %v", name, err)
		}
	}
}

// TestOpenSeeds: who writes for the seeds that everybody has gets nothing with a key. This lock is one as long as no
// more threads come than come with the open key.
func TestOpenSeeds(t *testing.T) {
	effort.Dear(t, "it builds a lab for each number of threads")
	w := workshop(t, "mutex", "autumn")
	part := verdict.About{Name: "exclusion", Points: 30}
	for most := 1; most < 9; most++ {
		a := attack{lock: fmt.Sprintf("if l.came[th] = true; len(l.came) > %d { return }", most)}
		text := strings.Replace(a.text(), "mu cthreads.Mutex }", "mu cthreads.Mutex; came map[*kernel.Thread]bool }", 1)
		text = strings.Replace(text, `NewMutex(th, "lock")}`, `NewMutex(th, "lock"), map[*kernel.Thread]bool{}}`, 1)
		text = strings.Replace(text, "l.mu.Unlock(th) }", fmt.Sprintf("if len(l.came) <= %d { l.mu.Unlock(th) } }", most), 1)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "rwlock.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		exe := built(t, w, dir)
		passes := func(key string) bool {
			was := w.key
			defer func() { w.key = was }()
			w.key = key
			p, err := w.part(exe, part)
			return err == nil && p.Passed
		}
		if !passes(verdict.OpenKey) {
			continue
		}
		for i := range 20 {
			if !passes(fmt.Sprint("course ", i)) {
				return
			}
		}
		t.Fatalf("a lock for at most %d readers passes with 20 keys", most)
	}
	t.Fatal("no such lock passes with the open key")
}
