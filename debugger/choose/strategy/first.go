package strategy

import "machsim/kernel"

// first always takes the first option. No seed makes a difference, so there is one run.
type first struct{ forgetful }

func newFirst() Strategy { return first{} }

func (first) Begin(r Run) kernel.Door {
	if r.N > 0 {
		return nil
	}
	return firstOption{input: r.Input}
}

// firstOption is kernel.First with console input.
type firstOption struct {
	kernel.First
	input func() (string, bool)
}

func (f firstOption) Input() (string, bool) {
	if f.input == nil {
		return "", false
	}
	return f.input()
}
