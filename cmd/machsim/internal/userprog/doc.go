// Package userprog makes a machsim that has the programs of a user's package.
//
// A Go program cannot load a package when it runs. So machsim builds itself once more, as go test builds
// the main program of a test: the go tool is given another main.go for cmd/machsim (go build -overlay),
// which imports the package and hands its exported variables to Link. Find finds the package, Build
// builds the executable and Probe asks it which programs there are; then the command is given to it.
//
//	p, err := userprog.Find(".", "./lab")
//	exe, err := p.Build(".", os.Stderr)
//	programs, err := userprog.Probe(exe)
//
// A module that requires nothing but machsim, or what machsim requires as well, is built
// with the requirements and checksums of machsim (a go.mod of the build's own in the user's
// cache directory). So it needs no network: what was there to build machsim is enough. One
// with other requirements stands in a workspace with machsim (a go.work in that directory), so
// that the requirements and checksums of both count. Which machsim that is the user's
// go.mod says, not the executable that was started: that one is only a launcher.
//
// The executable is kept. The go tool sees by itself that nothing has changed, and then
// links nothing again: all of this takes some 0.2 s. A machsim in Go's module cache, beside
// whose files nothing can be built, is copied out of there once.
//
// What such an executable is asked, which programs it has or where a run of it stood, it
// answers on standard output and does nothing else (Probe, Footprints).
//
// Two kinds of package cannot be imported by machsim as they are, and for each there is
// one more file that exists for the build only: a package in a directory called
// internal is handed on by one outside of that, and of package main the package
// clauses are changed.
package userprog
