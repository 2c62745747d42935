package test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers says what each part may import of machsim: first the deterministic half, then
// the observing one.
var layers = map[string][]string{
	"ipc/table": {},
	"ipc":       {"ipc/table"},
	"kernel":    {"ipc", "ipc/table"},
	"cthreads":  {"kernel", "ipc"},
	"netname":   {"kernel", "ipc", "cthreads"},
	"programs":  {"kernel", "ipc", "cthreads", "netname", "programs"},

	"debugger/waitfor":    {"kernel", "ipc"},
	"debugger/trace":      {"kernel", "ipc", "debugger/waitfor"},
	"debugger/view":       {"kernel", "ipc", "debugger/waitfor"},
	"debugger/history":    {"kernel", "ipc", "debugger/trace"},
	"debugger/record":     {"kernel", "ipc"},
	"debugger/tape":       {"kernel", "ipc"},
	"debugger/graph":      {"kernel", "ipc", "debugger/tape"},
	"debugger/rebuild":    {"kernel", "ipc", "debugger/tape", "debugger/record"},
	"debugger/runner":     {"kernel", "ipc", "debugger/record", "debugger/tape", "debugger/trace", "debugger/waitfor"},
	"debugger/report":     {"kernel", "ipc", "debugger/record", "debugger/runner", "debugger/trace", "debugger/waitfor"},
	"debugger/nearest":    {},
	"debugger/breakpoint": {"kernel", "ipc", "debugger/tape", "debugger/graph", "debugger/waitfor", "debugger/nearest"},
	"debugger/diagram":    {"kernel", "ipc", "debugger", "debugger/tape", "debugger/graph", "debugger/trace", "debugger/waitfor", "debugger/report"},
}

// deterministic says that a part belongs to the half that alone decides what a run does.
func deterministic(part string) bool { return !strings.HasPrefix(part, "debugger/") }

// outside is what the deterministic half must not use: files, network, clocks,
// other sources of chance, goroutines' tools.
var outside = []string{"os", "net", "time", "math/rand", "math/rand/v2", "crypto/rand", "io/ioutil", "sync", "syscall", "os/exec"}

func TestArrowsGoOneWay(t *testing.T) {
	for part, allowed := range layers {
		err := filepath.WalkDir("../"+part, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			if part == "ipc" && strings.Contains(path, "ipc/table/") {
				return nil
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, spec := range f.Imports {
				name, _ := strconv.Unquote(spec.Path.Value)
				if deterministic(part) && slices.Contains(outside, name) {
					t.Errorf("%s imports %s; the deterministic half must not", path, name)
				}
				if own, ok := strings.CutPrefix(name, "machsim/"); ok && !mayImport(own, allowed) {
					t.Errorf("%s imports %s; %s may import %v", path, name, part, allowed)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func mayImport(own string, allowed []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		return own == a || a == "programs" && strings.HasPrefix(own, "programs/")
	})
}
