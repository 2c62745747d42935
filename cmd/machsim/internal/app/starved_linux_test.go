package app

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"machsim/kernel"
	"machsim/test/effort"
)

// A program that starts goroutines without end.
func init() {
	testPrograms = append(testPrograms, single("t-bomb", "starts goroutines without end", func(th *kernel.Thread) {
		th.Yield()
		for {
			go func() {
				for n := 0; ; n++ {
					runtime.KeepAlive(n)
				}
			}()
		}
	}))
}

// TestStarved sees each command end in whose process nothing but the goroutines of the program gets a turn, and say the
// seed.
func TestStarved(t *testing.T) {
	effort.Dear(t, "it takes all processors for seconds")
	for _, words := range []string{"run t-bomb --seeds 5 --no-record", "explore t-bomb", "verify t-bomb --seed 1"} {
		c := exec.Command(executable(t), strings.Fields(words)...)
		c.Args[0], c.Dir = "machsim", t.TempDir()
		text, err := c.CombinedOutput()
		if err == nil || !strings.Contains(string(text), "--seed 1") {
			t.Errorf("%s: %v\n%s", words, err, text)
		}
	}
}
