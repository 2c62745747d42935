// Package vet checks programs for machsim. It reports code that makes two runs with the
// same choices differ, and code that breaks the isolation of tasks: in both cases the
// kernel does not see what the program does. Each rule is an analyzer of
// golang.org/x/tools/go/analysis, in a file of its own; [Rules] lists them, and
// docs/VET.md describes them.
//
// The rules check only code that runs in a program: the functions that take a
// *kernel.Thread or a *kernel.Boot, and those of the same package that they call or name
// (program.go). They do not check what surrounds a program, such as a main function that
// starts machines, nor files of tests. Each package is checked by itself.
//
// A rule is silent where it is not sure. A comment
//
//	//machsim:ignore RULE reason
//
// on the line, or alone on the line above it, silences a rule that is wrong all the same
// (ignore.go).
//
// [Check] loads packages and applies all rules, as machsim vet does. [Tool] does so by the
// protocol of go vet -vettool.
package vet
