package term

import (
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/term"

	"machsim/cmd/machsim/internal/turn"
	"machsim/debugger/event/text"
)

// IsTerminal says whether a stream, a reader or a writer, is a terminal.
func IsTerminal(stream any) bool {
	f := File(stream)
	if _, _, told := toldSize(); told {
		return f == os.Stdin || f == os.Stdout
	}
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// Told is the environment variable by which a guest is told how large its terminal is: columns x lines.
const Told = "MACHSIM_TERMINAL"

// toldSize returns that size; told is false for a process that is no guest, or has no terminal.
func toldSize() (columns, lines int, told bool) {
	if runtime.GOOS != "wasip1" {
		return 0, 0, false
	}
	n, _ := fmt.Sscanf(os.Getenv(Told), "%dx%d", &columns, &lines)
	return columns, lines, n == 2
}

// File returns the file that a stream reads or writes, nil if there is none.
func File(stream any) *os.File {
	switch s := stream.(type) {
	case *Output:
		stream = s.Writer
	case turn.Input:
		stream = s.Reader
	}
	f, _ := stream.(*os.File)
	return f
}

// Colour says whether what is written to w may have colours.
func Colour(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && IsTerminal(w) }

// Size returns the columns and lines of a terminal, 0 and 0 if w is not one.
func Size(w io.Writer) (columns, lines int) {
	if !IsTerminal(w) {
		return 0, 0
	}
	if columns, lines, told := toldSize(); told {
		return columns, lines
	}
	columns, lines, err := term.GetSize(int(File(w).Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, lines
}

// Width returns the columns of a terminal, 0 if w is not one.
func Width(w io.Writer) int {
	columns, _ := Size(w)
	return columns
}

// Fold folds lines that are longer than the terminal w is wide. It returns the same lines if w is
// not a terminal.
func Fold(w io.Writer, lines string) string { return text.FoldLines(lines, Width(w)) }

// Page returns the columns of a terminal, and the number of lines that an answer may have
// without scrolling the command away.
func Page(w io.Writer) (width, page int) {
	columns, lines := Size(w)
	if lines == 0 {
		return 0, 24
	}
	return columns, max(lines-2, 10)
}
