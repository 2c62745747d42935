package kernel_test

import (
	"testing"

	"machsim/ipc"
	"machsim/kernel"
)

// failing is what makes a thread fail that others know of.
var failing = map[string]func(*kernel.Thread){
	"check":  func(th *kernel.Thread) { th.Fail("it fails") },
	"panic":  func(*kernel.Thread) { panic("it fails") },
	"raise":  func(th *kernel.Thread) { th.Mach().Raise(kernel.ExcArithmetic, 0, 0) },
	"misuse": func(th *kernel.Thread) { th.CThreads().MutexUnlock(77) },
	"must":   func(th *kernel.Thread) { kernel.Must(th.Mach().PortDestroy(th.Mach().Self(), ipc.Null)) },
}

// lastFirst is a Door that has the thread go on that was made last.
type lastFirst struct{ kernel.First }

func (lastFirst) Choose(p kernel.Point) int {
	if p.Kind == kernel.PointNext {
		return p.N - 1
	}
	return 0
}

// TestSurvive has a thread fail in a run that survives it. Others find it as it was before: it has its lock, can be
// stopped and ended, and takes no step whatever they do.
func TestSurvive(t *testing.T) {
	for name, fail := range failing {
		after := false
		m := steps(t, kernel.Config{Survive: true, Door: lastFirst{}}, one(func(th *kernel.Thread) {
			k, ct := th.Mach(), th.CThreads()
			lock := ct.MutexNew("lock")
			other := kernel.Must(k.ThreadCreate(k.Self(), func(th *kernel.Thread) {
				th.CThreads().MutexLock(lock)
				th.Label("fails")
				fail(th)
				after = true
			}))
			before := kernel.Must(k.ThreadInfo(other))
			kernel.Must(k.ThreadResume(other))
			info := kernel.Must(k.ThreadInfo(other))
			th.Check(info.RunState == kernel.RunStateRunning && before.RunState == kernel.RunStateStopped,
				"%+v, and before %+v", info, before)
			kernel.Must(k.ThreadAbort(other))
			kernel.Must(k.ThreadSuspend(other))
			kernel.Must(k.ThreadResume(other))
			th.Check(!ct.MutexTryLock(lock), "its lock is free")
			kernel.Must(k.ThreadTerminate(other))
			th.Printf("ended")
		}))
		s := m.World()
		if after || s.Failure != nil || len(s.Console) != 1 {
			t.Errorf("%s: %v, after %v, %v", name, s.Failure, after, s.Console)
		}
		if len(s.Failures) != 1 || s.Failures[0].Thread != 2 {
			t.Errorf("%s: %+v", name, s.Failures)
		}
	}
}

// TestSurviveTime has a thread sleep on after another has failed: the run ends there, as what follows comes after the
// failure in every run.
func TestSurviveTime(t *testing.T) {
	for _, free := range []bool{false, true} {
		beats := 0
		m := steps(t, kernel.Config{Survive: true, FreeTimers: free, MaxSteps: 1000}, func(b *kernel.Boot) {
			h := b.Host("a")
			b.Task(h, "fails", func(th *kernel.Thread) { th.Fail("at once") })
			b.Task(h, "beats", func(th *kernel.Thread) {
				for {
					th.Sleep(kernel.Millisecond)
					beats++
				}
			})
		})
		if want := kernel.Stuck; !free && (m.Outcome() != want || beats > 0) || free && beats < 10 {
			t.Errorf("free timers %v: %v, %d beats", free, m.Outcome(), beats)
		}
	}
}
