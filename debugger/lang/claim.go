package lang

import (
	"strings"
	"unicode"
)

// Claim divides a claim into its name, which is one word with a colon and a space behind it, and the predicate:
// "one-master: count of (master) < 2". The name is "" if it has none.
func Claim(claim string) (name, predicate string) {
	if name, rest, ok := strings.Cut(claim, ": "); ok && isName(name) {
		return name, rest
	}
	return "", claim
}

func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
}
