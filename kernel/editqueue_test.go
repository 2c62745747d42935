package kernel_test

import (
	"fmt"
	"slices"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// queuing is a program whose main thread queues three messages, and notes what it receives then. Another thread waits
// for a message that never comes.
func queuing(got *[]int64, aborted *error) func(*kernel.Boot) {
	return one(func(th *kernel.Thread) {
		port, other := th.NewPort("port"), th.NewPort("other")
		fork(th, func(c *kernel.Thread) { _, *aborted = c.Mach().Receive(other) })
		settle(th)
		for i := range 3 {
			kernel.Must(th.Mach().Send(port, ipc.NewMessage(1, 10+i)))
		}
		settle(th)
		for range 3 {
			*got = append(*got, kernel.Must(th.Mach().Receive(port)).Int(0))
		}
	})
}

// queuedIn returns the number of the first event after which three messages are queued, these, and the thread that
// waits to receive.
func queuedIn(t *testing.T, seed uint64) (after uint64, queue []uint32, waits uint32) {
	t.Helper()
	var got []int64
	var aborted error
	tap := func(s *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) {
		if after > 0 {
			return
		}
		queue, waits = nil, 0
		for id := range s.IPC.Msgs.All {
			if s.Queued(ipc.MsgID(id)) {
				queue = append(queue, id)
			}
		}
		for id := range s.Threads.All {
			if s.Threads.At(id).Wait.Kind == kernel.WaitReceive {
				waits = id
			}
		}
		if len(queue) == 3 && waits > 0 {
			after = s.Steps
		}
	}
	runMain(t, kernel.Config{Seed: seed, Tracer: kernel.Tracer{Step: tap}}, queuing(&got, &aborted))
	if after == 0 {
		t.Fatalf("seed %d: no three messages are queued", seed)
	}
	return after, queue, waits
}

// TestEditQueue changes an item of a message, moves messages in their queue, and takes a thread out of its wait.
func TestEditQueue(t *testing.T) {
	for seed := range uint64(10) {
		after, queue, waits := queuedIn(t, seed)
		number := []ipc.Item{{Kind: ipc.KindInt, Num: 99}}
		for _, c := range []struct {
			edit kernel.Edit
			want []int64
			err  error
		}{
			{kernel.Edit{Kind: kernel.EditField, Object: queue[1], Items: number}, []int64{10, 99, 12}, nil},
			{kernel.Edit{Kind: kernel.EditField, Object: queue[1], ID: 1, Items: number}, []int64{10, 11, 12},
				kernel.ErrSameKind},
			{kernel.Edit{Kind: kernel.EditField, Object: queue[1], Items: []ipc.Item{{Kind: ipc.KindBool}}}, []int64{10, 11, 12},
				kernel.ErrSameKind},
			{kernel.Edit{Kind: kernel.EditMove, Object: queue[2]}, []int64{12, 10, 11}, nil},
			{kernel.Edit{Kind: kernel.EditMove, Object: queue[0], ID: 1}, []int64{11, 10, 12}, nil},
			{kernel.Edit{Kind: kernel.EditMove, Object: queue[0], ID: 2}, []int64{11, 12, 10}, nil},
			{kernel.Edit{Kind: kernel.EditMove, Object: queue[0], ID: 3}, []int64{10, 11, 12}, kernel.ErrPlace},
			{kernel.Edit{Kind: kernel.EditAbort, Object: waits}, []int64{10, 11, 12}, nil},
		} {
			var got []int64
			var aborted, refused error
			c.edit.After = after
			tap := func(s *kernel.State, _ kernel.Actor, _ kernel.Op, _ bool) {
				if s.Steps == after {
					refused = s.CheckEdit(&c.edit)
				}
			}
			cfg := kernel.Config{Seed: seed, Edits: []kernel.Edit{c.edit}, Tracer: kernel.Tracer{Step: tap}}
			steps(t, cfg, queuing(&got, &aborted))
			if !slices.Equal(got, c.want) || refused != c.err {
				t.Errorf("seed %d: %s: received %d, refused %v", seed, fmt.Sprintf("%+v", c.edit), got, refused)
			}
			if c.edit.Kind == kernel.EditAbort && aborted != ipc.MACH_RCV_INTERRUPTED.Err() {
				t.Errorf("seed %d: the thread whose wait is aborted receives %v", seed, aborted)
			}
		}
	}
}
