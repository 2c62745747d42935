package mutate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"machsim/cmd/machsim/internal/instrument"
	"machsim/cmd/machsim/internal/mutate"
)

// TestForms: what a program writes, and what the mutants do in its place: by their names, the line of the text that has
// them alone, and what else there is none of.
func TestForms(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"c.Wait(th, m)", "no-wait: if !true { c.Wait(th, m) }"},
		{"_ = kernel.Must(kernel.Receive[int](th, p))", "no-wait: if !true { _ = kernel.Must(kernel.Receive[int](th, p)) }"},
		{"r := kernel.Must(kernel.Receive[int](th, p)); _ = r", ""},
		{"ask(th, p)", "no-wait: if !true { ask(th, p) }"},
		{"for x.n > 0 { c.Wait(th, m) }", "if-for: for machsim_first := true; (machsim_first || !true) && (x.n > 0); " +
			"machsim_first = false  { c.Wait(th, m) }; no-wait: for x.n > 0 { if !true { c.Wait(th, m) } }"},
		{"c.Broadcast(th)", "no-wake: if !true { c.Broadcast(th) }; " +
			"signal: if true { c.Signal(th) } else { c.Broadcast(th) }"},
		{"m.Lock(th); x.n++; m.Unlock(th)", "no-lock: if !true { m.Lock(th) }; x.n++; if !true { m.Unlock(th) }; " +
			"early-unlock: m.Lock(th); if true { m.Unlock(th) }; x.n++; if !true { m.Unlock(th) }"},
		{"m.Lock(th); defer m.Unlock(th)", "no-lock: if !true { m.Lock(th) }; if !true { defer m.Unlock(th) }"},
		{"m.Lock(th); m.Unlock(th); x.n++", "no-lock: if !true { m.Lock(th) }; if !true { m.Unlock(th) }; x.n++"},
		{"if x.n < y.n { return }", "no-check: if (!true && (x.n < y.n)) { return }"},
		{"if !(x.n == y.n) { return }", "no-check: if !((true || (x.n == y.n))) { return }"},
		{"if x.n >= y.n { y = x }", "no-check: if (true || (x.n >= y.n)) { y = x }"},
		{"for x.n != y.n { th.Yield() }", "no-check: for (!true && (x.n != y.n)) { th.Yield() }"},
		{"same := x.n == y.n; _ = same", "no-check: same := (true || (x.n == y.n)); _ = same"},
		{"if x.n > 0 { return }", ""},
		{"if x.s == y.s { return }", ""},
		{"th.Check(x.n == y.n, `%d`, 1)", ""},
		{"if err := kernel.SendTimeout(th, p, 1, 5); err != nil { return }",
			"twice: if true { kernel.SendTimeout(th, p, 1, 5) }; " +
				"if err := kernel.SendTimeout(th, p, 1, 5); err != nil { return }"},
	} {
		if got := forms(t, c.body); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
}

// forms is what the mutants of a function do in the place of its body.
func forms(t *testing.T, body string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "lab")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const head = "package lab\n\nimport (\n\t\"machsim/cthreads\"\n\t\"machsim/kernel\"\n)\n\n" +
		"type rec struct { n int; s string }\n\n" +
		"func ask(th *kernel.Thread, p kernel.Name) int { return kernel.Must(kernel.Receive[int](th, p)).Body }\n\n" +
		"func f(th *kernel.Thread, m cthreads.Mutex, c cthreads.Condition, p kernel.Name, x, y rec) {\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(head+body+"\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := mutate.Find(list, []instrument.Listed{{ImportPath: "lab", Name: "lab", Dir: dir, GoFiles: []string{"a.go"},
		Imports: []string{"machsim/cthreads", "machsim/kernel"}}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i, m := range f.Mutants {
		for _, text := range mutate.Texts(f.Mutants[i:i+1], f.Sources, mutate.Always) {
			all = append(all, m.Operator+": "+strings.Split(text, "\n")[strings.Count(head, "\n")])
		}
	}
	return strings.Join(all, "; ")
}
