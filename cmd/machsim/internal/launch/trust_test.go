package launch

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"machsim/cmd/machsim/internal/scaffold"
	"machsim/cmd/machsim/internal/userprog"
	"machsim/debugger/record"
)

// Which packages a recording may name: those of the module that one stands in, and of these
// not what a symbolic link brings in.
func TestPackageIsHere(t *testing.T) {
	source, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	mine, strange, outside := filepath.Join(t.TempDir(), "mine"), t.TempDir(), t.TempDir()
	if err := (scaffold.Module{Dir: mine, Name: "mine", Machsim: source}).Make(); err != nil {
		t.Fatal(err)
	}
	lab := fstest.MapFS{"lab.go": {Data: []byte("package lab\n\nvar Program int\n")}}
	if err := cmp.Or(os.CopyFS(outside, lab), os.CopyFS(strange, lab)); err != nil {
		t.Fatal(err)
	}
	module := []byte("module example.com/strange\n\ngo 1.26\n")
	if err := os.WriteFile(filepath.Join(strange, "go.mod"), module, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(mine, "linked")); err != nil {
		t.Skip(err)
	}
	appendFile(t, filepath.Join(mine, "go.mod"),
		"require example.com/strange v0.0.0\n\nreplace example.com/strange => "+strange+"\n")
	t.Chdir(mine)
	for path, want := range map[string]bool{"example.com/mine": true, "example.com/strange": false,
		"example.com/mine/linked": false, "machsim/programs/bank": false} {
		p, err := userprog.Find(".", path)
		if err != nil || p.Here != want {
			t.Errorf("%s: %+v %v", path, p, err)
		}
		was := &record.Recording{Header: record.Header{Package: record.Package{Path: path}}}
		if _, err = (Opener{In: strings.NewReader("y\n")}).recordedPackage("x.rec", was); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
		if _, err = (Opener{Trusts: true}).recordedPackage("x.rec", was); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Somebody else's module, in a directory that many may write to, is not one's own.
func TestModuleOfAnother(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	source, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(t.TempDir(), "mine")
	if err := (scaffold.Module{Dir: mine, Name: "mine", Machsim: source}).Make(); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"go.mod", "."} {
		if err := os.Chown(filepath.Join(mine, file), 12345, 12345); err != nil {
			t.Fatal(err)
		}
		if p, err := userprog.Find(mine, "example.com/mine"); err != nil || p.Here {
			t.Errorf("%s: %+v %v", file, p, err)
		}
		if err := os.Chown(filepath.Join(mine, file), 0, 0); err != nil {
			t.Fatal(err)
		}
	}
}

func appendFile(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// TestRecordingOfLab: what a person can do with a recording of a lab is done with the lab, and said.
func TestRecordingOfLab(t *testing.T) {
	err := notFound("a b.rec", &record.Recording{Header: record.Header{Package: record.Package{Path: "lab/harness"}}})
	for _, want := range []string{"machsim lab debug 'a b.rec'", "cause", "diagram", "machsim lab shrink 'a b.rec'"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}
