package forms

// Increment is a way to increment a variable.
type Increment struct {
	Name string
	Make func() (do func(), get func() int) // a new variable
}

// Increments are all forms of an increment, of each kind of variable. The test that builds the package fills them in.
var Increments []Increment
