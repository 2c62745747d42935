package wire

import (
	"errors"
	"unicode/utf8"

	"machsim/debugger"
)

// Error is why a call has failed, for a person.
type Error struct {
	Text   string `json:"text" doc:"a sentence that says what is wrong"`
	Hint   string `json:"hint" doc:"what to do about it at a page; \"\" for nothing"`
	Prompt string `json:"prompt" doc:"of the method command: what the prompt says, with what to type; else \"\""`
	Column int    `json:"column" doc:"of a text with a mistake in it: at which letter, from 1; else 0"`
	// Kind tells errors apart that a page treats in ways of their own.
	Kind string `json:"kind" doc:"\"interrupted\", \"yielded\", \"busy\", \"malformed\" or \"\""`
}

func (e *Error) Error() string { return e.Text }

// Described puts an error into the form in which it goes over the wire.
func Described(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	return &Error{Text: err.Error(), Hint: hintOf(err), Column: columnOf(err), Kind: kindOfError(err)}
}

func kindOfError(err error) string {
	var given *debugger.Interrupted
	var busy *debugger.Busy
	switch {
	case errors.As(err, &given):
		return "interrupted"
	case errors.As(err, &busy):
		return "busy"
	}
	return ""
}

// columnOf is where the mistake is in a text that was typed, 0 if the error is none of that.
func columnOf(err error) int {
	var m *debugger.Mistake
	if !errors.As(err, &m) {
		return 0
	}
	return utf8.RuneCountInString(m.Text[:min(m.At, len(m.Text))]) + 1
}
