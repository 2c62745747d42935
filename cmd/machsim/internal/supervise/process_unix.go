//go:build unix

package supervise

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"machsim/debugger/run/runner"
)

// Process is a child process, as its supervisor sees it.
type Process struct {
	cmd    *exec.Cmd
	socket *os.File
	errors *relay
	memory []byte                                 // shared with the child; nil if there was none to be had
	read   func(memory []byte) []runner.Footprint // reads footprints
	heard  chan heard                             // what the child has told, once it has ended

	signals  chan os.Signal
	passedOn os.Signal     // the last that was passed on; nil once the child has handled it
	taken    chan struct{} // has something when the child has handled an interrupt
	quitted  bool          // SIGQUIT came to this process as well
	restore  func()        // makes the terminal what it was
	left     left          // what the program leaves behind

	stop    syscall.Signal // which has stopped the child, 0 while it runs
	looks   int            // at a stopped child
	suspend bool           // this process stops as soon as the child has
	starved bool           // the child was ended because nothing in it but goroutines of the program got a turn
}

// Start starts an executable as a child of this process, with these arguments. read reads the footprints
// that the child leaves in memory. It returns false, and the command runs unsupervised, if that is
// what the environment asks for or if there is no child to be had.
func Start(exe string, args []string, read func(memory []byte) []runner.Footprint) (*Process, bool) {
	if os.Getenv(supervisorEnv) == unsupervised {
		return nil, false
	}
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return nil, false
	}
	syscall.CloseOnExec(pair[0])
	syscall.CloseOnExec(pair[1])
	socket, other := os.NewFile(uintptr(pair[0]), "child"), os.NewFile(uintptr(pair[1]), "supervisor")
	defer other.Close()
	errors, out, err := os.Pipe()
	if err != nil {
		socket.Close()
		return nil, false
	}
	defer out.Close()
	file, memory, err := runner.NewShared(SharedBytes)
	if err == nil { // without it an Exit says less
		defer file.Close()
	}
	p := &Process{
		cmd: command(exe, args, out, other, file), socket: socket, memory: memory, read: read,
		heard: make(chan heard, 1), signals: make(chan os.Signal, 8), taken: make(chan struct{}, 1),
		restore: saveTerminal(),
	}
	p.catch()
	_ = os.Setenv(outlivesEnv, "1") // for what this process starts beside the child
	if p.cmd.Start() != nil {
		signal.Stop(p.signals)
		socket.Close()
		errors.Close()
		return nil, false
	}
	p.left = leaving(p.cmd.Process.Pid)
	p.errors = startRelay(errors, os.Stderr)
	go func() { p.heard <- hear(socket, p.handled) }()
	return p, true
}

// command returns the command that starts a child.
func command(exe string, args []string, errors, socket, memory *os.File) *exec.Cmd {
	c := exec.Command(exe)
	c.Args = args
	own := slices.DeleteFunc(os.Environ(), func(entry string) bool { return entry == Outlives })
	c.Env = append(own, fmt.Sprintf("%s=%d", supervisorEnv, os.Getpid()),
		fmt.Sprintf("%s=%d", errorsEnv, errorsFile))
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, errors
	c.ExtraFiles = []*os.File{socket, memory, os.Stderr}
	return c
}

// handled notes that the child has handled an interrupt.
func (p *Process) handled() {
	select {
	case p.taken <- struct{}{}:
	default: // it is noted already
	}
}

// catch lets this process survive the signals that are meant for the child. It does not catch those that
// it was told to ignore, as by nohup; the child ignores them as well.
func (p *Process) catch() {
	for _, s := range []os.Signal{
		os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGTSTP, syscall.SIGCONT,
	} {
		if !signal.Ignored(s) {
			signal.Notify(p.signals, s)
		}
	}
}

// Wait waits for the end of the child, and returns the exit code of the command. The error is an *Exit
// if the child has ended without telling its exit code.
func (p *Process) Wait() (int, error) {
	changes := make(chan syscall.WaitStatus)
	go p.changes(changes)
	vigil, tick := runner.NewVigil(), time.NewTicker(runner.VigilTime)
	defer tick.Stop()
	for {
		p.stopWithChild()
		select {
		case status, ok := <-changes:
			switch {
			case !ok:
				return 0, errors.New("the process that runs the program was lost")
			case status.Stopped():
				p.stop, p.looks = status.StopSignal(), 0
			case status.Continued():
				p.stop = 0
			default:
				p.left.end()
				return p.conclude(status, <-p.heard)
			}
		case <-p.look():
			if p.looks++; p.looks == maxLooks {
				_ = p.cmd.Process.Kill()
			}
		case <-tick.C:
			if p.memory != nil && vigil.Starved(runner.ReadPulse(p.footprints()), runner.UsedTime(p.cmd.Process.Pid)) {
				p.starved = true
				_ = p.cmd.Process.Kill()
			}
		case <-p.taken:
			p.forgive()
		case s := <-p.signals:
			p.pass(s)
		}
	}
}

// changes reports when the child stops, continues and ends.
func (p *Process) changes(to chan<- syscall.WaitStatus) {
	defer close(to)
	for {
		var status syscall.WaitStatus
		switch _, err := syscall.Wait4(p.cmd.Process.Pid, &status, waitOptions, nil); {
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

// A child that was stopped alone has stopped itself, and nobody would ever let it continue. So a stopped
// child is looked at maxLooks times and then ended. If the whole job is stopped, this process does
// not look either, and when it continues it hears of its own signals before it has looked often.
const (
	maxLooks = 15
	lookTime = 20 * time.Millisecond
)

// look returns a channel for the next look at a stopped child, nil while the child runs.
func (p *Process) look() <-chan time.Time {
	if p.stop == 0 {
		return nil
	}
	return time.After(lookTime)
}

// pass passes a signal on. Ctrl-C goes to both processes, and the child ignores it: it hears of the first
// one over the socket, and the second one ends both, unless the child has handled the first.
// After Ctrl-\ the child prints its stacks, so this process waits.
func (p *Process) pass(s os.Signal) {
	select {
	case <-p.taken:
		p.forgive()
	default:
	}
	switch {
	case s == syscall.SIGQUIT:
		p.quitted = true
	case s == syscall.SIGTSTP:
		p.suspend = true
		_ = p.cmd.Process.Signal(s)
	case s == syscall.SIGCONT:
		_ = p.cmd.Process.Signal(s)
	case s != os.Interrupt:
		p.passedOn = s
		_ = p.cmd.Process.Signal(s)
	case p.passedOn == os.Interrupt:
		_ = p.cmd.Process.Kill()
	default:
		p.passedOn = s
		_, _ = p.socket.Write([]byte{interruptByte})
	}
}

// forgive forgets an interrupt, which the child has handled. It may have told so before another signal came to it.
func (p *Process) forgive() {
	if p.passedOn == os.Interrupt {
		p.passedOn = nil
	}
}

// stopWithChild stops this process once the child is stopped, if Ctrl-Z was the reason. Go cannot give
// SIGTSTP its effect back, so SIGSTOP does it. Where nobody could continue such a job, the
// system does not stop the child in the first place.
func (p *Process) stopWithChild() {
	if p.suspend && p.stop != 0 {
		p.suspend, p.looks = false, 0
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	}
}

// conclude returns the exit code and, if the child did not tell it, an Exit.
func (p *Process) conclude(status syscall.WaitStatus, h heard) (int, error) {
	if !h.ended {
		p.restore()
	}
	report := p.errors.end()
	if h.ended && status.Exited() {
		_, _ = os.Stderr.WriteString(report)
		return h.code, nil
	}
	x := p.exit(status, h, report) // it completes the recording, whoever ended the child
	if p.expected(status) {
		_, _ = os.Stderr.WriteString(report)
		if x.Lost != nil {
			_, _ = fmt.Fprintf(os.Stderr, "machsim: the recording in %s is not complete: %v\n", x.File, x.Lost)
		}
		return p.follow(status.Signal()), nil
	}
	if !x.replacesReport() {
		_, _ = os.Stderr.WriteString(report)
	}
	return 0, x
}

// footprints is the memory in which the child leaves its footprints.
func (p *Process) footprints() []byte { return p.memory[:runner.FootprintBytes] }

// exit returns the Exit of a child that did not tell its exit code. It completes the child's recording.
func (p *Process) exit(status syscall.WaitStatus, h heard, report string) *Exit {
	x := &Exit{
		Activity: h.Activity, crash: h.crash, errors: report, quitted: p.quitted,
		status: exitCode(status.ExitStatus()),
	}
	switch {
	case p.stop != 0:
		x.status, x.signal = fmt.Sprint(p.stop), stopped
	case status.Signaled() && status.Signal() == syscall.SIGKILL:
		x.status, x.signal, x.starved = fmt.Sprint(status.Signal()), killed, p.starved // else it has ended before
	case status.Signaled():
		x.status, x.signal = fmt.Sprint(status.Signal()), ended
	}
	x.remains(p.memory, p.read)
	return x
}

// expected says that the child was ended by a signal that came to this process as well or was passed on
// by it, or by the end of a pipe that it has written to. Such an end needs no report.
func (p *Process) expected(status syscall.WaitStatus) bool {
	if !status.Signaled() || p.stop != 0 && status.Signal() == syscall.SIGKILL {
		return false // it did not end by a signal, or by that of look
	}
	for range maxLooks {
		if p.passedOn != nil || status.Signal() == syscall.SIGPIPE {
			return true
		}
		if !slices.Contains(jobSignals, status.Signal()) {
			return false
		}
		select {
		case s := <-p.signals:
			if job, ok := s.(syscall.Signal); ok && slices.Contains(jobSignals, job) {
				p.passedOn = s
			}
		case <-time.After(lookTime):
		}
	}
	return false
}

// jobSignals are the signals by which somebody ends a job, both processes of it.
var jobSignals = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// follow ends this process as whoever sent the signal expects: by the signal that was passed on or, if
// none was, by the one that ended the child. A signal that this process ignores does not end it,
// nor does SIGPIPE, which Go ignores; then it returns the exit code that shells have for it.
func (p *Process) follow(s syscall.Signal) int {
	if passed, ok := p.passedOn.(syscall.Signal); ok {
		s = passed
	}
	if s != syscall.SIGPIPE {
		signal.Reset(s)
		_ = syscall.Kill(os.Getpid(), s)
		time.Sleep(100 * time.Millisecond)
	}
	return 128 + int(s)
}
