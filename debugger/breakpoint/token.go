package breakpoint

import (
	"strconv"
	"strings"
	"unicode"
)

// tokenSort tells tokens apart.
type tokenSort uint8

const (
	end tokenSort = iota
	word
	quotation // in quotes
	sign      // a comparison
	unclosed  // a text without its second quote
)

// token is a part of a breakpoint's text.
type token struct {
	sort tokenSort
	text string
	at   int // index of its first byte
}

// reserved are words that have a meaning of their own: who and what goes by one of them
// has to be put in quotes.
var reserved = map[string]bool{
	"after": true, "by": true, "in": true, "count": true, "every": true, "if": true, "and": true,
	"port": true, "set": true, "mutex": true, "condition": true, "thread": true, "task": true,
	"to": true, "from": true, "at": true, "for": true, "of": true, "id": true, "item": true,
}

// scan takes a text apart. The last token is an end.
func scan(s string) (all []token) {
	for i := 0; ; {
		i += len(s[i:]) - len(strings.TrimLeftFunc(s[i:], unicode.IsSpace))
		if i == len(s) {
			return append(all, token{end, "", i})
		}
		t, n := next(s[i:])
		t.at = i
		all = append(all, t)
		i += n
	}
}

// next is the token at the beginning of s, and how many bytes it has.
func next(s string) (token, int) {
	if s[0] == '"' {
		return quotationOf(s)
	}
	for _, op := range signs {
		if strings.HasPrefix(s, op) {
			return token{sort: sign, text: op}, len(op)
		}
	}
	n := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"=<>~`, r) })
	if n < 0 {
		n = len(s)
	}
	if n > 1 && s[n-1] == '!' && n < len(s) && s[n] == '=' {
		n-- // of !=
	}
	return token{sort: word, text: s[:n]}, n
}

// signs are the comparisons, the longer ones first.
var signs = []string{"==", "!=", "<=", ">=", "=", "<", ">", "~"}

// quotation is a text in Go's quotes.
func quotationOf(s string) (token, int) {
	if q, err := strconv.QuotedPrefix(s); err == nil {
		t, _ := strconv.Unquote(q)
		return token{sort: quotation, text: t}, len(q)
	}
	return token{sort: unclosed, text: s}, len(s)
}
