package lang

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenSort is the sort of a token.
type tokenSort uint8

const (
	end tokenSort = iota
	word
	number
	quotation // a text in quotes
	character // a rune, in its quotes
	sign
	unclosed // a text without its second quote
	strange  // a character that means nothing here
)

// token is a part of a text.
type token struct {
	sort tokenSort
	text string // without the quotes of a quotation
	at   int    // index of its first byte
	to   int    // index of the byte after it
}

// is says whether a token is a sign or an unquoted word.
func (t token) is(s string) bool { return t.text == s && (t.sort == sign || t.sort == word) }

// isName says whether a token can be a name: a quotation, or a word that is not reserved there.
func (t token) isName(where reservation) bool {
	return t.sort == quotation || t.sort == word && reserved[t.text]&where == 0
}

// signs, the longer ones first.
var signs = []string{
	"->", "||", "&&", "&^", "==", "!=", "<=", ">=", "<<", ">>",
	"=", "<", ">", "~", "!", "+", "-", "*", "/", "%", "(", ")", "[", "]", ".", ",", ":", "^", "@", "|", "?", "&",
}

// lex returns the token at or after a byte of a text. After a dot, a word may begin with digits.
func lex(s string, at int) token {
	from := at + len(s[at:]) - len(strings.TrimLeftFunc(s[at:], unicode.IsSpace))
	if from == len(s) {
		return token{end, "", from, from}
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(s[:from], unicode.IsSpace))
	t := lexHere(s[from:], before)
	if t.at, t.to = from, from+t.to; t.sort != quotation {
		t.text = s[t.at:t.to]
	}
	return t
}

// lexHere returns the token at the beginning of s, behind a character. Its text is empty if it equals the source text.
func lexHere(s string, before rune) token {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == '"', r == '`', r == '\'':
		return lexQuotation(s)
	case isLetter(r), r == '$' && len(s) > 1 && span(s[1:], isLetter) > 0, before == '.' && unicode.IsDigit(r):
		return token{sort: word, to: size + span(s[size:], isLetterOrDigit)}
	case unicode.IsDigit(r), r == '.' && len(s) > 1 && '0' <= s[1] && s[1] <= '9' && !endsOperand(before):
		return token{sort: number, to: lenOfNumber(s)}
	}
	for _, op := range signs {
		if strings.HasPrefix(s, op) {
			return token{sort: sign, to: len(op)}
		}
	}
	return token{sort: strange, to: size}
}

// endsOperand says whether a dot behind a character selects a part, and begins no number.
func endsOperand(r rune) bool { return isLetterOrDigit(r) || strings.ContainsRune("\"`')].", r) }

func isLetter(r rune) bool        { return r == '_' || unicode.IsLetter(r) }
func isLetterOrDigit(r rune) bool { return isLetter(r) || unicode.IsDigit(r) }

// span returns the number of bytes at the beginning of s whose characters satisfy of.
func span(s string, of func(rune) bool) int {
	if n := strings.IndexFunc(s, func(r rune) bool { return !of(r) }); n >= 0 {
		return n
	}
	return len(s)
}

// lenOfNumber returns the length in bytes of the number at the beginning of s; its exponent may
// have a sign.
func lenOfNumber(s string) int {
	part := func(r rune) bool { return r == '.' || isLetterOrDigit(r) }
	exponent := "eE"
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		exponent = "pP"
	}
	n := span(s, part)
	if n < len(s) && strings.ContainsAny(s[n:n+1], "+-") && strings.ContainsAny(s[n-1:n], exponent) {
		n += 1 + span(s[n+1:], part)
	}
	for n > 1 && s[n-1] == '.' {
		n--
	}
	return n
}

// lexQuotation lexes a text in Go's quotes.
func lexQuotation(s string) token {
	q, err := strconv.QuotedPrefix(s)
	if err != nil {
		return token{sort: unclosed, to: len(s)}
	}
	t, _ := strconv.Unquote(q)
	if q[0] == '\'' {
		return token{sort: character, to: len(q)}
	}
	return token{sort: quotation, text: t, to: len(q)}
}

// lexName returns the token at or after a byte of a text where the grammar expects a name of a
// place. The name extends to a blank or a sign that ends a place, as in worker-3.1, fork[2] and
// bank.go:40; in a list also to a comma.
func lexName(s string, at int, listed bool) token {
	t := lex(s, at)
	if t.sort == end || t.sort == quotation || t.sort == unclosed {
		return t
	}
	n := 0
	if closing := strings.IndexByte(s[t.at:], '}'); s[t.at] == '{' && closing > 0 {
		n = closing + 1 // a set of threads
	}
	for n < len(s)-t.at && !endsName(s[t.at+n:], listed) {
		_, size := utf8.DecodeRuneInString(s[t.at+n:])
		n += size
	}
	if n == 0 {
		return t
	}
	return token{word, s[t.at : t.at+n], t.at, t.at + n}
}

// endsName says whether a name ends before s.
func endsName(s string, listed bool) bool {
	r, _ := utf8.DecodeRuneInString(s)
	begins := func(op string) bool { return strings.HasPrefix(s, op) }
	return unicode.IsSpace(r) || strings.ContainsRune(`"=<>~()^`, r) || listed && r == ',' ||
		slices.ContainsFunc([]string{"->", "||", "&&", "!="}, begins)
}

// Replace puts other texts in place of the words of a text that begin with a $, but for those in quotes.
func Replace(s string, by func(word string) string) string {
	var b strings.Builder
	from := 0
	for t := lex(s, 0); t.sort != end; t = lex(s, t.to) {
		if t.sort == word && t.text[0] == '$' {
			b.WriteString(s[from:t.at] + by(t.text))
			from = t.to
		}
	}
	return b.String() + s[from:]
}
