// Package vet finds in programs for machsim what makes a run differ from another run
// with the same choices, and what breaks the isolation of tasks: all that goes on behind
// the kernel's back. Each rule is an analyzer of golang.org/x/tools/go/analysis, in a file
// of its own; [Rules] lists them, docs/VET.md describes them.
//
// The rules look at the code that runs in a program and at nothing else: the functions
// that take a *kernel.Thread or a *kernel.Boot, and those of the same package that they
// call or name (program.go). What surrounds a program, such as tests or a main function
// that starts machines, may do what it likes. Files of tests are not looked at. Each package
// is looked at by itself.
//
// A rule says nothing rather than something that may be wrong. A comment
//
//	//machsim:ignore RULE reason
//
// on the line, or alone on the line above it, silences a rule where it is wrong still
// (ignore.go).
//
// [Check] loads packages and applies all rules: it is what machsim vet does. [Tool] is the
// same by the protocol of go vet -vettool.
package vet
