package guest

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/cli"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/programs"
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
		g := &visitor{args: strings.Fields("debug a.capsule " + line), files: sandbox.NewFiles(here, 1<<20)}
		if g.give(here); g.files.Get(absolute(here, "script")) == nil {
			t.Errorf("%s: it is not given", line)
		}
	}
}

// TestPacked tells of a capsule that is written what there is.
func TestPacked(t *testing.T) {
	t.Chdir(t.TempDir())
	run, recording := runner.InMemory(runner.New(programs.All[0], 1))
	run.Close()
	g := &visitor{code: []byte("the guest")}
	x, err := g.pack(study.Glance(recording), "x.capsule")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := study.WriteJSON(&out, x); err != nil {
		t.Fatal(err)
	}
	size := len(must(os.ReadFile("x.capsule")))
	want := fmt.Sprintf(`{"file":"x.capsule","bytes":%d,"recording_bytes":%d}`+"\n", size, len(recording))
	if out.String() != want || !strings.Contains(x.String(), fmt.Sprint(len(recording), " bytes are the recording\n")) {
		t.Errorf("%s is told, and not %s; in words: %s", &out, want, x)
	}
}
