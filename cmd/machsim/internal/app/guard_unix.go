//go:build unix

package app

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/runner"
)

// The files of a ward, besides the standard streams. Its standard error is a pipe to the
// guard, which is where Go's runtime reports the end of the process; what the program and
// machsim write there goes to the guard's own, whose number the environment says.
const (
	socketFile = 3
	marksFile  = 4
	errorsFile = 5

	errorsEnv = "MACHSIM_ERRORS"
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
	ownErrors()
	signal.Ignore(os.Interrupt) // it comes over the socket, and only once
	w := &ward{guard: os.NewFile(socketFile, "guard"), restore: terminalNow()}
	if memory, err := share(marksFile); err == nil {
		w.marks = runner.NewFootprints(memory[:runner.FootprintBytes])
		w.journal = memory[runner.FootprintBytes:]
	}
	w.begin()
	return w
}

// ownErrors makes standard error what it is for the guard. A guard of another machsim may not
// have passed it on.
func ownErrors() {
	if os.Getenv(errorsEnv) == strconv.Itoa(errorsFile) {
		syscall.CloseOnExec(errorsFile)
		os.Stderr = os.NewFile(errorsFile, os.Stderr.Name())
	}
	_ = os.Unsetenv(errorsEnv)
}

// restart begins anew with other arguments, as a ward of the same guard. Nothing of this process stays,
// and no goroutine.
func (w *ward) restart(args []string) error {
	if w == nil {
		return errors.ErrUnsupported
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	for _, fd := range []uintptr{socketFile, marksFile, errorsFile} {
		_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_SETFD, 0)
	}
	env := append(os.Environ(), fmt.Sprintf("%s=%d", guardEnv, os.Getppid()), fmt.Sprintf("%s=%d", errorsEnv, errorsFile))
	return syscall.Exec(exe, args, env)
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
	errors  *relay
	memory  []byte // nil if there was none to be had
	heard   chan last
	signals chan os.Signal
	passed  os.Signal     // the last that was passed on and is not taken
	quit    bool          // SIGQUIT came to the guard as well
	taken   chan struct{} // has something when an interrupt was
	restore func()        // the terminal, as it was

	stopped syscall.Signal // by which the ward was stopped, 0 while it goes on
	looks   int            // at a stopped ward
	suspend bool           // this process is to be stopped as soon as the ward is

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
	errors, out, err := os.Pipe()
	if err != nil {
		own.Close()
		return nil, false
	}
	defer out.Close()
	marks, memory := footprints()
	if marks != nil {
		defer marks.Close()
	}
	w := &child{Cmd: command(exe, args, out, other, marks), socket: own, memory: memory, heard: make(chan last, 1), signals: make(chan os.Signal, 8)}
	w.taken, w.restore, w.footprints = make(chan struct{}, 1), terminalNow(), runner.ReadFootprints
	w.catch()
	if w.Start() != nil {
		signal.Stop(w.signals)
		own.Close()
		errors.Close()
		return nil, false
	}
	w.errors = relayed(errors, os.Stderr)
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
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGCONT} {
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
func command(exe string, args []string, errors, socket, marks *os.File) *exec.Cmd {
	c := exec.Command(exe)
	c.Args = args
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", guardEnv, os.Getpid()), fmt.Sprintf("%s=%d", errorsEnv, errorsFile))
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, errors
	c.ExtraFiles = []*os.File{socket, marks, os.Stderr}
	return c
}

// wait waits for the end of the ward, and returns the exit code that the command has.
func (w *child) wait() (int, error) {
	changes := make(chan syscall.WaitStatus)
	go w.changes(changes)
	for {
		w.suspended()
		select {
		case status, ok := <-changes:
			switch {
			case !ok:
				return exitFailed, errors.New("the process that runs the program was lost")
			case status.Stopped():
				w.stopped, w.looks = status.StopSignal(), 0
			case status.Continued():
				w.stopped = 0
			default:
				return w.conclude(status, <-w.heard)
			}
		case <-w.look():
			if w.looks++; w.looks == patience {
				_ = w.Process.Kill()
			}
		case <-w.taken:
			w.passed = nil
		case s := <-w.signals:
			w.pass(s)
		}
	}
}

// changes tells when the ward is stopped, goes on, and has ended.
func (w *child) changes(to chan<- syscall.WaitStatus) {
	defer close(to)
	for {
		var status syscall.WaitStatus
		switch _, err := syscall.Wait4(w.Process.Pid, &status, waitOptions, nil); {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return
		}
		to <- status
		if status.Exited() || status.Signaled() {
			return
		}
	}
}

// A ward that was stopped alone has stopped itself, and nobody would ever let it go on. It is
// looked at so many times to see whether the whole job is: then the guard does not look either, and
// hears of its own signals before it has looked often.
const (
	patience = 15
	lookTime = 20 * time.Millisecond
)

// look is a moment later while the ward is stopped, else never.
func (w *child) look() <-chan time.Time {
	if w.stopped == 0 {
		return nil
	}
	return time.After(lookTime)
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
		w.quit = true
	case s == syscall.SIGTSTP:
		w.suspend = true
		_ = w.Process.Signal(s)
	case s == syscall.SIGCONT:
		_ = w.Process.Signal(s)
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

// suspended stops this process when the ward was stopped, as Ctrl-Z asks for. Go cannot make
// SIGTSTP again what it was, and the system knows where nobody could end such a stop: it does not
// stop the ward there.
func (w *child) suspended() {
	if w.suspend && w.stopped != 0 {
		w.suspend, w.looks = false, 0
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	}
}

// conclude says how the ward ended.
func (w *child) conclude(status syscall.WaitStatus, l last) (int, error) {
	if !l.ended {
		w.restore()
	}
	report := w.errors.end()
	switch {
	case l.ended && status.Exited():
		_, _ = os.Stderr.WriteString(report)
		return l.code, nil
	case w.others(status):
		_, _ = os.Stderr.WriteString(report)
		return w.follow(status.Signal()), nil
	}
	d := death{last: l, how: fmt.Sprintf("exit code %d", status.ExitStatus()), report: report, asked: w.quit}
	if w.stopped != 0 {
		d.how, d.signal = fmt.Sprint(w.stopped), stops
	} else if status.Signaled() {
		d.how, d.signal = fmt.Sprint(status.Signal()), ends
		if status.Signal() == syscall.SIGKILL {
			d.signal = kills
		}
	}
	if w.memory != nil {
		d.at = w.footprints(w.memory[:runner.FootprintBytes])
		d.lost = completed(d.file, w.memory[runner.FootprintBytes:])
	}
	if !d.told() {
		_, _ = os.Stderr.WriteString(report)
	}
	return exitFailed, errors.New(d.String())
}

// others says whether the ward was ended by a signal that came to this process as well, or was
// passed on by it, or by the end of a pipe that it has written to: then no report is expected.
func (w *child) others(status syscall.WaitStatus) bool {
	if !status.Signaled() || w.stopped != 0 {
		return false
	}
	for range patience {
		if w.passed != nil || status.Signal() == syscall.SIGPIPE {
			return true
		}
		if !slices.Contains(asked, status.Signal()) {
			return false
		}
		select {
		case s := <-w.signals:
			w.passed = s
		case <-time.After(lookTime):
		}
	}
	return false
}

// asked are the signals by which somebody outside ends a job, this process and its ward.
var asked = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

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
