package guest

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// written is what a terminal gets of a text that a guest writes in pieces.
func written(text string, pieces ...int) string {
	var b strings.Builder
	w, end := onTerminal(&b, true)
	for _, n := range pieces {
		n = min(n, len(text))
		_, _ = w.Write([]byte(text[:n]))
		text = text[n:]
	}
	_, _ = w.Write([]byte(text))
	end()
	return b.String()
}

// TestShown has a guest write to a terminal what does more than show letters. It does not matter in which pieces.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\n":                                "a\tb\n",
		"\x1b[1;31mred\x1b[0m":                  "\x1b[1;31mred\x1b[0m",
		"\r50 %\x1b[K":                          "\r50 %\x1b[K",
		"\x1b]52;c;ZXZpbA==\x07":                `\x1b]52;c;ZXZpbA==\a`,
		"\x1b[2J\x1b[5n":                        `\x1b[2J\x1b[5n`,
		"\x1b[1\x1b[0m":                         "\\x1b[1\x1b[0m",
		"caf\u00e9\u202e\u009b6n":               "caf\u00e9\\u202e\\u009b6n",
		"\xc3":                                  `\xc3`,
		"\x1b[":                                 `\x1b[`,
		"\x1b[" + strings.Repeat("1", 99) + "m": `\x1b[` + strings.Repeat("1", 99) + "m",
	} {
		for i := range len(text) + 1 {
			if got := written(text, i); got != want {
				t.Errorf("%q in pieces of %d and %d bytes: %q, not %q", text, i, len(text)-i, got, want)
			}
		}
	}
	var plain strings.Builder
	if w, _ := onTerminal(&plain, false); w != &plain {
		t.Error("what is no terminal does not get what is written")
	}
}

// TestShownRandom writes random bytes: a terminal gets letters, newlines and tabs, colours, and what writes a line
// anew.
func TestShownRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	parts := []string{"\x1b", "[", "m", "K", "J", ";", "7",
		"\r", "\n", "\xc2", "\x9b", "\u00e9", "\u200b", "]", "\x07", "a"}
	for range 20_000 {
		text, pieces := "", []int(nil)
		for range rng.IntN(12) {
			text += parts[rng.IntN(len(parts))]
			pieces = append(pieces, rng.IntN(4))
		}
		got := []rune(written(text, pieces...))
		for i := 0; i < len(got); i++ {
			c := got[i]
			switch {
			case c == '\x1b':
				for i += 2; i < len(got) && (got[i] == ';' || unicode.IsDigit(got[i])); i++ {
				}
				if i >= len(got) || got[i] != 'm' && got[i] != 'K' {
					t.Fatalf("%q in pieces of %v: %q", text, pieces, string(got))
				}
			case !unicode.IsGraphic(c) && c != '\n' && c != '\r' && c != '\t':
				t.Fatalf("%q in pieces of %v: %q", text, pieces, string(got))
			}
		}
	}
}
