package predicate

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Mistake is what is wrong with the text of a predicate or an expression.
type Mistake struct {
	Text string // as typed
	At   int    // index of the byte that is wrong; len(Text) if something is missing at the end
	What string // a sentence: what is wrong there and what would be right
}

// Error is the sentence, and which character it is about.
func (m *Mistake) Error() string {
	if m.At >= len(m.Text) {
		return "at the end of the predicate: " + m.What
	}
	return fmt.Sprintf("at character %d of the predicate: %s", utf8.RuneCountInString(m.Text[:m.At])+1, m.What)
}

// Show is three lines: the text, a mark under the character, and the sentence.
func (m *Mistake) Show() string {
	line := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, m.Text)
	return fmt.Sprintf("%s\n%s^\n%s", line, strings.Repeat(" ", utf8.RuneCountInString(m.Text[:m.At])), m.What)
}

// source is a text in which mistakes can be shown.
type source string

func (s source) mistake(at int, format string, args ...any) *Mistake {
	return &Mistake{string(s), max(0, min(at, len(s))), fmt.Sprintf(format, args...)}
}
