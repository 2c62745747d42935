package app

import (
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"machsim/cmd/machsim/internal/cli"
	"machsim/kernel"
)

// interrupting lets the program t-interrupt press Ctrl-C, and not go on.
var interrupting atomic.Bool

func init() {
	testPrograms = append(testPrograms, single("t-interrupt", "is interrupted when it is asked for",
		func(th *kernel.Thread) {
			th.Yield()
			if interrupting.Load() {
				self, _ := os.FindProcess(os.Getpid())
				_ = self.Signal(os.Interrupt)
				select {}
			}
		}))
}

// Who gives the opening of a recording up is told that it was not opened, by whichever
// command.
func TestInterruptedOpening(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself there")
	}
	t.Chdir(t.TempDir())
	var out, errs strings.Builder
	args := []string{"run", "t-interrupt", "--seed", "1", "-o", "x.rec"}
	if code := run(tested(), args, strings.NewReader(""), &out, &errs); code != cli.ExitOK {
		t.Fatal(&out, &errs)
	}
	interrupting.Store(true)
	defer interrupting.Store(false)
	for _, args := range [][]string{{"check", "x.rec", "print"}, {"diagram", "x.rec"}, {"debug", "x.rec"}} {
		var out, errs strings.Builder
		code := run(tested(), args, strings.NewReader(""), &out, &errs)
		if code != cli.ExitFailed || errs.String() != "machsim: interrupted: x.rec was not opened\n" {
			t.Errorf("%q: exit code %d, %s%s", args, code, &out, &errs)
		}
	}
}
