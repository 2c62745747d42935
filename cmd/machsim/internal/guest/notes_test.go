package guest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/sandbox"
)

// session has a guest of a capsule do a command in which it writes notes; "" for none. It returns the notes that the
// guest was given, and what is said.
func session(file, capsule, notes string, args ...string) (given, errs string) {
	var said strings.Builder
	g := &visitor{args: append(args, file), errs: &said, capsules: []string{file}, files: sandbox.NewFiles("/", 1<<30)}
	g.recall(capsule)
	before := g.files.Contents()
	if notes != "" {
		g.files.Put(file+".notes", []byte(notes))
	}
	g.keep(before)
	return before[file+".notes"], said.String()
}

// TestNotes keeps the notes of a guest beside its capsule: the same guest gets them again, byte for byte, another one
// does not, and what somebody else has put there stays.
func TestNotes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.capsule")
	const others = "is not of this capsule"
	for i, step := range []struct {
		capsule, notes, command string
		given, said             string
	}{
		{"1 1", "", "debug", "", ""}, {"1 1", "a\nb", "debug", "", ""}, {"1 1", "c", "web", "a\nb", ""},
		{"1 1", "d", "info", "", ""}, {"1 1", "", "debug", "c", ""}, {"1 1", "d", "debug --no-notes", "", ""},
		{"1 1", strings.Repeat("x", mostNotes+1), "debug", "c", "not kept"}, {"1 2", "e", "debug", "", others},
		{"1 1", strings.Repeat("x", mostNotes), "debug", "c", ""},
		{"1 1", "f", "debug", strings.Repeat("x", mostNotes), ""}, {"1 1", "", "debug", "f", ""},
	} {
		given, said := session(file, step.capsule, step.notes, strings.Fields(step.command)...)
		if given != step.given || !strings.Contains(said, step.said) || (said == "") != (step.said == "") {
			t.Errorf("session %d is given %.80q, and said %.80q", i, given, said)
		}
	}
	for _, text := range []string{"my notes\n", "machsim", strings.Repeat("x", 2*mostNotes), ""} {
		if err := os.WriteFile(file+".notes", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		given, said := session(file, "1 1", "g", "debug")
		if left, _ := os.ReadFile(file + ".notes"); given != "" || !strings.Contains(said, others) || string(left) != text {
			t.Errorf("%.80q: the guest is given %q, and said %q; now %.80q", text, given, said, left)
		}
	}
}
