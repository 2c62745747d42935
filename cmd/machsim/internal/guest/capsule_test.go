package guest

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/sandbox"
)

// TestNoCapsule opens no file as a capsule that is none.
func TestNoCapsule(t *testing.T) {
	defer func(all []cli.Row) { cli.Commands = all }(cli.Commands)
	cli.Commands = []cli.Row{{Name: "debug"}}
	if capsulesWanted([]string{"debug", "capsule_test.go"}) != nil {
		t.Error("a Go file is taken for a capsule")
	}
}

// TestCapsulesWanted finds capsules that a command line names, but for what is for output, however that is written.
func TestCapsulesWanted(t *testing.T) {
	defer func(all []cli.Row) { cli.Commands = all }(cli.Commands)
	cli.Commands = []cli.Row{{Name: "cause"}}
	t.Chdir(t.TempDir())
	var b bytes.Buffer
	if err := (capsule.Capsule{Guest: []byte("a guest")}).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.capsule", "b.capsule"} {
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"cause a.capsule", "cause a.capsule -o b.capsule", "cause a.capsule --output b.capsule",
		"cause -ob.capsule a.capsule", "cause -o=b.capsule a.capsule", "cause --output=b.capsule a.capsule",
		"cause -ko b.capsule a.capsule", "cause -o a.capsule a.capsule", "cause --json -o b.capsule a.capsule"} {
		if got := capsulesWanted(strings.Fields(line)); !slices.Equal(got, []string{"a.capsule"}) {
			t.Errorf("%s: %q", line, got)
		}
	}
}

// TestScriptGiven gives a guest the script that it is to obey, however that is written.
func TestScriptGiven(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	if err := os.WriteFile("script", []byte("start"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"-x script", "-xscript", "-kxscript", "-x=script", "--execute=script"} {
		g := &visitor{args: append([]string{"debug", "a.capsule"}, strings.Fields(line)...), files: sandbox.NewFiles(here, 1<<20)}
		if g.give(here); g.files.Get(absolute(here, "script")) == nil {
			t.Errorf("%s: it is not given", line)
		}
	}
}
