// Package supervise runs a command in a child process, and says how that process ended.
//
// A program may end the process that it runs in: by os.Exit, by log.Fatal, by a crash that Go lets
// nobody recover from. Go has no hook for the first, so it cannot be noticed from inside. Therefore
// a command that runs programs does so in a child: the same executable with the same arguments, which
// inherits the standard streams and belongs to the same terminal. The parent, the supervisor, does
// nothing but wait, and passes the exit code on.
//
//	p, ok := supervise.Start(exe, args, runner.ReadFootprints) // in the parent
//	code, err := p.Wait()                                      // err is an Exit if the child did not report
//
//	s := supervise.Connect()                                   // in the child; nil in any other process
//	s.Does("machsim run lab", "lab.rec", "")
//	s.Ends(code)
//
// The child tells over a socket what it does (Activity) and with which code it ends. If it ends without
// that report, the supervisor says what must have happened, and where: from the exit status, from the
// report of Go's runtime, which comes over the same socket, and from memory that the two processes
// share. In there the runs of the child note their progress (runner.Footprints), and a recorder what it
// has not written yet (record.Recover).
//
// Where a program starts goroutines without end, whoever looks after its runs in the child may never get a turn. So the
// supervisor sees in that memory whether looks come (runner.Pulse), and ends a child that computes without them.
//
// It costs one more start of the executable, some 4 ms. The child ends when its supervisor does: it
// notices that the socket is closed.
//
// Signals: an interrupt goes to the supervisor, which passes it over the socket; the second one ends both
// processes unless the child has reported meanwhile that it has handled the first. Ctrl-Z stops both. A
// child that is stopped while its supervisor goes on has stopped itself, and is ended.
//
// What a program has started and left behind ends with the child, on Linux: the two are made its next parents. The
// supervisor ends it, or the child if that is gone. What machsim starts for itself is marked (Outlives).
//
// Where a child cannot inherit sockets, Start starts nothing, and commands run unsupervised.
package supervise
