package app

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"machsim/debugger/report"
	"machsim/debugger/text"
	"machsim/debugger/trace"
	"machsim/kernel"
	"machsim/kernel/quote"
)

// isTerminal says whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f := file(w)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// colour says whether what is written to w may have colours.
func colour(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && isTerminal(w) }

// width is the columns of a terminal, 0 for what is none.
func width(w io.Writer) int {
	if isTerminal(w) {
		if n, _, err := term.GetSize(int(file(w).Fd())); err == nil {
			return n
		}
	}
	return 0
}

// fitted is a text whose lines are no longer than a terminal is wide: what is left of one is
// set in below it. For what is no terminal it is the text.
func fitted(w io.Writer, lines string) string {
	columns := width(w)
	if columns == 0 {
		return lines
	}
	var b strings.Builder
	for line := range strings.Lines(lines) {
		b.WriteString(text.Fold(strings.TrimSuffix(line, "\n"), columns) + "\n")
	}
	return b.String()
}

// styleFor is how a report looks on the command's output.
func styleFor(c *cobra.Command) report.Style {
	w := c.OutOrStdout()
	return report.Style{Colour: colour(w), Width: width(w), Limits: report.CommandLine}
}

// screen shows a run as it goes: the lines that the program writes, or with trace a
// line for each event. On a terminal nothing is held back, and the program's lines
// nowhere: if it ends the process, they are what is left of it.
type screen struct {
	mu    sync.Mutex
	out   *bufio.Writer
	trace kernel.Tracer // with no Event to show the program's lines only
	flush bool
	shown int // lines of the program
}

func newScreen(w io.Writer, traced bool) *screen {
	s := &screen{out: bufio.NewWriter(w), flush: !traced || isTerminal(w)}
	if traced {
		s.trace = trace.To(s.out, width(w))
	}
	return s
}

func (s *screen) traces() bool { return s.trace.Event != nil }

// tracer shows what the screen is to show.
func (s *screen) tracer() kernel.Tracer {
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
func (s *screen) event(e *kernel.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trace.Event(e)
	s.written()
}

// written holds nothing back where nothing is to be held back.
func (s *screen) written() {
	if s.flush {
		_ = s.out.Flush()
	}
}

// lines shows what the program has written since.
func (s *screen) lines(state *kernel.State) {
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

// note shows a line that is neither an event nor the program's, among those of a trace.
func (s *screen) note(format string, args ...any) {
	if !s.traces() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, "%s\n", quote.Line(fmt.Sprintf(format, args...)))
}

// end writes out what was held back. From now on nothing is shown any more: a run that
// was given up may still be going on, and may even be stuck in writing.
func (s *screen) end() {
	if s.mu.TryLock() {
		_ = s.out.Flush()
	}
}
