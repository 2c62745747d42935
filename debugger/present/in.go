package present

import (
	"reflect"

	"machsim/kernel"
)

// In is the present run, as whoever asks about it sees it.
type In struct {
	*Run
	Tasks   []string // of whose values alone he is told; nil for all
	Servers bool     // he is told of machsim's own servers, too
	// Stands says at which breakpoints a thread stands, in words; "" for none.
	Stands func(kernel.ThreadID) string
	// Given is the name that somebody has given a thread, "" for none.
	Given func(thread string) string
	// Kept finds the value that is kept under a name: $NAME.
	Kept func(name string) (reflect.Value, bool)
}
