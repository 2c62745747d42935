package instrument_test

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// Packages that tests of others run with hooks. With hooks they are beside themselves, in hooked.
var hookedBeside = []string{
	"machsim/debugger/run/livelock/internal/rounds",
	"machsim/debugger/internal/lab/plain",
}

// TestRounds: these packages with hooks are what is made of them now.
func TestRounds(t *testing.T) {
	for _, of := range hookedBeside {
		all, err := instrument.List(list, of)
		if err != nil {
			t.Fatal(err)
		}
		to := path.Join(path.Dir(of), "hooked")
		for _, l := range all {
			if l.ImportPath == of {
				beside(t, l, to)
			}
		}
	}
}

// beside holds the files of a package with hooks against those that there are, or writes them.
func beside(t *testing.T, l instrument.Listed, to string) {
	t.Helper()
	res, err := instrument.All(list, []instrument.Listed{l}, func(l instrument.Listed) string { return l.Name }, nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, text := range res[0].Files {
		at, name := "/"+l.ImportPath, filepath.Base(file)
		text = generated + strings.ReplaceAll(strings.ReplaceAll(text, `Path: "`+l.ImportPath+`"`, `Path: "`+to+`"`), l.Dir, at)
		if !strings.Contains(text, "\nfunc init() {\n") {
			text = strings.Replace(text, generated, generated+"//line "+at+"/"+name+":1\n", 1)
		}
		file := filepath.Join(filepath.Dir(l.Dir), "hooked", name)
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, _ := os.ReadFile(file); string(got) != text {
			t.Errorf("%s is not what is made of it; -update writes it", name)
		}
	}
}
