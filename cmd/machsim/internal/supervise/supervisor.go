package supervise

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"machsim/debugger/record"
	"machsim/debugger/run/runner"
)

// Supervisor is the parent of this process, as the process itself sees it. All methods work on a nil
// Supervisor, which no process has: it is told nothing.
type Supervisor struct {
	socket     *os.File           // nil in a guest
	told       io.Writer          // what this process tells: the socket, or a file
	footprints *runner.Footprints // nil if no memory is shared
	journal    []byte             // for the recording that is written; nil if no memory is shared
	restore    func()             // makes the terminal what it was
	gone       atomic.Bool        // the parent has ended

	mu        sync.Mutex
	interrupt func() // handles interrupts; nil to end the process
}

// Exit codes of a child that ends itself.
const (
	codeInterrupted = 130 // it did not handle interrupts; shells have this code for it
	codeOrphaned    = 1
)

// begin connects the child: Go's runtime writes its report of a crash to the supervisor, and a goroutine
// waits for interrupts and for the supervisor's end. What its program leaves behind stays with it, for then it
// can be found also when the supervisor is gone.
func (s *Supervisor) begin() {
	adopt()
	_ = debug.SetCrashOutput(s.socket, debug.CrashOptions{})
	go s.listen()
}

// listen handles interrupts, and ends the process when its supervisor is gone.
func (s *Supervisor) listen() {
	b := make([]byte, 1)
	for {
		if _, err := io.ReadFull(s.socket, b); err != nil {
			s.orphaned()
		}
		handle := s.handler()
		if handle == nil {
			s.restore()
			s.Ends(codeInterrupted)
			os.Exit(codeInterrupted)
		}
		handle()
	}
}

func (s *Supervisor) handler() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interrupt
}

// orphaned ends the process and those that its program has started, because nobody waits for it any more. It interrupts
// a run first and gives it the time to write its recording.
func (s *Supervisor) orphaned() {
	s.gone.Store(true)
	if interrupt := s.handler(); interrupt != nil {
		interrupt()
		time.Sleep(lastWrites)
	}
	s.restore()
	left{}.end()
	os.Exit(codeOrphaned)
}

// lastWrites is how long an orphaned process may take to interrupt its run and to write it down.
const lastWrites = time.Second

// onInterrupt sets what handles interrupts, nil to end the process. A handler that there was before has
// handled its own.
func (s *Supervisor) onInterrupt(handle func()) {
	s.mu.Lock()
	s.interrupt = handle
	s.mu.Unlock()
	s.tell(takenWord)
}

func (s *Supervisor) tell(message string) {
	if s != nil {
		fmt.Fprintln(s.told, message)
	}
}

// Does tells what this process does from now on: what an Activity has.
func (s *Supervisor) Does(command, file, seeds string) {
	s.tell(doesWord + fmt.Sprintf(activityFormat, command, file, seeds))
}

// Ends tells with which code this process is about to end. Without it the supervisor reports an exit
// that nobody asked for. What a program has left behind is ended here if the supervisor is gone.
func (s *Supervisor) Ends(code int) {
	if s != nil && s.gone.Load() {
		left{}.end()
	}
	s.tell(fmt.Sprint(endsWord, code))
}

// Footprints returns what runs have to note their progress in so that the supervisor can read it; nil if
// there is nothing.
func (s *Supervisor) Footprints() *runner.Footprints {
	if s == nil {
		return nil
	}
	return s.footprints
}

// Journals lets the supervisor complete a recording, if this process ends before the recorder has
// written all of it.
func (s *Supervisor) Journals(r *record.Recorder) {
	if s != nil && s.journal != nil {
		clear(s.journal)
		r.Mirror(s.journal)
	}
}
