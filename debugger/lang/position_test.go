package lang_test

import (
	"fmt"
	"testing"

	"machsim/debugger/lang"
)

// TestParsePosition reads every way to write a position.
func TestParsePosition(t *testing.T) {
	for text, want := range map[string]string{
		".":          "0",
		"start":      "1",
		"end - 10":   "5 end-10 [2]-10",
		"+5":         "5 +5 [0]+5",
		"past 41":    "3 41",
		"without #7": "4 #7",
		"41":         "5 41 41",
		"2/41&44":    "5 2/41&44 2: 41 44",
		"past-1":     "5 past-1 past-1",
		"a.1=5":      "6 a.1=5 a.1=5",
		"a.1=5&b=-1": "6 a.1=5&b=-1 a.1=5 b=-1",
		"before-3":   "5 before-3 [5 before before]-3",
		"a-1+2":      "5 a-1+2 [5 a-1 [5 a a]-1]+2",
	} {
		p, err := lang.ParsePosition(text)
		if err != nil || positionText(p) != want {
			t.Errorf("%s: %v, %v", text, positionText(p), err)
		}
	}
	for _, text := range []string{"", "past", "without", "a b", "1 2 3 4"} {
		if p, err := lang.ParsePosition(text); err == nil {
			t.Errorf("%s: %v", text, positionText(p))
		}
	}
}

// positionText is a position with all that was read of it.
func positionText(p *lang.Position) string {
	if p == nil {
		return "none"
	}
	text := fmt.Sprint(p.Kind)
	if p.Text != "" {
		text += " " + p.Text
	}
	if p.Base != nil {
		return fmt.Sprintf("%s [%s]%+d", text, positionText(p.Base), p.Offset)
	}
	if p.Run != "" {
		text += " " + p.Run + ":"
	}
	for _, e := range p.Events {
		text += " " + e
	}
	return text
}
