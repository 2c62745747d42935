package session_test

import (
	"reflect"
	"testing"

	"machsim/debugger/session"
	"machsim/ipc"
	"machsim/kernel"
)

// TestMeant compares what names, conditions and threads mean to a thread with the tables of the state.
func TestMeant(t *testing.T) {
	seen := map[string]bool{}
	everywhere(t, func(s *session.Session) {
		st := s.State()
		meant := func(id uint32, v any, kind, want string) {
			seen[kind] = true
			if got := s.Meant(kernel.ThreadID(id), reflect.ValueOf(v)); got != want {
				t.Errorf("%s: %v of thread %d is %q, not %q", s.Program.Name, v, id, got, want)
			}
		}
		for id := range st.Threads.All {
			meant(id, kernel.ThreadID(id), "thread", "thread "+st.ThreadName(kernel.ThreadID(id)))
			meant(id, 3, "number", "")
			task := st.Tasks.At(uint32(st.Threads.At(id).Task))
			if task.Ended {
				meant(id, ipc.Name(1<<31), "gone", "")
				continue
			}
			meant(id, ipc.Name(1<<31), "none", "no name here")
			st.IPC.LookNames(task.Space, func(n ipc.Name, e *ipc.Entry) {
				switch e.Type {
				case ipc.TypeDeadName:
					meant(id, n, "dead", "a dead name")
				case ipc.TypePortSet:
					meant(id, n, "set", "set "+st.SetName(ipc.SetID(e.Object)))
				default:
					meant(id, n, "port", "port "+st.PortName(ipc.PortID(e.Object)))
				}
			})
			for m := range st.Mutexes.All {
				if st.Mutexes.At(m).Owner == 0 {
					meant(id, kernel.MutexID(m), "mutex", "mutex "+st.MutexName(kernel.MutexID(m))+", free")
				}
			}
			for c := range st.Conditions.All {
				meant(id, kernel.ConditionID(c), "condition", "condition "+st.ConditionName(kernel.ConditionID(c)))
			}
		}
	})
	for _, kind := range []string{"thread", "number", "none", "port"} {
		if !seen[kind] {
			t.Errorf("nothing of kind %s was seen", kind)
		}
	}
}
