package app

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"machsim/kernel"
)

// Programs that leave processes behind.
func init() {
	testPrograms = append(testPrograms,
		single("t-leaves", "leaves processes behind", func(*kernel.Thread) { leaveBehind() }),
		single("t-leaves-exit", "leaves processes behind, and calls os.Exit", func(*kernel.Thread) {
			leaveBehind()
			os.Exit(0)
		}),
		single("t-leaves-on", "leaves processes behind, and goes on", func(th *kernel.Thread) {
			leaveBehind()
			for {
				th.Yield()
			}
		}))
}

// leaveBehind starts two processes that hold the output: a plain one, and one in a session and with an environment of
// its own whose parent has ended. Then it prints a line.
func leaveBehind() {
	plain, second := exec.Command("sleep", "1000"), exec.Command("env", "-i", "/bin/sh", "-c", "sleep 1000 &")
	second.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	plain.Stdout, second.Stdout = os.Stdout, os.Stdout
	if err := plain.Start(); err != nil {
		panic(err)
	}
	if err := second.Run(); err != nil {
		panic(err)
	}
	fmt.Println("they are left")
}

// TestLeft sees the processes that a program leaves behind end with machsim, however that ends.
func TestLeft(t *testing.T) {
	hangsUp(t)
	for _, how := range []struct {
		program string
		s       syscall.Signal // to the supervisor, 0 for none
	}{
		{"t-leaves", 0}, {"t-leaves-exit", 0}, {"t-leaves-on", syscall.SIGTERM}, {"t-leaves-on", syscall.SIGINT},
		{"t-leaves-on", syscall.SIGKILL},
	} {
		t.Run(fmt.Sprint(how.program, " ", how.s), func(t *testing.T) {
			c, out, _ := supervised(t, executable(t),
				[]string{"machsim", "run", how.program, "--no-record", "--max-events", "1000000000000"})
			if how.s != 0 {
				_ = c.Process.Signal(how.s)
			}
			drain(t, out)
			_ = c.Wait()
		})
	}
}
