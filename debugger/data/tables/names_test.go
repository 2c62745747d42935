package tables_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"machsim/debugger/data/tables"
	"machsim/debugger/replay/graph"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testrun"
	"machsim/test/testsession"
)

// naming is what is called how in a run and its forks.
type naming struct {
	t     *testing.T
	what  string
	names map[string]string // by sort and path
	paths map[string]string // by sort and name
	bound map[string]bool   // by sort and path: in a fork, what there was when it left the run; nil if all is bound
}

// called notes that an object, given by its path, has a name: it has to be the only one, and has no other.
func (n *naming) called(sort, path, name string) {
	n.t.Helper()
	if had, ok := n.names[sort+path]; ok && had != name && (n.bound == nil || n.bound[sort+path]) {
		n.t.Errorf("%s: %s %s is called %q and %q", n.what, sort, path, had, name)
	}
	if of, ok := n.paths[sort+name]; ok && of != path {
		n.t.Errorf("%s: %s %s and %s are both called %q", n.what, sort, of, path, name)
	}
	n.names[sort+path], n.paths[sort+name] = name, path
}

var named = []kernel.ObjectKind{kernel.ThreadObject, kernel.TaskObject, kernel.PortObject, kernel.SetObject,
	kernel.MutexObject, kernel.ConditionObject}

// look looks at all that there is at the present position.
func (n *naming) look(s *session.Session) {
	n.t.Helper()
	st := s.State()
	for _, kind := range named {
		for _, o := range s.Named(kind) {
			obj := kernel.Object{Kind: kind, ID: o.ID}
			made, ok := st.StableOf(obj)
			if !ok || made.Serial == 0 || kind == kernel.PortObject && st.IPC.Ports.At(o.ID).Dead {
				continue // the kernel's own
			}
			sort := map[bool]string{true: "port ", false: kind.String() + " "}[kind == kernel.SetObject]
			n.called(sort, st.Path(made), st.NameOf(obj))
		}
	}
}

// rows compares the tables in which each row is an object of its own.
func (n *naming) rows(s *session.Session) {
	n.t.Helper()
	made := []string{"object", "virtual"}
	for table, columns := range map[string][]string{"threads": {"thread"}, "tasks": {"task"}, "ports": {"port", "virtual"},
		"history_mutexes": made, "history_conditions": made, "history_ports": made} {
		for _, c := range columns {
			all := ask(n.t, tables.Of(s), table, []string{c})
			if slices.Sort(all); len(slices.Compact(slices.Clone(all))) != len(all) {
				n.t.Errorf("%s: table %s: %s is not a name of one: %q", n.what, table, c, all)
			}
		}
	}
}

// events compares who is said to have taken each step with who has.
func (n *naming) events(s *session.Session) {
	n.t.Helper()
	end := s.Final()
	for i, name := range ask(n.t, tables.Of(s), "events", []string{"thread"}) {
		if id, _ := s.ActorOf(i); id != 0 {
			made, _ := end.StableOf(kernel.Object{Kind: kernel.ThreadObject, ID: uint32(id)})
			n.called("thread ", end.Path(made), name)
		}
	}
}

// hold looks at a run, at some of its positions, and at a fork.
func (n *naming) hold(s *session.Session, rng *rand.Rand, positions int) {
	n.t.Helper()
	n.rows(s)
	n.events(s)
	n.look(s)
	for range positions {
		if err := s.MoveTo(graph.At(testrun.Cut(testsession.Graph(s), rng))); err != nil {
			n.t.Fatal(err)
		}
		n.look(s)
	}
	if err := s.MoveTo(s.After(rng.IntN(s.Len() + 1))); err != nil {
		n.t.Fatal(err)
	}
	fork, _, err := s.Branch(session.Branch{Seed: rng.Uint64() % 100, File: "parent.rec"}, session.Options{})
	if err != nil {
		return // at the end of a run that has failed
	}
	defer fork.Close()
	there := &naming{n.t, n.what, map[string]string{}, map[string]string{}, nil}
	there.look(s)
	n.bound = map[string]bool{}
	for path := range there.names {
		n.bound[path] = true
	}
	n.rows(fork)
	n.events(fork)
	n.look(fork)
}

// TestOneName holds that distinct names are distinct objects, in tables, at all positions, and in forks: of programs
// that give few names to many objects, and of the samples.
func TestOneName(t *testing.T) {
	for seed := range effort.Of(uint64(20)) {
		for _, p := range []*kernel.Program{randprog.Equals(seed), programs.All[int(seed)%len(programs.All)]} {
			n := &naming{t, p.Name, map[string]string{}, map[string]string{}, nil}
			rng := rand.New(rand.NewPCG(seed, 2))
			n.hold(testsession.Open(t, p, kernel.Config{Seed: seed, MaxSteps: 2000}), rng, 3)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}
