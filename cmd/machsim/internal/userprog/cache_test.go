package userprog

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"machsim/test/effort"
)

// The cache is one's own, and nobody else can write to it.
func TestCacheIsSafe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files there have no such modes")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, mode := range map[string]os.FileMode{"open": 0o777, "group": 0o770, "mine": 0o755} {
		if err := os.Mkdir(at(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at(name), mode); err != nil { // whatever the umask is
			t.Fatal(err)
		}
	}
	put(t, at("file"), "")
	put(t, at("full/letter"), "dear")
	for _, link := range [][2]string{{"mine", "link"}, {"open", "openlink"}} {
		if err := os.Symlink(at(link[0]), at(link[1])); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"new/cache": "", "mine": "", "link": "", "open": "others may write to", "group": "others may write to",
		"openlink": "others may write to",
		"file":     "is no directory", "full": "has other things in it", "file/under": "there is no place",
	} {
		t.Setenv(CacheVariable, at(name))
		got, err := Directory("x")
		switch {
		case want == "" && (err != nil || got != filepath.Join(at(name), "x")):
			t.Errorf("%s: %s %v", name, got, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, not %q", name, err, want)
		}
	}
	if info, err := os.Stat(at("new/cache")); err != nil || info.Mode().Perm() != 0o700 {
		t.Error("a new cache is open to others")
	}
}

// Any number of goroutines make a new cache at once, and one whose mark was not written to its end is no other's.
func TestCacheAtOnce(t *testing.T) {
	for range effort.Of(40) {
		dir := filepath.Join(t.TempDir(), "cache")
		t.Setenv(CacheVariable, dir)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if _, err := Directory(fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "."+tagFile+".part-123"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(CacheVariable, dir)
	if _, err := Directory("x"); err != nil {
		t.Error(err)
	}
}

// Another's directory is not taken, though it has the right name.
func TestCacheOfAnother(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir := filepath.Join(t.TempDir(), "cache")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	t.Setenv(CacheVariable, dir)
	if _, err := Directory("x"); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
		t.Error(err)
	}
	if err := ClearCache(); err == nil {
		t.Error("it is cleared")
	}
}

// Without a home the cache is in the directory for temporary files, and safe there.
func TestCacheWithoutHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("temporary files are the user's own there")
	}
	tmp := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", CacheVariable} {
		t.Setenv(name, "")
	}
	t.Setenv("TMPDIR", tmp)
	if err := os.Symlink(t.TempDir(), filepath.Join(tmp, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	dir, err := Directory("x")
	if err != nil || filepath.Dir(filepath.Dir(dir)) != tmp {
		t.Fatal(dir, err)
	}
	if err := os.Chmod(filepath.Dir(dir), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Directory("x"); err == nil {
		t.Error("it is used though others may write to it")
	}
	if err := ClearCache(); err != nil {
		t.Fatal(err)
	}
	if _, err := Directory("x"); err != nil {
		t.Error(err)
	}
}

// Clearing removes what machsim has put into a cache, and nothing of a directory that is none.
func TestClearCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	t.Setenv(CacheVariable, dir)
	if err := ClearCache(); err != nil {
		t.Error("there is nothing to clear:", err)
	}
	lab, err := Directory("lab")
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(lab, "machsim"), "123456")
	if _, size, err := CacheSize(); err != nil || size < 6 {
		t.Error(size, err)
	}
	if err := ClearCache(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(lab); err == nil {
		t.Error("it is still there")
	}
	other := t.TempDir()
	put(t, filepath.Join(other, "letter"), "dear")
	t.Setenv(CacheVariable, other)
	if err := ClearCache(); err == nil {
		t.Error("a directory was cleared that is no cache")
	}
	if _, err := os.Stat(filepath.Join(other, "letter")); err != nil {
		t.Error(err)
	}
}
