package userprog

import "testing"

func TestSplitWord(t *testing.T) {
	for word, want := range map[string][2]string{
		"./lab": {"./lab", ""}, "./lab:fixed": {"./lab", "fixed"},
		`C:\lab`: {`C:\lab`, ""}, `C:\lab:fixed`: {`C:\lab`, "fixed"}, "a:b/c": {"a:b/c", ""},
		".:fixed": {".", "fixed"}, "..:fixed": {"..", "fixed"}, "./a:b": {"./a", "b"},
	} {
		if dir, name := SplitWord(word); dir != want[0] || name != want[1] {
			t.Errorf("%s: %q %q", word, dir, name)
		}
	}
}
