package session_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/cthreads"
	"machsim/debugger/replay/graph"
	"machsim/debugger/rows"
	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/test/effort"
	"machsim/test/randprog"
	"machsim/test/testsession"
)

// pair forks two threads, a and c, with one body each, and joins them.
func pair(th *kernel.Thread, body func(*kernel.Thread)) {
	cthreads.JoinAll(th, []cthreads.Thread{cthreads.Fork(th, "a", body), cthreads.Fork(th, "c", body)})
}

// order is a program in which two threads lock one mutex.
var order = &kernel.Program{Name: "order", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "order", func(th *kernel.Thread) {
		m := cthreads.NewMutex(th, "m")
		pair(th, func(th *kernel.Thread) {
			th.Label("want")
			m.Lock(th)
			th.Label("in")
			m.Unlock(th)
		})
	})
}}

// twoReaders is a program in which two threads receive from one port.
var twoReaders = &kernel.Program{Name: "recv2", Main: func(b *kernel.Boot) {
	var box, to ipc.Name
	reader := b.Task(b.Host("one"), "reader", func(th *kernel.Thread) {
		pair(th, func(th *kernel.Thread) {
			th.Label("wants")
			th.Printf("%d", kernel.Must(th.Mach().Receive(box)).ID)
		})
	})
	box = b.Port(reader, "box")
	writer := b.Task(b.Host("one"), "writer", func(th *kernel.Thread) {
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(1)))
		kernel.Must(th.Mach().Send(to, ipc.NewMessage(2)))
	})
	to = b.Send(reader, box, writer)
}}

// kids is a program whose threads are forked under a limit.
var kids = &kernel.Program{Name: "kids", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "kids", func(th *kernel.Thread) {
		cthreads.SetLimit(th, 2)
		pair(th, func(th *kernel.Thread) { th.Label("step") })
	})
}}

// unlocked is a program whose threads count in one variable without a lock.
var unlocked = &kernel.Program{Name: "lost", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "lost", func(th *kernel.Thread) {
		n := 0
		pair(th, func(th *kernel.Thread) {
			for range 3 {
				m := n
				th.Yield()
				n = m + 1
			}
		})
		th.Check(n == 6, "the sum is %d", n)
	})
}}

// stopping is a program in which a thread is suspended and resumed, and then finds no room.
var stopping = &kernel.Program{Name: "suspend", Main: func(b *kernel.Boot) {
	var box, to ipc.Name
	sink := b.Server(b.Host("one"), "sink", func(th *kernel.Thread) { th.Sleep(1000 * kernel.Millisecond) })
	box = b.Port(sink, "box")
	task := b.Task(b.Host("one"), "suspend", func(th *kernel.Thread) {
		port := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(th *kernel.Thread) {
			for range 7 {
				_ = th.Mach().SendTimeout(to, ipc.NewMessage(1), 2)
			}
		}))
		kernel.Must(th.Mach().ThreadResume(port))
		kernel.Must(th.Mach().ThreadSuspend(port))
		th.Sleep(3 * kernel.Millisecond)
		kernel.Must(th.Mach().ThreadResume(port))
	})
	to = b.Send(sink, box, task)
}}

// notified is a program in which a task hears of the deaths of two others' ports.
var notified = &kernel.Program{Name: "notify", Main: func(b *kernel.Boot) {
	h := b.Host("one")
	var ports [2]ipc.Name
	hears := b.Task(h, "hears", func(th *kernel.Thread) {
		notify := kernel.Must(th.Mach().PortAllocate(th.Mach().Self(), ipc.RightReceive))
		for _, p := range ports {
			_, _ = th.Mach().PortRequestNotification(th.Mach().Self(), p, ipc.MACH_NOTIFY_DEAD_NAME, 0, notify, ipc.MakeSendOnce)
		}
		_, _ = th.Mach().ReceiveTimeout(notify, 5)
		_, _ = th.Mach().ReceiveTimeout(notify, 5)
	})
	for i := range ports {
		task := b.Task(h, fmt.Sprint("dies", i), func(th *kernel.Thread) { th.Label("ends") })
		ports[i] = b.Send(task, b.Port(task, ""), hears)
	}
}}

// killing is a program in which a thread is ended by another.
var killing = &kernel.Program{Name: "killing", Main: func(b *kernel.Boot) {
	b.Task(b.Host("one"), "killing", func(th *kernel.Thread) {
		port := kernel.Must(th.Mach().ThreadCreate(th.Mach().Self(), func(th *kernel.Thread) {
			for {
				th.Yield()
			}
		}))
		kernel.Must(th.Mach().ThreadResume(port))
		kernel.Must(th.Mach().ThreadTerminate(port))
	})
}}

// TestHolds holds what is said to keep threads from going on, in all cuts of small runs,
// against trying: the pending call of each thread is applied to a copy of the state.
func TestHolds(t *testing.T) {
	seen := map[rows.Hold]int{}
	for _, p := range []*kernel.Program{order, twoReaders, kids, unlocked, stopping, killing, notified, post, asking} {
		for seed := range effort.Of(uint64(2)) {
			holds(t, p, kernel.Config{Seed: seed}, seen)
		}
	}
	for seed := range effort.Of(uint64(20)) {
		z := randprog.Size{Hosts: 1 + int(seed%2), Tasks: 2, Threads: 2, Calls: 4}
		holds(t, randprog.Program(seed, z), kernel.Config{Seed: seed, MaxSteps: 40, KeepGoing: true}, seen)
	}
	for h := rows.Free; h <= rows.Ended; h++ {
		if seen[h] == 0 {
			t.Errorf("no thread is seen that is %s", h)
		}
	}
}

// maxHolds is how many cuts of a run are looked at.
const maxHolds = 50

func holds(t *testing.T, p *kernel.Program, cfg kernel.Config, seen map[rows.Hold]int) {
	t.Helper()
	s := testsession.Open(t, p, cfg)
	defer s.Close()
	cuts := allCuts(session.GraphOf(s))
	for i := 0; i < len(cuts); i += 1 + len(cuts)/maxHolds {
		must(t, s.MoveTo(graph.At(cuts[i])))
		places := s.Where()
		for j := range places {
			place := &places[j]
			want, wait := tried(s, place)
			seen[want]++
			if place.Hold != want || want == rows.WouldWait && !about(place, wait) {
				t.Fatalf("%s, seed %d, at %v: %s is said to be: %v, %+v; tried, it is: %v, %+v",
					p.Name, cfg.Seed, cuts[i], place.Name, place.Hold, place.Row, want, wait)
			}
		}
		views(t, s, places)
	}
}

// tried is what keeps a thread from going on, found by trying, and the wait with which its call
// would begin.
func tried(s *session.Session, p *rows.Place) (rows.Hold, kernel.Wait) {
	st := s.State().Clone()
	th := st.Threads.At(uint32(p.Thread))
	switch {
	case th.Status == kernel.Ended:
		return rows.Ended, th.Wait
	case st.Failure != nil && st.Failure.Thread == p.Thread:
		return rows.Failed, th.Wait
	case th.Status == kernel.Blocked:
		return rows.Waits, th.Wait
	case !st.Ready.Has(uint32(p.Thread)):
		return rows.Suspended, th.Wait
	}
	if wait := applied(st, p.Thread, session.TapeOf(s).Config); wait.Kind != kernel.WaitNone {
		return rows.WouldWait, wait
	}
	if p.Done == p.Of {
		if end := s.Final().Threads.At(uint32(p.Thread)); end.Status == kernel.Ended {
			return rows.Doomed, kernel.Wait{}
		}
		return rows.AtEnd, kernel.Wait{}
	}
	next := s.Position().Cut.Clone()
	next[session.TapeOf(s).LaneOf(p.Thread)]++
	if session.GraphOf(s).Consistent(next) {
		return rows.Free, kernel.Wait{}
	}
	return rows.HeldBack, kernel.Wait{}
}

// applied lets a thread take a step in a copy of a state, and returns the wait with which that
// began.
func applied(st *kernel.State, id kernel.ThreadID, cfg kernel.Config) kernel.Wait {
	call := st.Threads.At(uint32(id)).Call
	phase := st.Threads.At(uint32(id)).Phase
	player := kernel.NewPlayer(st, cfg, kernel.First{}, nil, nil)
	_, _, _ = player.Step(id)
	w := st.Threads.At(uint32(id)).Wait
	sent := call.Opt&ipc.MACH_SEND_MSG != 0 && w.Kind == kernel.WaitReceive
	unlocked := w.Kind == kernel.WaitCondition && phase == 0
	switch {
	case sent, unlocked, w.Kind == kernel.WaitException, w.Kind == kernel.WaitRequest, w.Kind == kernel.WaitAnswer:
		return kernel.Wait{} // it did something else first
	case w.Kind == kernel.WaitSleep:
		return kernel.Wait{} // it does what it was to do
	}
	return w
}

// about says whether a place is said to wait for what a wait is for.
func about(p *rows.Place, w kernel.Wait) bool {
	switch w.Kind {
	case kernel.WaitSend:
		return p.Row.At == kernel.Object{Kind: kernel.PortObject, ID: uint32(w.Port)}
	case kernel.WaitReceive:
		return p.Row.At == kernel.Object{Kind: kernel.PortObject, ID: uint32(w.Port)} ||
			p.Row.At == kernel.Object{Kind: kernel.SetObject, ID: uint32(w.Set)} || p.Row.At.Kind == kernel.NoObject
	}
	return p.Row.At.ID == w.Object
}

// views sees the tables and the reasons tell the same of each thread.
func views(t *testing.T, s *session.Session, places []rows.Place) {
	t.Helper()
	in := func(table []rows.Waiting, p *rows.Place) bool {
		return slices.ContainsFunc(table, func(w rows.Waiting) bool { return w.ID == p.Thread })
	}
	blocked, suspended := s.Blocked(), s.Suspended(func(*rows.Place) bool { return false })
	var delayed []kernel.ThreadID
	for _, d := range s.Delays() {
		delayed = append(delayed, d.Thread)
	}
	for i := range places {
		p := &places[i]
		reasons, _ := s.Why(p.Thread)
		switch {
		case in(blocked, p) != (p.Hold == rows.Waits || p.Hold == rows.WouldWait),
			in(suspended, p) != (p.Hold == rows.Free || p.Hold != rows.Ended && p.Row.Suspended),
			slices.Contains(delayed, p.Thread) != (p.Hold == rows.HeldBack),
			p.Hold != rows.Ended && reasons[0].Explanation != s.Explain(p):
			t.Fatalf("%s is %v, which is not what the tables say: blocked %v, suspended %v, delays %v, why %v",
				p.Name, p.Hold, blocked, suspended, delayed, reasons)
		case p.Hold == rows.HeldBack && len(s.Requires(p.Event)) == 0:
			t.Fatalf("%s is held back, and nothing comes first", p.Name)
		}
	}
}
