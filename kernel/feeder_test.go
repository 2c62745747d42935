package kernel_test

import (
	"testing"

	"machsim/ipc"
	. "machsim/kernel"
)

// broken is a Script with a mistake of its own.
type broken struct{ calls int }

func (*broken) Check(ThreadID, *Call, *ipc.Header, []ipc.Item) bool { return true }

func (b *broken) Answer(ThreadID, *Result) []ThreadID {
	if b.calls++; b.calls == 3 {
		panic("the Script is at fault")
	}
	return nil
}

func (*broken) Glance(ThreadID) any { return AsItStands{} }
func (*broken) Serve(ThreadID, any) {}

// TestScriptAtFault: a mistake of who feeds a program is his, and none of the program, which may recover
// from panics as it likes.
func TestScriptAtFault(t *testing.T) {
	p := &Program{Name: "fed", Main: func(b *Boot) {
		b.Task(b.Host("h"), "task", func(th *Thread) {
			for range 5 {
				th.Yield()
			}
		})
	}}
	m, err := New(p, Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	f, err := NewFeeder(p, Config{}, m.World(), &broken{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer func() {
		if v := recover(); v != "the Script is at fault" {
			t.Errorf("a panic of the Script: %v", v)
		}
		if lost, _, _ := f.Lost(); lost != 0 {
			t.Error("the program is said to have made another call")
		}
	}()
	f.Run(1, 4)
	t.Error("the Feeder went on")
}
