package study_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"machsim/debugger/choose/strategy"
	"machsim/debugger/record"
	"machsim/debugger/run/runner"
	"machsim/debugger/study"
	"machsim/debugger/study/campaign"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
)

// steps makes a task of each list: a number is what its variable x becomes, below 0 to send a message to the next task,
// above 9 to receive one.
func steps(lists [][]int) *kernel.Program {
	return &kernel.Program{Name: "steps", Main: func(b *kernel.Boot) {
		h := b.Host("host")
		tasks := make([]kernel.TaskID, len(lists))
		own, next := make([]kernel.Name, len(lists)), make([]kernel.Name, len(lists))
		for i, list := range lists {
			tasks[i] = b.Task(h, string(rune('a'+i)), func(th *kernel.Thread) { take(th, list, own[i], next[i]) })
			own[i] = b.Port(tasks[i], "own")
		}
		for i := range lists {
			to := (i + 1) % len(lists)
			next[i] = b.Send(tasks[to], own[to], tasks[i])
		}
	}}
}

type note struct{}

func take(th *kernel.Thread, list []int, own, next kernel.Name) {
	x := 0
	th.Watch("x", &x)
	for _, n := range list {
		switch {
		case n < 0:
			_ = kernel.Send(th, next, note{})
		case n > 9:
			_, _ = kernel.Receive[note](th, own)
		default:
			x = n
			th.Yield()
		}
	}
}

// all makes a run of each schedule, and says whether one fails.
type all struct {
	made []int // how many options there were at each point
	next []int // what is chosen
}

func (a *all) Choose(p kernel.Point) int {
	i := len(a.made)
	a.made = append(a.made, p.N)
	if i == len(a.next) {
		a.next = append(a.next, 0)
	}
	return a.next[i]
}

func (a *all) Input() (string, bool) { return "", false }

// another goes on to the next schedule; it returns false if there is none.
func (a *all) another() bool {
	for i := len(a.made) - 1; i >= 0; i-- {
		if a.next[i]++; a.next[i] < a.made[i] {
			a.next = a.next[:i+1]
			a.made = a.made[:0]
			return true
		}
	}
	return false
}

// naively makes a run of each schedule, up to so many, and says whether one breaks the claims. known is false if there
// are more.
func naively(t *testing.T, p *kernel.Program, c study.Claims, most int) (breaks, known bool) {
	a := &all{}
	for range most {
		o := runner.New(p, 1)
		o.By = strategy.By(a)
		found := study.New(o, c).Try(t.Context(), 1, nil)
		if found.Err != nil {
			t.Fatal(found.Err)
		}
		if found.Violation != nil {
			return true, true
		}
		if !a.another() {
			return false, true
		}
	}
	return false, false
}

func explored(t *testing.T, p *kernel.Program, c study.Claims) *campaign.Report {
	t.Helper()
	o := runner.New(p, 1)
	o.Strategy = "every"
	r, err := study.New(o, c).Explore(t.Context(), campaign.Options{Guarded: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEveryOrder: a search that makes a run of each class of schedules finds a state that is to be in none of them, be
// it in the order that is run or in another one.
func TestEveryOrder(t *testing.T) {
	p := steps([][]int{{1, 2}, {1, 2}})
	for _, c := range []struct {
		claims study.Claims
		fails  bool
	}{
		{study.Claims{Never: []string{"a.x = 1 and b.x = 2"}}, true},
		{study.Claims{Never: []string{"a.x = 2 and b.x = 1"}}, true},
		{study.Claims{Never: []string{"a.x = 3"}}, false},
		{study.Claims{Always: []string{"a.x <= b.x"}}, true},
		{study.Claims{Always: []string{"b.x <= a.x"}}, true},
		{study.Claims{Always: []string{"a.x + b.x < 5"}}, false},
		{study.Claims{Finally: []string{"a.x = 2"}}, false},
	} {
		r := explored(t, p, c.claims)
		if got := r.Failed() > 0; got != c.fails || !got && !r.Proven() {
			t.Errorf("%+v: %s", c.claims, r.Text())
		}
		if o := r.Again(); o != nil {
			run := runner.Do(o)
			if run.Violation == nil {
				t.Errorf("%+v: the run that fails does not when it is made again", c.claims)
			}
			run.Close()
		}
	}
}

// TestNoProof: claims about the order in which a run was made, or about times, are proven by no search through classes.
func TestNoProof(t *testing.T) {
	p := steps([][]int{{1}, {1}})
	for _, c := range []study.Claims{
		{Always: []string{"every label q leads to label r"}},
		{Finally: []string{"(always a.x < 9)"}},
		{Linearizable: []string{"register:port=own"}},
	} {
		if r := explored(t, p, c); r.Proven() || !strings.Contains(r.Text(), "not a proof: held against one order") {
			t.Errorf("%+v: %s", c, r.Text())
		}
	}
}

// value is one that the variable of a task has, as a rule.
func value(r *rand.Rand, list []int) int {
	if n := list[r.IntN(len(list))]; n > 0 && n <= 9 {
		return n
	}
	return r.IntN(4)
}

// TestLikeAllSchedules: of random programs, a search through classes breaks a claim if and only if some schedule does.
func TestLikeAllSchedules(t *testing.T) {
	undecided, broken := 0, 0
	n := effort.Of(25)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 1))
		var lists [][]int
		for range 2 {
			var list []int
			for range 1 + r.IntN(3) {
				list = append(list, []int{1, 2, 3, -1, 10}[r.IntN(5)])
			}
			lists = append(lists, list)
		}
		what := fmt.Sprintf("a.x = %d and b.x = %d", value(r, lists[0]), value(r, lists[1]))
		c := study.Claims{Never: []string{what}}
		if seed%2 == 1 {
			c = study.Claims{Always: []string{"not (" + what + ")"}}
		}
		p := steps(lists)
		breaks, known := naively(t, p, c, 3000)
		if !known {
			undecided++
			continue
		}
		if breaks {
			broken++
		}
		report := explored(t, p, c)
		claim := len(report.Failures) > 0 && strings.Contains(report.Failures[0].What, what)
		if claim != breaks && (breaks || report.Failed() == 0) {
			t.Errorf("seed %d, %v, %+v: some schedule breaks it: %v; %s", seed, lists, c, breaks, report.Text())
		}
	}
	if undecided > n/2 || broken == 0 {
		t.Errorf("%d of %d not decided, %d broken", undecided, n, broken)
	}
}

// recorded is the recording of the first run of a sample that breaks a claim.
func recorded(t *testing.T, name string, c study.Claims) (*record.Recording, []byte) {
	t.Helper()
	o := runner.New(programs.Find(name), 1)
	o.Claims = c.Words()
	s := study.New(o, c)
	found := s.Try(t.Context(), 300, nil)
	if found.Violation == nil {
		t.Fatalf("no run breaks %v: %v", c.Words(), found.Err)
	}
	run := s.Again(found)
	run.Close()
	return read(t, run.Data()), run.Data()
}

func read(t *testing.T, file []byte) *record.Recording {
	t.Helper()
	rec, err := record.Read(bytes.Clone(file))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// confirm judges a recorded run anew.
func confirm(t *testing.T, rec *record.Recording, file []byte) error {
	t.Helper()
	p := programs.Find(rec.Program)
	s, err := study.Of(p, rec)
	if err != nil {
		t.Fatal(err)
	}
	o := runner.Replay(p, rec)
	s.Listen(o)
	run := runner.Do(o)
	defer run.Close()
	return s.Confirm(rec, run, file)
}

// TestClaimsTravel: what was claimed of a recorded run is claimed of each run that is made to explain it.
func TestClaimsTravel(t *testing.T) {
	for _, c := range []struct {
		program string
		claims  study.Claims
	}{
		{"access", study.Claims{Never: []string{"a.using = 1 and worker1.using = 1"}}},
		{"access", study.Claims{NoState: []string{"a.using = 1 and worker1.using = 1"}}},
		{"philosophers", study.Claims{Always: []string{"never (label eat)"}}},
	} {
		rec, file := recorded(t, c.program, c.claims)
		if err := confirm(t, rec, file); err != nil {
			t.Errorf("%+v: %v", c.claims, err)
		}
		r := (&study.Process{}).Recorded(rec, programs.Find(c.program), "")
		x, err := r.Shrink(t.Context(), study.Shrinking{Runs: 150})
		if err != nil || !x.Smaller {
			t.Fatalf("%+v: %v", c.claims, err)
		}
		x.Run.Close()
		smaller := read(t, x.Recording)
		if smaller.Text != rec.Text || smaller.Kind != record.Condition {
			t.Errorf("the smaller run says %s, not %s", smaller.Text, rec.Text)
		}
		if err := confirm(t, smaller, x.Recording); err != nil {
			t.Errorf("%+v, made smaller: %v", c.claims, err)
		}
		y, err := r.Cause(t.Context(), study.Causing{Samples: 10, Runs: 200})
		if err != nil || y.Failure.What == "" || y.Certain.Classes > 0 {
			t.Errorf("%+v: %v, %s", c.claims, err, y.Text(100))
		}
	}
}

// TestConfirm: a recording that says something else of its run than is so is found out.
func TestConfirm(t *testing.T) {
	const text = "this was never to be: "
	for _, c := range []struct{ claim, says, wants string }{
		{"label eat", "", "the recording does not say"},
		{"label starve", "label starve", "breaks none"},
	} {
		o := runner.New(programs.Find("philosophers"), 1)
		o.Claims = (&study.Claims{Never: []string{c.claim}}).Words()
		if c.says != "" {
			o.Check = (&runner.Violation{Text: text + c.says, Event: 9}).Check(nil)
		}
		run, file := runner.InMemory(o)
		run.Close()
		if err := confirm(t, read(t, file), file); err == nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestCompare: failing runs are those that break what is claimed.
func TestCompare(t *testing.T) {
	o := runner.New(programs.Find("access"), 1)
	claims := study.Claims{Never: []string{"a.using = 1 and worker1.using = 1"}}
	x, err := study.New(o, claims).Compare(t.Context(), 60, nil)
	if err != nil || len(x.Classes) != 1 || x.Good == 0 || len(x.Classes[0].Tells) == 0 {
		t.Errorf("%v: %+v", err, x)
	}
}

// TestRepeats: a header that names a seed which makes another run is found out.
func TestRepeats(t *testing.T) {
	for _, seed := range []uint64{26, 27} {
		o := runner.New(programs.Find("philosophers"), 26)
		header := o.Setup().Header()
		header.Seed = seed
		var file bytes.Buffer
		o.Record = record.Start(&file, header)
		runner.Do(o).Close()
		rec := read(t, file.Bytes())
		s, err := study.Of(o.Program, rec)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Repeats(rec, nil); got != (seed == 26) {
			t.Errorf("seed %d: %v", seed, got)
		}
	}
}

// TestOnlyCalls: where programs have no hooks, claims with variables say that these were looked at at calls only.
func TestOnlyCalls(t *testing.T) {
	o := runner.New(steps([][]int{{1, 2}}), 1)
	s := study.New(o, study.Claims{Never: []string{"x = 3", "label nowhere"}})
	if found := s.Try(t.Context(), 3, nil); found.Fine != 3 {
		t.Fatalf("%+v", found)
	}
	want := "--never: variables were looked at at kernel calls only: the program has no hooks"
	if all := s.Remarks(); len(all) != 2 || all[0] != want {
		t.Errorf("%q", all)
	}
}
