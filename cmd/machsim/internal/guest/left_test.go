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
