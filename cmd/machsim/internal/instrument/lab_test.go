package instrument_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// The programs of which tests know every local event, and the package that is made of them.
const (
	plainLab  = "machsim/debugger/internal/lab"
	hookedLab = "../../../../debugger/internal/hooked/lab"
)

// TestLab: the programs with hooks are what is made of the programs now.
func TestLab(t *testing.T) {
	all, err := instrument.List(list, plainLab)
	if err != nil {
		t.Fatal(err)
	}
	own := all[len(all)-1:]
	res, err := instrument.All(list, own, func(l instrument.Listed) string { return l.Name })
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range res[0].Files {
		name := filepath.Base(path)
		text = strings.ReplaceAll(text, own[0].Dir, "/"+plainLab)
		text = strings.ReplaceAll(text, `Path: "`+plainLab+`"`, `Path: "machsim/debugger/internal/hooked/lab"`)
		if text = generated + text; name != "machsim_table.go" {
			text = strings.Replace(text, generated, generated+"//line /"+plainLab+"/"+name+":1\n", 1)
		}
		file := filepath.Join(hookedLab, name)
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("%s is not what is made of the programs (%v); -update writes it", file, err)
		}
	}
}
