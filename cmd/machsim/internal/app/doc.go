// Package app is the command machsim: the list of its subcommands, and those that make runs or ask a recording one
// thing; the others are in rooms beside it. It knows no more than words: package supervise runs it in a child process,
// userprog builds programs of users, term writes to terminals, a study.Study makes runs, and a debugger.Debugger
// answers about recordings.
//
// The main package only calls it, so that a machsim with a user's package is built by compiling a few
// lines and linking.
package app
