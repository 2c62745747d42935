package guest

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"machsim/cmd/machsim/internal/capsule"
	"machsim/cmd/machsim/internal/sandbox"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/programs"
)

// TestPartsOfAGuest: what a guest that was ended has left of a bounded recording is in one file then, and nothing is
// saved that is called a part; parts that another run has left on this machine go.
func TestPartsOfAGuest(t *testing.T) {
	here := t.TempDir()
	file := filepath.Join(here, study.Directory, "x.rec")
	g := &visitor{args: []string{"run", "-o", "rows.csv"}, files: sandbox.NewFiles(here, 1<<20)}
	var whole []byte
	written := unended(t)
	for _, name := range slices.Sorted(maps.Keys(written)) {
		g.files.Put(file+name, written[name])
		whole = append(whole, written[name]...)
	}
	for _, name := range []string{".machsim/y.rec.kept1", ".machsim/x.rec.kept", ".machsim/x.rec.kept1.kept1",
		"rows.csv.kept1"} {
		g.files.Put(filepath.Join(here, name), []byte("of nothing"))
	}
	g.files.Put(filepath.Join(here, "rows.csv"), []byte("rows"))
	if err := study.Write(file+".kept7", []byte("of another run")); err != nil {
		t.Fatal(err)
	}
	saved, err := g.save(here, nil)
	want := []string{file, filepath.Join(here, "rows.csv")}
	if err != nil || !slices.Equal(saved, want) || len(written) < 2 {
		t.Errorf("%v are saved: %v", saved, err)
	}
	left, err := filepath.Glob(filepath.Join(here, "*", "*"))
	if b, wrong := os.ReadFile(file); err != nil || len(left) != 1 || wrong != nil || !bytes.Equal(b, whole) {
		t.Errorf("there are %v, and %d bytes of %d: %v, %v", left, len(b), len(whole), err, wrong)
	}
	if rec, err := record.Open(file); err != nil || !rec.Truncated || rec.Keep.All() {
		t.Errorf("%+v, %v", rec, err)
	}
}

// TestPartsOfNothing: what is called a part of a bounded recording, and is none, is not added to it.
func TestPartsOfNothing(t *testing.T) {
	here, written := t.TempDir(), unended(t)
	file := filepath.Join(here, study.Directory, "x.rec")
	for _, names := range [][]string{{".kept1"}, {".kept2", ".kept4"}} {
		g := &visitor{args: []string{"run"}, files: sandbox.NewFiles(here, 1<<20)}
		g.files.Put(file, written[""])
		for _, name := range names {
			g.files.Put(file+name, []byte("no part"))
		}
		if _, err := g.save(here, nil); err != nil {
			t.Error(err)
		}
		if b, err := os.ReadFile(file); err != nil || !bytes.Equal(b, written[""]) {
			t.Errorf("%q: %q, %v", names, b, err)
		}
	}
}

// TestLinkOfAPackage: a package has brought links by the names of what a guest writes. None is followed, but for the
// one that somebody has named.
func TestLinkOfAPackage(t *testing.T) {
	written := unended(t)
	for _, name := range []string{"x.rec", "x.rec.kept1"} {
		here := t.TempDir()
		file, own := filepath.Join(here, study.Directory, "x.rec"), filepath.Join(here, "own")
		g := &visitor{args: []string{"run"}, files: sandbox.NewFiles(here, 1<<20)}
		for end, data := range written {
			g.files.Put(file+end, data)
		}
		if err := study.Write(own, written[""]); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(own, filepath.Join(filepath.Dir(file), name)); err != nil {
			t.Skip(err)
		}
		if _, err := g.save(here, nil); (err == nil) != (name != "x.rec") {
			t.Errorf("a link %s: %v", name, err)
		}
		if b, err := os.ReadFile(own); err != nil || !bytes.Equal(b, written[""]) {
			t.Errorf("through a link %s: %q, %v", name, b, err)
		}
		g.args = []string{"run", "-o", file}
		if _, err := g.save(here, nil); err != nil {
			t.Errorf("a link %s that was named: %v", name, err)
		}
	}
}

// TestLinkedDirectory: a package has brought a link in place of the directory of recordings. A guest leaves nothing
// there, neither a recording nor a capsule, but by --output. A run that is no guest follows it, to another disk.
func TestLinkedDirectory(t *testing.T) {
	here, elsewhere := t.TempDir(), t.TempDir()
	t.Chdir(here)
	if os.Symlink(elsewhere, study.Directory) != nil {
		t.Skip("no links here")
	}
	left := func() int { return len(must(os.ReadDir(elsewhere))) }
	run, recording := runner.InMemory(runner.New(programs.All[0], 1))
	run.Close()
	file := filepath.Join(here, study.Directory, "x.rec")
	g := &visitor{args: []string{"run"}, errs: io.Discard, packs: true, files: sandbox.NewFiles(here, 1<<20)}
	g.files.Put(file, recording)
	if _, err := g.save(here, nil); err == nil || left() != 0 {
		t.Errorf("%d files are left there: %v", left(), err)
	}
	g.args = []string{"run", "-o", file}
	if _, err := g.save(here, nil); err != nil || left() != 1 {
		t.Errorf("of one that was named %d files are left there: %v", left(), err)
	}
	g.args = []string{"run"}
	if err := g.packAll(here, []string{file}); err == nil || left() != 1 {
		t.Errorf("with its capsule %d files are left there: %v", left(), err)
	}
	if err := study.Save(filepath.Join(study.Directory, "y.rec"), recording); err != nil || left() != 2 {
		t.Errorf("with one of no guest %d files are left there: %v", left(), err)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestLinkForCapsule: nor does what is put into a capsule go through a link.
func TestLinkForCapsule(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	run, recording := runner.InMemory(runner.New(programs.All[0], 1))
	run.Close()
	var own bytes.Buffer
	_ = capsule.Capsule{Guest: []byte("another")}.Write(&own)
	if os.Symlink("own.capsule", "x.capsule") != nil {
		t.Skip("no links here")
	}
	for name, data := range map[string][]byte{"x.rec": recording, "own.capsule": own.Bytes()} {
		if err := study.Write(name, data); err != nil {
			t.Fatal(err)
		}
	}
	g := &visitor{packs: true, errs: io.Discard}
	err := g.packAll(here, []string{filepath.Join(here, "x.rec")})
	if b, _ := os.ReadFile("own.capsule"); err == nil || !bytes.Equal(b, own.Bytes()) {
		t.Errorf("it is written through a link: %v", err)
	}
}

// unended are the files of a bounded recording whose run goes on, by what their names have after its own.
func unended(t *testing.T) map[string][]byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.rec")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := record.NewParts(f, record.Keep{Events: 1000})
	if err != nil {
		t.Fatal(err)
	}
	record.Start(parts, record.Header{Program: "x", MaxSteps: 1})
	defer parts.Close()
	all, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, name := range all {
		if files[name[len(path):]], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
