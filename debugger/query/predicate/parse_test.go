package predicate_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"machsim/debugger/lang"
	"machsim/debugger/query/detect"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/testsession"
)

// state is a value with a String method.
type state int

func (s state) String() string { return []string{"idle", "busy"}[s] }

// stuff is what workers show.
type stuff struct {
	name  string
	List  []int
	Byte  map[string]int
	Next  *stuff
	State state
}

// office is a program with variables of many types.
var office = &kernel.Program{Name: "office", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	var port ipc.Name
	boss := b.Task(h, "boss", func(th *kernel.Thread) {
		calls, ready := 0, false
		th.Watch("calls", &calls)
		th.Watch("ready", &ready)
		for range 3 {
			m := kernel.Must(th.Mach().Receive(port))
			calls++
			ready = calls == 3
			kernel.Must(th.Mach().Reply(m, ipc.NewMessage(0)))
		}
		th.Label("done")
	})
	port = b.Port(boss, "service")
	for i, name := range []string{"worker1", "worker2", "worker3"} {
		var to ipc.Name
		worker := b.Task(h, name, func(th *kernel.Thread) {
			s := stuff{name: name, List: []int{1, 2, i}, Byte: map[string]int{"a": i}}
			x, rate, balance := i, 0.5, 10
			th.Watch("s", &s)
			th.Watch("x", &x)
			th.Watch("rate", &rate)
			th.Watch("balance", &balance)
			th.Label("critical")
			s.State = 1
			s.Next = &stuff{name: "next"}
			kernel.Must(th.Mach().RPC(to, ipc.NewMessage(int32(i), 7)))
			x, balance = 5, 20
			th.Label("out")
		})
		to = b.Send(boss, port, worker)
	}
}}

// TestLanguage asks for the first position of predicates of every sort.
func TestLanguage(t *testing.T) {
	s := testsession.Open(t, office, kernel.Config{Seed: 3})
	for _, c := range []struct {
		text  string
		form  detect.Form
		found bool
	}{
		{`worker1.x = 0`, detect.Conjunctive, true},
		{`worker1.x = 0 and worker2.x = 5 and boss.calls < 3`, detect.Conjunctive, true},
		{`worker1.x = 0 and boss.ready`, detect.Conjunctive, true},
		{`worker1.x = 0 and worker1.x = 5`, detect.Conjunctive, false},
		{`not worker1.x = 0`, detect.Conjunctive, true},
		{`not (worker1.x = 0 or worker2.x = 1)`, detect.Conjunctive, true},
		{`calls = 2`, detect.Conjunctive, true},
		{`worker1.1.x == 0`, detect.Conjunctive, true},
		{`worker1.s.name = "worker1"`, detect.Conjunctive, true},
		{`worker1.s.name ~ "ork"`, detect.Conjunctive, true},
		{`worker2.s.List[2] = 1 and len(worker2.s.List) = 3 and sum(worker2.s.List) = 4`, detect.Conjunctive, true},
		{`worker2.s.List[3] = 1`, detect.Conjunctive, false},
		{`not worker2.s.List[3] = 1`, detect.Conjunctive, false},
		{`worker2.s.Byte["a"] = 1`, detect.Conjunctive, true},
		{`worker2.s.Byte["b"] = 1`, detect.Conjunctive, false},
		{`worker2.s.State = "busy" and worker2.s.State = 1`, detect.Conjunctive, true},
		{`worker2.s.Next.name = "next"`, detect.Conjunctive, true},
		{`worker2.rate * 4 = 2`, detect.Conjunctive, true},
		{`-worker2.x + 1 = 0 and worker2.x / 0 = 1`, detect.Conjunctive, false},
		{`worker2.x % 2 = 1 and (worker2.x - 1) * 2 = 8`, detect.Conjunctive, true},
		{`some worker.x = 5`, detect.Disjunctive, true},
		{`all workers.x = 5`, detect.Conjunctive, true},
		{`all workers (x = 5 and s.State = "busy")`, detect.Conjunctive, true},
		{`two different workers (x = 5)`, detect.Disjunctive, true},
		{`3 different "worker*" (label critical)`, detect.Conjunctive, true},
		{`two different workers (label critical and x > 0)`, detect.Disjunctive, true},
		{`label critical by two different workers`, detect.Disjunctive, true},
		{`label critical by all workers`, detect.Conjunctive, true},
		{`label critical by some worker and boss.calls = 2`, detect.Disjunctive, true},
		{`label critical`, detect.Disjunctive, true},
		{`receive by boss if id = 1 and item 1 = 7 and worker3.x = 2`, detect.Conjunctive, true},
		{`after receive by boss if id = 1`, detect.Conjunctive, true},
		{`blocked by boss and all workers (label critical)`, detect.Conjunctive, true},
		{`blocked receive by boss`, detect.Conjunctive, true},
		{`not label critical by worker1 and worker1.x = 0`, detect.Conjunctive, true},
		{`sum of balance != 30`, detect.Relational, true},
		{`sum of balance > 60`, detect.Relational, false},
		{`sum of worker.balance = 50`, detect.Relational, true},
		{`count of worker (x = 5) = 2`, detect.Relational, true},
		{`count of (label critical) = 3`, detect.Relational, true},
		{`max of x = 5 and min of x = 1`, detect.Relational, true},
		{`worker1.x = worker2.x`, detect.Relational, true},
		{`worker1.x = worker2.x and boss.calls = 1`, detect.Relational, false},
		{`label critical by worker1 -> label done`, detect.Linked, true},
		{`label done -> label critical by worker1`, detect.Linked, false},
		{`(after receive by boss)^3 -> label done`, detect.Linked, true},
		{`(receive by boss)^4`, detect.Linked, false},
		{`worker1.x = 5 or worker2.x = 5 -> boss.ready`, detect.Linked, false},
		{`worker1.x = 0 or worker2.x = 5 -> boss.ready`, detect.Linked, true},
		{`label critical by worker1 || label critical by worker2 || label critical by worker3`, detect.Concurrent, true},
		{`label critical by worker1 || label done`, detect.Concurrent, false},
		{`simultaneous(boss.ready)`, detect.Simultaneous, true},
		{`simultaneous(worker1.x = 5 and label out by worker1, boss.calls = 3)`, detect.Simultaneous, false},
		{`simultaneous(worker1.x = 0, label nowhere by worker2)`, detect.Simultaneous, false},
		{`possibly(worker1.x = worker2.x)`, detect.Possibly, true},
		{`definitely(boss.ready)`, detect.Definitely, true},
		{`definitely(worker1.x = worker2.x)`, detect.Definitely, true},
		{`definitely(label critical by all workers)`, detect.Definitely, false},
	} {
		p, err := s.Predicate(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		f, err := p.First()
		if p.Form != c.form || (f != nil) != c.found || err != nil {
			t.Errorf("%s: %s, %v, %v", c.text, p.Form, f, err)
		}
		if f != nil && (len(f.Reasons) == 0 || !testsession.Graph(s).Consistent(f.Cut)) {
			t.Errorf("%s: %+v", c.text, f)
		}
	}
}

// TestMistakes compares what is said about mistakes with testdata/mistakes.txt.
func TestMistakes(t *testing.T) {
	s := testsession.Open(t, office, kernel.Config{Seed: 3})
	var w strings.Builder
	for _, text := range []string{
		``, `worker1.x =`, `worker1.x = `, `worker1.x 5`, `worker1.x = 5 and`, `worker1.x = 5 anf worker2.x = 5`, `(worker1.x = 5`, `worker1.x = 5)`,
		`worker1.x = "5`, `worker1.x = 5 = 5`, `worker1.x & 3`, `worker1.x = 0x`, `(label done)^0`, `(label done)^`, `worker1.`, `worker1`, `worker1.y = 3`, `wrker1.x = 3`,
		`blance = 3`, `balance = 3`, `some nobody.x = 1`, `some worker (y = 1)`, `all wrkers (x = 1)`, `worker1.x`, `worker1.x and boss.ready`, `worker1.x + 1`,
		`worker1.x = "a"`, `worker1.s = 1`, `worker1.s.nam = 1`, `worker1.x.y = 1`, `worker1.x[1] = 1`, `len(worker1.x) = 1`, `boss.ready > true`, `not worker1.x`,
		`label crtical`, `label critical by wrker1`, `lock mutex m`, `receive by boss if id = x`, `label`, `blocked by nobody`, `blocked x`, `blocked`,
		`label done -> (label done || label out)`, `a -> b || c`, `(label done -> label out) and boss.ready`, `worker1.x = 1 and boss.ready -> label done`, `worker1.x = worker2.x -> label done`,
		`possibly(label done -> label out)`, `(boss.ready)^2 || label done`, `sum of (x = 1) = 2`, `count of x = 2`, `sum of nothing = 2`, `sum of boss.x = 2`, `(x = 1) = 2`, `worker1.x = worker2.s.name`,
		`simultaneous(boss.ready, worker1.x = worker2.x)`, `simultaneous(label critical)`, `simultaneous(possibly(boss.ready))`,
		`simultaneous(worker1.x = 5 or label out by worker1)`, `simultaneous(true, boss.ready)`, `simultaneous()`,
		`not simultaneous(boss.ready)`, `simultaneous boss.ready`, `simultaneous(boss.ready, label nowhere by worker1)`,
		strings.Repeat("(", 200), strings.Repeat("not ", 300) + "boss.ready", `boss.ready ^ 2`, `"boss".ready and "x`, `worker1.x = .`, `é = 1`, `worker1.x @ 1`,
	} {
		p, err := s.Predicate(text)
		if err == nil {
			_, err = p.First()
		}
		var m *lang.Mistake
		switch {
		case err == nil && len(p.Remarks) > 0:
			fmt.Fprintf(&w, "%s\nno mistake, but: %s\n\n", text, strings.Join(p.Remarks, "; "))
		case err == nil:
			w.WriteString(text + "\nno mistake\n\n")
		case errors.As(err, &m):
			w.WriteString(m.Show() + "\n\n")
		default:
			t.Errorf("%s: %v", text, err)
		}
	}
	golden(t, "testdata/mistakes.txt", w.String())
}

// golden compares a text with that of a file, or rewrites the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if d := cmp.Diff(string(want), got); d != "" {
		t.Error(d)
	}
}

// FuzzPredicate reads whatever comes: it may be a mistake, at a place within the text.
func FuzzPredicate(f *testing.F) {
	for _, text := range []string{`worker1.x = 0 and not some worker (label critical)`, `(label done)^2 -> sum of x = 3`, `definitely(len(worker1.s.List[0]) ~ "a\n")`, `a.b.1 || -2 * 0x3`, `blocked lock mutex m by two different workers or "x".y`} {
		f.Add(text)
	}
	s := testsession.Open(f, office, kernel.Config{Seed: 3})
	f.Fuzz(func(t *testing.T, text string) {
		p, err := s.Predicates().Predicate(text)
		var m *lang.Mistake
		switch {
		case errors.As(err, &m):
			if m.At < 0 || m.At > len(text) || m.What == "" {
				t.Errorf("%q: %+v", text, m)
			}
			_ = m.Show()
		case err != nil:
			t.Errorf("%q: %v", text, err)
		default:
			_, _ = p.First()
		}
	})
}
