package lab

// Solution is a solution of a lab whose students write tests: their tests are held against it. New is of a type of the
// lab's own.
type Solution[New any] struct {
	Name   string
	Right  bool // no test may reject it
	Hidden bool // students do not see it
	New    New
}

// Solutions are some of one type.
func Solutions[New any](all ...Solution[New]) []Solution[New] { return all }

// Solved is a solution.
func Solved[New any](name string, right, hidden bool, make New) Solution[New] {
	return Solution[New]{name, right, hidden, make}
}
