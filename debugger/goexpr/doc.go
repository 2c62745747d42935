// Package goexpr evaluates Go's expressions over the live variables of a program:
//
//	e, err := goexpr.Parse(`accounts[from].Balance - amount < 0 && !closed`)
//	v, err := e.Value(scope)   // v.Bool(), v.String(), v.Reflect()
//
// Types are Go's own: operands have to be of one type, constants take the type of the other operand, integers wrap
// around as they do in the program. Names are looked up in a Scope, which is a function's variables, then the ones
// around it, then the package's.
//
// There are names, fields (unexported ones too), indexes, slices of slices, pointers, type assertions, all operators,
// the functions len, cap, min and max, conversions, and calls of exported methods. A method is
// called on a copy of its receiver, so it cannot change the program's variables; a receiver that holds functions or
// channels is refused, since these cannot be copied. Who calls it says Scope.Call.
//
// Every error is a *text.Mistake, with the place in the text.
package goexpr
