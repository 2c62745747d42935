package session

import (
	"reflect"

	"machsim/debugger/event/text"
	"machsim/debugger/record/watch"
	"machsim/debugger/rows"
	"machsim/kernel"
)

// WatchedText is text.Formatted of a value of a thread's program, where a method of the value's own may not return.
// The Loop says that it did not, and what it does; it still runs, so nothing that it may touch can be used any more.
func (s *Session) WatchedText(id kernel.ThreadID, x reflect.Value, as text.Format) (shown string, l *watch.Loop) {
	own := rows.Own(s.State(), id)
	defer func() {
		switch v := recover(); v.(type) {
		case nil:
		case watch.Exited:
			shown = "(its own method calls runtime.Goexit)"
		default:
			panic(v)
		}
	}()
	out := make(chan string, 1)
	if l := watch.Call(s.Run.LoopLimit, func() { out <- text.Formatted(x, as, own) }); l != nil {
		return "", l
	}
	return <-out, nil
}

// Overflowing says that code of the program which calls itself without end was left behind. It takes all
// memory soon, which ends the process.
func Overflowing() bool { return watch.Overflowing() }
