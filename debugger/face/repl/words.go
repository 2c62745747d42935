package repl

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// word is a word of a line.
type word struct {
	text  string // without quotes
	typed string // as a breakpoint reads it: in quotes what was typed in quotes
}

// longestLine is the largest length of a line that is obeyed.
const longestLine = 2000

// split returns the words of a line. Text between double quotes belongs to one word. A line that begins
// with # is a comment, and so is what comes after a # that stands alone; #41 is an event.
func split(line string) ([]word, error) {
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
	words  []word
	word   word
	begun  bool
	quoted bool
}

func (s *splitter) quote(part string) {
	s.word.text += part
	s.word.typed += strconv.Quote(part)
	s.begun = true
}

func (s *splitter) plain(part string) {
	for _, r := range part {
		if unicode.IsSpace(r) {
			s.end()
			continue
		}
		s.word.text += string(r)
		s.word.typed += string(r)
		s.begun = true
	}
}

// end ends the present word, if there is one.
func (s *splitter) end() {
	if s.begun {
		s.words = append(s.words, s.word)
	}
	s.word, s.begun = word{}, false
}

// texts returns words without their quotes.
func texts(words []word) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = w.text
	}
	return all
}

// isQuoted says whether a part of the word was in quotes.
func (w word) isQuoted() bool { return w.text != w.typed }

// takes returns an error if a command has too few or too many words.
func takes(c *Command, words []string, least, most int) error {
	switch {
	case most == 0 && len(words) > 0:
		return fmt.Errorf("%s takes no arguments, and there is %q", c.Name, strings.Join(words, " "))
	case len(words) < least || len(words) > most:
		return fmt.Errorf("type it as: %s", c.usage())
	}
	return nil
}
