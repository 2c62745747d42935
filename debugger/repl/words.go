package repl

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// split returns the words of a line. What is between double quotes is one word. A line that
// begins with #, or what comes after a # that stands alone, is a remark; #41 is an event.
func split(line string) (words []string, err error) {
	var word strings.Builder
	if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
		return nil, nil
	}
	line, _, _ = strings.Cut(line, " # ")
	quoted, begun := false, false
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, r := range line {
		switch {
		case r == '"':
			quoted, begun = !quoted, true
		case quoted:
			word.WriteRune(r)
		case unicode.IsSpace(r):
			end()
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	if quoted {
		return nil, errors.New(`there is a " without the second one`)
	}
	end()
	return words, nil
}

// takes says how many words a command wants, if these are not as many.
func takes(c *Command, words []string, least, most int) error {
	switch {
	case most == 0 && len(words) > 0:
		return fmt.Errorf("%s takes no arguments, and there is %q", c.Name, strings.Join(words, " "))
	case len(words) < least || len(words) > most:
		return fmt.Errorf("type it as: %s", c.usage())
	}
	return nil
}
