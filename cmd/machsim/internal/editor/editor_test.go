package editor

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/face/dap"
)

// TestWrite writes for each editor, twice: the second time the files are replaced, whatever else is beside them.
func TestWrite(t *testing.T) {
	for _, e := range All {
		dir := filepath.Join(t.TempDir(), "a", "b")
		names, err := e.Write(dir, "old")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v, %v", e.Name, names, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "mine"), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write(dir, `C:\a "b"`); err != nil {
			t.Error(err)
		}
		all := ""
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || !strings.Contains(string(text), mark) {
				t.Errorf("%s: %s has no mark: %v", e.Name, name, err)
			}
			all += string(text)
		}
		if !strings.Contains(all, `"C:\\a \"b\""`) || strings.Contains(all, "{{") || strings.Contains(all, `"old"`) {
			t.Errorf("%s: the command is not named once: %s", e.Name, all)
		}
	}
}

// TestStrangers leaves files alone that were not written so, also those that another would be.
func TestStrangers(t *testing.T) {
	e, _ := Named("vscode")
	for _, name := range []string{"package.json", "extension.js"} {
		dir := t.TempDir()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write(dir, "machsim"); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("it is not said that %s is there: %v", file, err)
		}
		list, err := os.ReadDir(dir)
		text, _ := os.ReadFile(file)
		if err != nil || len(list) != 1 || string(text) != "{}" {
			t.Errorf("it was touched: %v, %s, %v", list, text, err)
		}
	}
	if _, err := e.Write(filepath.Join(t.TempDir(), "\x00"), "machsim"); err == nil {
		t.Error("a directory that cannot be there")
	}
}

// TestLaunch finds each word of a launch in the extension of VS Code, and no other: but for noDebug, which VS Code has
// itself.
func TestLaunch(t *testing.T) {
	e, _ := Named("vscode")
	files, err := e.Files("machsim")
	if err != nil {
		t.Fatal(err)
	}
	var x struct {
		Contributes struct {
			Debuggers []struct {
				ConfigurationAttributes struct {
					Launch, Attach struct{ Properties map[string]any }
				}
			}
		}
	}
	if err := json.Unmarshal(files["package.json"], &x); err != nil {
		t.Fatal(err)
	}
	var want []string
	attributes := x.Contributes.Debuggers[0].ConfigurationAttributes
	got := slices.Collect(maps.Keys(attributes.Launch.Properties))
	got = slices.AppendSeq(got, maps.Keys(attributes.Attach.Properties))
	for f := range reflect.TypeFor[dap.Launch]().Fields() {
		if name := f.Tag.Get("json"); name != "noDebug" {
			want = append(want, name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("VS Code knows %v, and a launch %v", got, want)
	}
}
