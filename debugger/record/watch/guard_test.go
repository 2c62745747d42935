package watch_test

import (
	"errors"
	"strings"
	"testing"

	"machsim/debugger/record/watch"
)

// A panic becomes an error, and an error stays what it is.
func TestGuard(t *testing.T) {
	if err := watch.Guard(func() error { panic("oh") }); err == nil || !strings.Contains(err.Error(), "at fault: oh\n") {
		t.Error(err)
	}
	want := errors.New("no")
	if err := watch.Guard(func() error { return want }); err != want {
		t.Error(err)
	}
}
