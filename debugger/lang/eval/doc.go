// Package eval is the one evaluator of value expressions: what print shows, what the conditions of lines and of
// breakpoints, predicates, claims and assertions compare, what is watched and what is set.
//
//	e, err := eval.Parse(`accounts[from].Balance - amount < 0 && !closed`)
//	v, err := e.Value(scope)   // v.Bool(), v.String(), v.Reflect()
//
// Types are Go's own: constants take the type of the other operand, and are exact by themselves; integers wrap around
// as they do in the program. There are names, fields (unexported ones too), indexes, slices, pointers, type assertions,
// all operators, the functions len, cap, min and max, conversions, and calls of exported methods. A method is called on
// a copy of its receiver, so it cannot change the program's variables; a receiver that holds functions or channels is
// refused, since these cannot be copied.
//
// Beyond Go, because one expression may speak of variables of several programs: = is ==, ~ says that a text contains
// another, and sum is that of a list, which never wraps around. Numbers of different types are compared as what they
// are, and computed with as an int, or as a float64 if one of them is a fraction. A value with a String or Error
// method can be compared with a text, and a pointer with what it leads to.
//
// An expression is compiled to closures ([Code]), over whatever its names stand for. In a [Scope] these are a
// function's variables, then the ones around it, then the package's ([Expr]); package predicate has names of its own,
// and compiles by [Compiler]. Where Go would panic, the value is a [Failure] that is missing: print says why,
// predicates are neither true nor false. Any other Failure is a mistake in the expression.
package eval
