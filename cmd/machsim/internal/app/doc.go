// Package app is the command machsim: its subcommands, their flags, and the words in which they say what
// happened. The main package only calls it, so that a machsim with a user's package is built by compiling a
// few lines and linking.
package app

import (
	"os"

	"machsim/cmd/machsim/vet"
)

// Main runs the command line of this process, and ends the process.
func Main() {
	if vet.IsTool(os.Args[1:]) {
		vet.Tool() // does not return
	}
	if answers() {
		return
	}
	guarded = newWard()
	code := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	guarded.ends(code)
	os.Exit(code)
}
