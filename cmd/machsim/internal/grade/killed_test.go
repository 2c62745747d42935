package grade

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"machsim/cmd/machsim/internal/lab"
	"machsim/test/effort"
)

// graderOf is an environment variable: with it this process is a grader, of the directory with submissions that it
// names, in a workshop and with a store beside that.
const graderOf = "MACHSIM_TEST_GRADER"

// asGrader grades, and writes the table.
func asGrader(root string) error {
	w, names, err := gradedIn(root)
	if err != nil {
		return err
	}
	table, err := w.table(names, filepath.Join(filepath.Dir(root), "kept"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(root), "table.json"), []byte(table), 0o666)
}

func gradedIn(root string) (*Workshop, []string, error) {
	l, err := lab.Find("mutex")
	if err != nil {
		return nil, nil, err
	}
	w, err := Open(l, filepath.Join(filepath.Dir(root), "workshop"), "autumn")
	if err != nil {
		return nil, nil, err
	}
	names, _, err := w.Submissions([]string{root}, false)
	return w, names, err
}

// table grades all, with a store.
func (w *Workshop) table(names []string, keep string) (string, error) {
	s, err := w.OpenStore(keep)
	if err != nil {
		return "", err
	}
	defer s.Close()
	grades, err := w.All(context.Background(), names, 2, s, func(*Grade, bool) {})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = FormatOf("json").Write(&b, grades)
	return b.String(), err
}

// TestKilled: a grader of 200 submissions that is killed again and again goes on where it was, and the table is that of
// one that nobody has killed.
func TestKilled(t *testing.T) {
	effort.Dear(t, "it starts a grader again and again")
	root := filepath.Join(t.TempDir(), "submissions")
	handIn(t, root, 200)
	chance, kills := rand.New(rand.NewSource(1)), effort.Of(10)
	for i := range kills {
		c := exec.Command(os.Args[0], "-test.run=^$")
		c.Env = append(os.Environ(), graderOf+"="+root)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		enough := kept(root) + chance.Intn(10)
		for end := time.Now().Add(5 * time.Minute); kept(root) <= enough && time.Now().Before(end) && alive(c); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(chance.Intn(100)) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		t.Logf("killed %d of %d times: %d are kept", i+1, kills, kept(root))
	}
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), graderOf+"="+root)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	got, err := os.ReadFile(filepath.Join(filepath.Dir(root), "table.json"))
	if err != nil {
		t.Fatal(err)
	}
	w, names, err := gradedIn(root)
	if err != nil || len(names) != 200 {
		t.Fatal(len(names), err)
	}
	want, err := w.table(names, t.TempDir())
	if err != nil || string(got) != want {
		t.Errorf("%v: the table is another one:\n%s\n%s", err, got, want)
	}
	if n := strings.Count(want, `"score": 100,`); n != 2 {
		t.Errorf("%d have all points", n)
	}
}

// alive says whether a process has not ended.
func alive(c *exec.Cmd) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.Process.Pid))
	return err != nil || !strings.Contains(string(text), ") Z ")
}

// kept is how many grades are kept.
func kept(root string) int {
	text, _ := os.ReadFile(filepath.Join(filepath.Dir(root), "kept", "grades.jsonl"))
	return strings.Count(string(text), "\n")
}

// handIn writes so many submissions, all different: few that are judged, others that are refused as late as may be, or
// have no file.
func handIn(t *testing.T, root string, n int) {
	t.Helper()
	solutions := []string{"right-monitor", "right-queue", "wrong-if", "wrong-order", "wrong-signal"}
	for i := range n {
		text := fmt.Sprintf("// Package student is that of %d.\n%s", i,
			attack{lock: `th.CrashHost("station")`}.text())
		if i%40 == 7 {
			solved, err := os.ReadFile(filepath.Join("testdata/mutex", solutions[i/40], "student/rwlock.go"))
			if err != nil {
				t.Fatal(err)
			}
			text = string(solved)
		}
		all := map[string]string{"student/rwlock.go": text}
		if i%40 == 8 {
			all = map[string]string{"README.md": "I could not do it"}
		}
		if err := lab.Write(filepath.Join(root, fmt.Sprintf("s%03d", i)), all); err != nil {
			t.Fatal(err)
		}
	}
}

// TestProcessors: the verdict on each part is the same with one processor and with eight, and while others take these.
func TestProcessors(t *testing.T) {
	effort.Dear(t, "it judges submissions four times")
	for _, name := range effort.Some(slices.Sorted(maps.Keys(matrix)), 1) {
		w := workshop(t, name, "autumn")
		for _, solution := range effort.Some(slices.Sorted(maps.Keys(matrix[name])), 2) {
			exe, first := built(t, w, filepath.Join("testdata", name, solution)), map[string]Part{}
			for _, n := range []int{1, 8, 2, 1} {
				w.env = []string{fmt.Sprint("GOMAXPROCS=", n)}
				done := busy(n)
				for _, about := range w.Parts {
					p, err := w.part(exe, about)
					if err != nil {
						t.Fatal(err)
					}
					if was, ok := first[p.Name]; ok && !was.same(&p) {
						t.Errorf("%s/%s: %s with %d processors: %+v, and before %+v", name, solution, p.Name, n, p, was)
					}
					first[p.Name] = p
				}
				done()
			}
			w.env = nil
		}
	}
}

// busy keeps processors busy until done is called.
func busy(n int) (done func()) {
	over := make(chan struct{})
	for range n {
		go func() {
			for {
				select {
				case <-over:
					return
				default:
					runtime.Gosched()
				}
			}
		}()
	}
	return func() { close(over) }
}
