package instrument_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

// The programs that package livelock is tested with, and where they are with hooks.
const (
	rounds    = "machsim/debugger/livelock/internal/rounds"
	hookedDir = "../../../../debugger/livelock/internal/hooked"
)

// TestRounds: the programs of these tests with hooks are what is made of them now.
func TestRounds(t *testing.T) {
	all, err := instrument.List(list, rounds)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		if l.ImportPath != rounds {
			continue
		}
		res, err := instrument.All(list, []instrument.Listed{l}, func(l instrument.Listed) string { return l.Name })
		if err != nil {
			t.Fatal(err)
		}
		for file, text := range res[0].Files {
			at, name := "/"+rounds, filepath.Base(file)
			text = generated + strings.ReplaceAll(strings.ReplaceAll(text, `Path: "`+rounds+`"`,
				`Path: "machsim/debugger/livelock/internal/hooked"`), l.Dir, at)
			if !strings.Contains(text, "\nfunc init() {\n") {
				text = strings.Replace(text, generated, generated+"//line "+at+"/"+name+":1\n", 1)
			}
			file := filepath.Join(hookedDir, name)
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
}
