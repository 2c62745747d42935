// Command site is what a static site of machsim (machsim web --export) has for a server: the debugger compiled to
// WebAssembly, with the sample programs and their hooks. For the programs of another package its main function
// is another one (package userprog).
package main

import (
	"machsim/debugger/face/web/guest"
	"machsim/programs/hooked"
)

func main() {
	hooked.Register()
	guest.Main(hooked.All)
}
