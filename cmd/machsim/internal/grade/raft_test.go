package grade

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/lab"
	"machsim/test/effort"
)

// planted is what a student's Raft has in the place of what a right one has: a mistake, or another way that is right.
type planted struct {
	name     string
	in       string // the solution
	old, now string
	part     string // that fails; "" if none does
	says     string // why, where it is always the same
}

// mistakes are thirteen classics, then what students hand in who have not done a part. The last is none.
var mistakes = []planted{
	{"votes twice in a term after a restart", "right-rewrite",
		"\t\tr.voted = x.From\n\t\tr.save()\n", "\t\tr.voted = x.From\n", "persistence", ""},
	{"commits an entry of an earlier term by counting", "right-rewrite",
		"n > r.commit && r.termOf(n) == r.term", "n > r.commit", "trouble", ""},
	{"reads at a leader that was deposed", "right-rewrite", "\tr.put(entry{r.term, a})\n", `
	if a.Add == 0 {
		_ = kernel.Reply(r.th, m, Answer{r.state.balance})
		return
	}
	r.put(entry{r.term, a})
`, "trouble", "not linearizable"},
	{"lets a stale leader reset its timer", "right-rewrite", `	if x.Term < r.term {
		r.h.Send(x.From, appended{r.term, r.h.Me, 0, false})
		return
	}
	r.role, r.leader = follower, x.From
	r.wait()
	if x.Before`, `	r.wait()
	if x.Term < r.term {
		return
	}
	r.role, r.leader = follower, x.From
	if x.Before`, "calm", "all was calm"},
	{"does not step down at a higher term", "right-rewrite", `		if r.role == leader {
			r.wait()
		}
		r.role = follower
`, `		if r.role == candidate {
			r.role = follower
		}
`, "trouble", ""},
	{"takes off entries at an old message", "right-rewrite", "\tchanged := false\n",
		"\tchanged := r.last() > x.Before\n\tr.log = r.log[:x.Before-r.base]\n", "persistence", ""},
	{"votes for a candidate with an older log", "right-rewrite",
		"x.LastTerm > lastTerm || x.LastTerm == lastTerm && x.Last >= last",
		"x.LastTerm > lastTerm || x.LastTerm == lastTerm && x.Last >= last || true", "trouble", ""},
	{"does not go back when logs differ", "right-rewrite",
		"\t\tr.next[x.From] = max(r.match[x.From]+1, min(r.next[x.From]-1, x.Match+1))\n", "", "trouble", ""},
	{"commits beyond what is matched", "right-journal",
		"min(x.Commit, match)", "min(x.Commit, r.last())", "trouble", "entry"},
	{"answers before it is safe", "right-rewrite", `	if changed {
		r.save()
	}
	match := x.Before + len(x.Entries)
	r.h.Send(x.From, appended{r.term, r.h.Me, match, true})
`, `	match := x.Before + len(x.Entries)
	r.h.Send(x.From, appended{r.term, r.h.Me, match, true})
	if changed {
		r.save()
	}
`, "persistence", ""},
	{"renames, and does not sync the name", "right-rewrite",
		"\tkernel.Must(d.Rename(f, \"state\"))\n\tkernel.Must(d.Sync(f))\n", "\tkernel.Must(d.Rename(f, \"state\"))\n",
		"persistence", ""},
	{"lets an old snapshot overwrite newer state", "right-rewrite",
		"x.Index > r.commit", "x.Index > 0", "snapshots", ""},
	{"does a client's request twice", "right-rewrite",
		"x.Number > d.Number", "x.Number > 0", "trouble", "not linearizable"},

	{"votes for all who ask", "right-rewrite",
		"(r.voted == -1 || r.voted == x.From)", "true", "election", "both lead in term"},
	{"stands for election while there is a leader", "right-rewrite",
		"\tr.role, r.leader = follower, x.From\n\tr.wait()\n\tif x.Before",
		"\tr.role, r.leader = follower, x.From\n\tif x.Before", "calm", ""},
	{"counts half for a majority", "right-rewrite", "2*have > r.h.N", "2*have >= r.h.N-1", "trouble", ""},
	{"keeps nothing on the disk", "right-rewrite", "\tvar b strings.Builder\n",
		"\tif r.term > 0 {\n\t\treturn\n\t}\n\tvar b strings.Builder\n", "persistence", ""},
	{"forgets in a snapshot what clients had", "right-rewrite",
		"account{x.Balance, x.Done}", "account{x.Balance, nil}", "snapshots", ""},

	{"keeps silent about a request that is in its log", "right-rewrite", `	if r.role != leader {
		_ = kernel.Reply(r.th, m, Elsewhere{r.leader})
`, `	if r.role != leader {
		for _, e := range r.log {
			if e.Ask == a {
				return
			}
		}
		_ = kernel.Reply(r.th, m, Elsewhere{r.leader})
`, "", ""},
}

// text is the solution with the mistake.
func (p planted) text(t *testing.T) string {
	t.Helper()
	right, err := os.ReadFile(filepath.Join("testdata/raft", p.in, "student/raft.go"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(right), p.old); n != 1 {
		t.Fatalf("%s: what is replaced is %d times in %s", p.name, n, p.in)
	}
	return strings.Replace(string(right), p.old, p.now, 1)
}

// TestMistakesPlanted: each mistake can be planted.
func TestMistakesPlanted(t *testing.T) {
	for _, p := range mistakes {
		if _, err := parser.ParseFile(token.NewFileSet(), "raft.go", p.text(t), 0); err != nil {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// TestMistakes: each is noticed by the part that is to notice it, with every course key, and what is none by no part.
func TestMistakes(t *testing.T) {
	effort.Dear(t, "it builds a log for each mistake")
	w := workshop(t, "raft", "")
	for _, p := range mistakes {
		t.Run(p.name, func(t *testing.T) { p.noticed(t, w) })
	}
}

// noticed judges the mistake, which is built once, with all keys.
func (p planted) noticed(t *testing.T, w *Workshop) {
	dir := t.TempDir()
	if err := lab.Write(dir, map[string]string{"student/raft.go": p.text(t)}); err != nil {
		t.Fatal(err)
	}
	exe := built(t, w, dir)
	for _, key := range keys() {
		w.key = key
		for _, about := range w.Parts {
			if p.part != "" && about.Name != p.part {
				continue
			}
			part, err := w.part(exe, about)
			if err != nil {
				t.Fatal(err)
			}
			if noticed := !part.Passed && strings.Contains(part.Wrong, p.says); noticed != (p.part != "") {
				t.Errorf("%s with %q: passed %t, %s", part.Name, key, part.Passed, part.Wrong)
			}
		}
	}
}
