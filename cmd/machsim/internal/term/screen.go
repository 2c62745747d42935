package term

import (
	"bufio"
	"fmt"
	"io"
	"sync"

	"machsim/debugger/event/trace"
	"machsim/ipc/quote"
	"machsim/kernel"
)

// Screen shows a run as it goes: the lines that the program writes, or a trace with a line for each
// event. It buffers only a trace that does not go to a terminal: if a program ends the process, its
// last lines have been shown.
type Screen struct {
	mu    sync.Mutex
	out   *bufio.Writer
	trace kernel.Tracer // without Event if the screen shows the program's lines only
	flush bool
	shown int // lines of the program
}

// NewScreen returns a screen that writes to w, with a trace or without.
func NewScreen(w io.Writer, traced bool) *Screen {
	s := &Screen{out: bufio.NewWriter(w), flush: !traced || IsTerminal(w)}
	if traced {
		s.trace = trace.To(s.out, Width(w))
	}
	return s
}

func (s *Screen) traces() bool { return s.trace.Event != nil }

// Tracer returns the Tracer that lets the screen show a run.
func (s *Screen) Tracer() kernel.Tracer {
	if s.traces() {
		return kernel.Tracer{Before: true, Event: s.event}
	}
	return kernel.Tracer{Step: func(state *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) {
		if s.shown < len(state.Console) {
			s.lines(state)
		}
	}}
}

// event shows an event.
func (s *Screen) event(e *kernel.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace.Event(e)
	s.written()
}

// written empties the buffer, unless it may be kept.
func (s *Screen) written() {
	if s.flush {
		_ = s.out.Flush()
	}
}

// lines shows the lines that the program has written since it was last called.
func (s *Screen) lines(state *kernel.State) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.written()
	for ; s.shown < len(state.Console); s.shown++ {
		l := state.Console[s.shown]
		for _, line := range quote.Lines(l.Text) {
			fmt.Fprintf(s.out, "%s: %s\n", state.ThreadName(l.Thread), line)
		}
	}
}

// Note shows a line of the caller's among those of a trace. Without a trace it shows nothing.
func (s *Screen) Note(format string, args ...any) {
	if !s.traces() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, "%s\n", quote.Line(fmt.Sprintf(format, args...)))
}

// End empties the buffer, and keeps the screen from showing anything more: a run that was given up may
// still be going on. It does not wait for a run that is stuck in writing.
func (s *Screen) End() {
	if s.mu.TryLock() {
		_ = s.out.Flush()
	}
}
