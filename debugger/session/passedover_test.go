package session_test

import (
	"runtime"
	"strings"
	"testing"

	"machsim/debugger/lang/eval"
	"machsim/kernel"
	"machsim/kernel/hook"
	"machsim/test/testsession"
)

func init() {
	_, here, _, _ := runtime.Caller(0)
	hook.Register(&hook.Package{Path: "passed/over", Files: []hook.File{{Path: here, Why: "starts a goroutine"}}})
}

// Who asks for a variable of a function without hooks is told why there are none.
func TestPassedOver(t *testing.T) {
	s := testsession.Open(t, &kernel.Program{Name: "over", Main: func(b *kernel.Boot) {
		b.Task(b.Host("a"), "task", func(th *kernel.Thread) {
			th.Yield()
			th.Yield()
		})
	}}, kernel.Config{})
	defer s.Close()
	must(t, s.MoveTo(s.After(1)))
	err := s.Value(1, 0, "x", func(eval.Value) {})
	if err == nil || !strings.HasSuffix(err.Error(), "is in a function that is not known: "+
		"the lines and variables of passedover_test.go are not known, because it starts a goroutine") {
		t.Error(err)
	}
}
