package grade

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/test/effort"
)

// matrix says of each lab and each solution in testdata by what each part fails: "" if it passes, "-" for anything
// but a pass, "?" for whatever comes. Solutions that are right pass all.
var matrix = map[string]map[string]map[string]string{
	"bank": {
		"right-last": {}, "right-all": {},
		"wrong-again":   {"once": "CHECK FAILED", "together": "CHECK FAILED"},
		"wrong-must":    {"once": "CHECK FAILED", "together": "CHECK FAILED", "late": "CHECK FAILED"},
		"wrong-silent":  {"once": "CHECK FAILED", "together": "CHECK FAILED"},
		"wrong-forgets": {"together": "CHECK FAILED"},
		"wrong-one": {"adds": "CHECK FAILED", "once": "CHECK FAILED", "together": "CHECK FAILED", "late": "-",
			"proof": "-"},
	},
	"barrier": {
		"right-counts": {}, "right-flags": {},
		"wrong-first": {"given": "the last is not the one", "others": "the last is not the one"},
		"wrong-two":   {"given": "not noticed: wrong-signal", "others": "2 of 10 wrong barriers"},
		"wrong-round": {"given": "2 of 5 wrong barriers are not noticed: wrong-mixed, wrong-once", "others": "1 of 10"},
		"wrong-quiet": {"given": "not noticed: wrong-all", "others": "2 of 10"},
	},
	"buffer": {
		"right-two": {}, "right-ring": {},
		"wrong-if":    {"order": "?", "bound": "?", "progress": "PANIC", "close": "?", "proof": "PANIC"},
		"wrong-one":   {"order": "?", "bound": "?", "full": "?", "progress": "STUCK", "proof": "STUCK"},
		"wrong-stack": {"order": "CHECK FAILED"},
		"wrong-size":  {"bound": "CHECK FAILED"},
		"wrong-close": {"close": "STUCK"},
	},
	"commit": {
		"right-push": {}, "right-ask": {},
		"wrong-alone": {"lost": "CHECK FAILED", "participants": "CHECK FAILED", "coordinator": "CHECK FAILED",
			"disk": "CHECK FAILED", "proof": "CHECK FAILED"},
		"wrong-unsynced": {"disk": "CHECK FAILED"},
		"wrong-forgets":  {"participants": "has not decided", "disk": "CHECK FAILED", "proof": "has not decided"},
		"wrong-early":    {"coordinator": "CHECK FAILED", "disk": "CHECK FAILED", "proof": "CHECK FAILED"},
		"wrong-once": {"lost": "has not decided", "participants": "has not decided", "coordinator": "has not decided",
			"disk": "has not decided", "proof": "has not decided"},
		"wrong-no": {"participants": "?", "disk": "CHECK FAILED", "proof": "?"},
	},
	"mutex": {
		"right-monitor": {}, "right-queue": {},
		"wrong-if": {"exclusion": "CHECK FAILED", "proof": "-"},
		"wrong-signal": {"exclusion": "?", "progress": "STUCK", "together": "STUCK", "writers": "STUCK",
			"proof": "STUCK"},
		"wrong-mutex":      {"together": "no run does"},
		"wrong-preference": {"writers": "CHECK FAILED"},
		"wrong-order":      {"exclusion": "-", "progress": "-", "together": "-", "writers": "-", "proof": "-"},
	},
	"names": {
		"right-ask": {}, "right-beat": {},
		"wrong-early": {"again": "CHECK FAILED", "crash": "CHECK FAILED", "alone": "?", "cut": "CHECK FAILED",
			"late": "?"},
		"wrong-both": {"again": "CHECK FAILED", "crash": "?", "alone": "?", "cut": "CHECK FAILED", "late": "?"},
		"wrong-forgets": {"again": "CHECK FAILED", "crash": "CHECK FAILED", "alone": "?", "cut": "CHECK FAILED",
			"late": "CHECK FAILED"},
		"wrong-dead":   {"alone": "NO END"},
		"wrong-sticky": {"again": "?", "crash": "-", "alone": "?", "cut": "?", "late": "?"},
		"wrong-single": {"crash": "-", "cut": "-", "late": "-"},
		"wrong-late":   {"again": "?", "crash": "?", "alone": "?", "cut": "?", "late": "CHECK FAILED"},
	},
	"snapshot": {
		"right-flags": {}, "right-totals": {},
		"wrong-empty": {"sum": "CHECK FAILED", "several": "CHECK FAILED", "proof": "CHECK FAILED"},
		"wrong-until": {"sum": "CHECK FAILED", "several": "CHECK FAILED"},
		"wrong-one":   {"several": "CHECK FAILED", "proof": "CHECK FAILED"},
		"wrong-ack":   {"true": "CHECK FAILED", "proof": "-"},
		"wrong-leaf":  {"true": "CHECK FAILED", "ends": "CHECK FAILED", "proof": "CHECK FAILED"},
		"wrong-white": {"true": "CHECK FAILED"},
	},
	"ring": {
		"right-beat": {}, "right-ring": {},
		"wrong-eager":   {"one": "says that it leads, and so says"},
		"wrong-deaf":    {"crash": "which is down"},
		"wrong-ring":    {"crash": "CHECK FAILED", "one": "?"},
		"wrong-doubled": {"lost": "two tokens", "late": "two tokens"},
		"wrong-silent":  {"lost": "has printed", "late": "CHECK FAILED", "proof": "has printed"},
		"wrong-timeout": {"late": "two tokens"},
	},
	"raft": {
		"right-rewrite": {}, "right-journal": {},
	},
}

// keys are the course keys that solutions are judged with: the first two in the suite. Each key has other seeds and
// sizes, so 400 keys (MACHSIM_EFFORT=200) are 10^5 seeds and more of each part.
func keys() []string {
	all := []string{"autumn", "spring"}[:min(2, effort.Of(2))]
	for i := range effort.Of(2) - len(all) {
		all = append(all, fmt.Sprint("key ", i))
	}
	return all
}

// workshops are those of the tests, by lab and key: to open one takes seconds.
var workshops struct {
	sync.Mutex
	all map[string]*Workshop
}

// workshop returns the workshop of a lab.
func workshop(t *testing.T, name, key string) *Workshop {
	t.Helper()
	if testing.Short() {
		t.Skip("it builds machsim")
	}
	workshops.Lock()
	defer workshops.Unlock()
	if workshops.all == nil {
		workshops.all = map[string]*Workshop{}
	}
	if w := workshops.all[name+" "+key]; w != nil {
		return w
	}
	l, err := lab.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Open(l, filepath.Join(base, name), key)
	if err != nil {
		t.Fatal(err)
	}
	workshops.all[name+" "+key] = w
	return w
}

// base is the directory of all workshops.
var base string

func TestMain(m *testing.M) {
	if root := os.Getenv(graderOf); root != "" {
		if err := asGrader(root); err != nil {
			panic(err)
		}
		return
	}
	dir, err := os.MkdirTemp("", "grade")
	if err != nil {
		panic(err)
	}
	base = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// TestMatrix: right solutions pass every part, and each wrong one fails those, and so, that it is to fail. One lab is
// tried, and more with more effort.
func TestMatrix(t *testing.T) {
	names := slices.Sorted(maps.Keys(matrix))
	if effort.Of(2) < 4 {
		names = effort.Some(names, 2)
	}
	for _, name := range names {
		w := workshop(t, name, "")
		for solution, fails := range matrix[name] {
			t.Run(name+"/"+solution, func(t *testing.T) { matched(t, w, solution, fails) })
		}
	}
}

// matched judges a solution, which is built once, with all keys.
func matched(t *testing.T, w *Workshop, solution string, fails map[string]string) {
	exe := built(t, w, whole(t, w.Lab, solution))
	for _, key := range keys() {
		w.key = key
		for _, about := range w.Parts {
			p, err := w.part(exe, about)
			if err != nil {
				t.Fatal(err)
			}
			if want := fails[p.Name]; want != "?" {
				agrees(t, key, &p, want)
			}
		}
	}
}

// whole is a directory with a solution. What a wrong one of several files has not, it has from the first right one.
func whole(t *testing.T, l *lab.Lab, solution string) string {
	all, _ := filepath.Glob(filepath.Join("testdata", l.Name, "right-*"))
	dir := t.TempDir()
	for _, f := range l.Files {
		from := filepath.Join("testdata", l.Name, solution, f)
		if _, err := os.Stat(from); err != nil {
			from = filepath.Join(all[0], f)
		}
		text, err := os.ReadFile(from)
		if err == nil {
			err = lab.Write(dir, map[string]string{f: string(text)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// built builds a submission that is accepted, and returns the executable.
func built(t *testing.T, w *Workshop, name string) string {
	t.Helper()
	h, err := Read(name, w.Lab.Files)
	if err == nil {
		err = w.accept(h.Files)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir, done, err := w.write(h.Files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(done)
	if err := w.vet(dir); err != nil {
		t.Fatal(err)
	}
	exe, err := w.build(dir)
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// agrees says in what a part is not as the matrix has it.
func agrees(t *testing.T, key string, p *Part, want string) {
	t.Helper()
	fail, how := want != "", p.How+": "+p.Wrong
	if p.Passed == fail || fail && want != "-" && !strings.Contains(how, want) {
		t.Errorf("%s with %q: passed %t, %s; expected: %q", p.Name, key, p.Passed, how, want)
	}
	// A condition of the harness is broken by the arrival of a message, too.
	where := p.Thread != "" && p.Line != "" || p.Name == "proof" || p.Name == "true"
	if fail && p.How != "" && (p.Seed == 0 || len(p.Record) == 0 || !where) {
		t.Errorf("%s with %q does not say where: seed %d, thread %q, line %q, %d bytes", p.Name, key, p.Seed, p.Thread,
			p.Line, len(p.Record))
	}
}
