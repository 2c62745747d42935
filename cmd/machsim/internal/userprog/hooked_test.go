package userprog

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"machsim/programs"
	"machsim/test/effort"
)

// hookedSamples builds machsim with hooks in its sample programs, and a plain one.
func hookedSamples(t *testing.T) (plain, hooked string) {
	if testing.Short() {
		t.Skip("it builds machsim")
	}
	t.Setenv(CacheVariable, filepath.Join(t.TempDir(), "cache"))
	p, err := Samples(".")
	if err != nil {
		t.Fatal(err)
	}
	times := 0
	for range 2 {
		h, err := p.BuildHooked(".", func() { times++ })
		if err != nil || times != 1 || len(h.Left) > 0 {
			t.Fatalf("built %d times: %v, %v", times, h, err)
		}
		hooked = h.Exe
	}
	plain = executable(t.TempDir())
	if text, err := exec.Command("go", "build", "-ldflags=-w", "-o", plain, Machsim).CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	return plain, hooked
}

// TestHooksChangeNothing: a program with hooks makes the same run, and its trace has the same lines.
func TestHooksChangeNothing(t *testing.T) {
	plain, hooked := hookedSamples(t)
	run := func(exe string, args ...string) string {
		c := exec.Command(exe, append([]string{"run"}, args...)...)
		c.Dir = t.TempDir()
		text, _ := c.CombinedOutput()
		return string(text)
	}
	for _, p := range programs.All {
		for seed := range effort.Of(2) {
			args := []string{p.Name, "--trace", "--seed", strconv.Itoa(seed)}
			if a, b := run(plain, args...), run(hooked, args...); a != b || !strings.Contains(a, "hash") {
				t.Errorf("%v: with hooks\n%s\nwithout\n%s", args, b, a)
			}
		}
	}
}

// TestNothingIsHookedTwice: what has not changed is neither rewritten nor built.
func TestNothingIsHookedTwice(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "lab.go")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("package lab")
	stamps := stampsOf([]string{dir, file})
	if !unchanged(stamps) {
		t.Error("nothing has changed")
	}
	write("package lab // longer")
	if unchanged(stamps) {
		t.Error("a file has changed")
	}
	stamps = stampsOf([]string{dir, file})
	if err := os.Rename(file, file+"x"); err != nil {
		t.Fatal(err)
	}
	if unchanged(stamps) {
		t.Error("a file is gone")
	}
}
