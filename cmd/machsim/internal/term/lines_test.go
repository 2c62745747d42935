package term

import (
	"path/filepath"
	"testing"

	"machsim/debugger"
)

// The lines that were typed about one program are not offered for another.
func TestHistoryFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	all := map[string]bool{}
	for _, x := range []debugger.Info{
		{Program: "bank"}, {Program: "naming"}, {Program: "bank", Package: "example.com/bank"},
		{Program: "bank", Package: "example.com/x/bank"},
	} {
		file := historyFile(&x)
		if all[file] || filepath.Dir(filepath.Dir(filepath.Dir(file))) != dir {
			t.Error(file)
		}
		all[file] = true
	}
}
