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
	"ipc/quote":       {},
	"kernel/hook":     {},
	"ipc/table":       {},
	"ipc":             {"ipc/table"},
	"kernel":          {"ipc", "ipc/table", "ipc/quote", "kernel/hook"},
	"cthreads":        {"kernel", "ipc"},
	"netname":         {"kernel", "ipc", "cthreads"},
	"netname/callrpc": {"kernel", "ipc", "cthreads", "netname"},

	"netname/debuggee": {"kernel", "netname"},
	"programs": {"kernel", "ipc", "cthreads", "netname", "netname/callrpc", "netname/debuggee", "programs",
		"kernel/hook"},

	"debugger/event/text": {"ipc/quote"},
	"debugger/lang":       {"debugger/event/text"},

	"debugger/lang/temporal": {},

	"debugger/lang/eval":     {"debugger/lang", "debugger/event/text"},
	"debugger/record/watch":  {"kernel", "ipc/quote"},
	"debugger/event/waitfor": {"kernel", "ipc"},
	"debugger/event":         {"kernel", "ipc"},
	"debugger/event/facts":   {"kernel", "ipc", "debugger/event"},
	"debugger/event/rpc":     {"kernel", "ipc"},
	"debugger/event/trace":   {"ipc/quote", "kernel", "ipc", "debugger/event", "debugger/event/waitfor"},
	"debugger/event/view":    {"ipc/quote", "kernel", "ipc", "debugger/event/text", "debugger/event/waitfor"},
	"debugger/event/history": {"ipc/quote", "kernel", "ipc", "debugger/event", "debugger/event/facts",
		"debugger/event/rpc", "debugger/event/text", "debugger/event/trace"},
	"debugger/record":         {"debugger/event/waitfor", "debugger/record/atomicfile", "ipc", "kernel"},
	"debugger/replay/tape":    {"kernel", "ipc", "debugger/replay/encode"},
	"debugger/replay/picture": {"kernel", "debugger/replay/tape", "debugger/replay/encode"},
	"debugger/replay/graph":   {"kernel", "ipc", "debugger/record/watch", "debugger/replay/tape"},
	"debugger/lines/source": {"kernel", "kernel/hook", "debugger/replay/engine", "debugger/lang/eval",
		"debugger/replay/graph", "debugger/replay/tape", "debugger/event/text"},
	"debugger/replay/engine": {"kernel", "kernel/hook", "ipc", "debugger/replay/graph", "debugger/record"},
	"debugger/replay/memory": {"kernel", "kernel/hook"},
	"debugger/replay/rebuild": {"debugger/record", "debugger/record/watch", "debugger/replay/engine",
		"debugger/replay/graph", "debugger/replay/memory", "debugger/replay/picture", "debugger/replay/tape",
		"debugger/run/runner", "ipc", "kernel", "kernel/hook"},
	"debugger/lines/origin": {"kernel", "kernel/hook", "debugger/lines/source"},
	"debugger/lines/race": {"kernel", "kernel/hook", "debugger/replay/engine", "debugger/replay/graph",
		"debugger/replay/tape"},
	"debugger/choose/explore": {"kernel", "kernel/hook", "ipc", "debugger/choose/explore/numbered",
		"debugger/choose/explore/touch", "debugger/event/text"},
	"debugger/choose/explore/numbered": {},
	"debugger/choose/explore/touch":    {"kernel", "kernel/hook", "ipc", "debugger/choose/explore/numbered"},
	"debugger/run/cycle":               {"kernel", "debugger/event/view"},
	"debugger/choose/strategy":         {"kernel", "debugger/choose/explore", "debugger/event/text"},
	"debugger/run/runner": {"ipc/quote", "kernel", "kernel/hook", "ipc", "debugger/run/cycle", "debugger/record",
		"debugger/replay/picture", "debugger/replay/tape", "debugger/event", "debugger/choose/strategy",
		"debugger/event/trace", "debugger/event/waitfor", "debugger/record/watch"},
	"debugger/run/livelock": {"kernel", "kernel/hook", "ipc", "debugger/run/cycle", "debugger/record",
		"debugger/run/runner"},
	"debugger/run/report": {"ipc", "ipc/quote", "kernel", "debugger/run/cycle", "debugger/record", "debugger/run/runner",
		"debugger/event/rpc", "debugger/event/trace", "debugger/event/text", "debugger/event/waitfor",
		"debugger/record/watch"},
	"debugger/query/breakpoint": {"ipc/quote", "kernel", "ipc", "debugger/replay/tape",
		"debugger/replay/graph", "debugger/event",
		"debugger/event/rpc", "debugger/event/trace", "debugger/event/waitfor", "debugger/event/text",
		"debugger/lang"},
	"debugger/query/predicate": {"ipc/quote", "kernel", "ipc", "debugger/lang", "debugger/lang/eval",
		"debugger/replay/tape",
		"debugger/replay/graph", "debugger/event/rpc",
		"debugger/replay/engine", "debugger/query/breakpoint", "debugger/event/text"},
	"debugger/query/cuts": {"debugger/lang", "debugger/lang/eval", "debugger/query/predicate", "debugger/replay/graph"},
	"debugger/query/halt": {"debugger/query/predicate", "debugger/replay/graph", "debugger/replay/tape"},
	"debugger/query/detect": {"debugger/event/text", "debugger/lang", "debugger/lang/eval",
		"debugger/lang/temporal", "debugger/query/breakpoint", "debugger/query/cuts", "debugger/query/halt",
		"debugger/query/predicate", "debugger/replay/engine", "debugger/replay/graph", "kernel"},
	"debugger/rows": {"debugger/event", "debugger/event/history", "debugger/event/text",
		"debugger/event/trace", "debugger/event/waitfor", "debugger/lang/eval", "ipc", "kernel", "netname"},
	"debugger/session": {"debugger/event/history", "debugger/event/rpc", "debugger/event/text",
		"debugger/event/view", "debugger/lang", "debugger/lang/eval", "debugger/lines/origin",
		"debugger/lines/race", "debugger/lines/source", "debugger/query/breakpoint", "debugger/query/detect",
		"debugger/query/predicate", "debugger/record", "debugger/record/watch", "debugger/replay/encode",
		"debugger/replay/engine", "debugger/replay/graph", "debugger/replay/rebuild", "debugger/replay/tape",
		"debugger/rows", "debugger/run/report", "debugger/run/runner", "ipc", "kernel"},
	"debugger/run/commandline": {"ipc/quote", "debugger/run/runner", "debugger/choose/strategy"},
	"debugger/choose/schedule": {"kernel"},
	"debugger/study/campaign": {"ipc/quote", "kernel", "kernel/hook", "debugger/choose/explore",
		"debugger/event/text", "debugger/run/report", "debugger/lang",
		"debugger/run/runner", "debugger/choose/strategy"},
	"debugger/study/shrink": {"kernel", "debugger/event", "debugger/replay/graph", "debugger/record",
		"debugger/run/report",
		"debugger/run/runner", "debugger/choose/schedule", "debugger/choose/strategy", "debugger/replay/tape",
		"debugger/event/text", "debugger/event/trace"},
	"debugger/study/cause": {"kernel", "kernel/hook", "debugger/event", "debugger/choose/explore",
		"debugger/record", "debugger/run/report",
		"debugger/run/runner", "debugger/choose/strategy", "debugger/event/text", "debugger/event/trace"},
	"debugger/study/contrast": {"kernel", "ipc", "debugger/event", "debugger/event/facts",
		"debugger/run/report", "debugger/run/runner",
		"debugger/event/text", "debugger/record/watch"},
	"debugger/study/flow":   {},
	"debugger/study/linear": {"kernel", "ipc", "debugger/event/rpc", "debugger/event/text", "debugger/event/trace"},
	"debugger/study": {"debugger", "debugger/choose/strategy", "debugger/event/history", "debugger/event/text",
		"debugger/lang", "debugger/record", "debugger/record/watch", "debugger/replay/engine", "debugger/replay/picture",
		"debugger/replay/rebuild", "debugger/run/commandline", "debugger/run/cycle", "debugger/run/livelock",
		"debugger/run/report", "debugger/run/runner", "debugger/study/campaign", "debugger/study/cause",
		"debugger/study/contrast", "debugger/study/linear", "debugger/study/shrink", "ipc/quote", "kernel",
		"kernel/hook"},
	"debugger/study/halting": {"debugger/choose/strategy", "debugger/event/text", "debugger/event/trace",
		"debugger/event/waitfor",
		"debugger/query/detect", "debugger/query/predicate", "debugger/record", "debugger/replay/graph",
		"debugger/rows", "debugger/run/runner", "debugger/session", "ipc", "kernel"},
	"debugger/picture/diagram/paint": {},
	"debugger/picture/arrow":         {"debugger/event/facts", "debugger/replay/graph", "debugger/session", "kernel"},
	"debugger/picture/diagram": {"debugger/event", "debugger/event/facts", "debugger/event/trace",
		"debugger/event/waitfor", "debugger/picture/arrow", "debugger/query/detect", "debugger/query/halt",
		"debugger/session", "ipc",
		"ipc/quote", "kernel"},
	"debugger/data/stats": {"kernel", "debugger/replay/engine", "debugger/event/facts", "debugger/session",
		"debugger/data/tables"},
	"debugger/picture/tile": {"debugger/event/facts", "debugger/event/waitfor", "debugger/picture/arrow",
		"debugger/rows", "debugger/session", "ipc", "kernel"},
	"debugger/data/tables": {"ipc/quote", "kernel", "ipc", "debugger/session", "debugger/event",
		"debugger/event/facts",
		"debugger/replay/graph", "debugger/event/history", "debugger/event/rpc", "debugger/replay/tape",
		"debugger/event/text", "debugger/event/trace",
		"debugger/event/waitfor"},
	"debugger/data/sqlitefile": {"debugger/data/tables"},
	"debugger/data/sqlite":     {"debugger/data/sqlitefile", "debugger/data/tables", "debugger/event/text"},
	"debugger/data/sqlafar":    {"debugger/data/tables", "debugger/event/text"},
	"debugger/data/export": {"ipc/quote", "kernel", "debugger/event", "debugger/event/facts",
		"debugger/event/rpc", "debugger/session",
		"debugger/data/sqlitefile", "debugger/data/tables", "debugger/event/text", "debugger/event/trace",
		"debugger/event/waitfor"},
	"debugger/present": {"debugger/event/text", "debugger/event/view", "debugger/event/waitfor",
		"debugger/replay/graph", "debugger/session", "ipc", "kernel"},
	"debugger/query/check": {"debugger/event/text", "debugger/event/waitfor", "debugger/lang/temporal",
		"debugger/present", "debugger/query/detect", "debugger/query/halt", "debugger/query/predicate",
		"debugger/replay/graph"},
	"debugger/values": {"debugger/event/text", "debugger/lang", "debugger/lang/eval", "debugger/lines/origin",
		"debugger/lines/source", "debugger/present", "debugger/replay/engine", "debugger/replay/graph",
		"ipc/quote", "kernel", "kernel/hook"},
	"debugger/threads": {"debugger/event/view", "debugger/event/waitfor", "debugger/present", "debugger/rows",
		"debugger/values", "ipc/quote", "kernel"},
	"debugger/edits": {"debugger/event", "debugger/event/text", "debugger/event/trace", "debugger/event/view",
		"debugger/lang/eval", "debugger/lines/source", "debugger/present", "debugger/rows", "debugger/values", "ipc",
		"kernel"},
	"debugger/stops": {"debugger/event/text", "debugger/event/trace", "debugger/lang", "debugger/lang/eval",
		"debugger/lines/race", "debugger/lines/source", "debugger/present", "debugger/query/breakpoint",
		"debugger/query/check", "debugger/query/detect", "debugger/replay/graph", "debugger/session",
		"debugger/threads", "debugger/values", "kernel"},
	"debugger/remote": {"debugger/event/rpc", "debugger/event/text", "debugger/study/linear",
		"debugger/values", "ipc", "kernel"},
	"debugger/past": {"debugger/edits", "debugger/event/history", "debugger/event/text", "debugger/event/trace",
		"debugger/event/view", "debugger/present", "debugger/rows", "debugger/run/report", "ipc/quote", "kernel"},
	"debugger/answers": {"debugger/data/export", "debugger/data/stats", "debugger/data/tables",
		"debugger/event/text", "debugger/event/waitfor", "debugger/lines/source", "debugger/picture/diagram",
		"debugger/picture/tile", "debugger/present", "debugger/query/detect", "debugger/replay/graph",
		"debugger/rows", "debugger/session", "debugger/stops", "kernel"},
	"debugger": {"debugger/answers", "debugger/edits", "debugger/event/text", "debugger/event/view", "debugger/lang",
		"debugger/lines/source", "debugger/past", "debugger/present", "debugger/query/check",
		"debugger/query/detect", "debugger/record", "debugger/remote", "debugger/replay/graph",
		"debugger/rows", "debugger/run/runner", "debugger/session", "debugger/stops", "debugger/study/cause",
		"debugger/study/halting", "debugger/threads", "debugger/values", "ipc", "ipc/quote", "kernel",
		"kernel/hook"},
	// Faces show a run to people: all that they know of it is what a Debugger tells.
	"debugger/face/repl": {"debugger", "debugger/event/text", "debugger/face/repl/answer",
		"debugger/face/repl/input", "debugger/face/repl/look", "ipc/quote"},
	"debugger/face/repl/answer": {"ipc/quote", "debugger", "debugger/event/text", "debugger/face/repl/input"},
	"debugger/face/repl/input":  {"debugger"},
	"debugger/face/repl/look": {"ipc/quote", "debugger", "debugger/event/text", "debugger/face/repl/answer",
		"debugger/face/repl/input"},
	"debugger/face/wire": {"debugger", "debugger/face/repl", "debugger/event/text"},
	"debugger/face/dap":  {"debugger", "debugger/face/repl", "debugger/event/text"},
	"debugger/face/mcp": {"debugger", "debugger/face/dap", "debugger/face/repl", "debugger/face/wire",
		"debugger/event/text", "debugger/picture/diagram/paint"},
	"debugger/face/shelf": {"ipc/quote", "kernel", "kernel/hook", "debugger", "debugger/study", "debugger/face/wire",
		"debugger/event/text"},
	"debugger/face/web/page": {},
	"debugger/face/web":      {"debugger/face/wire", "debugger/face/web/page"},
	"debugger/face/serve": {"debugger", "debugger/event/text", "debugger/face/repl", "debugger/face/wire",
		"debugger/face/web", "debugger/face/dap", "debugger/record/atomicfile"},
	"debugger/record/atomicfile":            {},
	"debugger/replay/cache":                 {},
	"debugger/replay/encode":                {},
	"test/hostile":                          {"ipc/quote", "kernel", "ipc", "cthreads", "netname"},
	"debugger/internal/hooked":              {"kernel", "kernel/hook"},
	"debugger/internal/lab/plain":           {"kernel", "cthreads", "ipc", "netname"},
	"debugger/internal/lab/hooked":          {"kernel", "cthreads", "ipc", "netname", "kernel/hook"},
	"debugger/run/livelock/internal/rounds": {"kernel", "cthreads"},
	"debugger/run/livelock/internal/hooked": {"kernel", "cthreads", "kernel/hook"},

	"test":          {},
	"test/busy":     {},
	"test/effort":   {},
	"test/randprog": {"kernel", "ipc"},
	"test/testrun": {"kernel", "ipc", "netname", "debugger/replay/graph", "debugger/record",
		"debugger/replay/tape",
		"programs"},
	"test/testsession": {"kernel", "debugger/replay/graph", "test/testrun",
		"debugger/lang",
		"debugger/record", "debugger/run/runner", "debugger/session", "debugger/choose/strategy"},
	"test/probe":   {},
	"test/hunt":    {"kernel", "cthreads", "programs"},
	"test/browser": {},
	"test/dap":     {},
	"test/formats": {},
	"test/simtest": {"ipc/quote", "kernel", "debugger", "debugger/study", "debugger/run/report", "debugger/event/waitfor"},

	".":                {}, // the module's root: source that is embedded
	"test/lab/verdict": {},
	"test/lab":         {"debugger/record", "debugger/study", "kernel", "test/simtest", "test/lab/verdict"},
	"test/lab/prompt": {"debugger", "debugger/face/repl", "debugger/run/commandline", "debugger/study", "ipc/quote",
		"test/lab", "test/lab/verdict"},

	"cmd/machsim/internal/lab": {"debugger/event/text", "debugger/record/atomicfile"},
	"cmd/machsim/internal/question": {"kernel", "programs", "debugger", "debugger/record", "debugger/study",
		"cmd/machsim/internal/lab", "cmd/machsim/internal/userprog", "test/lab/verdict"},
	"cmd/machsim/internal/grade": {"ipc/quote", "debugger/record/atomicfile", "cmd/machsim/internal/lab",
		"cmd/machsim/internal/question", "cmd/machsim/internal/instrument", "cmd/machsim/vet", "test/lab/verdict"},

	"debugger/face/web/guest":   {"kernel", "debugger", "debugger/face/wire"},
	"cmd/machsim/internal/site": {"debugger/face/web/guest", "programs"},

	"cmd/machsim/vet":                 {},
	"cmd/machsim/internal/analyse":    {"debugger", "debugger/study/flow"},
	"cmd/machsim/internal/instrument": {"kernel/hook", "debugger/record/atomicfile"},
	"cmd/machsim/internal/mutate":     {"cmd/machsim/internal/instrument"},
	"cmd/machsim/internal/editor":     {"debugger/record/atomicfile"},
	"cmd/machsim/internal/scaffold":   {"debugger/record/atomicfile"},
	"cmd/machsim/internal/capsule":    {"ipc/quote"},
	"cmd/machsim/internal/sandbox": {
		"cmd/machsim/internal/supervise", "debugger/replay/cache", "debugger/replay/engine",
		"debugger/run/runner",
	},
	"cmd/machsim/internal/supervise": {"kernel", "debugger/record", "debugger/run/runner",
		"debugger/record/watch"},
	"cmd/machsim/internal/userprog": {"kernel", "kernel/hook", "programs", "ipc/quote", "debugger/record",
		"debugger/run/runner", "debugger/record/watch",
		"debugger/run/cycle", "debugger/run/livelock", "debugger/replay/cache", "debugger/record/atomicfile",
		"cmd/machsim/internal/instrument", "cmd/machsim/internal/mutate"},
	"cmd/machsim/internal/turn": {},
	"cmd/machsim/internal/term": {"kernel", "ipc/quote", "debugger", "debugger/face/repl", "debugger/event/text",
		"debugger/event/trace", "cmd/machsim/internal/turn"},
	"cmd/machsim": {"cmd/machsim/internal/app", "cmd/machsim/internal/sql", "cmd/machsim/internal/turn",
		"debugger/record/watch"},
	"cmd/machsim/many": {"cmd/machsim/internal/app", "cmd/machsim/internal/sql",
		"cmd/machsim/many/jetstream"},
	"cmd/machsim/internal/sql": {"debugger", "debugger/data/sqlafar", "debugger/data/sqlite",
		"cmd/machsim/internal/turn"},
	"cmd/machsim/internal/workqueue": {},
	"cmd/machsim/many/jetstream":     {"cmd/machsim/internal/workqueue", "debugger/record/atomicfile"},
	// Runs, one or many, are made by study alone, for every face. The commands are in rooms that stand on cli.
	"cmd/machsim/internal/cli": {"cmd/machsim/internal/supervise", "cmd/machsim/internal/term",
		"cmd/machsim/internal/userprog", "cmd/machsim/internal/workqueue", "debugger", "debugger/event/text",
		"debugger/face/repl", "debugger/run/commandline", "debugger/study", "ipc/quote", "kernel", "kernel/hook",
		"programs"},
	"cmd/machsim/internal/launch": {"cmd/machsim/internal/cli", "cmd/machsim/internal/lab",
		"cmd/machsim/internal/supervise", "cmd/machsim/internal/term", "cmd/machsim/internal/userprog",
		"cmd/machsim/vet", "debugger", "debugger/event/text", "debugger/run/commandline", "debugger/study", "ipc/quote"},
	"cmd/machsim/internal/source": {"cmd/machsim/internal/analyse", "cmd/machsim/internal/cli",
		"cmd/machsim/internal/mutate", "cmd/machsim/internal/term", "cmd/machsim/internal/userprog", "cmd/machsim/vet",
		"debugger", "debugger/event/text", "debugger/face/wire", "debugger/run/commandline", "debugger/study",
		"ipc/quote", "kernel", "kernel/hook"},
	"cmd/machsim/internal/picture": {"cmd/machsim/internal/cli", "cmd/machsim/internal/term", "debugger",
		"debugger/picture/diagram/paint", "debugger/study", "test/lab/verdict"},
	"cmd/machsim/internal/course": {"cmd/machsim/internal/cli", "cmd/machsim/internal/grade",
		"cmd/machsim/internal/lab", "cmd/machsim/internal/picture", "cmd/machsim/internal/question",
		"cmd/machsim/internal/term", "cmd/machsim/internal/userprog", "debugger/event/text", "debugger/run/commandline",
		"debugger/study", "ipc/quote", "test/lab/verdict"},
	"cmd/machsim/internal/guest": {"cmd/machsim/internal/capsule", "cmd/machsim/internal/cli",
		"cmd/machsim/internal/launch", "cmd/machsim/internal/sandbox", "cmd/machsim/internal/supervise",
		"cmd/machsim/internal/term", "cmd/machsim/internal/userprog", "debugger", "debugger/data/sqlafar",
		"debugger/face/repl", "debugger/face/web", "debugger/face/wire", "debugger/record", "debugger/replay/cache",
		"debugger/study", "ipc/quote"},
	"cmd/machsim/internal/faces": {"cmd/machsim/internal/cli", "cmd/machsim/internal/editor",
		"cmd/machsim/internal/launch", "cmd/machsim/internal/source", "cmd/machsim/internal/term",
		"cmd/machsim/internal/userprog", "debugger", "debugger/event/text", "debugger/face/dap", "debugger/face/mcp",
		"debugger/face/repl", "debugger/face/serve", "debugger/face/shelf", "debugger/face/web",
		"debugger/face/web/page", "debugger/face/wire", "debugger/run/commandline", "debugger/study", "ipc/quote",
		"kernel", "programs"},
	"cmd/machsim/internal/share": {"cmd/machsim/internal/cli", "cmd/machsim/internal/launch",
		"cmd/machsim/internal/supervise", "cmd/machsim/internal/term", "cmd/machsim/internal/userprog",
		"cmd/machsim/internal/workqueue", "debugger/run/commandline", "debugger/study", "ipc/quote"},
	"cmd/machsim/internal/app": {"cmd/machsim/internal/cli", "cmd/machsim/internal/course",
		"cmd/machsim/internal/faces", "cmd/machsim/internal/guest", "cmd/machsim/internal/launch",
		"cmd/machsim/internal/picture", "cmd/machsim/internal/scaffold", "cmd/machsim/internal/share",
		"cmd/machsim/internal/source", "cmd/machsim/internal/supervise", "cmd/machsim/internal/term",
		"cmd/machsim/internal/userprog", "cmd/machsim/internal/workqueue", "cmd/machsim/vet", "debugger",
		"debugger/event/text", "debugger/face/repl",
		"debugger/face/repl/answer", "debugger/face/wire", "debugger/run/commandline", "debugger/study",
		"ipc/quote", "kernel", "programs"},
}

// half is the parts that alone decide what a run does.
var half = []string{"ipc/quote", "kernel/hook", "ipc/table", "ipc", "kernel", "cthreads", "netname", "netname/callrpc",
	"netname/debuggee", "programs"}

// outside is what the deterministic half must not use: files, network, clocks,
// other sources of chance, goroutines' tools.
var outside = []string{"os", "net", "time", "math/rand", "math/rand/v2", "crypto/rand", "io/ioutil", "sync",
	"syscall", "os/exec"}

func TestArrowsGoOneWay(t *testing.T) {
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.ContainsAny(d.Name()[:1], "._") && d.Name() != ".."):
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
// takes its after a moment; and a goroutine of one asks whether it is a thread of another, or is to stand still.
var between = []string{"../kernel/hook/halt.go", "../kernel/hook/kept.go", "../kernel/hook/running.go"}

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
	switch {
	case strings.HasPrefix(dir, "programs/"):
		return "programs"
	case dir == "..":
		return "."
	}
	return dir
}

func mayImport(own string, allowed []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		return own == a || a == "programs" && strings.HasPrefix(own, "programs/")
	})
}
