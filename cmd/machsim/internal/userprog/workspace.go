//go:build !wasm

package userprog

import (
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// env is the go tool's environment in a directory.
type env struct {
	GOWORK, GOMOD, GOMODCACHE string
}

func environment(at string) (env, error) {
	text, err := goTool(at, "env", "-json", "GOWORK", "GOMOD", "GOMODCACHE")
	if err != nil {
		return env{}, err
	}
	var e env
	return e, json.Unmarshal(text, &e)
}

func (e env) inWorkspace() bool { return e.GOWORK != "" && e.GOWORK != "off" }

func (e env) inModule() bool {
	return e.inWorkspace() || e.GOMOD != "" && e.GOMOD != os.DevNull
}

// alike says whether another directory is in the same module or workspace.
func (e env) alike(at string) bool {
	other, err := environment(at)
	return err == nil && other.inModule() && other.GOWORK == e.GOWORK && (e.inWorkspace() || other.GOMOD == e.GOMOD)
}

// workspace is the contents of the go.work file of a build.
type workspace struct {
	version string   // of Go, at least
	use     []string // directories of modules
	replace []string // directives of the workspace that one stands in
}

// workspaceOf returns a workspace of the current workspace, or module, and machsim.
func workspaceOf(e env, goVersion string, tool listed) workspace {
	w := workspace{version: goVersion}
	if e.inWorkspace() {
		w.extend(e.GOWORK)
	} else {
		w.use = []string{filepath.Dir(e.GOMOD)}
	}
	if tool.Module != nil {
		w.use = append(w.use, tool.Module.Dir)
		w.atLeast(tool.Module.GoVersion)
	}
	slices.Sort(w.use)
	w.use = slices.Compact(w.use)
	return w
}

func (w *workspace) atLeast(v string) {
	if version.Compare("go"+v, "go"+w.version) > 0 {
		w.version = v
	}
}

// workFile is a go.work file in the JSON of the go tool.
type workFile struct {
	Go      string
	Use     []struct{ DiskPath string }
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
}

// extend adds the contents of a go.work file.
func (w *workspace) extend(file string) {
	text, err := goTool(".", "work", "edit", "-json", file)
	var f workFile
	if err != nil || json.Unmarshal(text, &f) != nil {
		return // the build says what is wrong with it
	}
	w.atLeast(f.Go)
	dir := filepath.Dir(file)
	for _, u := range f.Use {
		w.use = append(w.use, absolute(dir, u.DiskPath))
	}
	for _, r := range f.Replace {
		if r.New.Version == "" {
			r.New.Path = quoted(absolute(dir, r.New.Path))
		}
		w.replace = append(w.replace,
			strings.TrimSpace(r.Old.Path+" "+r.Old.Version)+" => "+strings.TrimSpace(r.New.Path+" "+r.New.Version))
	}
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func quoted(path string) string { return fmt.Sprintf("%q", path) }

// text returns the go.work file.
func (w workspace) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "go %s\n", w.version)
	for _, dir := range w.use {
		fmt.Fprintf(&b, "use %q\n", dir)
	}
	for _, r := range w.replace {
		fmt.Fprintf(&b, "replace %s\n", r)
	}
	return b.String()
}

// Source returns the directory of machsim's source: the one that the current module uses, or else the
// one that this executable was built from; "" if it does not exist.
func Source(at string) string {
	if text, err := goTool(at, "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", "machsim"); err == nil {
		return strings.TrimSpace(string(text))
	}
	return builtFrom()
}

// builtFrom returns the directory that the executable was built from, "" if it does not say.
func builtFrom() string {
	dir := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(thisFile())))))
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !filepath.IsAbs(dir) || !strings.HasPrefix(string(text), "module machsim\n") {
		return ""
	}
	return dir
}

// sourceHere returns the end of a sentence that names the directory of machsim's source, "" if it is not
// known.
func sourceHere() string {
	if dir := builtFrom(); dir != "" {
		return "; this machsim was built from " + dir
	}
	return ""
}

// thisFile returns the path of this file at the time when it was compiled.
func thisFile() string {
	_, file, _, _ := runtime.Caller(0)
	return file
}
