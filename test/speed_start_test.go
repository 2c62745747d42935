package test

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// startRows are the figures of starting. A person takes for instant what is there after a tenth of a second; a script
// that calls machsim for each of a hundred files wants less.
var startRows = []row{
	{"StartVersion", func(b *testing.B) { speedStart(b, "version") }},
	{"StartHelp", func(b *testing.B) { speedStart(b, "--help") }},
	{"StartRun", func(b *testing.B) { speedStart(b, "run", "hello", "--no-record") }},
}

// speedStart measures a command that has next to nothing to do, from the start of the process to its end. It is no
// ratio, for there is nothing to compare it with: starting the shortest program takes about 1 ms.
func speedStart(b *testing.B, args ...string) {
	exe, dir := builtCommand(b), b.TempDir()
	least := inTurns(b, func() time.Duration {
		c := exec.Command(exe, args...)
		c.Dir = dir
		return timed(func() { must(b, c.Run()) })
	})
	report(b, ms(least[0]), "ms", 10)
}

// builtCommand builds machsim, and returns its path.
func builtCommand(b *testing.B) string {
	exe := filepath.Join(b.TempDir(), "machsim")
	if out, err := exec.Command("go", "build", "-o", exe, "machsim/cmd/machsim").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return exe
}
