package input

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Word is a word of a line.
type Word struct {
	Text  string // without quotes
	Typed string // as a breakpoint reads it: in quotes what was typed in quotes
}

// longestLine is the largest length of a line that is obeyed.
const longestLine = 2000

// Split returns the words of a line. Text between double quotes belongs to one word. A line that begins
// with # is a comment, and so is what comes after a # that stands alone; #41 is an event.
func Split(line string) ([]Word, error) {
	if len(line) > longestLine {
		return nil, fmt.Errorf("this line has %d characters, and no command needs more than %d", len(line), longestLine)
	}
	if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
		return nil, nil
	}
	line, _, _ = strings.Cut(line, " # ")
	var s splitter
	for part := range strings.SplitSeq(line, `"`) {
		if s.quoted {
			s.quote(part)
		} else {
			s.plain(part)
		}
		s.quoted = !s.quoted
	}
	if !s.quoted { // an odd number of quotes
		return nil, errors.New(`there is a " without the second one`)
	}
	s.end()
	return s.words, nil
}

// splitter separates the parts of a line that stand between quotes from the others.
type splitter struct {
	words  []Word
	word   Word
	begun  bool
	quoted bool
}

func (s *splitter) quote(part string) {
	s.word.Text += part
	s.word.Typed += strconv.Quote(part)
	s.begun = true
}

func (s *splitter) plain(part string) {
	for _, r := range part {
		if unicode.IsSpace(r) {
			s.end()
			continue
		}
		s.word.Text += string(r)
		s.word.Typed += string(r)
		s.begun = true
	}
}

// end ends the present word, if there is one.
func (s *splitter) end() {
	if s.begun {
		s.words = append(s.words, s.word)
	}
	s.word, s.begun = Word{}, false
}

// Texts returns words without their quotes.
func Texts(words []Word) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.Text
	}
	return all
}

// IsQuoted says whether a part of the word was in quotes.
func (w Word) IsQuoted() bool { return w.Text != w.Typed }

// Spoken joins words as they were typed, with their quotes.
func Spoken(words []Word) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.Typed
	}
	return strings.Join(all, " ")
}
