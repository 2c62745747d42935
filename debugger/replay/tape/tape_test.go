package tape_test

import (
	"slices"
	"strings"
	"testing"

	"machsim/debugger/replay/tape"
	"machsim/ipc"
	"machsim/kernel"
	"machsim/programs"
	"machsim/test/effort"
	"machsim/test/testrun"
)

// TestPlay takes the steps of every program again, with no program running, and compares
// the state after every one.
func TestPlay(t *testing.T) {
	for _, p := range programs.All {
		t.Run(p.Name, func(t *testing.T) {
			for seed := range effort.Of(uint64(2)) {
				var hashes []uint64
				tp := testrun.Take(p, kernel.Config{Seed: seed, MaxSteps: 3000, Lines: true}, func(k *tape.Builder) {
					k.Between = func(s *kernel.State, n int) {
						hashes = append(hashes[:n], s.Hash)
					}
				})
				play := tp.Resume(tp.Start.Clone(), 0, make([]uint32, len(tp.Lanes)))
				for n := range hashes {
					if err := play.To(n, nil); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					if play.State().Hash != hashes[n] {
						t.Fatalf("seed %d: another hash after %d events", seed, n)
					}
					if err := play.State().Check(); err != nil {
						t.Fatalf("seed %d, after %d events: %v", seed, n, err)
					}
				}
			}
		})
	}
}

// TestAnswers plays runs on states in which something is other than it was in the run, and which
// only one part of one call's answer tells of.
func TestAnswers(t *testing.T) {
	self := func(b *kernel.Boot, body func(th *kernel.Thread, p ipc.Name)) {
		var p ipc.Name
		task := b.Task(b.Host("h"), "task", func(th *kernel.Thread) { body(th, p) })
		p = b.Port(task, "")
	}
	for what, c := range map[string]struct {
		body  func(th *kernel.Thread, p ipc.Name)
		alter func(s *kernel.State)
	}{
		"number": {
			func(th *kernel.Thread, _ ipc.Name) { th.CThreads().Count() },
			func(s *kernel.State) { s.Tasks.Mut(1).Count++ },
		},
		"text": {
			func(th *kernel.Thread, _ ipc.Name) {
				at, _ := th.Mach().VMAllocate(th.Mach().Self(), 0, kernel.PageSize, true)
				th.Mach().Poke(at, []byte{1})
				th.Mach().Peek(at, 1)
			},
			func(s *kernel.State) {
				if s.Memory.Has(1) && s.Memory.At(1).Pages[0] != "" {
					s.Memory.Mut(1).Pages[0] = strings.Repeat("\x02", kernel.PageSize)
				}
			},
		},
		"names": {
			func(th *kernel.Thread, p ipc.Name) {
				_ = th.Mach().PortRename(th.Mach().Self(), p, 0x5000)
				_, _, _ = th.Mach().PortNames(th.Mach().Self())
			},
			func(s *kernel.State) { s.IPC.PortAllocateName(1, ipc.RightDeadName, 0x9000) },
		},
		"facts": {
			func(th *kernel.Thread, _ ipc.Name) { _, _ = th.Mach().TaskInfo(th.Mach().Self()) },
			func(s *kernel.State) { s.Tasks.Mut(1).Priority = 3 },
		},
		"message": {
			func(th *kernel.Thread, p ipc.Name) {
				_ = th.Mach().Send(p, ipc.NewMessage(1, 5))
				_, _ = th.Mach().Receive(p)
			},
			func(s *kernel.State) {
				if m := s.IPC.First(queued(s), 0); m != 0 {
					s.IPC.Msgs.Mut(uint32(m)).Items[0].Num = 6
				}
			},
		},
		"message handed back": {
			func(th *kernel.Thread, p ipc.Name) {
				_ = th.Mach().PortSetQLimit(th.Mach().Self(), p, 0)
				_ = th.Mach().SendTimeout(p, ipc.NewMessage(1, 5), 1)
			},
			func(s *kernel.State) {
				if m := s.Threads.At(1).Msg; m != 0 {
					s.IPC.Msgs.Mut(uint32(m)).Items[0].Num = 6
				}
			},
		},
	} {
		tp := testrun.Take(&kernel.Program{Name: "answers", Main: func(b *kernel.Boot) { self(b, c.body) }},
			kernel.Config{}, nil)
		play := tp.Resume(tp.Start.Clone(), 0, make([]uint32, len(tp.Lanes)))
		var err error
		for n := 1; n <= tp.Len() && err == nil; n++ {
			c.alter(play.State())
			err = play.To(n, nil)
		}
		if err == nil || !strings.Contains(err.Error(), "answers") {
			t.Errorf("another %s: %v", what, err)
		}
	}
}

// TestTooLarge plays receipts of messages that are too large into buffers in which there is something:
// a program may use one for all that it receives.
func TestTooLarge(t *testing.T) {
	used := *ipc.NewMessage(97, 4)
	used.Remote, used.Local, used.Seqno = 99, 98, 3
	for what, opt := range map[string]ipc.Option{"left alone": ipc.MACH_RCV_LARGE, "destroyed": 0} {
		for _, m := range []ipc.Message{{}, used} {
			var codes []error
			tp := testrun.Take(&kernel.Program{Name: "large", Main: func(b *kernel.Boot) {
				b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
					p := th.NewPort("p")
					for range 3 {
						_ = th.Mach().Send(p, ipc.NewMessage(1, "more than there is room for"))
					}
					k := th.Mach()
					codes = append(codes, k.MachMsg(&m, ipc.MACH_RCV_MSG|opt, 40, p, 0, ipc.Null),
						k.MachMsg(&m, ipc.MACH_RCV_MSG, 40, p, 0, ipc.Null),
						k.MachMsg(&m, ipc.MACH_RCV_MSG|opt, 40, p, 0, ipc.Null))
					m.Local, m.Size = p, 40
					codes = append(codes, th.Mach25().MsgReceive(&m, 0, 0))
				})
			}}, kernel.Config{}, nil)
			play := tp.Resume(tp.Start.Clone(), 0, make([]uint32, len(tp.Lanes)))
			if err := play.To(tp.Len(), nil); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			large := []error{ipc.MACH_RCV_TOO_LARGE, ipc.MACH_RCV_TOO_LARGE, ipc.MACH_RCV_TOO_LARGE, ipc.RCV_TOO_LARGE}
			if opt != 0 && !slices.Equal(codes, large) || len(codes) < 3 || codes[2] != ipc.MACH_RCV_TOO_LARGE {
				t.Errorf("%s: the calls answer %v", what, codes)
			}
		}
	}
}

// queued is a program's port, the first.
func queued(s *kernel.State) ipc.PortID {
	for id := range s.IPC.Ports.All {
		if s.IPC.Ports.At(id).Kind == kernel.KindPlain {
			return ipc.PortID(id)
		}
	}
	return 0
}

// TestRandomOfMany plays random numbers that take more than 32 bits.
func TestRandomOfMany(t *testing.T) {
	tp := testrun.Take(&kernel.Program{Name: "many", Main: func(b *kernel.Boot) {
		b.Task(b.Host("h"), "task", func(th *kernel.Thread) {
			for range 8 {
				th.Random(1 << 50)
			}
		})
	}}, kernel.Config{}, nil)
	if err := tp.Resume(tp.Start.Clone(), 0, make([]uint32, len(tp.Lanes))).To(tp.Len(), nil); err != nil {
		t.Error(err)
	}
}
