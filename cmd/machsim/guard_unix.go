//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/runner"
)

// The files of a ward, besides the standard streams.
const (
	socketFile = 3
	marksFile  = 4
)

// newWard returns this process as a ward, nil if it was not started as one.
func newWard() *ward {
	value := os.Getenv(guardEnv)
	if value == alone {
		return nil
	}
	_ = os.Unsetenv(guardEnv) // it is not for the processes that a program starts
	if value != fmt.Sprint(os.Getppid()) {
		return nil
	}
	syscall.CloseOnExec(socketFile)
	syscall.CloseOnExec(marksFile)
	signal.Ignore(os.Interrupt) // it comes over the socket, and only once
	w := &ward{guard: os.NewFile(socketFile, "guard"), restore: terminalNow()}
	if memory, err := share(marksFile); err == nil {
		w.marks = runner.NewFootprints(memory[:runner.FootprintBytes])
		w.journal = memory[runner.FootprintBytes:]
	}
	w.begin()
	return w
}

// sharedBytes is how much memory guard and ward have in common: footprints, and a journal.
const sharedBytes = runner.FootprintBytes + record.JournalBytes

// share maps the memory that guard and ward have in common. Another machsim may want more or
// less of it.
func share(fd int) ([]byte, error) {
	var info syscall.Stat_t
	if err := syscall.Fstat(fd, &info); err != nil {
		return nil, err
	}
	if info.Size != sharedBytes {
		return nil, errors.New("the process that guards this one is of another machsim")
	}
	return syscall.Mmap(fd, 0, sharedBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

// child is the ward as its guard sees it.
type child struct {
	*exec.Cmd
	socket  *os.File
	memory  []byte // nil if there was none to be had
	heard   chan last
	signals chan os.Signal
	passed  os.Signal     // the last that was passed on and is not taken
	taken   chan struct{} // has something when an interrupt was
	restore func()        // the terminal, as it was

	footprints func(memory []byte) []runner.Footprint // reads them
}

// startWard starts an executable as a ward, with the arguments of this command or those
// that it is to have in their place. When that is not possible the command runs unguarded.
func startWard(exe string, args []string) (*child, bool) {
	if os.Getenv(guardEnv) == alone {
		return nil, false
	}
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, false
	}
	syscall.CloseOnExec(pair[0])
	syscall.CloseOnExec(pair[1])
	own, other := os.NewFile(uintptr(pair[0]), "ward"), os.NewFile(uintptr(pair[1]), "guard")
	defer other.Close()
	marks, memory := footprints()
	if marks != nil {
		defer marks.Close()
	}
	w := &child{Cmd: command(exe, args, other, marks), socket: own, memory: memory, heard: make(chan last, 1), signals: make(chan os.Signal, 8)}
	w.taken, w.restore, w.footprints = make(chan struct{}, 1), terminalNow(), runner.ReadFootprints
	w.catch()
	if w.Start() != nil {
		signal.Stop(w.signals)
		own.Close()
		return nil, false
	}
	go func() { w.heard <- hear(own, w.take) }()
	return w, true
}

// take lets wait know that an interrupt was taken.
func (w *child) take() {
	select {
	case w.taken <- struct{}{}:
	default: // it is known already
	}
}

// catch lets the guard outlive the signals that are meant for its ward. What it was told
// to ignore, as by nohup, it goes on ignoring, and so does the ward.
func (w *child) catch() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(w.signals, s)
		}
	}
}

// footprints makes the memory in which runs leave their footprints and what of their recordings is
// not written yet, in a file that has no name. It can do without.
func footprints() (*os.File, []byte) {
	f, err := os.CreateTemp("", "machsim")
	if err != nil {
		return nil, nil
	}
	_ = os.Remove(f.Name())
	if f.Truncate(sharedBytes) == nil {
		if memory, err := share(int(f.Fd())); err == nil {
			return f, memory
		}
	}
	f.Close()
	return nil, nil
}

// command is a command, as a ward.
func command(exe string, args []string, socket, marks *os.File) *exec.Cmd {
	c := exec.Command(exe)
	c.Args = args
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", guardEnv, os.Getpid()))
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.ExtraFiles = []*os.File{socket, marks}
	return c
}

// wait waits for the end of the ward, and returns the exit code that the command has.
func (w *child) wait() (int, error) {
	ended := make(chan error, 1)
	go func() { ended <- w.Wait() }()
	for {
		select {
		case err := <-ended:
			var status *exec.ExitError
			if err != nil && !errors.As(err, &status) {
				return exitFailed, fmt.Errorf("the process that runs the program was lost: %v", err)
			}
			return w.conclude(<-w.heard)
		case <-w.taken:
			w.passed = nil
		case s := <-w.signals:
			w.pass(s)
		}
	}
}

// pass passes a signal on. Ctrl-C goes to both processes, and the ward does not listen:
// it hears of the first from here, and the second one ends both, unless the ward has said
// meanwhile that the first is taken. Ctrl-\ makes the ward say where it is, and so the
// guard has to wait.
func (w *child) pass(s os.Signal) {
	select {
	case <-w.taken:
		w.passed = nil
	default:
	}
	switch {
	case s == syscall.SIGQUIT:
	case s != os.Interrupt:
		w.passed = s
		_ = w.Process.Signal(s)
	case w.passed == os.Interrupt:
		_ = w.Process.Kill()
	default:
		w.passed = s
		_, _ = w.socket.Write([]byte{interruptByte})
	}
}

// conclude says how the ward ended.
func (w *child) conclude(l last) (int, error) {
	status := w.ProcessState.Sys().(syscall.WaitStatus)
	if !l.ended {
		w.restore()
	}
	switch {
	case l.ended && !status.Signaled():
		return l.code, nil
	case status.Signaled() && (w.passed != nil || slices.Contains(asked, status.Signal())):
		return w.follow(status.Signal()), nil
	}
	d := death{last: l, how: fmt.Sprintf("exit code %d", status.ExitStatus())}
	if status.Signaled() {
		d.how, d.killed = fmt.Sprintf("signal (%v)", status.Signal()), true
	}
	if w.memory != nil {
		d.at = w.footprints(w.memory[:runner.FootprintBytes])
		d.lost = completed(d.file, w.memory[runner.FootprintBytes:])
	}
	return exitFailed, errors.New(d.String())
}

// asked are the signals by which somebody outside ends a process, or the end of a pipe
// does, and no report is expected.
var asked = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE}

// follow ends this process by the signal that ended the ward or, if that was its guard's
// doing, by the one that was passed on: as whoever sent it expects. A signal that this
// process was told to ignore does not end it, nor does SIGPIPE, which Go ignores; then
// the exit code is that which shells have for it.
func (w *child) follow(s syscall.Signal) int {
	if passed, ok := w.passed.(syscall.Signal); ok {
		s = passed
	}
	if s != syscall.SIGPIPE {
		signal.Reset(s)
		_ = syscall.Kill(os.Getpid(), s)
		time.Sleep(100 * time.Millisecond)
	}
	return 128 + int(s)
}
