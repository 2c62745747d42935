package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"machsim/ipc/quote"
)

// Mistake describes an error in a text that was typed.
type Mistake struct {
	Of   string // what the text is: "breakpoint", "predicate"
	Text string // as typed
	At   int    // index of the wrong byte; len(Text) if something is missing at the end
	What string // a sentence: what is wrong there and what would be right

	// Absent says that the text may be right all the same: the run has nothing of that name, or
	// never came to that place, and another run might.
	Absent bool
	// Variable is the name of a variable that no program shows; "" if it is none of one. In a program with hooks it may be
	// one of a function.
	Variable string
	// Grammar says that the text is none of its language.
	Grammar bool
}

// NewMistake returns a mistake at a byte of a text, or at its end if there is no such byte.
func NewMistake(of, text string, at int, format string, args ...any) *Mistake {
	return &Mistake{Of: of, Text: text, At: max(0, min(at, len(text))), What: quote.Line(fmt.Sprintf(format, args...))}
}

// Error returns the sentence, and the number of the character it is about.
func (m *Mistake) Error() string {
	if m.At >= len(m.Text) {
		return fmt.Sprintf("at the end of the %s: %s", m.Of, m.What)
	}
	return fmt.Sprintf("at character %d of the %s: %s", utf8.RuneCountInString(m.Text[:m.At])+1, m.Of, m.What)
}

// Show returns three lines: the text, a mark under the character, and the sentence.
func (m *Mistake) Show() string {
	before := quote.Line(m.Text[:m.At])
	return fmt.Sprintf("%s%s\n%s^\n%s", before, quote.Line(m.Text[m.At:]),
		strings.Repeat(" ", utf8.RuneCountInString(before)), m.What)
}
