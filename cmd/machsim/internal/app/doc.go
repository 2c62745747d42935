// Package app is the command machsim: its subcommands, their flags, and the words in which they say what
// happened. It knows no more than that: package supervise runs it in a child process, userprog builds
// programs of users, term writes to terminals, and a debugger.Debugger answers about recordings.
//
// The main package only calls it, so that a machsim with a user's package is built by compiling a few
// lines and linking.
package app
