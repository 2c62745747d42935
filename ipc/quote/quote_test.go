package quote

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"":         "",
		"client.1": "client.1",
		"Größe 日本 עברית é e\u0301 ☃ 😀": "Größe 日本 עברית é e\u0301 ☃ 😀",
		"C:\\new":                  "C:\\new",
		"a\nb\tc\r":                `a\nb\tc\r`,
		"\x1b[31mred\x07\x7f":      `\x1b[31mred\a\x7f`,
		"\u009b31m":                `\u009b31m`,
		"a\u202eb\u2066c\u200fd":   `a\u202eb\u2066c\u200fd`,
		"a\u200bb\ufeffc\u00add":   `a\u200bb\ufeffc\u00add`,
		"\u2028\u2029\u0085":       `\u2028\u2029\u0085`,
		"a\u00a0b\u3000c\u2800d":   `a\u00a0b\u3000c\u2800d`,
		"\u034f\u115f\u3164\ufe0f": `\u034f\u115f\u3164\ufe0f`,
		"\U000e0041\U0010ffff":     `\U000e0041\U0010ffff`,
		"\xff\xc3(\xed\xa0\x80":    `\xff\xc3(\xed\xa0\x80`,
		"\ufffd":                   "\ufffd",
	} {
		if got := Line(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "a\n": "a", "\n": "", "a\n\nb\x1b": `a||b\x1b`, "a\n\n": "a|",
	} {
		if got := strings.Join(Lines(text), "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := Text("a\nb\tc\x1b\r\n"); got != "a\nb\tc\\x1b\\r\n" {
		t.Errorf("%q", got)
	}
}

// Whatever comes in, what goes out is printable, is the same when quoted again, and is what
// came in if that was printable.
func FuzzQuote(f *testing.F) {
	f.Add("a\x1b[2J\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		line := Line(s)
		if !utf8.ValidString(line) || strings.ContainsFunc(line, unshown) || Line(line) != line {
			t.Errorf("%q", line)
		}
		if utf8.ValidString(s) && !strings.ContainsFunc(s, unshown) && line != s {
			t.Errorf("%q was printable, and became %q", s, line)
		}
		for _, l := range Lines(s) {
			if Line(l) != l {
				t.Errorf("%q", l)
			}
		}
	})
}

// JSON is the same value.
func FuzzJSON(f *testing.F) {
	f.Add("a\x7f\u202e\U000e0041\u2028")
	f.Fuzz(func(t *testing.T, s string) {
		before, _ := json.Marshal(map[string]string{s: s})
		after := JSON(before)
		if strings.ContainsFunc(string(after), unshown) {
			t.Errorf("%q", after)
		}
		var x, y map[string]string
		if err := json.Unmarshal(after, &y); err != nil {
			t.Fatalf("%s: %v", after, err)
		}
		if _ = json.Unmarshal(before, &x); len(y) != 1 {
			t.Fatalf("%s", after)
		}
		for k, v := range x {
			if y[k] != v {
				t.Errorf("%s became %s", before, after)
			}
		}
	})
}

// TestName: a name has nothing that needs care in a file system, a shell or a URL, and stays as it is.
func TestName(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "bank-1": "bank-1", "a b": "a-b", "x = 1, y": "x-1-y", "loss=0.5": "loss-0.5", " a": "-a",
		"a/../b_c": "a-..-b_c",
		"Jürgen":   "J-rgen", "\x1b]0;": "-0-", "日本": "-", "TestX/n=2": "TestX-n-2", "a--b": "a--b", "e\xff": "e-",
	} {
		if got := Name(s); got != want || Name(got) != want {
			t.Errorf("%q: %q, then %q; want %q", s, got, Name(got), want)
		}
	}
}
