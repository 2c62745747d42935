package term

import (
	"io"
	"os"

	"golang.org/x/term"

	"machsim/debugger/event/text"
)

// IsTerminal says whether a stream, a reader or a writer, is a terminal.
func IsTerminal(stream any) bool {
	f := File(stream)
	return f != nil && term.IsTerminal(int(f.Fd()))
}

// File returns the file that a stream reads or writes, nil if there is none.
func File(stream any) *os.File {
	if o, ok := stream.(*Output); ok {
		stream = o.Writer
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
