package record

import "fmt"

// Error says, in one sentence about "it", why a file cannot be replayed.
type Error struct{ Text string }

func (e *Error) Error() string { return e.Text }

func unfit(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// damaged says which part of a file is not as it was written.
func damaged(what string) error {
	return unfit("the recording is damaged: %s is not as it was written", what)
}

// misplaced says which part of a file is not as it was written, or was not written there.
func misplaced(what string) error {
	return unfit("the recording is damaged: %s is not as it was written, or belongs to another place or recording", what)
}
