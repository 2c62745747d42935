package instrument_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	here = "machsim/cmd/machsim/internal/instrument/testdata/"
	zoo  = here + "zoo"
	tour = here + "tour"
)

func list(args ...string) ([]byte, error) {
	c := exec.Command("go", append([]string{"list"}, args...)...)
	c.Stderr = os.Stderr
	return c.Output()
}

// rewritten rewrites the packages of the zoo.
func rewritten(t *testing.T) *instrument.Result {
	t.Helper()
	all, err := instrument.List(list, zoo)
	if err != nil {
		t.Fatal(err)
	}
	own := all[len(all)-1:]
	res, err := instrument.All(list, own, func(l instrument.Listed) string { return l.Name }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res[0]
}

// TestGolden: one file for each family of constructs.
func TestGolden(t *testing.T) {
	for path, text := range rewritten(t).Files {
		name := filepath.Base(path)
		if name == "machsim_table.go" {
			continue // too long to be read; the tour reads it
		}
		golden := filepath.Join("testdata", "golden", name+".txt")
		dir, _ := os.Getwd()
		text = strings.ReplaceAll(text, dir, "DIR")
		if *update {
			if err := os.WriteFile(golden, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || string(want) != text {
			t.Errorf("%s has changed (%v); -update shows how\n%s", name, err, text)
		}
	}
}

// TestLinesStay: an insertion has no line break, so all lines begin as they did.
func TestLinesStay(t *testing.T) {
	for path, text := range rewritten(t).Files {
		was, err := os.ReadFile(path)
		if err != nil {
			continue // the file that is added
		}
		lines := strings.Split(text, "\n")
		for i, line := range strings.Split(strings.TrimSuffix(string(was), "\n"), "\n") {
			if comment, ok := strings.CutPrefix(line, "//"); ok && lines[i] != "//"+comment {
				t.Errorf("%s:%d: %q is %q now", filepath.Base(path), i+1, line, lines[i])
			}
		}
	}
}

// overlay writes the files of an overlay, and returns its name.
func overlay(t *testing.T, files map[string]string) string {
	dir, replace, n := t.TempDir(), map[string]string{}, 0
	for path, text := range files {
		n++
		replace[path] = filepath.Join(dir, strings.Repeat("x", n)+".go")
		if err := os.WriteFile(replace[path], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, _ := json.Marshal(map[string]any{"Replace": replace})
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func run(t *testing.T, args ...string) (out, errs string) {
	t.Helper()
	c := exec.Command("go", append([]string{"run"}, args...)...)
	var o, e bytes.Buffer
	c.Stdout, c.Stderr = &o, &e
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &e)
	}
	return o.String(), e.String()
}

// TestTour: the zoo does the same with and without hooks, and whoever listens sees the same each time.
func TestTour(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds")
	}
	plain, _ := run(t, tour)
	hooked, heard := run(t, "-overlay", overlay(t, rewritten(t).Files), tour, "places")
	if plain != hooked {
		t.Errorf("with hooks\n%s\nwithout\n%s", hooked, plain)
	}
	golden := filepath.Join("testdata", "golden", "places.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(heard), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != heard {
		t.Errorf("what is heard has changed (%v); -update shows how\n%s", err, heard)
	}
}
