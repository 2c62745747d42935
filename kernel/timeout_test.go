package kernel_test

import (
	"math"
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// A timeout may be as long as a number can say: it does not run over, alone or after others.
// One below 0 is 0.
func TestTimeoutsDoNotOverflow(t *testing.T) {
	calls := map[string]func(th *kernel.Thread, port ipc.Name, ms int) error{
		"receive": func(th *kernel.Thread, port ipc.Name, ms int) error {
			_, err := th.Mach().ReceiveTimeout(port, ms)
			return err
		},
		"send": func(th *kernel.Thread, port ipc.Name, ms int) error {
			fill(th, port, 5)
			err := th.Mach().SendTimeout(port, ipc.NewMessage(1), ms)
			for range 5 {
				kernel.Must(th.Mach().Receive(port))
			}
			return err
		},
		"msg_receive": func(th *kernel.Thread, port ipc.Name, ms int) error {
			return th.Mach25().MsgReceive(&ipc.Message{Header: ipc.Header{Local: port}}, ipc.RCV_TIMEOUT, ms)
		},
		"rpc": func(th *kernel.Thread, port ipc.Name, ms int) error {
			_, err := th.Mach().RPCTimeout(port, ipc.NewMessage(1), ms)
			kernel.Must(th.Mach().Receive(port))
			return err
		},
		"sleep": func(th *kernel.Thread, _ ipc.Name, ms int) error {
			th.Sleep(kernel.Duration(ms) * kernel.Millisecond)
			return ipc.MACH_RCV_TIMED_OUT.Err()
		},
		"thread_switch": func(th *kernel.Thread, _ ipc.Name, ms int) error {
			_ = th.Mach().ThreadSwitch(ipc.Null, kernel.SwitchWait, ms)
			return ipc.RCV_TIMED_OUT.Err()
		},
	}
	for name, call := range calls {
		finish(t, one(func(th *kernel.Thread) {
			port := th.NewPort("port")
			last := kernel.Duration(0)
			for _, ms := range []int{math.MinInt, -1, 0, 1, math.MaxInt32, math.MaxInt / 1000, math.MaxInt/1000 + 1,
				math.MaxInt - 1, math.MaxInt, math.MaxInt, 1} {
				start := th.Clock()
				err := call(th, port, ms)
				switch err {
				case ipc.MACH_RCV_TIMED_OUT, ipc.MACH_SEND_TIMED_OUT, ipc.RCV_TIMED_OUT:
				default:
					th.Fail("%s of %d ms: %v", name, ms, err)
				}
				took := th.Clock() - start
				th.Check(start >= last && took >= 0 && (ms > 0 || took < 1000), "%s of %d ms took %d us", name, ms, took)
				th.Check(ms != math.MaxInt32 || took >= math.MaxInt32*1000, "%s of %d ms took %d us", name, ms, took)
				last = start
			}
		}))
	}
}

// Somebody who comes in time is in time, however long the other would wait.
func TestLongTimeoutsWait(t *testing.T) {
	finish(t, func(b *kernel.Boot) {
		b.Delay(b.Host("a"), b.Host("b"), 0, kernel.Forever)
		b.Task(b.Host("c"), "main", func(th *kernel.Thread) {
			port := th.NewPort("port")
			fork(th, func(c *kernel.Thread) {
				c.Sleep(math.MaxInt32 * kernel.Millisecond)
				kernel.Must(c.Mach().Send(port, ipc.NewMessage(1)))
			})
			th.Check(kernel.Must(th.Mach().ReceiveTimeout(port, math.MaxInt)).ID == 1, "another message")
			th.DelayWire("a", "b", kernel.Forever, kernel.Forever)
		})
	})
}
