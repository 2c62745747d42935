package text

// Hint says, as a code, what a person can do about an error. Each face has words of its own for it, such
// as the name of a command.
type Hint string

// Hinted is an error with a Hint. Its text is a sentence that does without the hint.
type Hinted struct {
	Err  error
	Hint Hint
	Args []any // what the words of a face may need, in the order that the Hint says
}

// WithHint adds a Hint to an error.
func WithHint(err error, h Hint, args ...any) error { return &Hinted{err, h, args} }

func (h *Hinted) Error() string { return h.Err.Error() }

// Unwrap returns the error without the Hint.
func (h *Hinted) Unwrap() error { return h.Err }
