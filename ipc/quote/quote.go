// Package quote makes text fit to be shown: on a terminal, in a file that may be shown on
// one, in a picture.
//
// Programs and files are other people's: what they call a port, what they print, what the
// header of a recording says. Sent to a terminal as it is, such text can move the cursor,
// change the title of the window, hide itself, run backwards, or look like a prompt and an
// answer. So all of it goes through this package on its way out, and whatever is not
// printable is written as Go writes it between quotes: \x1b, \n, \u202e.
//
// Printable are letters, marks, numbers, punctuation and symbols of all scripts, and the
// space; not printable are control characters, format characters (which include those that
// change the direction of text and those of no width), other spaces, line separators, and
// bytes that are no UTF-8. A text that was made fit stays as it is when that is done again.
//
// The kernel makes names for people, and so this stands below it, beside package table, and knows of neither.
package quote

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns a text on one line, with what is not printable quoted: a newline too.
func Line(s string) string { return quoted(s, unshown) }

// Name makes of a text a name for a file, a session or a part of a URL: letters and digits of ASCII, dots, underscores
// and hyphens stay, and whatever stands between them becomes one hyphen.
func Name(s string) string {
	parts := strings.FieldsFunc("."+s+".", func(r rune) bool {
		return r >= utf8.RuneSelf || r != '.' && r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	whole := strings.Join(parts, "-")
	return whole[1 : len(whole)-1]
}

// Text returns a text of several lines, with what is not printable quoted but for newlines
// and tabs.
func Text(s string) string {
	return quoted(s, func(r rune) bool { return r != '\n' && r != '\t' && unshown(r) })
}

// Lines returns the lines of a text without their ends, each as Line does, for what is to
// stand in front of each. There is one at least; a newline at the end begins no other.
func Lines(s string) []string {
	all := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	for i, line := range all {
		all[i] = Line(line)
	}
	return all
}

// List returns texts as Line does each.
func List(all []string) []string {
	all = slices.Clone(all)
	for i, s := range all {
		all[i] = Line(s)
	}
	return all
}

// JSON returns JSON that is the same value, with what is not printable escaped: in JSON it
// can only be in strings.
func JSON(b []byte) []byte {
	if !slices.ContainsFunc(b, func(c byte) bool { return c >= utf8.RuneSelf || c == 0x7f }) {
		return b
	}
	out := make([]byte, 0, len(b))
	for _, r := range string(b) {
		if r == '\n' || !unshown(r) {
			out = utf8.AppendRune(out, r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// quoted quotes the runes of a text that bad tells, and bytes that are none.
func quoted(s string, bad func(rune) bool) string {
	at := firstBad(s, bad)
	if at < 0 {
		return s
	}
	out := []byte(s[:at])
	for at < len(s) {
		r, n := utf8.DecodeRuneInString(s[at:])
		if r == utf8.RuneError && n == 1 || bad(r) {
			out = appendEscaped(out, s[at:at+n])
		} else {
			out = append(out, s[at:at+n]...)
		}
		at += n
	}
	return string(out)
}

// appendEscaped writes a rune, or a byte, as Go does in a string of ASCII.
func appendEscaped(out []byte, s string) []byte {
	q := strconv.QuoteToASCII(s)
	return append(out, q[1:len(q)-1]...)
}

// firstBad is where the first rune or byte is that has to be quoted, -1 for nowhere.
func firstBad(s string, bad func(rune) bool) int {
	for i, r := range s {
		if r >= ' ' && r < 0x7f {
			continue
		}
		if bad(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return -1
}

// unshown tells runes that are not to be shown as they are. Some that Go calls printable
// take no room, or show nothing.
func unshown(r rune) bool {
	if r >= ' ' && r < 0x7f {
		return false
	}
	return !strconv.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector) || r == blank
}

// blank is a Braille pattern without dots.
const blank = '\u2800'
