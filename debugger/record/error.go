package record

import "fmt"

// Error says, in one sentence, why a file cannot be replayed.
type Error struct {
	Text    string
	Damaged bool // the file is a recording, but not as it was written
	passing bool // it may be whole when it is read again
}

func (e *Error) Error() string { return e.Text }

func unfit(format string, args ...any) error { return &Error{Text: fmt.Sprintf(format, args...)} }

// damaged returns an error about a part of a file that is not as it was written.
func damaged(what string) error {
	return broken(what + " is not as it was written")
}

// misplaced returns an error about a part of a file that is not as it was written, or was not
// written there.
func misplaced(what string) error {
	return broken(what + " is not as it was written, or belongs to another place or recording")
}

// broken returns an error that says how a file is damaged.
func broken(how string) error {
	return &Error{Text: "the recording is damaged: " + how, Damaged: true}
}
