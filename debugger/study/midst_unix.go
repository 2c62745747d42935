//go:build unix

package study

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"machsim/debugger/run/runner"
)

// watcherVariable is in the environment of a watcher: the number of the process that it watches.
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
	watched := os.Getenv(watcherVariable)
	if watched == "" {
		return
	}
	pipe := os.NewFile(pipeFile, "watched")
	over, starved := make(chan struct{}), make(chan bool)
	memory, err := runner.MapShared(memoryFile, watchedBytes)
	if err == nil {
		pid, _ := strconv.Atoi(watched)
		go vigil(pid, memory, over, starved)
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

// vigil ends the process that is watched, which has begun this one, if nothing in it but goroutines of a program gets a
// turn, and says so when that is over. When it is not the parent any more, it has ended, perhaps before this process
// has begun, and its number may be another's.
func vigil(watched int, memory []byte, over <-chan struct{}, starved chan<- bool) {
	ended, there := false, func() bool { return watched > 1 && os.Getppid() == watched }
	v, tick := runner.NewVigil(), time.NewTicker(runner.VigilTime)
	for {
		select {
		case <-over:
			starved <- ended
			return
		case <-tick.C:
			if !ended && there() && v.Starved(pulse(memory), runner.UsedTime(watched)) && there() {
				ended = syscall.Kill(watched, syscall.SIGKILL) == nil
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
	watcher.Env = append(os.Environ(), fmt.Sprintf("%s=%d", watcherVariable, os.Getpid()))
	watcher.Stdout = os.Stdout
	watcher.ExtraFiles = []*os.File{file, pipe}
	if watcher.Start() != nil {
		return nil
	}
	_ = debug.SetCrashOutput(ours, debug.CrashOptions{})
	return &watched{parts: partsOf(memory), pipe: ours}
})
