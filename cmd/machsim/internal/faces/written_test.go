package faces

import (
	"path/filepath"
	"testing"
)

// TestLeft: of a guest there are recordings in the directory of these, whose path may be written in any way.
func TestLeft(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	for path, want := range map[string]bool{
		".machsim/y.rec": true, "./.machsim/y.rec": true, filepath.Join(here, ".machsim", "y.rec"): true,
		"y.rec": false, ".machsim/y.text": false, ".machsim/in/y.rec": false, "../.machsim/y.rec": false,
	} {
		if left(path) != want {
			t.Errorf("%s is left: %v", path, !want)
		}
	}
}
