package guest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/debugger/run/runner"
	"machsim/programs"
)

// TestLeft has a guest that came in a capsule write files: left are the one that its command is to write, and the one
// that its command line says is for output. A recording that is called a capsule is one: the guest is in it again.
func TestLeft(t *testing.T) {
	run, recording := runner.InMemory(runner.New(programs.All[0], 1))
	run.Close()
	all := []string{"a-shrunk.capsule", "a-shrunk.rec", "a-well.capsule", "b.capsule", "b.rec", "text", "a.capsule"}
	for _, c := range []struct{ args, left []string }{
		{[]string{"shrink", "a.capsule"}, all[:1]},
		{[]string{"cause", "a.capsule"}, all[2:3]},
		{[]string{"debug", "a.capsule"}, nil},
		{[]string{"cause", "a.capsule", "-o", "b.capsule"}, all[2:4]},
		{[]string{"shrink", "a.capsule", "--output=b.rec"}, []string{"a-shrunk.capsule", "b.rec"}},
		{[]string{"query", "a.capsule", "-o", "text"}, []string{"text"}},
		{[]string{"query", "a.capsule", "-otext"}, []string{"text"}},
		{[]string{"query", "a.capsule", "-o=text"}, []string{"text"}},
		{[]string{"query", "a.capsule", "-kotext", "--json"}, []string{"text"}},
		{[]string{"query", "-ko", "text", "--json", "a.capsule"}, []string{"text"}},
		{[]string{"query", "--rows=3", "--output", "text", "a.capsule"}, []string{"text"}},
		{[]string{"query", "a.capsule", "-ob.rec", "-o", "text"}, []string{"text"}}, // the last one counts
		{[]string{"query", "a.capsule", "--param", "-o=b.rec"}, nil},
		{[]string{"query", "a.capsule", "--", "-o", "text"}, nil},
	} {
		dir := t.TempDir()
		g := &visitor{args: c.args, code: []byte("the guest"), capsules: []string{filepath.Join(dir, "a.capsule")},
			files: sandbox.NewFiles(dir, 1<<30)}
		for _, name := range all {
			g.files.Put(filepath.Join(dir, name), recording)
		}
		if _, err := g.save(dir, nil); err != nil {
			t.Error(err)
		}
		var left []string
		there, _ := os.ReadDir(dir)
		for _, f := range there {
			left = append(left, f.Name())
			data, _ := os.ReadFile(filepath.Join(dir, f.Name()))
			if filepath.Ext(f.Name()) == ".capsule" {
				x, err := capsule.Read(data)
				if err != nil || string(x.Guest) != "the guest" {
					t.Errorf("%s has the guest %q, %v", f.Name(), x.Guest, err)
				}
				data = x.Recording
			}
			if !bytes.Equal(data, recording) {
				t.Errorf("%s has another recording", f.Name())
			}
		}
		if !slices.Equal(left, c.left) {
			t.Errorf("%q leaves %q", c.args, left)
		}
	}
}

// TestLeftAgain does commands on capsules where the file of their result is there already: it is replaced by a capsule,
// or by what is none, or there is a refusal. Results whose names end with .rec, where nothing is, are capsules as well.
func TestLeftAgain(t *testing.T) {
	run, recording := runner.InMemory(runner.New(programs.All[0], 1))
	run.Close()
	for _, c := range []struct {
		args []string // the second is the capsule
		name string   // which the guest writes
		data []byte
		want string // what is there then: "capsule", "rows", or "" for what was there
	}{
		{[]string{"shrink", "a-shrunk.capsule"}, "a-shrunk.capsule", recording, "capsule"},
		{[]string{"shrink", "a.capsule", "-o", "a.capsule"}, "a.capsule", recording, "capsule"},
		{[]string{"query", "a.capsule", "-o", "a.capsule"}, "a.capsule", []byte("rows"), ""},
		{[]string{"shrink", "run.zip"}, "run.zip-shrunk.rec", recording, "capsule"},
		{[]string{"shrink", "a.capsule"}, "a.capsule-shrunk.rec", recording, "capsule"},
		{[]string{"cause", "a.capsule"}, "a.capsule-well.rec", recording, "capsule"},
		{[]string{"cause", "a.capsule", "-o", "b.zip"}, "b.zip", recording, "capsule"},
		{[]string{"query", "a.capsule", "-o", "rows.csv"}, "rows.csv", []byte("rows"), "rows"},
		{[]string{"shrink", "a.capsule", "-o", "rows.csv"}, "rows.csv", recording, ""},
	} {
		dir := t.TempDir()
		old := []byte("other rows")
		if c.name != "rows.csv" {
			var b bytes.Buffer
			_ = capsule.Capsule{Recording: []byte("the first"), Guest: []byte("the guest")}.Write(&b)
			old = b.Bytes()
		}
		file := filepath.Join(dir, c.name)
		if filepath.Ext(c.name) != ".rec" {
			if err := os.WriteFile(file, old, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		g := &visitor{args: c.args, code: []byte("the guest"), capsules: []string{filepath.Join(dir, c.args[1])},
			files: sandbox.NewFiles(dir, 1<<30)}
		g.files.Put(file, c.data)
		_, err := g.save(dir, map[string]string{file: "the first"})
		data, _ := os.ReadFile(file)
		x, none := capsule.Read(data)
		switch {
		case c.want == "capsule" && none == nil && bytes.Equal(x.Recording, recording) && err == nil:
		case c.want == "rows" && string(data) == "rows" && err == nil:
		case c.want == "" && bytes.Equal(data, old) && err != nil:
		default:
			t.Errorf("%q leaves %.20q, %v", c.args, data, err)
		}
	}
}

// TestGivenForOutput gives a guest no capsule that its result is to replace: to it that is a file of some other kind.
func TestGivenForOutput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var b bytes.Buffer
	if err := (capsule.Capsule{Guest: []byte("a guest")}).Write(&b); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"b.capsule": b.Bytes(), "text": []byte("text")} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"cause", "a.capsule", "-o", name}, {"cause", "a.capsule", "--output=" + name}} {
			g := &visitor{args: args, capsules: []string{filepath.Join(dir, "a.capsule")}, files: sandbox.NewFiles(dir, 1<<30)}
			g.give(dir)
			if given := g.files.Get(filepath.Join(dir, name)) != nil; given != (name == "text") {
				t.Errorf("%q: given: %v", args, given)
			}
		}
	}
}
