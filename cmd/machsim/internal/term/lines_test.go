package term

import (
	"path/filepath"
	"testing"

	"machsim/debugger"
	"machsim/debugger/record"
)

// The lines that were typed about one program are not offered for another.
func TestHistoryFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	all := map[string]bool{}
	for _, h := range []record.Header{
		{Program: "bank"}, {Program: "naming"}, {Program: "bank", Package: record.Package{Path: "example.com/bank"}},
		{Program: "bank", Package: record.Package{Path: "example.com/x/bank"}},
	} {
		file := historyFile(&debugger.Recording{Header: h})
		if all[file] || filepath.Dir(filepath.Dir(filepath.Dir(file))) != dir {
			t.Error(file)
		}
		all[file] = true
	}
}
