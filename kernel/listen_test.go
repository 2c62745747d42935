package kernel_test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
	"machsim/kernel/hook"
)

// willing is a script by which every call succeeds.
type willing struct{}

func (willing) Check(kernel.ThreadID, *kernel.Call, *ipc.Header, []ipc.Item) bool     { return true }
func (willing) Answer(_ kernel.ThreadID, res *kernel.Result) (born []kernel.ThreadID) { return nil }
func (willing) Glance(kernel.ThreadID) any                                            { return nil }
func (willing) Serve(kernel.ThreadID, any)                                            {}

var heard = hook.Package{
	Path:  "machsim/kernel_test",
	Funcs: []hook.Func{{Name: "body", Vars: []hook.Var{{Name: "n", From: 0, To: 9}}}, {Name: "body.func1"}},
	Stmts: []hook.Stmt{{Line: 1}, {Line: 2}, {Line: 3}, {Line: 4}, {Func: 1, Line: 5}},
}

// body is a program with hooks: yield; n++; yield; n++.
func body(th *kernel.Thread) {
	f := hook.Enter(&heard, 0)
	defer f.Leave()
	defer func() {
		f := hook.Enter(&heard, 1)
		defer f.Leave()
		f.At(4)
	}()
	n := 0
	f.V(0, &n)
	f.At(0)
	th.Yield()
	f.At(1)
	n++
	f.At(2)
	th.Yield()
	f.At(3)
	n++
}

// listener feeds body, which a listener parks before each statement from the one numbered stop on.
func listener(t *testing.T, stop uint64) (f *kernel.Feeder, id kernel.ThreadID) {
	p := &kernel.Program{Name: "heard", Main: func(b *kernel.Boot) { b.Task(b.Host("a"), "main", body) }}
	m, err := kernel.New(p, kernel.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m.Run()
	defer m.Close()
	f, err = kernel.NewListener(p, kernel.Config{}, m.World(), willing{}, func(of kernel.ThreadID, th *hook.Thread) {
		if of != 0 {
			id, th.Stop, th.Reached = of, stop, func(t *hook.Thread) { t.Park() }
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, id
}

// where is the position of the thread, its line and its n.
func where(f *kernel.Feeder, id kernel.ThreadID) (n uint64, line, value int) {
	h := f.Hooks(id)
	v, _ := h.Frame.Lookup("n")
	return h.N, int(h.Frame.Stmt().Line), *v.Pointer.(*int)
}

func TestParkInAStretch(t *testing.T) {
	f, id := listener(t, 2)
	defer f.Close()
	if !f.Run(id, 2) || !f.Parked(id) {
		t.Fatal("not parked")
	}
	if n, line, value := where(f, id); n != 2 || line != 2 || value != 0 {
		t.Errorf("parked at statement %d, line %d, n is %d", n, line, value)
	}
	if s := kernel.Frames(f.Stack(id)); len(s) == 0 || s[0].Func != "kernel_test.body" {
		t.Errorf("its stack is %v", s)
	}
	if f.Resume(id); !f.Parked(id) {
		t.Fatal("not parked again")
	}
	if n, line, value := where(f, id); n != 3 || line != 3 || value != 1 {
		t.Errorf("parked at statement %d, line %d, n is %d", n, line, value)
	}
	if f.Resume(id); f.Parked(id) || !f.Has(id) {
		t.Error("the calls that Run has let it complete are done, and the thread does not stand at the next")
	}
	if hook.Running() != nil {
		t.Error("a thread that stands is heard")
	}
	f.Hooks(id).Stop = hook.Never
	if f.Run(id, 1); f.Hooks(id).N != 5 {
		t.Errorf("it has come to statement %d", f.Hooks(id).N)
	}
}

// TestEndedWhileParked: its deferred functions run, and nobody hears them.
func TestEndedWhileParked(t *testing.T) {
	for _, end := range []func(*kernel.Feeder, kernel.ThreadID){
		func(f *kernel.Feeder, id kernel.ThreadID) { f.End(id) },
		func(f *kernel.Feeder, _ kernel.ThreadID) { f.Close() },
	} {
		f, id := listener(t, 2)
		f.Run(id, 2)
		end(f, id)
		if h := f.Hooks(id); f.Has(id) || h.N != 2 || !h.Dead() || hook.Running() != nil {
			t.Errorf("ended at statement %d, dead: %v", h.N, h.Dead())
		}
	}
}

// outlives is a variable of a package with hooks.
var outlives int

var outliving = hook.Package{Path: "machsim/kernel_test/outlives",
	Globals: []hook.Global{{Name: "outlives", Pointer: &outlives}}}

func init() { hook.Register(&outliving) }

// TestPackageVariables: each of several runs that go on in turn has package variables of its own.
func TestPackageVariables(t *testing.T) {
	outliving.Reset = func() { outlives = 10 }
	defer func() { outliving.Reset = nil }()
	p := &kernel.Program{Name: "adds", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
			for range 5 {
				outlives++
				th.Yield()
			}
		})
	}}
	m, err := kernel.New(p, kernel.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m.Run()
	defer m.Close()
	var feeders [2]*kernel.Feeder
	for i := range feeders {
		if feeders[i], err = kernel.NewFeeder(p, kernel.Config{}, m.World(), willing{}); err != nil {
			t.Fatal(err)
		}
		defer feeders[i].Close()
	}
	for turn, want := range []int{11, 11, 12, 12, 13, 13} {
		if feeders[turn%2].Run(1, 1); outlives != want {
			t.Errorf("turn %d: the variable is %d, not %d", turn, outlives, want)
		}
	}
}

// asking is a script that counts how often it is asked.
type asking struct {
	willing
	n *int
}

func (a asking) Check(kernel.ThreadID, *kernel.Call, *ipc.Header, []ipc.Item) bool {
	*a.n++
	return true
}

// TestGivenUp: a thread that a watchdog has given up stays at its next hook or call when its code comes back after all,
// and so does the goroutine that feeds it. Nobody is told of it, and the thread that is heard by then stays so.
func TestGivenUp(t *testing.T) {
	for name, come := range map[string]func(*kernel.Thread, *hook.Frame){
		"to a statement": func(_ *kernel.Thread, f *hook.Frame) { f.At(1) },
		"to a call":      func(th *kernel.Thread, _ *hook.Frame) { th.Yield() },
		"to its end":     func(*kernel.Thread, *hook.Frame) {},
	} {
		block := false
		stuck, goOn := make(chan bool), make(chan bool)
		p := &kernel.Program{Name: "stuck", Main: func(b *kernel.Boot) {
			b.Task(b.Host("a"), "main", func(th *kernel.Thread) {
				f := hook.Enter(&heard, 0)
				defer f.Leave()
				f.At(0)
				if block {
					stuck <- true
					<-goOn
				}
				come(th, f)
			})
		}}
		m, err := kernel.New(p, kernel.Config{})
		if err != nil {
			t.Fatal(err)
		}
		m.Run()
		defer m.Close()
		var id kernel.ThreadID
		told, asked := 0, 0
		pulse := &kernel.Heartbeat{}
		f, err := kernel.NewListener(p, kernel.Config{Heartbeat: pulse}, m.World(), asking{n: &asked},
			func(of kernel.ThreadID, th *hook.Thread) {
				if of != 0 {
					id, th.Stop, th.Reached = of, 0, func(*hook.Thread) { told++ }
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		block = true
		gone, back := make(chan bool), false
		go func() {
			defer close(gone)
			f.Run(id, 1)
			back = true
		}()
		<-stuck
		pulse.GiveUp()
		other := hook.NewThread()
		other.Resume()
		close(goOn)
		<-gone
		if told != 1 || asked > 0 || back || hook.Running() != other || other.Frame != nil {
			t.Errorf("%s: told of %d statements and %d calls, feeding went on: %v, another thread heard: %v",
				name, told, asked, back, hook.Running() == other)
		}
		other.Pause()
	}
}
