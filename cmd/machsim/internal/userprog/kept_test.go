package userprog

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestKept: without the go tool a package is what was built of it last, and no other package is.
func TestKept(t *testing.T) {
	t.Setenv(CacheVariable, filepath.Join(t.TempDir(), "cache"))
	p := &Package{Path: "example.com/lab", Dir: "/home/me/lab"}
	dir, err := p.cache()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Kept(p.Path, p.Dir); !errors.Is(err, ErrNoGo) {
		t.Errorf("nothing was built: %v", err)
	}
	for _, file := range []string{executable(filepath.Join(dir, "hooked")), executable(dir)} {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	k, err := Kept(p.Path, p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, hooked := k.Executable(true); hooked {
		t.Error("an executable is taken that was not built to its end")
	}
	fresh := filepath.Join(dir, "hooked", freshFile)
	if err := os.WriteFile(fresh, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, hooks := range []bool{true, false} {
		exe, hooked := k.Executable(hooks)
		if hooked != hooks || (filepath.Base(filepath.Dir(exe)) == "hooked") != hooks {
			t.Errorf("wanted with hooks: %v; it is %s", hooks, exe)
		}
	}
	for _, other := range []Package{{Path: p.Path, Dir: "/home/you/lab"}, {Path: "example.org/lab", Dir: p.Dir}} {
		if _, err := Kept(other.Path, other.Dir); !errors.Is(err, ErrNoGo) {
			t.Errorf("%s in %s: %v", other.Path, other.Dir, err)
		}
	}
	if exe, _ := p.Executable(true); exe != "" {
		t.Errorf("a package that can be built is taken from %s", exe)
	}
}

// TestEarlierStays: an executable of an earlier state is there until the next one is, for another machsim may be about
// to start it; but it is not taken for the present one.
func TestEarlierStays(t *testing.T) {
	t.Setenv(CacheVariable, filepath.Join(t.TempDir(), "cache"))
	p := &Package{Path: "example.com/lab", Dir: filepath.Join(t.TempDir(), "lab")}
	dir, err := p.cache()
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "hooked")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{executable(dir), filepath.Join(dir, freshFile)} {
		if err := os.WriteFile(file, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.BuildHooked("."); err == nil {
		t.Fatal("a package that is not there was built")
	}
	if _, err := os.Stat(executable(dir)); err != nil {
		t.Error(err)
	}
	if _, err := Kept(p.Path, p.Dir); !errors.Is(err, ErrNoGo) {
		t.Errorf("it is taken for the present one: %v", err)
	}
}

// TestInModule: as far as go.mod files tell.
func TestInModule(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"mine/lab/deep", "other"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "mine", "go.mod"), []byte("module mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, "mine", "lab"))
	for dir, want := range map[string]bool{"mine": true, "mine/lab/deep": true, "other": false, ".": false} {
		if InModule(filepath.Join(root, dir)) != want {
			t.Errorf("%s: %v", dir, !want)
		}
	}
}
