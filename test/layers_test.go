package test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers says what each part may import of machsim: first the deterministic half, then
// the observing one, then what stands on both. Every package is here.
var layers = map[string][]string{
	"ipc/quote":   {},
	"kernel/hook": {},
	"ipc/table":   {},
	"ipc":         {"ipc/table"},
	"kernel":      {"ipc", "ipc/table", "ipc/quote", "kernel/hook"},
	"cthreads":    {"kernel", "ipc"},
	"netname":     {"kernel", "ipc", "cthreads"},
	"programs":    {"kernel", "ipc", "cthreads", "netname", "programs", "kernel/hook"},

	"debugger/text": {"ipc/quote"},
	"debugger/lang": {"debugger/text"},

	"debugger/temporal": {},

	"debugger/lang/eval": {"debugger/lang", "debugger/text"},
	"debugger/watch":     {"kernel", "ipc/quote"},
	"debugger/waitfor":   {"kernel", "ipc"},
	"debugger/event":     {"kernel", "ipc"},
	"debugger/facts":     {"kernel", "ipc", "debugger/event"},
	"debugger/rpc":       {"kernel", "ipc"},
	"debugger/trace":     {"ipc/quote", "kernel", "ipc", "debugger/event", "debugger/waitfor"},
	"debugger/view":      {"ipc/quote", "kernel", "ipc", "debugger/waitfor"},
	"debugger/history": {"ipc/quote", "kernel", "ipc", "debugger/event", "debugger/facts", "debugger/rpc",
		"debugger/trace"},
	"debugger/record": {"ipc/quote", "kernel", "ipc", "debugger/waitfor"},
	"debugger/tape":   {"kernel", "ipc"},
	"debugger/graph":  {"kernel", "ipc", "debugger/tape"},
	"debugger/source": {"kernel", "kernel/hook", "debugger/engine", "debugger/lang/eval",
		"debugger/graph", "debugger/tape", "debugger/text"},
	"debugger/engine": {"kernel", "kernel/hook", "ipc", "debugger/graph", "debugger/record"},
	"debugger/memory": {"kernel", "kernel/hook"},
	"debugger/rebuild": {"kernel", "kernel/hook", "ipc", "debugger/engine", "debugger/tape", "debugger/graph",
		"debugger/memory", "debugger/watch"},
	"debugger/race":     {"kernel", "kernel/hook", "debugger/engine", "debugger/graph", "debugger/tape"},
	"debugger/explore":  {"kernel", "kernel/hook", "ipc"},
	"debugger/cycle":    {"kernel", "debugger/view"},
	"debugger/strategy": {"kernel", "debugger/explore", "debugger/text"},
	"debugger/runner": {"ipc/quote", "kernel", "kernel/hook", "ipc", "debugger/cycle", "debugger/record",
		"debugger/tape", "debugger/event", "debugger/strategy", "debugger/trace", "debugger/waitfor", "debugger/watch"},
	"debugger/livelock": {"kernel", "kernel/hook", "ipc", "debugger/cycle", "debugger/record", "debugger/runner"},
	"debugger/report": {"ipc/quote", "kernel", "debugger/cycle", "debugger/record", "debugger/runner",
		"debugger/trace", "debugger/text", "debugger/waitfor", "debugger/watch"},
	"debugger/breakpoint": {"ipc/quote", "kernel", "ipc", "debugger/tape", "debugger/graph", "debugger/event",
		"debugger/rpc", "debugger/trace", "debugger/waitfor", "debugger/text", "debugger/lang"},
	"debugger/predicate": {"ipc/quote", "kernel", "ipc", "debugger/lang", "debugger/lang/eval", "debugger/tape",
		"debugger/graph", "debugger/rpc",
		"debugger/engine", "debugger/breakpoint", "debugger/text"},
	"debugger/detect": {"kernel", "debugger/lang", "debugger/lang/eval", "debugger/engine", "debugger/graph",
		"debugger/breakpoint",
		"debugger/predicate", "debugger/temporal", "debugger/text"},
	"debugger/session": {"debugger/source", "debugger/race", "debugger/lang/eval", "debugger/plain",
		"ipc/quote", "kernel", "ipc", "debugger/record", "debugger/runner", "debugger/report",
		"debugger/tape", "debugger/graph", "debugger/engine", "debugger/rebuild",
		"debugger/event", "debugger/facts", "debugger/rpc", "debugger/trace", "debugger/view", "debugger/history",
		"debugger/waitfor",
		"debugger/breakpoint",
		"debugger/detect", "debugger/predicate", "debugger/lang", "debugger/text", "debugger/watch"},
	"debugger/commandline": {"ipc/quote", "debugger/runner", "debugger/strategy"},
	"debugger/schedule":    {"kernel"},
	"debugger/campaign": {"ipc/quote", "kernel", "kernel/hook", "debugger/explore", "debugger/report",
		"debugger/runner", "debugger/strategy"},
	"debugger/shrink": {"kernel", "debugger/event", "debugger/graph", "debugger/record", "debugger/report",
		"debugger/runner", "debugger/schedule", "debugger/strategy", "debugger/tape", "debugger/text", "debugger/trace"},
	"debugger/cause": {"kernel", "kernel/hook", "debugger/event", "debugger/explore", "debugger/record", "debugger/report",
		"debugger/runner", "debugger/strategy", "debugger/text", "debugger/trace"},
	"debugger/contrast": {"kernel", "ipc", "debugger/event", "debugger/facts", "debugger/report", "debugger/runner",
		"debugger/text", "debugger/watch"},
	"debugger/linear": {"kernel", "ipc", "debugger/rpc", "debugger/trace"},
	"debugger/study": {"ipc/quote", "kernel", "debugger", "debugger/campaign", "debugger/cause", "debugger/contrast",
		"debugger/linear", "debugger/record", "debugger/runner", "debugger/shrink", "debugger/strategy"},
	"debugger/halting": {"ipc/quote", "kernel", "ipc", "debugger/session", "debugger/detect", "debugger/graph",
		"debugger/record", "debugger/runner", "debugger/strategy", "debugger/trace"},
	"debugger/diagram/paint": {},
	"debugger/diagram": {"ipc/quote", "kernel", "ipc", "debugger/session",
		"debugger/event", "debugger/facts", "debugger/trace", "debugger/waitfor", "debugger/report"},
	"debugger/stats": {"kernel", "debugger/engine", "debugger/facts", "debugger/session", "debugger/tables"},
	"debugger/tile":  {"kernel", "ipc", "debugger/facts", "debugger/session", "debugger/waitfor"},
	"debugger/tables": {"ipc/quote", "kernel", "ipc", "debugger/session", "debugger/event", "debugger/facts",
		"debugger/graph", "debugger/history", "debugger/rpc", "debugger/tape", "debugger/text", "debugger/trace",
		"debugger/waitfor"},
	"debugger/sqlitefile": {"debugger/tables"},
	"debugger/sqlite":     {"debugger/sqlitefile", "debugger/tables", "debugger/text"},
	"debugger/export": {"ipc/quote", "kernel", "debugger/event", "debugger/facts", "debugger/rpc", "debugger/session",
		"debugger/sqlitefile", "debugger/tables", "debugger/text", "debugger/trace", "debugger/waitfor"},
	"debugger": {
		"kernel/hook", "debugger/lang/eval", "debugger/source",
		"ipc/quote", "kernel", "ipc", "debugger/session", "debugger/breakpoint", "debugger/cause", "debugger/diagram",
		"debugger/event",
		"debugger/graph", "debugger/linear", "debugger/race",
		"debugger/detect", "debugger/halting", "debugger/history", "debugger/lang",
		"debugger/predicate", "debugger/engine", "debugger/record",
		"debugger/export", "debugger/rpc", "debugger/runner", "debugger/stats", "debugger/tables", "debugger/temporal",
		"debugger/text", "debugger/tile", "debugger/trace", "debugger/view",
		"debugger/waitfor", "debugger/whole",
	},
	// Faces show a run to people: all that they know of it is what a Debugger tells.
	"debugger/repl":                     {"ipc/quote", "debugger", "debugger/text"},
	"debugger/wire":                     {"debugger", "debugger/repl", "debugger/text"},
	"debugger/web/page":                 {},
	"debugger/web":                      {"debugger/wire", "debugger/web/page"},
	"debugger/whole":                    {},
	"debugger/kept":                     {},
	"debugger/plain":                    {},
	"test/hostile":                      {"ipc/quote", "kernel", "ipc", "cthreads", "netname"},
	"debugger/internal/hooked":          {"kernel", "kernel/hook"},
	"debugger/livelock/internal/rounds": {"kernel", "cthreads"},
	"debugger/livelock/internal/hooked": {"kernel", "cthreads", "kernel/hook"},
	"debugger/internal/randprog":        {"kernel", "ipc"},
	"debugger/internal/testrun": {"kernel", "ipc", "debugger/graph", "debugger/record", "debugger/tape",
		"programs"},
	"debugger/internal/testsession": {"kernel", "debugger/graph", "debugger/internal/testrun", "debugger/lang",
		"debugger/record", "debugger/runner", "debugger/session", "debugger/strategy"},

	"test":         {},
	"test/effort":  {},
	"test/probe":   {},
	"test/hunt":    {"kernel", "cthreads"},
	"test/browser": {},
	"test/formats": {},
	"test/guest":   {"kernel", "programs"},
	"test/simtest": {"ipc/quote", "kernel", "debugger/lang", "debugger/detect", "debugger/record",
		"debugger/campaign", "debugger/commandline",
		"debugger/linear", "debugger/report", "debugger/runner", "debugger/shrink",
		"debugger/strategy", "debugger/study", "debugger/watch"},

	"debugger/web/guest":        {"kernel", "debugger", "debugger/wire"},
	"cmd/machsim/internal/site": {"debugger/web/guest", "programs"},

	"cmd/machsim/vet":                 {},
	"cmd/machsim/internal/instrument": {"kernel/hook"},
	"cmd/machsim/internal/scaffold":   {"debugger/whole"},
	"cmd/machsim/internal/supervise":  {"kernel", "debugger/record", "debugger/runner", "debugger/watch"},
	"cmd/machsim/internal/userprog": {"kernel", "ipc/quote", "debugger/record", "debugger/runner", "debugger/watch",
		"debugger/cycle", "debugger/livelock", "debugger/kept", "debugger/whole",
		"cmd/machsim/internal/instrument"},
	"cmd/machsim/internal/term": {"kernel", "ipc/quote", "debugger", "debugger/repl", "debugger/text",
		"debugger/trace"},
	"cmd/machsim": {"cmd/machsim/internal/app", "cmd/machsim/internal/sql"},
	"cmd/machsim/many": {"cmd/machsim/internal/app", "cmd/machsim/internal/sql",
		"cmd/machsim/many/jetstream"},
	"cmd/machsim/internal/sql":       {"debugger", "debugger/sqlite"},
	"cmd/machsim/internal/workqueue": {},
	"cmd/machsim/many/jetstream":     {"cmd/machsim/internal/workqueue", "debugger/whole"},
	"cmd/machsim/internal/app": {"kernel/hook", "kernel", "programs", "ipc/quote", "debugger/whole",
		"cmd/machsim/internal/scaffold",
		"cmd/machsim/internal/supervise", "cmd/machsim/internal/term", "cmd/machsim/internal/userprog",
		"cmd/machsim/internal/workqueue",
		"cmd/machsim/vet", "debugger", "debugger/campaign", "debugger/cause", "debugger/commandline", "debugger/contrast",
		"debugger/diagram/paint",
		"debugger/history", "debugger/lang", "debugger/linear", "debugger/livelock", "debugger/cycle", "debugger/record",
		"debugger/repl", "debugger/report",
		"debugger/runner", "debugger/shrink", "debugger/strategy", "debugger/text", "debugger/study", "debugger/web",
		"debugger/web/page", "debugger/wire"},
}

// half is the parts that alone decide what a run does.
var half = []string{"ipc/quote", "kernel/hook", "ipc/table", "ipc", "kernel", "cthreads", "netname", "programs"}

// outside is what the deterministic half must not use: files, network, clocks,
// other sources of chance, goroutines' tools.
var outside = []string{"os", "net", "time", "math/rand", "math/rand/v2", "crypto/rand", "io/ioutil", "sync",
	"syscall", "os/exec"}

func TestArrowsGoOneWay(t *testing.T) {
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go"):
			return checkImports(t, filepath.ToSlash(file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// between is where runs of a process meet, which no run can see: they take turns, from one that was given up another
// takes its after a moment; and a goroutine of one asks whether it is a thread of another.
var between = []string{"../kernel/hook/kept.go", "../kernel/hook/running.go"}

// checkImports holds what a file imports against what its part may.
func checkImports(t *testing.T, file string) error {
	part := partOf(strings.TrimPrefix(path.Dir(file), "../"))
	allowed, ok := layers[part]
	if !ok {
		t.Errorf("%s belongs to no part; say in layers what its package may import", file)
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return err
	}
	for _, spec := range f.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if slices.Contains(half, part) && slices.Contains(outside, name) && !slices.Contains(between, file) {
			t.Errorf("%s imports %s; the deterministic half must not", file, name)
		}
		if own, ok := strings.CutPrefix(name, "machsim/"); ok && !mayImport(own, allowed) {
			t.Errorf("%s imports %s; %s may import %v", file, name, part, allowed)
		}
	}
	return nil
}

// TestFigure holds the figure of the layers in ARCHITECTURE: what a part may import is on a line below
// its own, and the parts of the kernel and the debugger are all there.
func TestFigure(t *testing.T) {
	text, err := os.ReadFile("../docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(text), "\n## Layers\n")
	_, rest, _ := strings.Cut(chapter, "```\n")
	figure, _, _ := strings.Cut(rest, "```\n")
	floor := map[string]int{}
	for n, line := range strings.Split(figure, "\n") {
		for _, word := range strings.Fields(line) {
			if layers[word] != nil {
				floor[word] = n
			}
		}
	}
	for part, allowed := range layers {
		n, ok := floor[part]
		if root, _, _ := strings.Cut(part, "/"); !ok && slices.Contains([]string{"kernel", "ipc", "debugger"}, root) &&
			!strings.Contains(part, "internal") {
			t.Errorf("the figure has no %s", part)
		}
		for _, other := range allowed {
			if below, there := floor[other]; ok && there && below <= n && other != part {
				t.Errorf("%s may import %s, which is not below it in the figure", part, other)
			}
		}
	}
}

// partOf is the part that a package belongs to: the programs are one, each other package
// is its own.
func partOf(dir string) string {
	if strings.HasPrefix(dir, "programs/") {
		return "programs"
	}
	return dir
}

func mayImport(own string, allowed []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		return own == a || a == "programs" && strings.HasPrefix(own, "programs/")
	})
}
