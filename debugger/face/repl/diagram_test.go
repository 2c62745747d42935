package repl_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"machsim/debugger"
	"machsim/debugger/face/repl"
)

// TestDiagramFits sees pictures fit on screens, and no advice to type a flag.
func TestDiagramFits(t *testing.T) {
	for _, width := range []int{40, 60, 80, 160} {
		p, out := prompt(t, repl.Options{Width: width, Page: 100}, "clientserver", "--seed=9")
		for _, line := range []string{"diagram", "goto 100", "diagram", "diagram 60"} {
			if err := p.Do(line); err != nil {
				t.Error(err)
			}
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width || strings.Contains(line, "--from") {
				t.Errorf("width %d: %d columns: %s", width, n, line)
			}
		}
	}
}

// TestDiagramFile sees a picture written, and what is said when that cannot be.
func TestDiagramFile(t *testing.T) {
	files := map[string]string{}
	o := debugger.Options{Write: func(path string, data []byte) error { files[path] = string(data); return nil }}
	p, _ := promptOn(t, open(t, o, "timeout", "--seed=3"), repl.Options{})
	if err := p.Do("diagram -o run.svg"); err != nil || !strings.HasPrefix(files["run.svg"], "<svg") &&
		!strings.HasPrefix(files["run.svg"], "<?xml") {
		t.Errorf("%v: %.100s", err, files["run.svg"])
	}
	p, out := prompt(t, repl.Options{}, "timeout", "--seed=3")
	if err := p.Do("diagram -o run.svg"); err == nil {
		t.Error(out)
	}
}
