package grade

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain is a text that any format and terminal can show: valid, and without control characters but for line breaks and
// tabs.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return '?'
		case r == 0xfffe || r == 0xffff:
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}

// line is a text in one line.
func line(s string) string { return strings.Join(strings.Fields(plain(s)), " ") }

// cut is a text of at most n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-3]) + "..."
	}
	return s
}
