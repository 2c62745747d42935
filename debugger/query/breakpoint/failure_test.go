package breakpoint_test

import (
	"fmt"
	"testing"

	"machsim/debugger/lang"
	"machsim/ipc"
	"machsim/kernel"
)

// failing is a program with calls that fail, a misuse that is noted only, and a panic.
var failing = kernel.Program{Name: "failing", Main: func(b *kernel.Boot) {
	h := b.Host("a")
	b.Task(h, "t", func(th *kernel.Thread) {
		wrong(th)
		th.Yield()
		wrong(th)
		th.CThreads().MutexUnlock(th.CThreads().MutexNew("m"))
		panic("so it is")
	})
}}

// wrong makes a call that fails.
func wrong(th *kernel.Thread) { _ = th.Mach().PortDestroy(th.Mach().TaskSelf(), ipc.Name(77)) }

// TestFailureKinds finds calls that fail by their codes, misuses, panics, and where a function was left.
func TestFailureKinds(t *testing.T) {
	x := tell(t, &failing, kernel.Config{Lines: true, Lenient: true})
	for text, want := range map[string]int{
		"error": 3, "error KERN_INVALID_NAME": 2, "error kern_invalid_name by t.1": 2, "error KERN_FAILURE": 1,
		"panic": 1, "misuse": 1, "enter wrong": 2, "leave wrong": 2,
	} {
		place, err := lang.ParsePlace(text)
		if err != nil {
			t.Fatal(err)
		}
		h, err := x.r.Hits(place)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if n := len(h.All()); n != want {
			t.Errorf("%s: %d times, not %d: %s", text, n, want, fmt.Sprint(h.All()))
		}
	}
	place, err := lang.ParsePlace("error KERN_INVALID_NAM")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = x.r.Hits(place); err == nil {
		t.Error("there is a code that nobody knows")
	}
}
