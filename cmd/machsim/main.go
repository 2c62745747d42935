// Command machsim runs programs on the simulated kernel and says what happened.
// See "machsim help".
package main

import "os"

func main() {
	guarded = newWard()
	code := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	guarded.ends(code)
	os.Exit(code)
}
