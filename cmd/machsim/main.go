// Command machsim runs programs on the simulated kernel and says what happened.
// See "machsim help".
package main

import (
	"os"

	"machsim/cmd/machsim/vet"
)

func main() {
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
