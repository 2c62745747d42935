package session_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"machsim/debugger/record"
	"machsim/debugger/replay/encode"
	"machsim/debugger/replay/tape"
	"machsim/debugger/session"
	"machsim/kernel"
	"machsim/netname"
	"machsim/test/effort"
	"machsim/test/testsession"
)

// hired is what the boss of the program hiring remembers.
type hired struct{ Count, Sum int }

// hiring is an endless program of servers. Of one of them threads come, of its task and of others on two hosts, which
// read names, are asked for what is no number, have ports of their own, and end by themselves or are ended. The boss
// waits for each that it has; else some stay for a while, and make others.
func hiring(waits bool) *kernel.Program {
	return &kernel.Program{Name: "hiring", Main: func(b *kernel.Boot) {
		here := b.Host("here")
		b.Host("far")
		b.Task(here, "boss", func(th *kernel.Thread) {
			base, h := 0, hired{}
			th.CThreads().Join(th.CThreads().Fork("helper", func(th *kernel.Thread) {
				th.Yield()
				base = 3 + len(th.Name())
			}))
			base += kernel.Must(th.Mach().TaskInfo(th.Mach().TaskSelf())).Threads
			port := th.NewPort("reports")
			kernel.Must(netname.Register(th, "reports", port))
			th.Watch("sum", &h.Sum)
			th.Serve(&h, func(th *kernel.Thread) {
				h.Count++
				informed(th)
				switch h.Sum += th.Random(base); h.Count % 8 {
				case 0, 3:
					spawned(th, port, []string{"here", "far"}[h.Count%2], &h.Sum)
				case 1:
					ended(th)
				case 4:
					if !waits {
						stays(th, th.Random(3))
						break
					}
					fallthrough
				default:
					forked(th, &h.Sum)
				}
			})
		})
		netname.Serve(b)
	}}
}

// forked has a thread of the own task do something, and waits for it.
func forked(th *kernel.Thread, sum *int) {
	th.CThreads().Join(th.CThreads().Fork("kid", func(th *kernel.Thread) {
		*sum += len(th.Name()) + kernel.Must(th.Mach().TaskInfo(th.Mach().TaskSelf())).Threads
	}))
}

// ended ends a thread, which may not have begun.
func ended(th *kernel.Thread) {
	self := th.Mach().TaskSelf()
	kid := kernel.Must(th.Mach().ThreadCreate(self, func(th *kernel.Thread) { th.Sleep(kernel.Second) }))
	kernel.Must(0, th.Mach().ThreadResume(kid))
	th.Yield()
	th.Check(kernel.Must(th.Mach().ThreadInfo(kid)).Suspend == 0, "it is suspended")
	kernel.Must(0, th.Mach().ThreadTerminate(kid))
	kernel.Must(0, th.Mach().PortDeallocate(self, kid))
}

// spawned has a task on a host ask for something, and waits until it has ended.
func spawned(th *kernel.Thread, port kernel.Name, host string, sum *int) {
	task := kernel.Must(th.Spawn(host, "", func(th *kernel.Thread) {
		port := kernel.Must(netname.Find(th, "reports"))
		kernel.Must(kernel.RPC[note, note](th, port, note{th.Name(), 1}))
	}))
	m := kernel.Must(kernel.Receive[note](th, port))
	*sum += m.Body.N
	kernel.Must(0, kernel.Reply(th, m, note{"", *sum}))
	kernel.Must(0, th.Mach().PortDeallocate(th.Mach().TaskSelf(), task))
	th.Sleep(kernel.Millisecond)
}

// stays makes threads that are not waited for: one of the own task, or others elsewhere, which make more.
func stays(th *kernel.Thread, which int) {
	long := kernel.Duration(1+th.Random(40)) * kernel.Millisecond
	idle := func(th *kernel.Thread) { th.Sleep(long) }
	if which == 0 {
		th.CThreads().Detach(th.CThreads().Fork("", idle))
		return
	}
	task := kernel.Must(th.Spawn("far", "", func(th *kernel.Thread) {
		th.CThreads().Fork("", idle)
		_ = th.Mach().PortDeallocate(th.Mach().TaskSelf(), kernel.Must(th.Spawn("here", "", idle)))
	}))
	if which == 2 {
		if kid, err := th.Mach().ThreadCreate(task, idle); err == nil {
			_ = th.Mach().ThreadResume(kid)
		}
	}
}

// informed takes what the kernel has told the task: a queue that nobody takes from grows in any recording.
func informed(th *kernel.Thread) {
	for port, err := th.Mach25().TaskNotify(), error(nil); err == nil; {
		_, err = th.Mach().ReceiveTimeout(port, 0)
	}
}

// TestHired opens bounded recordings of hiring at a picture, which knows nothing of the threads that have gone: at all
// positions all that is said is as in the whole run.
func TestHired(t *testing.T) {
	for seed := range effort.Of(uint64(8)) {
		p, cfg := hiring(seed%2 == 0), kernel.Config{Seed: seed, MaxSteps: 3_000 + 173*seed}
		cfg.Door = atRandom(t, p, cfg)
		rec := bounded(t, p, cfg, record.Keep{Events: 1_000}, true)
		x := &windowed{whole: testsession.Open(t, p, cfg)}
		part, err := session.Open(p, rec, session.Options{})
		must(t, err)
		t.Cleanup(part.Close)
		x.part, x.first = part, part.First()
		x.base = x.whole.After(x.first).Cut
		of, in := laneThreads(x.whole), laneThreads(part)
		if !session.Resumes(part) || seed%2 == 0 && 3*in > 2*of {
			t.Errorf("seed %d: it goes on from a picture: %t, with %d threads of %d", seed, session.Resumes(part), in, of)
		}
		x.compare(t, seed, rand.New(rand.NewPCG(seed, 48)))
		x.late(t, rec, seed)
	}
}

// laneThreads is how many threads the log of a session knows.
func laneThreads(s *session.Session) (n int) {
	for _, l := range testsession.Graph(s).Tape.Lanes {
		if l.Thread != 0 {
			n++
		}
	}
	return n
}

// TestHiredMany counts what there is for a picture when ten times as many threads have come and gone: no more, beside
// the kernel's own records, which stay.
func TestHiredMany(t *testing.T) {
	p, few := hiring(true), effort.Of(10_000)
	cfg := kernel.Config{Seed: 1, MaxSteps: 1 << 40, Door: kernel.NewRandom(1)}
	var m *kernel.Machine
	var size, entries [2]int // the most of several moments, for they swing
	k, next := tape.NewBuilder(p, cfg), few
	k.Collect(func(s *kernel.State) {
		n := s.Threads.Len()
		if n < next {
			return
		}
		late := 0
		if n >= 10*few {
			late = 1
		}
		if next += few / 8; n > 2*few && late == 0 {
			next = 10 * few
		}
		if n > 11*few {
			m.Interrupt()
		}
		x, b := k.Picture(s), bytes.Buffer{}
		x.Start, x.End = nil, nil
		must(t, encode.WriteAcross(&b, &x, tape.Types, func(uintptr) uint64 { return 0 }))
		size[late], entries[late] = max(size[late], b.Len()), max(entries[late], elements(reflect.ValueOf(k).Elem()))
	})
	k.Watch(&cfg)
	m, err := kernel.New(p, cfg)
	must(t, err)
	defer m.Close()
	k.Attach(m.World())
	if m.Run() != kernel.Interrupted || size[1] == 0 || size[1] > size[0]+16_000 || entries[1] > entries[0]+few/2 {
		t.Errorf("%s: after %d threads and ten times as many, %d bytes, and %d entries", m.Outcome(), few, size, entries)
	}
	t.Logf("%d bytes, %d entries", size, entries)
}

// elements counts the elements of all lists and maps in a value, but for those of the kernel.
func elements(v reflect.Value) (n int) {
	switch v.Kind() {
	case reflect.Pointer:
		if p := v.Type().Elem().PkgPath(); !v.IsNil() && p != "machsim/kernel" {
			return elements(v.Elem())
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && v.Type().PkgPath() != "machsim/kernel"; i++ {
			n += elements(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		n = v.Len()
		for i := 0; i < v.Len() && v.Type().Elem().Size() > 8; i++ {
			n += elements(v.Index(i))
		}
	case reflect.Map:
		n = v.Len()
		for i := v.MapRange(); i.Next(); {
			n += elements(i.Value())
		}
	}
	return n
}
