//go:build !wasm

package guest

import (
	"io"
	"regexp"
	"unicode/utf8"

	"machsim/ipc/quote"
)

// shown passes on what a guest writes to a terminal. It quotes what is not printable, for a guest need not be
// machsim: such text could set the clipboard, or have the terminal type an answer. Colours are left, and what writes a
// line anew.
type shown struct {
	to   io.Writer
	left []byte // what may be the beginning of a letter, or of what is left as it is
}

// onTerminal has what is written there shown, if it is a terminal. What is left is written at the end.
func onTerminal(w io.Writer, is bool) (out io.Writer, end func()) {
	if !is {
		return w, func() {}
	}
	s := &shown{to: w}
	return s, s.end
}

// asItIs is what machsim writes to a terminal beside letters and newlines; begun is a beginning of that, at the end.
var (
	asItIs = regexp.MustCompile(`\x1b\[[0-9;]{0,9}[mK]|[\r\t]`)
	begun  = regexp.MustCompile(`\x1b(\[[0-9;]{0,9})?$`)
)

func (s *shown) Write(p []byte) (int, error) {
	text := append(s.left, p...)
	end := whole(text)
	if at := begun.FindIndex(text); at != nil {
		end = at[0]
	}
	var out []byte
	at := 0
	for _, found := range asItIs.FindAllIndex(text[:end], -1) {
		out = append(append(out, quote.Text(string(text[at:found[0]]))...), text[found[0]:found[1]]...)
		at = found[1]
	}
	out = append(out, quote.Text(string(text[at:end]))...)
	s.left = append([]byte(nil), text[end:]...)
	if _, err := s.to.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// whole is how long a text is without the bytes at its end that begin a letter.
func whole(text []byte) int {
	for n := min(len(text), utf8.UTFMax-1); n > 0; n-- {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) && !utf8.FullRune(tail) {
			return len(text) - n
		}
	}
	return len(text)
}

// end passes on what was left.
func (s *shown) end() { _, _ = io.WriteString(s.to, quote.Text(string(s.left))) }
