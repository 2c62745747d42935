package session_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"machsim/debugger/event/view"
	"machsim/debugger/record"
	"machsim/debugger/replay/graph"
	"machsim/debugger/run/runner"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// TestEdits makes random changes at random events of runs of every program, and of the
// forks that come of them. Each fork replays as it was recorded, and in it every cut has
// the state, threads and variables that it has when it is gone to from the start.
func TestEdits(t *testing.T) {
	made := map[kernel.EditKind]int{}
	for _, p := range effort.Some(programs.All, 16) {
		for seed := range effort.Of(uint64(2)) {
			rng := rand.New(rand.NewPCG(seed, 9))
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 1000})
			for range 3 {
				n := rng.IntN(s.Len() + 1)
				if len(s.Final().Standing()) > 0 {
					n = s.Len()
				}
				must(t, s.MoveTo(s.After(n)))
				all := possible(t, s)
				if len(all) == 0 {
					continue
				}
				e := oneOf(all, made, rng)
				made[e.Kind]++
				s = editedFork(t, p, s, e, rng)
				if len(s.Rec.Edits) > 2 {
					break
				}
			}
			s.Close()
		}
	}
	t.Logf("edits by kind: %v", made)
	for kind := kernel.EditSet; kind <= kernel.LastEdit; kind++ {
		if made[kind] == 0 && !kind.InFrame() && effort.Of(2) > 1 { // some can be made in few programs only
			t.Errorf("no edit of kind %d was made", kind)
		}
	}
}

// oneOf picks an edit of a kind of which least were made.
func oneOf(all []kernel.Edit, made map[kernel.EditKind]int, rng *rand.Rand) kernel.Edit {
	kinds := map[kernel.EditKind][]kernel.Edit{}
	for _, e := range all {
		kinds[e.Kind] = append(kinds[e.Kind], e)
	}
	k := slices.MinFunc(slices.Sorted(maps.Keys(kinds)), func(a, b kernel.EditKind) int { return made[a] - made[b] })
	return kinds[k][rng.IntN(len(kinds[k]))]
}

// editedFork makes a fork with an edit, examines and returns it.
func editedFork(t *testing.T, p *kernel.Program, s *session.Session, e kernel.Edit, rng *rand.Rand) *session.Session {
	t.Helper()
	n, _ := s.Prefix(s.Position())
	fork, file, err := s.Branch(session.Branch{Seed: rng.Uint64(), File: "parent", Edits: []kernel.Edit{e}},
		session.Options{})
	must(t, err)
	s.Close()
	rec, err := record.Read(file)
	must(t, err)
	o := runner.Replay(p, rec)
	run := runner.Do(o)
	run.Close()
	if res := o.Replayed().Result(run.Ending()); !res.Identical() {
		t.Fatalf("%s, %+v after event %d: the replay departs: %+v", p.Name, e, n, res.Divergence)
	}
	if a := session.TapeOf(fork).Lanes[session.TapeOf(fork).Lane(n)]; !a.Edits {
		t.Fatalf("%s: event %d is no edit", p.Name, n+1)
	}
	for range 4 {
		must(t, fork.MoveTo(graph.At(testrun.Cut(session.GraphOf(fork), rng))))
		compareFromStart(t, fork, fork.Position().Cut)
		compareThreads(t, fork)
	}
	must(t, fork.MoveTo(fork.Least(n)))
	must(t, fork.State().Clone().Check())
	if done, ok := fork.Prefix(fork.Position()); !ok || done != n+1 {
		t.Fatalf("%s: the edit does not come after all %d events before it", p.Name, n)
	}
	must(t, fork.MoveTo(fork.End()))
	return fork
}

// somePort is a name of a thread's task that stands for a port it can send to; 0 if there is none.
func somePort(st *kernel.State, id uint32) (n ipc.Name) {
	space := st.Tasks.At(uint32(st.Threads.At(id).Task)).Space
	for port := range st.IPC.Ports.All {
		for _, h := range st.IPC.Ports.At(port).Holders {
			if h.Space == space {
				n = h.Name
			}
		}
	}
	return n
}

// possible lists edits that can be made at a position.
func possible(t *testing.T, s *session.Session) (all []kernel.Edit) {
	t.Helper()
	st := s.State()
	add := func(e kernel.Edit) {
		if s.CheckEdit(&e) == nil {
			all = append(all, e)
		}
	}
	vars, err := s.Variables()
	must(t, err)
	for _, v := range vars {
		for range 4 { // there are few of them
			add(kernel.Edit{Kind: kernel.EditSet, Object: uint32(v.Thread), Name: v.Name, Value: "1"})
			add(kernel.Edit{Kind: kernel.EditSet, Object: uint32(v.Thread), Name: v.Name + "[1]", Value: "7"})
		}
	}
	for id := range st.IPC.Msgs.All {
		add(kernel.Edit{Kind: kernel.EditDrop, Object: id})
		add(kernel.Edit{Kind: kernel.EditMove, Object: id})
		for i := range st.IPC.Msgs.At(id).Items {
			add(kernel.Edit{Kind: kernel.EditField, Object: id, ID: int32(i), Items: []ipc.Item{{Kind: ipc.KindInt, Num: 7}}})
		}
	}
	for id := range st.IPC.Ports.All {
		add(kernel.Edit{Kind: kernel.EditInject, Object: id, ID: 3,
			Items: []ipc.Item{{Kind: ipc.KindInt, Num: 5}, {Kind: ipc.KindString, Str: "x"}}})
	}
	for id := range st.Threads.All {
		add(kernel.Edit{Kind: kernel.EditKillThread, Object: id})
	}
	for id := range st.Threads.All {
		add(kernel.Edit{Kind: kernel.EditAbort, Object: id})
		add(kernel.Edit{Kind: kernel.EditRPC, Object: id, Name: "rpc1", Value: fmt.Sprint(somePort(st, id)), ID: 4,
			Items: []ipc.Item{{Kind: ipc.KindInt, Num: 2}, {Kind: ipc.KindShape, Str: "twice{N int}"}}})
	}
	for id := range st.Tasks.All {
		add(kernel.Edit{Kind: kernel.EditKillTask, Object: id})
	}
	for id := range st.Hosts.All {
		add(kernel.Edit{Kind: kernel.EditCrash, Object: id})
		add(kernel.Edit{Kind: kernel.EditCut, Object: id, ID: int32(id) + 1})
		add(kernel.Edit{Kind: kernel.EditHeal, Object: id, ID: int32(id) + 1})
		add(kernel.Edit{Kind: kernel.EditHalt, Object: id, Value: "1000"})
		add(kernel.Edit{Kind: kernel.EditHalt, Object: id})
	}
	for n := range st.Halt.Calls {
		add(kernel.Edit{Kind: kernel.EditResume, Object: uint32(n + 1)})
	}
	return all
}

// TestSet sets a variable, and sees its value and what the program makes of it, before and
// after, at every event.
func TestSet(t *testing.T) {
	s := testsession.Open(t, shown, kernel.Config{})
	defer s.Close()
	must(t, s.MoveTo(s.After(3)))
	vars, err := s.Variables()
	must(t, err)
	e := kernel.Edit{Kind: kernel.EditSet, Object: uint32(vars[0].Thread), Name: "count.n", Value: "40"}
	must(t, s.CheckEdit(&e))
	fork, _, err := s.Branch(session.Branch{Seed: 1, Edits: []kernel.Edit{e}}, session.Options{})
	must(t, err)
	defer fork.Close()
	for _, n := range []int{5, 3, 4, 2, 4, 3, 7} {
		must(t, fork.MoveTo(fork.After(n)))
		vars, err := fork.Variables()
		must(t, err)
		want := n - 1
		if n > 3 {
			want = 40 + n - 4
		}
		if got := vars[0].Value.(counter).n; got != want {
			t.Errorf("after event %d the count is %d, and should be %d", n, got, want)
		}
	}
	if last := fork.Final().Console[len(fork.Final().Console)-1].Text; last != "46" {
		t.Errorf("the program came to %s", last)
	}
}

// counter is a variable with a field that is not exported.
type counter struct{ n int }

// shown is a program that counts its calls, in a variable that it shows.
var shown = &kernel.Program{Name: "shown", Main: func(b *kernel.Boot) {
	b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
		var count counter
		th.Watch("count", &count)
		for range 8 {
			th.Yield()
			count.n++
		}
		th.Printf("%d", count.n)
	})
}}

// TestSetRefused sees what cannot be set, and why.
func TestSetRefused(t *testing.T) {
	s := testsession.Open(t, shown, kernel.Config{})
	defer s.Close()
	must(t, s.MoveTo(s.After(3)))
	vars, err := s.Variables()
	must(t, err)
	for _, c := range []struct{ name, value, want string }{
		{"count", "1", "count is of type session_test.counter: only numbers, truth values and texts can be set, " +
			"and such parts of other variables"},
		{"count.m", "1", `count has no field "m"`},
		{"count[1]", "1", "count is no array or slice, and has no elements that can be set"},
		{"count[x]", "1", `count: "[x]" is no index: type it as in count[2]`},
		{"count.n", "one", `count.n is of type int: "one" is no value of it`},
		{"sum", "1", `it shows no variable "sum"`},
	} {
		err := s.CheckEdit(&kernel.Edit{Kind: kernel.EditSet, Object: uint32(vars[0].Thread), Name: c.name, Value: c.value})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s = %s: %v", c.name, c.value, err)
		}
	}
}

// TestForkAlong injects a message that nobody asks for into runs: with Along all other events
// are the recorded ones, up to the end.
func TestForkAlong(t *testing.T) {
	p := programs.Find("philosophers")
	s := testsession.Open(t, p, kernel.Config{Seed: 26})
	defer s.Close()
	must(t, s.MoveTo(s.After(40)))
	task := s.State().Threads.At(uint32(s.Culprit())).Task
	e := kernel.Edit{Kind: kernel.EditInject, Object: uint32(s.State().Tasks.At(uint32(task)).Port), ID: 1}
	if s.CheckEdit(&e) == nil {
		t.Error("a message can be injected at a port of the kernel's own")
	}
	same := func(edits []kernel.Edit, along bool) (n int) {
		fork, _, err := s.Branch(session.Branch{Seed: 3, Edits: edits, Along: along}, session.Options{})
		must(t, err)
		defer fork.Close()
		for n < s.Len() && n+len(edits) < fork.Len() {
			at := n
			if n >= 40 {
				at += len(edits)
			}
			was, is := session.TapeOf(s), session.TapeOf(fork)
			if was.Lanes[was.Lane(n)].Thread != is.Lanes[is.Lane(at)].Thread {
				break
			}
			n++
		}
		return n
	}
	if n := same(nil, true); n != s.Len() {
		t.Errorf("without a change the fork is as recorded up to event %d of %d", n, s.Len())
	}
	if n := same(nil, false); n > s.Len()-10 {
		t.Errorf("by another seed the fork is as recorded up to event %d", n)
	}
	kill := []kernel.Edit{{Kind: kernel.EditKillThread, Object: uint32(s.Culprit())}}
	if n := same(kill, true); n <= 40 || n == s.Len() {
		t.Errorf("with a thread killed the fork is as recorded up to event %d", n)
	}
}

// rawID is a thread or packet that is not called by its name.
var rawID = regexp.MustCompile(`(thread|packet) \d`)

// TestBranchAnywhere makes recorded forks at random cuts: each begins in the state of the
// cut, and replays; from the others comes a sentence that says why not.
func TestBranchAnywhere(t *testing.T) {
	made, refused := 0, 0
	for _, p := range programs.All {
		for seed := range effort.Of(uint64(1)) {
			s := testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 1000})
			rng := rand.New(rand.NewPCG(seed, 12))
			for range 4 {
				must(t, s.MoveTo(graph.At(testrun.Cut(session.GraphOf(s), rng))))
				here := view.Of(s.State()).Timeless()
				fork, file, err := s.Branch(session.Branch{Seed: 5}, session.Options{})
				if err != nil {
					if text := err.Error(); !strings.HasPrefix(text, "no run can begin at this position: ") ||
						rawID.MatchString(text) {
						t.Fatalf("%s: %v", p.Name, err)
					}
					refused++
					continue
				}
				made++
				if changes := view.Diff(here, view.Of(fork.State()).Timeless()); len(changes) > 0 {
					t.Fatalf("%s, seed %d: a fork begins otherwise: %v", p.Name, seed, changes)
				}
				rec, err := record.Read(file)
				must(t, err)
				o := runner.Replay(p, rec)
				run := runner.Do(o)
				run.Close()
				if res := o.Replayed().Result(run.Ending()); !res.Identical() {
					t.Fatalf("%s: the replay departs: %+v", p.Name, res.Divergence)
				}
				fork.Close()
			}
			s.Close()
		}
	}
	t.Logf("%d forks were made, %d refused", made, refused)
	if made < refused {
		t.Errorf("only %d forks were made, and %d refused", made, refused)
	}
}
