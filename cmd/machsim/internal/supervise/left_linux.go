package supervise

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// left are the processes that a program has started and left behind. They would go on when machsim has ended, and
// whoever reads its output would wait for them. A process group or a session of their own would take the terminal from
// the debugger. So supervisor and child adopt them instead: what loses its parent becomes the child's, and then the
// supervisor's.
type left struct {
	before []int // children of this process that are none of the program's
}

// adopt lets this process be the next parent of all that its descendants leave behind.
func adopt() {
	const childSubreaper = 36 // PR_SET_CHILD_SUBREAPER
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, childSubreaper, 1, 0)
}

// leaving returns what ends the processes that the program leaves in a child of this process, once that has ended.
func leaving(child int) left {
	adopt()
	return left{slices.DeleteFunc(children(), func(pid int) bool { return pid == child })}
}

// Ending a process gives this one its children. There are few, unless a program makes more faster than they are ended.
const (
	maxRounds = 1000
	roundTime = time.Millisecond
)

// end ends the processes that are left. It does not wait for them: this process is about to end as well.
func (l left) end() {
	for range maxRounds {
		killed := false
		for _, pid := range children() {
			if !slices.Contains(l.before, pid) && lives(pid) && !outlives(pid) {
				killed = syscall.Kill(pid, syscall.SIGKILL) == nil || killed
			}
		}
		if !killed {
			return
		}
		time.Sleep(roundTime)
	}
}

// children are the processes whose parent is this one.
func children() (all []int) {
	threads, _ := filepath.Glob("/proc/self/task/*/children")
	for _, file := range threads {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// lives says whether a process has not ended; nobody may have waited for one that has.
func lives(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	i := bytes.LastIndexByte(text, ')') // of the name
	return err == nil && i >= 0 && !bytes.HasPrefix(text[i+1:], []byte(" Z"))
}

// outlives says whether a process is one of machsim's own, which ends by itself.
func outlives(pid int) bool {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return slices.Contains(strings.Split(string(text), "\x00"), Outlives)
}
