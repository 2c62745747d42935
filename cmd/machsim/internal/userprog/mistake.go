package userprog

import "fmt"

// Mistake is an error of the user, in a sentence that says what to do.
type Mistake struct{ Text string }

func (m *Mistake) Error() string { return m.Text }

func mistake(format string, args ...any) error { return &Mistake{fmt.Sprintf(format, args...)} }
