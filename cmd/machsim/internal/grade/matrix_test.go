package grade

import (
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
// but a pass. Solutions that are right pass all.
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
	"buffer": {
		"right-two": {}, "right-ring": {},
		"wrong-if":    {"order": "PANIC", "bound": "?", "progress": "PANIC", "close": "?", "proof": "PANIC"},
		"wrong-one":   {"order": "STUCK", "bound": "?", "full": "?", "progress": "STUCK", "proof": "STUCK"},
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
		"wrong-early":    {"coordinator": "CHECK FAILED", "disk": "CHECK FAILED", "proof": "the client is told"},
		"wrong-once": {"lost": "has not decided", "participants": "has not decided", "coordinator": "has not decided",
			"disk": "has not decided", "proof": "has not decided"},
		"wrong-no": {"participants": "?", "disk": "CHECK FAILED", "proof": "?"},
	},
	"mutex": {
		"right-monitor": {}, "right-queue": {},
		"wrong-if": {"exclusion": "CHECK FAILED", "proof": "-"},
		"wrong-signal": {"exclusion": "STUCK", "progress": "STUCK", "together": "STUCK", "writers": "STUCK",
			"proof": "STUCK"},
		"wrong-mutex":      {"together": "no run does"},
		"wrong-preference": {"writers": "CHECK FAILED"},
		"wrong-order":      {"exclusion": "-", "progress": "-", "together": "DEADLOCK", "writers": "-", "proof": "DEADLOCK"},
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
}

// keys are the course keys that solutions are judged with.
func keys() []string {
	all := []string{"autumn", "spring"}[:min(2, effort.Of(2))]
	for i := range effort.Of(2) - len(all) {
		all = append(all, strings.Repeat("k", i+1))
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
	dir, err := os.MkdirTemp("", "grade")
	if err != nil {
		panic(err)
	}
	base = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// TestMatrix: right solutions pass every part, and each wrong one fails those, and so, that it is to fail. At an effort
// of 2 all labs are tried.
func TestMatrix(t *testing.T) {
	names := slices.Sorted(maps.Keys(matrix))
	if effort.Of(2) < 4 {
		names = effort.Some(names, 2)
	}
	for _, name := range names {
		solutions := matrix[name]
		for _, key := range keys() {
			w := workshop(t, name, key)
			for solution, fails := range solutions {
				t.Run(name+"/"+solution+"/"+key, func(t *testing.T) { matched(t, w, solution, fails) })
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

func matched(t *testing.T, w *Workshop, solution string, fails map[string]string) {
	g, err := w.Judge(whole(t, w.Lab, solution))
	if err != nil || g.Refused != "" {
		t.Fatalf("%v %s", err, g.Refused)
	}
	for _, p := range g.Parts {
		want, fail := fails[p.Name]
		if want == "?" {
			continue
		}
		how := p.How + ": " + p.Wrong
		if p.Passed == fail || fail && want != "-" && !strings.Contains(how, want) {
			t.Errorf("%s: passed %t, %s; expected: %q", p.Name, p.Passed, how, want)
		}
		where := p.Thread != "" && p.Line != "" || p.Name == "proof"
		if fail && p.How != "" && (p.Seed == 0 || len(p.Record) == 0 || !where) {
			t.Errorf("%s does not say where: seed %d, thread %q, line %q, %d bytes", p.Name, p.Seed, p.Thread, p.Line,
				len(p.Record))
		}
	}
}
