//go:build unix

package study

import (
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"machsim/debugger/run/runner"
)

// watcherVariable is in the environment of a watcher.
const watcherVariable = "MACHSIM_SIMTEST_WATCHER"

// The files of a watcher: the shared memory, and a pipe that ends when the process does that is watched. Go's runtime
// writes there why it ends the process, which is read up to a length.
const (
	memoryFile = 3
	pipeFile   = 4
	mostReport = 1 << 20
)

// A watcher is the same executable, because only that knows the source lines of footprints.
func init() {
	if os.Getenv(watcherVariable) == "" {
		return
	}
	pipe := os.NewFile(pipeFile, "watched")
	over, starved := make(chan struct{}), make(chan bool)
	memory, err := runner.MapShared(memoryFile, watchedBytes)
	if err == nil {
		go vigil(memory, over, starved)
	}
	crash, _ := io.ReadAll(io.LimitReader(pipe, mostReport))
	_, _ = io.Copy(io.Discard, pipe)
	close(over)
	if err == nil {
		how := ended(strings.TrimSpace(string(crash)))
		if <-starved {
			how = runner.Starvation
		}
		reportMidst(os.Stdout, memory, how)
	}
	os.Exit(0)
}

// vigil ends the process that is watched, the parent of this one, if nothing in it but goroutines of a program gets a
// turn, and says so when that is over.
func vigil(memory []byte, over <-chan struct{}, starved chan<- bool) {
	parent, ended := os.Getppid(), false
	v, tick := runner.NewVigil(), time.NewTicker(runner.VigilTime)
	for {
		select {
		case <-over:
			starved <- ended
			return
		case <-tick.C:
			if !ended && v.Starved(pulse(memory), runner.UsedTime(parent)) && os.Getppid() == parent {
				ended = syscall.Kill(parent, syscall.SIGKILL) == nil
			}
		}
	}
}

// supervised has this process watched, once. It returns nil if nobody can.
var supervised = sync.OnceValue(func() *watched {
	exe, err := os.Executable()
	if err != nil {
		return nil
	}
	file, memory, err := runner.NewShared(watchedBytes)
	if err != nil {
		return nil
	}
	defer file.Close()
	pipe, ours, err := os.Pipe()
	if err != nil {
		return nil
	}
	defer pipe.Close()
	watcher := exec.Command(exe)
	watcher.Env, watcher.Stdout = append(os.Environ(), watcherVariable+"=1"), os.Stdout
	watcher.ExtraFiles = []*os.File{file, pipe}
	if watcher.Start() != nil {
		return nil
	}
	_ = debug.SetCrashOutput(ours, debug.CrashOptions{})
	return &watched{parts: partsOf(memory), pipe: ours}
})
