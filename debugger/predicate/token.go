package predicate

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"machsim/debugger/breakpoint"
)

// tokenSort tells tokens apart.
type tokenSort uint8

const (
	end tokenSort = iota
	word
	number
	quotation // in quotes
	sign
	unclosed // a text without its second quote
	strange  // a character that means nothing here
)

// token is a part of a predicate's text.
type token struct {
	sort tokenSort
	text string // of a text, without the quotes
	at   int    // index of its first byte
	to   int    // index of the byte after it
}

// is says whether a token is a sign or an unquoted word.
func (t token) is(s string) bool { return t.text == s && (t.sort == sign || t.sort == word) }

// signs, the longer ones first.
var signs = []string{"->", "||", "==", "!=", "<=", ">=", "=", "<", ">", "~", "+", "-", "*", "/", "%", "(", ")", "[", "]", ".", ",", ":", "^", "@"}

// scan takes a text apart. The last token is an end.
func scan(s string) (all []token) {
	for i := 0; ; {
		i += len(s[i:]) - len(strings.TrimLeftFunc(s[i:], unicode.IsSpace))
		if i == len(s) {
			return append(all, token{end, "", i, i})
		}
		t, n := next(s[i:], all)
		t.at, t.to = i, i+n
		all = append(all, t)
		i += n
	}
}

// next is the token at the beginning of s, and how many bytes it has.
func next(s string, before []token) (token, int) {
	if s[0] == '"' {
		return quotationOf(s)
	}
	if w := hyphened(s); w != "" {
		return token{sort: word, text: w}, len(w)
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case letter(r):
		n := stretch(s, func(r rune) bool { return letter(r) || unicode.IsDigit(r) })
		return token{sort: word, text: s[:n]}, n
	case unicode.IsDigit(r):
		return digits(s, before)
	}
	for _, op := range signs {
		if strings.HasPrefix(s, op) {
			return token{sort: sign, text: op}, len(op)
		}
	}
	return token{sort: strange, text: s[:size]}, size
}

func letter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// stretch is how many bytes at the beginning of s are of one sort.
func stretch(s string, of func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !of(r) }); n >= 0 {
		return n
	}
	return len(s)
}

// hyphened is a kind of breakpoint with a hyphen in it, such as task-create.
func hyphened(s string) string {
	for _, d := range breakpoint.Kinds {
		if !strings.Contains(d.Word, "-") || !strings.HasPrefix(s, d.Word) {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(s[len(d.Word):]); !letter(r) && !unicode.IsDigit(r) {
			return d.Word
		}
	}
	return ""
}

// digits is a number or, after a dot, a part of a name, which may begin with digits.
func digits(s string, before []token) (token, int) {
	if n := len(before); n > 0 && before[n-1].is(".") {
		n := stretch(s, func(r rune) bool { return letter(r) || unicode.IsDigit(r) })
		return token{sort: word, text: s[:n]}, n
	}
	n := stretch(s, func(r rune) bool { return r == '.' || r == '_' || letter(r) || unicode.IsDigit(r) })
	for n > 1 && s[n-1] == '.' {
		n--
	}
	return token{sort: number, text: s[:n]}, n
}

// quotation is a text in Go's quotes.
func quotationOf(s string) (token, int) {
	if q, err := strconv.QuotedPrefix(s); err == nil {
		t, _ := strconv.Unquote(q)
		return token{sort: quotation, text: t}, len(q)
	}
	return token{sort: unclosed, text: s}, len(s)
}

// comparisons are the signs that compare.
var comparisons = []string{"=", "!=", "<", "<=", ">", ">=", "~"}

func comparison(t token) bool {
	return t.sort == sign && (slices.Contains(comparisons, t.text) || t.text == "==")
}
