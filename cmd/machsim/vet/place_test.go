package vet

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Patterns are applied where the module is that they lead into.
func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"go.mod", "own/a.go", "lab/go.mod", "lab/deep/b.go", "other/go.mod"} {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lab := filepath.Join(dir, "lab")
	got := Places(dir, []string{".", "./own", "./own/...", "example.com/x", "./lab", "./lab/...", "./lab/deep", lab,
		"lab", "./nosuch"})
	want := []Place{
		{dir, []string{".", "./own", "./own/...", "example.com/x", "lab", "./nosuch"}},
		{lab, []string{".", "./...", "."}}, {filepath.Join(lab, "deep"), []string{"."}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got, want := Places(lab, []string{"..", "../other/..."}), []Place{{dir, []string{"."}},
		{filepath.Join(dir, "other"), []string{"./..."}}}; !cmp.Equal(got, want) {
		t.Error(got)
	}
}
